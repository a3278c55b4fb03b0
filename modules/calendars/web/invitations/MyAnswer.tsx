import { Button } from "@mantine/core";
import { CalendarPlus } from "lucide-react";
import { formatDateTime } from "#platform/web/format/format.ts";
import { call } from "#platform/web/api/api.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import type { Event, MyInvitation } from "../../contract.ts";
import { invitationsContract } from "../../invitation-contract.ts";
import { useRefreshEvents } from "../event/queries.ts";
import { answerInvitation, restoreAnswer } from "./answer-invitation.ts";
import { AnswerPanel } from "./AnswerPanel.tsx";
import { closedSentence } from "../../answer-words.ts";
import { STATE_DONE } from "./answer-words.ts";

/** The reader's own answer to an event. */
export function MyAnswer({ event, invitation }: { event: Event; invitation: MyInvitation }) {
  const refresh = useRefreshEvents();
  const download = async () =>
    saveFile(
      await call(invitationsContract.getMyInvitationFile, { params: { id: invitation.id } }),
      "termin.ics",
    );
  return (
    <Card
      title="Ihre Antwort"
      actions={
        event.status === "CONFIRMED" && (
          <Button
            variant="default"
            size="xs"
            leftSection={<CalendarPlus size={15} aria-hidden />}
            onClick={() => void download()}
          >
            In den Kalender
          </Button>
        )
      }
    >
      <AnswerPanel
        answer={invitation}
        settings={event.invitationSettings}
        placesLeft={null}
        closed={closedSentence(event, formatDateTime)}
        onAnswer={async (accept, body) => {
          const { state } = await answerInvitation(invitation.id, accept, body);
          await refresh();
          if (state !== invitation.state) {
            showUndo(STATE_DONE[state](event.title), async () => {
              await restoreAnswer(invitation);
              await refresh();
            });
          }
        }}
      />
    </Card>
  );
}
