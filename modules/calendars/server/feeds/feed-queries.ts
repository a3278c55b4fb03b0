import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { InvitationState } from "../../contract.ts";

export async function selectFeed(tx: ReadTx, userId: string): Promise<string | null> {
  const row = await sqlOf(tx)
    .selectFrom("calendar_feed")
    .select("ics_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.ics_id ?? null;
}

export async function selectFeedOwner(tx: ReadTx, icsId: string): Promise<string | undefined> {
  const row = await sqlOf(tx)
    .selectFrom("calendar_feed")
    .select("user_id")
    .where("ics_id", "=", icsId)
    .executeTakeFirst();
  return row?.user_id;
}

export async function saveFeed(tx: WriteTx, userId: string, icsId: string): Promise<void> {
  await sqlOf(tx)
    .insertInto("calendar_feed")
    .values({ user_id: userId, ics_id: icsId })
    .onConflict((conflict) =>
      conflict.columns(["tenant_id", "user_id"]).doUpdateSet({ ics_id: icsId }),
    )
    .execute();
}

export async function deleteFeed(tx: WriteTx, userId: string): Promise<void> {
  await sqlOf(tx).deleteFrom("calendar_feed").where("user_id", "=", userId).execute();
}

/**
 * Changes whenever an event of these calendars comes, goes or is changed; without reading the
 * events themselves.
 */
export async function selectPrint(
  tx: ReadTx,
  calendarIds: readonly string[],
  eventIds: readonly string[],
): Promise<string> {
  const { print } = await sqlOf(tx)
    .selectFrom("event")
    .select(
      sql<string>`count(*) || ' ' || coalesce(sum(uuid_hash_extended(id, version)), 0)`.as("print"),
    )
    .where(({ eb, or }) =>
      or([eb("calendar_id", "=", anyOf(calendarIds)), eb("id", "=", anyOf(eventIds))]),
    )
    .executeTakeFirstOrThrow();
  return print;
}

/** What a member answered to the events that they are invited to, by event. */
export async function selectAnswers(
  tx: ReadTx,
  userId: string,
): Promise<Map<string, InvitationState>> {
  const rows = await sqlOf(tx)
    .selectFrom("invitation")
    .select(["event_id", "state"])
    .where("user_id", "=", userId)
    .orderBy("event_id")
    .execute();
  return new Map(rows.map(({ event_id, state }) => [event_id, state]));
}
