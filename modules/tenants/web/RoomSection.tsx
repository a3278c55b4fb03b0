import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Card } from "#platform/web/ui/Card.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { StorageUsage } from "#platform/web/ui/StorageUsage.tsx";
import { roomQuery } from "./queries.ts";

/** How much room the club's files take, and may take where the operator has set a limit. */
export function RoomSection() {
  const room = useQuery(roomQuery);
  return (
    <Card title="Speicherplatz">
      {room.data ? (
        <>
          <StorageUsage room={room.data} />
          <Text size="sm" c="dimmed" mt={6}>
            Dokumente und Bilder mit älteren Fassungen und Papierkorb, Anhänge, Bilder von
            Mitgliedern, Dateien von Importen und Exporten.
            {room.data.quota !== null &&
              " Wie viel es sein darf, legt der Betreiber fest. Vorschaubilder zählen nicht mit."}
          </Text>
        </>
      ) : (
        room.error && <LoadError error={room.error} onRetry={() => void room.refetch()} />
      )}
    </Card>
  );
}
