import { type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

export interface PersonalMessage {
  id: string;
  subject: string;
  plain_text: string;
  sent_at: Date;
  sent_on: string;
  sender: string;
  read_at: Date | null;
  recipient_count: number;
  groups: string[];
  attachments: { name: string; size: number; blob_key: string }[];
}

const columns = sql`
  m.id, m.subject, m.plain_text, m.sent_at, (m.sent_at AT TIME ZONE (SELECT time_zone FROM tenant))::date::text AS sent_on, full_name(m.sender_first_name, m.sender_last_name) AS sender, m.recipient_count,
  ARRAY(SELECT g.name FROM message_group g WHERE g.message_id = m.id ORDER BY g.position) AS groups,
  coalesce((SELECT json_agg(json_build_object('name', a.name, 'size', a.size, 'blob_key', a.blob_key) ORDER BY a.position)
    FROM message_attachment a WHERE a.message_id = m.id), '[]') AS attachments`;

/** Everything that a person received, removed or not, the oldest first. */
export async function selectReceived(tx: ReadTx, memberId: string): Promise<PersonalMessage[]> {
  const { rows } = await sql<PersonalMessage>`
    SELECT ${columns}, r.read_at FROM message_recipient r JOIN message m ON m.id = r.message_id WHERE r.user_id = ${memberId} ORDER BY m.sent_at, m.id`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** Everything that a person sent. */
export async function selectSent(tx: ReadTx, memberId: string): Promise<PersonalMessage[]> {
  const { rows } = await sql<PersonalMessage>`
    SELECT ${columns}, NULL::timestamptz AS read_at FROM message m WHERE m.sender_id = ${memberId} ORDER BY m.sent_at, m.id`.execute(
    sqlOf(tx),
  );
  return rows;
}

export interface PersonalDraft {
  id: string;
  subject: string;
  content: string;
  updated_at: Date;
  updated_on: string;
}

export async function selectDraftsOf(tx: ReadTx, memberId: string): Promise<PersonalDraft[]> {
  const { rows } =
    await sql<PersonalDraft>`SELECT id, subject, content, updated_at, (updated_at AT TIME ZONE (SELECT time_zone FROM tenant))::date::text AS updated_on FROM message_draft WHERE owner_id = ${memberId} ORDER BY updated_at`.execute(
      sqlOf(tx),
    );
  return rows;
}

export interface PersonalMail {
  kind: "MESSAGE" | "DIGEST";
  address: string;
  state: "QUEUED" | "SENT" | "FAILED" | "DROPPED";
  created_at: Date;
  ended_at: Date | null;
}

/** The mails that told a person of messages. */
export async function selectMailsTo(tx: ReadTx, memberId: string): Promise<PersonalMail[]> {
  const { rows } = await sql<PersonalMail>`
    SELECT m.kind, m.address, m.state, m.created_at, m.ended_at FROM message_mail m
    WHERE m.id IN (SELECT p.mail_id FROM message_mail_person p WHERE p.user_id = ${memberId}) ORDER BY m.created_at, m.id`.execute(
    sqlOf(tx),
  );
  return rows;
}

/**
 * Takes a person out of everybody's messages: they received nothing, and what they sent carries no
 * name, neither as its sender nor in its text. The text itself stays, since it belongs to those who
 * received it; where it is nobody's, the next tidying takes it.
 */
export async function erasePerson(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  await sql`DELETE FROM message_recipient WHERE user_id = ${memberId}`.execute(db);
  const without = (column: RawBuilder<unknown>) =>
    sql`replace(${column}, nullif(full_name(sender_first_name, sender_last_name), ''), 'Anonymisiertes Mitglied')`;
  await sql`
    UPDATE message SET subject = ${without(sql`subject`)}, content = ${without(sql`content`)}, plain_text = ${without(sql`plain_text`)}
    WHERE sender_id = ${memberId} AND position(full_name(sender_first_name, sender_last_name) IN subject || ' ' || content) > 0`.execute(
    db,
  );
  await sql`
    UPDATE message SET sender_id = NULL, sender_first_name = 'Anonymisiertes', sender_last_name = 'Mitglied', deleted_at = coalesce(deleted_at, now()),
      words = words_of(subject || ' ' || plain_text, folded_name(subject || ' ' || plain_text))
    WHERE sender_id = ${memberId}`.execute(db);
}

/**
 * Messages that nobody has on a list any more, since some days; with the bytes of their
 * attachments.
 */
export async function deleteUnseen(
  tx: WriteTx,
  days: number,
  most: number,
): Promise<{ count: number; keys: string[] }> {
  const db = sqlOf(tx);
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM message m
    WHERE (m.sender_id IS NULL OR m.deleted_at < now() - make_interval(days => ${days}))
      AND NOT EXISTS (SELECT FROM message_recipient r WHERE r.message_id = m.id AND (r.deleted_at IS NULL OR r.deleted_at >= now() - make_interval(days => ${days})))
    LIMIT ${most}`.execute(db);
  if (rows.length === 0) return { count: 0, keys: [] };
  const ids = rows.map(({ id }) => id);
  const keys = await sql<{
    blob_key: string;
  }>`SELECT blob_key FROM message_attachment WHERE message_id = ANY(${ids}::uuid[])`.execute(db);
  await sql`DELETE FROM message WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return { count: rows.length, keys: keys.rows.map(({ blob_key }) => blob_key) };
}
