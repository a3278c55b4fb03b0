import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

export interface NewMessage {
  id: string;
  senderId: string;
  subject: string;
  content: string;
  plainText: string;
  replyTo: string | null;
  /** Null: now. */
  sentAt: Date | null;
}

/** What a message is found by. */
export interface MessageWords {
  text: string;
  /** The same, every word folded. */
  folded: string;
}

/** Writes the message itself, under the sender's name of today. */
export async function insertMessage(
  tx: WriteTx,
  message: NewMessage,
  words: MessageWords,
): Promise<void> {
  await sql`
    INSERT INTO message (id, sender_id, sender_first_name, sender_last_name, subject, content, plain_text, recipient_count, reply_to, sent_at, words)
    SELECT ${message.id}, id, first_name, last_name, ${message.subject}, ${message.content}, ${message.plainText}, 0, ${message.replyTo}, coalesce(${message.sentAt}::timestamptz, now()),
      words_of(${words.text}, ${words.folded})
    FROM member WHERE id = ${message.senderId}`.execute(sqlOf(tx));
}

export async function insertMessageGroups(
  tx: WriteTx,
  messageId: string,
  groups: readonly { id: string; name: string }[],
): Promise<void> {
  if (groups.length === 0) return;
  await sql`
    INSERT INTO message_group (message_id, position, group_id, name)
    SELECT ${messageId}, position, (row ->> 'id')::uuid, row ->> 'name' FROM jsonb_array_elements(${JSON.stringify(groups)}::jsonb) WITH ORDINALITY AS list (row, position)`.execute(
    sqlOf(tx),
  );
}

/** Has some of the recipients, or all, read it at a time. */
export async function setReadBy(
  tx: WriteTx,
  messageId: string,
  userIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`UPDATE message_recipient SET read_at = ${at} WHERE message_id = ${messageId} AND user_id = ANY(${userIds}::uuid[])`.execute(
    sqlOf(tx),
  );
}

export async function selectRecipientIds(tx: ReadTx, messageId: string): Promise<string[]> {
  const { rows } = await sql<{
    user_id: string;
  }>`SELECT user_id FROM message_recipient WHERE message_id = ${messageId} ORDER BY user_id`.execute(
    sqlOf(tx),
  );
  return rows.map(({ user_id }) => user_id);
}

export async function setRecipientCount(
  tx: WriteTx,
  messageId: string,
  count: number,
): Promise<void> {
  await sql`UPDATE message SET recipient_count = ${count} WHERE id = ${messageId}`.execute(
    sqlOf(tx),
  );
}
