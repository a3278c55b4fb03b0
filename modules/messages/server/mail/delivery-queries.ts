import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { MailFailure } from "../../mail-contract.ts";

/** People by what became of their mail. */
export interface MailCounts {
  mailed: number;
  failed: number;
  waiting: number;
}

/**
 * Everybody who is not said to wait or to have failed has got their mail: counted that way, few
 * rows are read.
 */
export async function countMails(
  tx: ReadTx,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, MailCounts>> {
  if (messageIds.length === 0) return new Map();
  const unsent = sql`SELECT p.message_id, m.state, true AS is_due FROM message_mail m JOIN message_mail_person p ON p.mail_id = m.id WHERE m.state <> 'SENT'`;
  const { rows } = await sql<MailCounts & { message_id: string }>`
    WITH told AS (
      SELECT message_id, count(*)::int AS people FROM message_mail_person WHERE message_id = ANY(${messageIds}::uuid[]) GROUP BY message_id
    ), untold AS (
      ${unsent} AND m.message_id = ANY(${messageIds}::uuid[])
      UNION ALL ${unsent} AND m.message_id IS NULL AND p.message_id = ANY(${messageIds}::uuid[])
      UNION ALL SELECT message_id, 'QUEUED', NOT skipped FROM message_mail_person WHERE message_id = ANY(${messageIds}::uuid[]) AND mail_id IS NULL
    ), late AS (
      SELECT message_id, count(*)::int AS people, count(*) FILTER (WHERE state = 'FAILED')::int AS failed,
        count(*) FILTER (WHERE state = 'QUEUED' AND is_due)::int AS waiting
      FROM untold GROUP BY message_id
    )
    SELECT message_id, told.people - coalesce(late.people, 0) AS mailed, coalesce(failed, 0) AS failed, coalesce(waiting, 0) AS waiting
    FROM told LEFT JOIN late USING (message_id)`.execute(sqlOf(tx));
  return new Map(rows.map(({ message_id, ...counts }) => [message_id, counts]));
}

/** Recipients whom no mail is for: without address, or without the wish for mails. */
export async function countUnmailed(
  tx: ReadTx,
  messageId: string,
): Promise<{ without_mail: number; mail_off: number }> {
  const { rows } = await sql<{ without_mail: number; mail_off: number }>`
    SELECT count(*) FILTER (WHERE btrim(coalesce(m.email, '')) = '')::int AS without_mail,
      count(*) FILTER (WHERE btrim(m.email) <> '' AND m.message_mail = 'NONE')::int AS mail_off
    FROM message_recipient r JOIN member m ON m.id = r.user_id
    WHERE r.message_id = ${messageId} AND NOT EXISTS (SELECT FROM message_mail_person p WHERE p.message_id = r.message_id AND p.user_id = r.user_id)`.execute(
    sqlOf(tx),
  );
  return rows[0] ?? { without_mail: 0, mail_off: 0 };
}

export interface FailedMail {
  user_id: string;
  first_name: string;
  last_name: string;
  address: string;
  failure: MailFailure;
  response: string | null;
  ended_at: Date;
}

export async function selectFailures(
  tx: ReadTx,
  messageId: string,
  most: number,
): Promise<FailedMail[]> {
  const { rows } = await sql<FailedMail>`
    SELECT p.user_id, u.first_name, u.last_name, m.address, m.failure, m.response, m.ended_at
    FROM message_mail_person p JOIN message_mail m ON m.id = p.mail_id JOIN member u ON u.id = p.user_id
    WHERE p.message_id = ${messageId} AND m.state = 'FAILED' ORDER BY u.last_name, u.first_name, u.id LIMIT ${most}`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** What the mail server last said to a mail of the message that has to wait. */
export async function selectDelay(
  tx: ReadTx,
  messageId: string,
): Promise<{ response: string; next_attempt_at: Date } | undefined> {
  const { rows } = await sql<{ response: string; next_attempt_at: Date }>`
    SELECT response, next_attempt_at FROM message_mail m
    WHERE state = 'QUEUED' AND response IS NOT NULL AND id IN (SELECT mail_id FROM message_mail_person WHERE message_id = ${messageId})
    ORDER BY next_attempt_at LIMIT 1`.execute(sqlOf(tx));
  return rows[0];
}

/** Queues failed mails again, to the people's addresses of today. Returns how many. */
export async function requeueFailed(tx: WriteTx, messageId: string): Promise<number> {
  const { rows } = await sql`
    UPDATE message_mail m SET state = 'QUEUED', failure = NULL, response = NULL, attempts = 0, ended_at = NULL, next_attempt_at = now(), created_at = now(),
      bulk = false, address = today.address
    FROM (
      SELECT p.mail_id, min(btrim(u.email)) AS address FROM message_mail_person p JOIN member u ON u.id = p.user_id
      WHERE p.mail_id IN (SELECT mail_id FROM message_mail_person WHERE message_id = ${messageId}) AND btrim(u.email) <> ''
        AND u.deleted_at IS NULL AND u.anonymised_at IS NULL AND u.message_mail <> 'NONE'
      GROUP BY p.mail_id
    ) today
    WHERE m.id = today.mail_id AND m.state = 'FAILED' RETURNING m.id`.execute(sqlOf(tx));
  return rows.length;
}

/** The people that a mail went to and who still have its address. */
export async function selectSubscribers(
  tx: ReadTx,
  mailId: string,
): Promise<{ id: string; name: string; setting: "IMMEDIATE" | "DAILY" | "NONE" }[]> {
  const { rows } = await sql<{ id: string; name: string; setting: "IMMEDIATE" | "DAILY" | "NONE" }>`
    SELECT DISTINCT u.id, full_name(u.first_name, u.last_name) AS name, u.message_mail AS setting
    FROM message_mail m JOIN message_mail_person p ON p.mail_id = m.id JOIN member u ON u.id = p.user_id
    WHERE m.id = ${mailId} AND lower(btrim(u.email)) = lower(m.address) AND u.deleted_at IS NULL AND u.anonymised_at IS NULL
    ORDER BY name`.execute(sqlOf(tx));
  return rows;
}

/** Deletes mails to one person, and those whose people are all gone. */
export async function eraseMailsOf(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  await sql`DELETE FROM message_mail_person WHERE user_id = ${memberId}`.execute(db);
  await sql`DELETE FROM message_mail m WHERE NOT EXISTS (SELECT FROM message_mail_person p WHERE p.mail_id = m.id)`.execute(
    db,
  );
}
