import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { now } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** Returns what the club allows. */
export function selectGuestLimits(
  tx: ReadTx,
): Promise<Row<"club", "guests_per_event" | "guests_per_day">> {
  return sqlOf(tx)
    .selectFrom("club")
    .select(["guests_per_event", "guests_per_day"])
    .executeTakeFirstOrThrow();
}

/** What guests were invited to: one event, or a series with its coming occurrences. */
export type GuestsOf = { eventId: string } | { seriesId: string };

/**
 * Returns how many guests an event has, together with those of its series who will be invited to
 * it; of a series the most that its list or one of its coming occurrences has.
 */
export async function selectGuestCount(tx: ReadTx, target: GuestsOf): Promise<number> {
  const address = sql<string>`lower(i.guest_email)`.as("address");
  const { most } = await sqlOf(tx)
    .with("meant", (db) =>
      db
        .selectFrom("event as e")
        .select(["e.id", "e.series_id"])
        .select(sql<Date>`coalesce(e.recurrence_start, e.starts_at)`.as("start"))
        .$call((events) =>
          "eventId" in target
            ? events.where("e.id", "=", target.eventId)
            : events.where("e.series_id", "=", target.seriesId).where("e.ends_at", ">", now),
        ),
    )
    .with("guest", (db) => {
      const invited = db
        .selectFrom("meant as e")
        .innerJoin("invitation as i", "i.event_id", "e.id")
        .select(["e.id", address])
        .where("i.guest_email", "is not", null);
      const toBeInvited = db
        .selectFrom("meant as e")
        .innerJoin("series_invitee as i", "i.series_id", "e.series_id")
        .select(["e.id", address])
        .where("i.guest_email", "is not", null)
        .whereRef("i.invited_until", "<=", "e.start");
      const onList = db
        .selectFrom("series_invitee as i")
        .select(["i.series_id as id", address])
        .where("i.guest_email", "is not", null)
        .where("i.series_id", "=", "seriesId" in target ? target.seriesId : null);
      return invited.union(toBeInvited).union(onList);
    })
    .with("counted", (db) =>
      db
        .selectFrom("guest")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .groupBy("id"),
    )
    .selectFrom("counted")
    .select(sql<number>`coalesce(max(count), 0)::int`.as("most"))
    .executeTakeFirstOrThrow();
  return most;
}

/**
 * Counts guests whom a member invited on a day; returns all of that day. Who else counts for the
 * same member waits until this transaction is through.
 */
export async function countGuests(
  tx: WriteTx,
  row: Row<"guest_invitation_count", "member_id" | "day" | "count">,
): Promise<number> {
  const { count } = await sqlOf(tx)
    .insertInto("guest_invitation_count")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "member_id", "day"])
        .doUpdateSet({ count: sql<number>`guest_invitation_count.count + excluded.count` }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  return count;
}

/** Forgets the counts of days before this one. */
export async function deleteGuestCounts(tx: WriteTx, before: string): Promise<void> {
  await sqlOf(tx).deleteFrom("guest_invitation_count").where("day", "<", before).execute();
}
