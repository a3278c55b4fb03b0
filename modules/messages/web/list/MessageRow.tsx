import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { Mail, MailOpen, Paperclip, Reply, Trash2 } from "lucide-react";
import { memo } from "react";
import { displayName } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/links.tsx";
import type { Message } from "../../contract.ts";
import { messageAddress, type BoxState } from "../box-state.ts";
import { deleteMessage, markRead } from "../message-actions.ts";
import { attachmentWords, recipientWords, shortDate, subjectWords } from "../message-words.ts";
import classes from "./list.module.css";
import { useSwipe } from "./use-swipe.ts";

interface MessageRowProps {
  message: Message;
  index: number;
  total: number;
  offset: number;
  state: BoxState;
  current: boolean;
}

/**
 * One message of a list: the row opens it; read state and deletion by hovering, swiping or keys.
 */
export const MessageRow = memo(function MessageRow({
  message,
  index,
  total,
  offset,
  state,
  current,
}: MessageRowProps) {
  const mayMark = message.can.includes("MARK");
  const toggle = () => void markRead(message, !message.read);
  const remove = () => void deleteMessage(message);
  const row = useSwipe({ onRight: mayMark ? toggle : undefined, onLeft: remove });
  const unread = !message.read;
  const subject = subjectWords(message.subject);
  const toggleLabel = unread ? "Als gelesen markieren" : "Als ungelesen markieren";
  return (
    <li
      ref={row}
      className={classes.row}
      style={{ transform: `translateY(${offset}px)` }}
      data-index={index}
      data-unread={unread || undefined}
      data-current={current || undefined}
      aria-setsize={total}
      aria-posinset={index + 1}
    >
      <span className={classes.behind} aria-hidden>
        <span className={classes.behindLeft}>
          {unread ? <MailOpen size={20} /> : <Mail size={20} />} {unread ? "Gelesen" : "Ungelesen"}
        </span>
        <span className={classes.behindRight}>
          Löschen <Trash2 size={20} />
        </span>
      </span>
      <AppLink
        to={messageAddress(message.id, state)}
        className={classes.link ?? ""}
        underline="never"
        data-row-link
        aria-current={current ? "true" : undefined}
      >
        <span className={classes.dot} aria-hidden />
        <span className={classes.top}>
          <span className={classes.who}>
            {unread && <VisuallyHidden>Ungelesen: </VisuallyHidden>}
            {state.box === "sent" ? `An ${recipientWords(message)}` : displayName(message.sender)}
          </span>
          <time className={classes.when} dateTime={message.createDate}>
            {shortDate(message.createDate)}
          </time>
        </span>
        <span className={classes.subject}>
          {message.replied && <Reply size={14} aria-label="Beantwortet" className={classes.mark} />}
          <span className={classes.cut}>{subject}</span>
          {message.attachments.length > 0 && (
            <Paperclip
              size={14}
              aria-label={attachmentWords(message.attachments.length)}
              className={classes.mark}
            />
          )}
        </span>
        <span className={classes.preview}>{message.preview}</span>
      </AppLink>
      <span className={classes.quick}>
        {mayMark && (
          <ActionIcon
            variant="default"
            size={30}
            tabIndex={-1}
            aria-label={`${toggleLabel}: ${subject}`}
            title={`${toggleLabel} (U)`}
            onClick={toggle}
          >
            {unread ? <MailOpen size={16} aria-hidden /> : <Mail size={16} aria-hidden />}
          </ActionIcon>
        )}
        <ActionIcon
          variant="default"
          size={30}
          tabIndex={-1}
          aria-label={`Löschen: ${subject}`}
          title="Löschen (Entf)"
          onClick={remove}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
});
