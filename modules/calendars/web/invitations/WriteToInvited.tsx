import { Button, Menu } from "@mantine/core";
import { ChevronDown, Mail } from "lucide-react";
import { useMayWrite } from "#modules/messages/web/public.ts";
import { RouterLink, pageAddress } from "#platform/web/links.tsx";
import type { Event, InvitationState } from "../../contract.ts";
import type { InvitationCounts } from "../../invitation-contract.ts";

interface WriteToInvitedProps {
  event: Event;
  counts: InvitationCounts;
}

/** Begins a message to everybody invited, or to those of one answer. */
export function WriteToInvited({ event, counts }: WriteToInvitedProps) {
  if (useMayWrite() !== true) return null;
  const all = counts.open + counts.accepted + counts.waiting + counts.declined;
  const choices: [label: string, states: InvitationState[], count: number][] = [
    ["Alle Eingeladenen", [], all],
    ["Wer zugesagt hat", ["ACCEPTED"], counts.accepted],
    ["Wer noch nicht geantwortet hat", ["OPEN"], counts.open],
    ["Wer auf der Warteliste steht", ["WAITING"], counts.waiting],
    ["Wer abgesagt hat", ["DECLINED"], counts.declined],
  ];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<Mail size={15} aria-hidden />}
          rightSection={<ChevronDown size={15} aria-hidden />}
        >
          Nachricht
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices
          .filter(([, , count]) => count > 0)
          .map(([label, states, count]) => (
            <Menu.Item
              key={label}
              component={RouterLink}
              to={pageAddress("/messaging/compose", { event: event.id, states })}
            >
              {label} ({count})
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
