import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { Card } from "#platform/web/ui/Card.tsx";
import { texts } from "../texts.ts";

const MemberHistory = lazy(async () => ({
  default: (await import("#modules/changelog/web/public.ts")).MemberHistory,
}));

/** The changes of this member, loaded only when looked at. */
export function HistoryTab({ userId }: { userId: string }) {
  return (
    <Card title={texts.profile.tabs.history}>
      <Suspense fallback={<Skeleton height={160} radius="md" />}>
        <MemberHistory userId={userId} />
      </Suspense>
    </Card>
  );
}
