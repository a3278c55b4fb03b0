import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useModules } from "#platform/web/modules.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { texts } from "../texts.ts";

/** The changes of this member, loaded only when looked at; the module of the history shows them. */
export function HistoryTab({ userId }: { userId: string }) {
  const history = useModules().find((module) => module.memberHistory !== undefined);
  return (
    <Card title={texts.profile.tabs.history}>
      <Suspense fallback={<Skeleton height={160} radius="md" />}>
        {history?.memberHistory?.(userId)}
      </Suspense>
    </Card>
  );
}
