import { escapeHtml } from "#platform/contract/escape-html.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Delivery, Draft, Message } from "../../contract.ts";
import type { DraftRecord } from "../drafts/draft-queries.ts";
import type { MessageRecord } from "./message-queries.ts";
import { setWords } from "../addressees/sets/set-words.ts";
import { rightsOnMessage, seesOtherRecipients } from "../addressees/rules.ts";

/** As many characters as a preview has, none cut in half. */
const PREVIEW = /^.{0,200}/su;
/** Made once: making one takes longer than the rest of a message. */
const byGermanName = new Intl.Collator("de").compare;

export function toMessage(
  record: MessageRecord,
  reader: Principal,
  delivery: Delivery | undefined,
): Message {
  const role = {
    sentByReader: record.sent_by_reader,
    received: record.received,
    senderId: record.sender_id,
    held: record.held_until !== null,
  };
  const people = visiblePeople(record, reader);
  return {
    id: record.id,
    subject: record.subject,
    messageContent:
      record.content ?? `<p>${escapeHtml(record.beginning).replaceAll("\n", "<br />")} …</p>`,
    preview: previewOf(record.beginning),
    createDate: record.sent_at.toISOString(),
    sender: {
      id: record.sender_id,
      firstname: record.sender_first_name,
      lastname: record.sender_last_name,
      hasProfilePicture: record.sender_has_picture,
    },
    recipientIds: people.map(({ id }) => id),
    recipientGroupIds: record.groups.flatMap(({ id }) => id ?? []),
    recipientSets: record.sent_by_reader ? record.groups.flatMap(({ set }) => set ?? []) : [],
    recipientNames: [
      ...record.groups.map(({ name }) => name),
      ...people.map(({ name }) => name).toSorted(byGermanName),
    ],
    recipientCount: record.recipient_count,
    attachments: record.attachments,
    read: !record.received || record.read_at !== null,
    replied: record.replied_at !== null,
    replyTo: record.reply_to,
    delivery: delivery ?? null,
    heldUntil: record.held_until?.toISOString() ?? null,
    can: rightsOnMessage(reader, role),
  };
}

/** Returns the beginning of a text on one line; single spaces, which are most, are left alone. */
export function previewOf(text: string): string {
  return (PREVIEW.exec(text.replace(/\s\s+|[^\S ]/g, " "))?.[0] ?? "").trim();
}

/**
 * A recipient comes first among those named; the others stay unnamed where each received it for
 * themselves.
 */
function visiblePeople(
  { people, direct, sent_by_reader }: MessageRecord,
  reader: Principal,
): { id: string; name: string }[] {
  const self = direct ? [{ id: reader.userId, name: reader.name }] : [];
  if (!seesOtherRecipients(reader, { sentByReader: sent_by_reader })) return self;
  return [...self, ...people.filter(({ id }) => id !== reader.userId || !direct)];
}

export function toDraft(record: DraftRecord): Draft {
  return {
    id: record.id,
    subject: record.subject,
    messageContent: record.content,
    recipientIds: record.recipient_ids,
    recipientGroupIds: record.recipient_group_ids,
    recipientSets: record.recipient_sets,
    recipientNames: [...record.names, ...record.recipient_sets.map(setWords)],
    replyTo: record.reply_to,
    attachments: record.attachments,
    updatedAt: record.updated_at.toISOString(),
    version: record.version,
  };
}
