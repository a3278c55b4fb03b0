import { useState } from "react";
import { Card } from "#platform/web/ui/Card.tsx";
import type { Event, MyInvitation } from "../../contract.ts";
import { useRefreshEvents } from "../event/queries.ts";
import { answerInvitation } from "./answer-invitation.ts";
import { AnswerPanel } from "./AnswerPanel.tsx";
import { closedSentence } from "./answer-words.ts";

/** The reader's own answer to an event. */
export function MyAnswer({ event, invitation }: { event: Event; invitation: MyInvitation }) {
  const refresh = useRefreshEvents();
  const [revision, setRevision] = useState(0);
  return (
    <Card title="Ihre Antwort">
      <AnswerPanel
        key={revision}
        answer={invitation}
        settings={event.invitationSettings}
        placesLeft={null}
        closed={closedSentence(event)}
        onAnswer={async (accept, body) => {
          await answerInvitation(invitation.id, accept, body);
          await refresh();
          setRevision(revision + 1);
        }}
      />
    </Card>
  );
}
