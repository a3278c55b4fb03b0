import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, now } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { hasMail, isCounted, selectInvited } from "../invitation-rows-queries.ts";
import { ANSWERED_EVENT_COLUMNS, type AnsweredEvent } from "./answer-rules.ts";
import type { Waiting } from "./places.ts";

/** The event as answers need it, held until the end of the transaction: one answer at a time. */
export function lockAnsweredEvent(tx: WriteTx, id: string): Promise<AnsweredEvent | undefined> {
  return sqlOf(tx)
    .selectFrom("event")
    .select(ANSWERED_EVENT_COLUMNS)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type AnswerRow = Row<"invitation", "id" | "state" | "comment" | "companions">;

/** Read after the event is locked, so that it is as the answer before left it. */
export function selectAnswer(tx: WriteTx, id: string): Promise<AnswerRow | undefined> {
  return sqlOf(tx)
    .selectFrom("invitation")
    .select(["id", "state", "comment", "companions"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Writes an answer; a new one in the waiting list goes to its end, one that waits already keeps its
 * rank.
 */
export async function updateAnswer(
  tx: WriteTx,
  eventId: string,
  { id, state, comment, companions }: AnswerRow,
  answeredBy: string | null,
): Promise<void> {
  const db = sqlOf(tx);
  const last = db
    .selectFrom("invitation")
    .select(sql<number>`coalesce(max(waiting_number), 0) + 1`.as("rank"))
    .where("event_id", "=", eventId);
  await db
    .updateTable("invitation")
    .set(({ fn }) => ({
      state,
      comment,
      companions,
      answered_at: state === "OPEN" ? null : now,
      answered_by: answeredBy,
      waiting_number: state === "WAITING" ? fn.coalesce("waiting_number", last) : null,
    }))
    .where("id", "=", id)
    .execute();
}

export async function selectPlaces(
  tx: ReadTx,
  eventId: string,
): Promise<{ coming: number; waiting: Waiting[] }> {
  return sqlOf(tx)
    .selectFrom("invitation")
    .select([
      sql<number>`coalesce(sum(1 + companions) FILTER (WHERE state = 'ACCEPTED'), 0)::int`.as(
        "coming",
      ),
      sql<
        Waiting[]
      >`coalesce(json_agg(json_build_object('id', id, 'people', 1 + companions) ORDER BY waiting_number)
        FILTER (WHERE state = 'WAITING'), '[]')`.as("waiting"),
    ])
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
}

export async function acceptWaiting(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sqlOf(tx)
    .updateTable("invitation")
    .set({ state: "ACCEPTED", waiting_number: null })
    .where("id", "=", anyOf(ids))
    .execute();
}

export async function deleteInvitations(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sqlOf(tx).deleteFrom("invitation").where("id", "=", anyOf(ids)).execute();
}

/**
 * Marks the silent ones whom a mail reaches as reminded; returns their ids and how many others are
 * silent.
 */
export async function remindSilent(
  tx: WriteTx,
  eventId: string,
): Promise<{ ids: string[]; withoutMail: number }> {
  const rows = await selectInvited(tx)
    .select(["i.id", hasMail.as("has_mail")])
    .where("i.event_id", "=", eventId)
    .where("i.state", "=", "OPEN")
    .where(isCounted)
    .execute();
  const ids = rows.filter(({ has_mail }) => has_mail).map(({ id }) => id);
  await sqlOf(tx)
    .updateTable("invitation")
    .set({ reminded_at: now })
    .where("id", "=", anyOf(ids))
    .execute();
  return { ids, withoutMail: rows.length - ids.length };
}

/** Takes all answers back; returns how many there were. */
export async function resetAnswers(tx: WriteTx, eventId: string): Promise<number> {
  const { numUpdatedRows } = await sqlOf(tx)
    .updateTable("invitation")
    .set({
      state: "OPEN",
      waiting_number: null,
      comment: null,
      companions: 0,
      answered_at: null,
      answered_by: null,
      notified_state: sql`notified_state || '{"askedAgain": true}'`,
    })
    .where("event_id", "=", eventId)
    .where("state", "<>", "OPEN")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function moveInvitations(
  tx: WriteTx,
  fromEventId: string,
  toEventId: string,
): Promise<void> {
  await sqlOf(tx)
    .updateTable("invitation")
    .set({ event_id: toEventId })
    .where("event_id", "=", fromEventId)
    .execute();
}
