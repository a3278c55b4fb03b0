import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChangeEntry } from "./ChangeEntry.tsx";
import { PagedChanges } from "./PagedChanges.tsx";
import { ownChangesQuery } from "./queries.ts";

/** What was changed in the reader's own data, for their profile. */
export function OwnHistory() {
  const [page, setPage] = useState(0);
  const changes = useQuery(ownChangesQuery(page));
  return (
    <PagedChanges
      changes={changes}
      page={page}
      onPage={setPage}
      rows={5}
      empty="An Ihren Daten wurde noch nichts geändert."
      entry={(change) => <ChangeEntry key={change.id} change={change} showsRecord={false} />}
    />
  );
}
