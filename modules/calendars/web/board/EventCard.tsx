import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { formatDateTime } from "#platform/web/format/format.ts";
import { RouterLink } from "#platform/web/links.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { answerSentence, closedSentence } from "../../answer-words.ts";
import type { Event } from "../../contract.ts";
import { EventFacts } from "../event/EventFacts.tsx";
import { useRefreshEvents } from "../event/queries.ts";
import { answerInvitation, restoreAnswer } from "../invitations/answer-invitation.ts";
import { STATE_DONE } from "../invitations/answer-words.ts";
import { eventAddress } from "./board-events.ts";

interface EventCardProps {
  event: Event;
  onClose: () => void;
}

/** What an event of the calendar is, over the calendar: most questions end here. */
export default function EventCard({ event, onClose }: EventCardProps) {
  const address = eventAddress(event.id);
  const content = (
    <Stack gap="md">
      {event.status === "CANCELLED" && (
        <Text c="red" fw={600}>
          Abgesagt
        </Text>
      )}
      <EventFacts event={event} />
      <OwnAnswer event={event} onDone={onClose} />
      <Group justify="flex-end" gap="sm">
        {event.can.includes("EDIT") && (
          <Button component={RouterLink} to={`${address}/edit`} variant="default">
            Bearbeiten
          </Button>
        )}
        <Button component={RouterLink} to={address}>
          Öffnen
        </Button>
      </Group>
    </Stack>
  );
  return (
    <Modal opened onClose={onClose} title={event.title}>
      {content}
    </Modal>
  );
}

/** The reader's own answer; comments and companions are on the event's page. */
function OwnAnswer({ event, onDone }: { event: Event; onDone: () => void }) {
  const refresh = useRefreshEvents();
  const mine = event.myInvitation;
  if (mine === null) return null;
  const closed = closedSentence(event, formatDateTime);
  const answer = async (accept: boolean) => {
    const { state } = await answerInvitation(mine.id, accept);
    onDone();
    await refresh();
    showUndo(STATE_DONE[state](event.title), async () => {
      await restoreAnswer(mine);
      await refresh();
    });
  };
  return (
    <Stack gap="xs">
      <Text>{closed ?? answerSentence(mine)}</Text>
      {closed === null && (
        <Group gap="sm">
          {mine.state !== "ACCEPTED" && mine.state !== "WAITING" && (
            <Button variant="light" onClick={() => void answer(true)}>
              Zusagen
            </Button>
          )}
          {mine.state !== "DECLINED" && (
            <Button variant="default" onClick={() => void answer(false)}>
              Absagen
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
