import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, now } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** What came of a try. */
export type Outcome = Row<"message_mail", "id" | "state" | "failure" | "response" | "attempts"> & {
  /** Until the next try, in milliseconds. */
  delayMs: number;
};

/** A moment so many milliseconds from now. */
function inMilliseconds(delay: number) {
  return sql<Date>`now() + ${delay}::float8 * interval '1 millisecond'`;
}

function claim(tx: WriteTx, most: number, leaseMs: number) {
  return (
    sqlOf(tx)
      // By itself, so that it runs once: inside the condition some plans run it again for each row,
      // skip what they locked before, and so take more than was asked for, in any order.
      .with("due", (db) =>
        db
          .selectFrom("message_mail")
          .select("id")
          .where("state", "=", "QUEUED")
          .where("next_attempt_at", "<=", now)
          .orderBy("bulk")
          .orderBy("next_attempt_at")
          .orderBy("id")
          .limit(most)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable("message_mail")
      .set({ next_attempt_at: inMilliseconds(leaseMs) })
      .where("id", "in", (eb) => eb.selectFrom("due").select("id"))
      .returning([
        "id",
        "kind",
        "message_id",
        "address",
        "attempts",
        sql<number>`(extract(epoch FROM now() - created_at) * 1000)::float8`.as("age_ms"),
      ])
  );
}

/** A mail that is being sent. */
export type ClaimedMail = InferResult<ReturnType<typeof claim>>[number];

/**
 * Takes mails that are due, those to a few people before those of a message to very many. Until
 * `leaseMs` have passed no other process takes them: those of a process that dies come back that
 * way.
 */
export function claimMails(tx: WriteTx, most: number, leaseMs: number): Promise<ClaimedMail[]> {
  return claim(tx, most, leaseMs).execute();
}

export async function recordOutcomes(tx: WriteTx, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = sql<Outcome>`jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)`.as<"o">(
    sql`o (id uuid, state text, failure text, response text, attempts int, "delayMs" float8)`,
  );
  await sqlOf(tx)
    .updateTable("message_mail as m")
    .from(rows)
    .set(({ ref }) => ({
      state: ref("o.state"),
      failure: ref("o.failure"),
      response: ref("o.response"),
      attempts: ref("o.attempts"),
      ended_at: sql<Date | null>`CASE WHEN o.state <> 'QUEUED' THEN now() END`,
      next_attempt_at: sql<Date>`now() + o."delayMs" * interval '1 millisecond'`,
    }))
    .whereRef("m.id", "=", "o.id")
    .where("m.state", "=", "QUEUED")
    .execute();
}

/** When the next mail is due; null when none waits. */
export async function nextDue(tx: ReadTx): Promise<Date | null> {
  const { due } = await sqlOf(tx)
    .selectFrom("message_mail")
    .select(({ fn }) => fn.min<Date | null>("next_attempt_at").as("due"))
    .where("state", "=", "QUEUED")
    .executeTakeFirstOrThrow();
  return due;
}

/** Lets the open pages of senders know that their messages got on. */
export async function announceProgress(tx: WriteTx, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length === 0) return;
  const db = sqlOf(tx);
  const senders = db
    .selectFrom("message_mail_person as p")
    .innerJoin("message as m", "m.id", "p.message_id")
    .select("m.sender_id")
    .distinct()
    .where("p.mail_id", "=", anyOf(mailIds))
    .where("m.sender_id", "is not", null);
  await db
    .selectFrom(senders.as("senders"))
    .select(
      sql`pg_notify('vereinsheim_change',
        concat_ws(' ', current_setting('app.tenant_id'), 'message', sender_id))`.as("told"),
    )
    .execute();
}
