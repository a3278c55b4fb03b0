import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw, Rss } from "lucide-react";
import { call } from "#platform/web/api/api.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { exchangeContract } from "../../exchange-contract.ts";
import { FeedAddress } from "./FeedAddress.tsx";

const KEY = ["calendar", "my-feed"];

/** One's own feed: all calendars one may read, with one's own answers. */
export function MyFeedDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const feed = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(exchangeContract.getMyCalendarFeed, { signal, silent: true }),
  });
  const renew = async () =>
    client.setQueryData(KEY, await call(exchangeContract.renewMyCalendarFeed));
  const askToRenew = async () => {
    const sure = await askToConfirm({
      title: "Neue Adresse vergeben?",
      text: "Die bisherige Adresse gilt sofort nicht mehr. Auf Ihren eigenen Geräten abonnieren Sie den Kalender danach neu.",
      confirmLabel: "Neue Adresse vergeben",
      destructive: true,
    });
    if (!sure) return;
    await renew();
    showDone("Die neue Adresse gilt ab sofort.");
  };
  const switchOff = async () => {
    const sure = await askToConfirm({
      title: "Abo abschalten?",
      text: "Die Adresse gilt sofort nicht mehr, und Ihre Geräte bekommen keine neuen Termine.",
      confirmLabel: "Abo abschalten",
      destructive: true,
    });
    if (!sure) return;
    await call(exchangeContract.deleteMyCalendarFeed);
    await client.invalidateQueries({ queryKey: KEY });
    showDone("Das Abo ist abgeschaltet.");
  };
  return (
    <Modal opened onClose={onClose} title="Kalender abonnieren" size="lg">
      {feed.error && !feed.data ? (
        <LoadError error={feed.error} onRetry={() => void feed.refetch()} />
      ) : !feed.data ? (
        <ListSkeleton rows={4} />
      ) : (
        <Stack gap="lg">
          <Text size="sm">
            Ihr eigener Kalender auf Telefon und Computer: die Termine aller Kalender, die Sie sehen
            dürfen, mit Ihren Zusagen und Absagen. Änderungen kommen von selbst an. Die Adresse
            gehört nur Ihnen, bitte geben Sie sie nicht weiter.
          </Text>
          {feed.data.url === null ? (
            <div>
              <Button leftSection={<Rss size={16} aria-hidden />} onClick={() => void renew()}>
                Eigene Adresse erzeugen
              </Button>
            </div>
          ) : (
            <>
              <FeedAddress url={feed.data.url} />
              <Group gap="sm">
                <Button
                  variant="default"
                  leftSection={<RefreshCw size={16} aria-hidden />}
                  onClick={() => void askToRenew()}
                >
                  Neue Adresse vergeben
                </Button>
                <Button variant="default" onClick={() => void switchOff()}>
                  Abo abschalten
                </Button>
              </Group>
            </>
          )}
        </Stack>
      )}
    </Modal>
  );
}
