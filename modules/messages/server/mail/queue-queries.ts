import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { MailFailure } from "../../mail-contract.ts";

/** A mail that is being sent. */
export interface ClaimedMail {
  id: string;
  kind: "MESSAGE" | "DIGEST";
  message_id: string | null;
  address: string;
  attempts: number;
  age_ms: number;
}

/** What came of a try. */
export interface Outcome {
  id: string;
  state: "QUEUED" | "SENT" | "FAILED" | "DROPPED";
  failure: MailFailure | null;
  response: string | null;
  attempts: number;
  /** Until the next try, in milliseconds. */
  delayMs: number;
}

/**
 * Takes mails that are due, those to a few people before those of a message to very many. Until
 * `leaseMs` have passed nobody else takes them: who dies meanwhile gives them back by that.
 */
export async function claimMails(
  tx: WriteTx,
  most: number,
  leaseMs: number,
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    UPDATE message_mail SET next_attempt_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
    WHERE id IN (
      SELECT id FROM message_mail WHERE state = 'QUEUED' AND next_attempt_at <= now()
      ORDER BY bulk, next_attempt_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, message_id, address, attempts, (extract(epoch FROM now() - created_at) * 1000)::float8 AS age_ms`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function recordOutcomes(tx: WriteTx, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`
    UPDATE message_mail m SET state = o.state, failure = o.failure, response = o.response, attempts = o.attempts,
      ended_at = CASE WHEN o.state <> 'QUEUED' THEN now() END, next_attempt_at = now() + o."delayMs" * interval '1 millisecond'
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS o (id uuid, state text, failure text, response text, attempts int, "delayMs" float8)
    WHERE m.id = o.id AND m.state = 'QUEUED'`.execute(sqlOf(tx));
}

/** When the next mail is due; null when none waits. */
export async function nextDue(tx: ReadTx): Promise<Date | null> {
  const { rows } = await sql<{
    due: Date | null;
  }>`SELECT min(next_attempt_at) AS due FROM message_mail WHERE state = 'QUEUED'`.execute(
    sqlOf(tx),
  );
  return rows[0]?.due ?? null;
}

/** Lets the open pages of senders know that their messages got on. */
export async function announceProgress(tx: WriteTx, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length === 0) return;
  await sql`
    SELECT pg_notify('vereinsheim_change', concat_ws(' ', current_setting('app.tenant_id'), 'message', sender_id))
    FROM (SELECT DISTINCT m.sender_id FROM message_mail_person p JOIN message m ON m.id = p.message_id
      WHERE p.mail_id = ANY(${mailIds}::uuid[]) AND m.sender_id IS NOT NULL) senders`.execute(
    sqlOf(tx),
  );
}
