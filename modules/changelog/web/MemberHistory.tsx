import { useState } from "react";
import { ChangeList } from "./ChangeList.tsx";

/** The history of one member, for the member's page. Needs QUERY_USER_CHANGELOG. */
export function MemberHistory({ userId }: { userId: string }) {
  const [page, setPage] = useState(0);
  return (
    <ChangeList
      filter={{ user: userId, size: 20 }}
      page={page}
      onPage={setPage}
      showsRecord={false}
      empty="Zu diesem Mitglied ist noch keine Änderung festgehalten."
    />
  );
}
