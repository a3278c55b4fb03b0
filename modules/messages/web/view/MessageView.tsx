import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ApiError } from "#platform/web/api/api.ts";
import { RouterLink } from "#platform/web/links.tsx";
import { useRecordTitle } from "#platform/web/page-title.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { Message } from "../../contract.ts";
import { messageAddress, type BoxState } from "../box-state.ts";
import { markRead } from "../message-actions.ts";
import { subjectWords } from "../message-words.ts";
import { messageQuery } from "../queries.ts";
import { Attachments } from "./Attachments.tsx";
import { DeliveryState } from "./DeliveryState.tsx";
import { HeldState } from "./HeldState.tsx";
import { MessageActions } from "./MessageActions.tsx";
import { MessageBody } from "./MessageBody.tsx";
import { MessageHead } from "./MessageHead.tsx";
import classes from "./view.module.css";

const CRUMBS = [{ label: "Nachrichten", to: "/messaging" }];

interface MessageViewProps {
  id: string;
  state: BoxState;
  /** Without the list beside it: the message is the page. */
  alone: boolean;
}

/** One message with all that can be done with it. */
export function MessageView({ id, state, alone }: MessageViewProps) {
  const found = useQuery(messageQuery(id));
  const message = found.data;
  useRecordTitle(message && subjectWords(message.subject), CRUMBS);
  useReadOnOpening(message);
  if (!message && found.error instanceof ApiError && found.error.status === 404)
    return <Gone state={state} alone={alone} />;
  if (!message && found.error)
    return <LoadError error={found.error} onRetry={() => void found.refetch()} />;
  if (!message) {
    return (
      <div className={classes.message}>
        <RecordSkeleton />
      </div>
    );
  }
  const Title = alone ? "h1" : "h2";
  return (
    <>
      <MessageActions message={message} state={state} alone={alone} />
      <article className={classes.message}>
        <Title className={classes.subject}>{subjectWords(message.subject)}</Title>
        <MessageHead message={message} />
        {message.heldUntil === null ? (
          message.delivery && <DeliveryState message={message} delivery={message.delivery} />
        ) : (
          <HeldState message={message} />
        )}
        {message.messageContent !== "" && (
          <MessageBody html={message.messageContent} alone={alone} />
        )}
        {message.attachments.length > 0 && <Attachments message={message} />}
      </article>
    </>
  );
}

/** Opening a message reads it, once: marking it as unread afterwards is meant. */
function useReadOnOpening(message: Message | undefined): void {
  const done = useRef(false);
  useEffect(() => {
    if (!message || done.current) return;
    done.current = true;
    if (message.can.includes("MARK")) void markRead(message, true);
  }, [message]);
}

function Gone({ state, alone }: { state: BoxState; alone: boolean }) {
  const Title = alone ? "h1" : "h2";
  return (
    <div className={classes.message}>
      <Title className={classes.subject}>Nachricht nicht gefunden</Title>
      <EmptyState
        action={
          <Button component={RouterLink} to={messageAddress(undefined, state)} variant="default">
            Zu den Nachrichten
          </Button>
        }
      >
        Diese Nachricht gibt es nicht, oder Sie haben sie gelöscht.
      </EmptyState>
    </div>
  );
}
