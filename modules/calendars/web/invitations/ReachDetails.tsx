import { Anchor, Text } from "@mantine/core";
import { useState } from "react";
import { formatNumber } from "#platform/web/format/format.ts";
import type { InvitationReach } from "../../invitation-contract.ts";

const SHOWN = 20;
const REASONS = { NO_ADDRESS: "keine E-Mail-Adresse", MAIL_OFF: "E-Mails abgeschaltet" };

/** Names of those whom neither a mail nor the application reaches, and why. */
export function ReachDetails({ reach }: { reach: InvitationReach }) {
  const [opened, setOpened] = useState(false);
  const { unreachable, unreachableCount } = reach;
  if (unreachableCount === 0) return null;
  const named = unreachable.slice(0, SHOWN);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        Wer nicht erreicht wird
      </Anchor>
      {opened && (
        <Text size="sm">
          {named
            .map(
              ({ name, reason, family }) =>
                `${name} (${REASONS[reason]}${family === null ? "" : `, Familie: ${family}`})`,
            )
            .join(", ")}
          {unreachableCount > named.length &&
            ` und ${formatNumber(unreachableCount - named.length)} weitere`}
          . Zum Anrufen und Schreiben gibt es am Termin unter „Liste“ ein PDF der Eingeladenen.
        </Text>
      )}
    </>
  );
}
