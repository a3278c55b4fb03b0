import { escapeHtml } from "#platform/contract/escape-html.ts";
import { displayName, formatDateTime } from "#platform/web/format/format.ts";
import type { Draft, Message, RecipientSet } from "../../contract.ts";
import { subjectWords } from "../message-words.ts";

/** What stands in the form. */
export interface MessageValues {
  subject: string;
  messageContent: string;
  recipientIds: string[];
  recipientGroupIds: string[];
  recipientSets: RecipientSet[];
  replyTo: string | null;
}

export const NO_VALUES: MessageValues = {
  subject: "",
  messageContent: "",
  recipientIds: [],
  recipientGroupIds: [],
  recipientSets: [],
  replyTo: null,
};

const MAX_SUBJECT = 200;

export function valuesOfDraft({
  subject,
  messageContent,
  recipientIds,
  recipientGroupIds,
  recipientSets,
  replyTo,
}: Draft): MessageValues {
  return { subject, messageContent, recipientIds, recipientGroupIds, recipientSets, replyTo };
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
  recipientSets,
}: Message): MessageValues {
  return {
    ...NO_VALUES,
    subject,
    messageContent,
    recipientIds,
    recipientGroupIds,
    recipientSets,
  };
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
export function isEmpty(values: MessageValues): boolean {
  return values.subject.trim() === "" && values.messageContent === "" && !hasRecipients(values);
}

export function hasRecipients({
  recipientIds,
  recipientGroupIds,
  recipientSets,
}: MessageValues): boolean {
  return recipientIds.length + recipientGroupIds.length + recipientSets.length > 0;
}
