import { escapeHtml } from "#platform/contract/escape-html.ts";
import { displayName, formatDateTime } from "#platform/web/format/format.ts";
import type { Draft, Message } from "../../contract.ts";
import { subjectWords } from "../message-words.ts";

/** What stands in the form. */
export interface MessageValues {
  subject: string;
  messageContent: string;
  recipientIds: string[];
  recipientGroupIds: string[];
  replyTo: string | null;
}

export const NO_VALUES: MessageValues = {
  subject: "",
  messageContent: "",
  recipientIds: [],
  recipientGroupIds: [],
  replyTo: null,
};

const MAX_SUBJECT = 200;

export function valuesOfDraft({
  subject,
  messageContent,
  recipientIds,
  recipientGroupIds,
  replyTo,
}: Draft): MessageValues {
  return { subject, messageContent, recipientIds, recipientGroupIds, replyTo };
}

/** An answer to the sender, with the text answered to beneath. */
export function replyTo(message: Message): MessageValues {
  const recipientIds = message.sender.id === null ? [] : [message.sender.id];
  return {
    ...NO_VALUES,
    subject: withPrefix("AW", message.subject),
    messageContent: `<p></p>${quoted(message)}`,
    recipientIds,
    replyTo: message.id,
  };
}

export function forwardOf(message: Message): MessageValues {
  return {
    ...NO_VALUES,
    subject: withPrefix("WG", message.subject),
    messageContent: `<p></p>${quoted(message)}`,
  };
}

/** The same message once more, to be changed before it goes out. */
export function copyOf({
  subject,
  messageContent,
  recipientIds,
  recipientGroupIds,
}: Message): MessageValues {
  return { ...NO_VALUES, subject, messageContent, recipientIds, recipientGroupIds };
}

/** `AW: Training` stays as it is, instead of `AW: AW: AW:`. */
export function withPrefix(prefix: "AW" | "WG", subject: string): string {
  const bare = subject.replace(/^((aw|wg|re|fw|fwd)\s*:\s*)+/i, "");
  return `${prefix}: ${subjectWords(bare)}`.slice(0, MAX_SUBJECT);
}

function quoted(message: Message): string {
  const line = `Am ${formatDateTime(message.createDate)} schrieb ${displayName(message.sender)}:`;
  return `<p>${escapeHtml(line)}</p><blockquote>${message.messageContent}</blockquote>`;
}

/** Nothing that anybody would miss. */
export function isEmpty({
  subject,
  messageContent,
  recipientIds,
  recipientGroupIds,
}: MessageValues): boolean {
  return (
    subject.trim() === "" &&
    messageContent === "" &&
    recipientIds.length + recipientGroupIds.length === 0
  );
}
