import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { json } from "#platform/server/database/column-types.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { RecipientSet } from "../../contract.ts";

export type NewMessage = Row<
  "message",
  "id" | "subject" | "content" | "plain_text" | "reply_to"
> & {
  sender_id: string;
  /** Null: now. */
  sent_at: Date | null;
  /** Nobody receives it before; null: it has gone out. */
  held_until: Date | null;
};

/** What a message is found by. */
export interface MessageWords {
  text: string;
  /** The same, every word folded. */
  folded: string;
}

/** Writes the message itself, under the sender's name of today. */
export async function insertMessage(
  tx: WriteTx,
  { id, sender_id, subject, content, plain_text, reply_to, sent_at, held_until }: NewMessage,
  words: MessageWords,
): Promise<void> {
  await sqlOf(tx)
    .insertInto("message")
    .columns([
      "id",
      "sender_id",
      "sender_first_name",
      "sender_last_name",
      "subject",
      "content",
      "plain_text",
      "recipient_count",
      "reply_to",
      "sent_at",
      "held_until",
      "words",
    ])
    .expression((db) =>
      db
        .selectFrom("person")
        .select([
          sql<string>`${id}::uuid`.as("message_id"),
          "id",
          "first_name",
          "last_name",
          sql<string>`${subject}`.as("subject"),
          sql<string>`${content}`.as("content"),
          sql<string>`${plain_text}`.as("plain_text"),
          sql<number>`0`.as("recipient_count"),
          sql<string | null>`${reply_to}::uuid`.as("reply_to"),
          sql<Date>`coalesce(${sent_at}::timestamptz, now())`.as("sent_at"),
          sql<Date | null>`${held_until}::timestamptz`.as("held_until"),
          sql<string>`words_of(${words.text}, ${words.folded})`.as("words"),
        ])
        .where("id", "=", sender_id),
    )
    .execute();
}

/** A group or a set that a message names; a group that is gone has no id. */
export interface NamedAddressees {
  id: string | null;
  name: string;
  set: RecipientSet | null;
}

export async function insertMessageGroups(
  tx: WriteTx,
  messageId: string,
  groups: readonly NamedAddressees[],
): Promise<void> {
  if (groups.length === 0) return;
  await sqlOf(tx)
    .insertInto("message_group")
    .values(
      groups.map(({ id, name, set }, place) => ({
        message_id: messageId,
        position: place + 1,
        group_id: id,
        name,
        recipient_set: set === null ? null : json(set),
      })),
    )
    .execute();
}

/** Has some of the recipients, or all, read it at a time. */
export async function setReadBy(
  tx: WriteTx,
  messageId: string,
  userIds: readonly string[],
  at: Date,
): Promise<void> {
  await sqlOf(tx)
    .updateTable("message_recipient")
    .set({ read_at: at })
    .where("message_id", "=", messageId)
    .where("user_id", "=", anyOf(userIds))
    .execute();
}

export async function selectRecipientIds(tx: ReadTx, messageId: string): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("message_recipient")
    .select("user_id")
    .where("message_id", "=", messageId)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function setRecipientCount(
  tx: WriteTx,
  messageId: string,
  count: number,
): Promise<void> {
  await sqlOf(tx)
    .updateTable("message")
    .set({ recipient_count: count })
    .where("id", "=", messageId)
    .execute();
}
