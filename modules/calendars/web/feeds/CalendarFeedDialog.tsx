import { Button, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { addressOf, call } from "#platform/web/api/api.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract, type Calendar } from "../../contract.ts";
import { exchangeContract } from "../../exchange-contract.ts";
import { FeedAddress } from "./FeedAddress.tsx";

/** The public feed of one calendar, for those who may change the calendar. */
export function CalendarFeedDialog({
  calendar,
  onClose,
}: {
  calendar: Calendar;
  onClose: () => void;
}) {
  const [icsId, setIcsId] = useState(calendar.icsId ?? "");
  const client = useQueryClient();
  const url = new URL(
    addressOf(exchangeContract.getFeed, { file: `${icsId}.ics` }),
    window.location.origin,
  ).href;
  const renew = async () => {
    const sure = await askToConfirm({
      title: "Neue Adresse vergeben?",
      text: `Die bisherige Adresse von „${calendar.name}“ gilt sofort nicht mehr. Alle, die den Kalender darüber abonniert haben, brauchen die neue.`,
      confirmLabel: "Neue Adresse vergeben",
      destructive: true,
    });
    if (!sure) return;
    const renewed = await call(calendarsContract.renewIcs, { params: { id: calendar.id } });
    setIcsId(renewed.icsId ?? "");
    await client.invalidateQueries({ queryKey: ["calendar"] });
    showDone("Die neue Adresse gilt ab sofort.");
  };
  return (
    <Modal opened onClose={onClose} title={`„${calendar.name}“ abonnieren`} size="lg">
      <Stack gap="lg">
        <Text size="sm">
          Wer diese Adresse kennt, sieht alle Termine des Kalenders, auch ohne Anmeldung. Geben Sie
          sie nur an Menschen weiter, die das dürfen.
        </Text>
        <FeedAddress url={url} />
        <div>
          <Button
            variant="default"
            leftSection={<RefreshCw size={16} aria-hidden />}
            onClick={() => void renew()}
          >
            Neue Adresse vergeben
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}
