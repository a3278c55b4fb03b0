import { Skeleton, Text } from "@mantine/core";
import { Suspense } from "react";
import { useModules } from "#platform/web/modules.tsx";
import { Card } from "#platform/web/ui/Card.tsx";

/** What was changed in the reader's own data; the module of the history shows it. */
export function OwnHistory() {
  const history = useModules().find((module) => module.ownHistory !== undefined);
  return (
    history?.ownHistory && (
      <Card title="Änderungen an meinen Daten">
        <Text mb="md">Was an Ihren Daten geändert wurde, wann und von wem.</Text>
        <Suspense fallback={<Skeleton height={160} radius="md" />}>{history.ownHistory()}</Suspense>
      </Card>
    )
  );
}
