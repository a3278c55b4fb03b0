import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";

/** Events that messages are still written about: of the last two weeks and the next two months. */
const SINCE_DAYS = 14;
const UNTIL_DAYS = 60;

/**
 * Returns events of these calendars to which members are invited, whose titles have all the folded
 * words, with how many; the nearest first.
 */
export function selectInvitedEvents(
  tx: ReadTx,
  calendarIds: readonly string[],
  words: readonly string[],
  most: number,
): Promise<{ id: string; title: string; starts_at: Date; count: number }[]> {
  const days = (count: number) => sql<Date>`now() + make_interval(days => ${count})`;
  return sqlOf(tx)
    .selectFrom("event as e")
    .innerJoin("invitation as i", (join) =>
      join.onRef("i.tenant_id", "=", "e.tenant_id").onRef("i.event_id", "=", "e.id"),
    )
    .select(({ fn }) => [
      "e.id",
      "e.title",
      "e.starts_at",
      fn.count<number>("i.user_id").as("count"),
    ])
    .where("e.calendar_id", "=", anyOf(calendarIds))
    .where("e.starts_at", ">", days(-SINCE_DAYS))
    .where("e.starts_at", "<", days(UNTIL_DAYS))
    .where("i.user_id", "is not", null)
    .where(sql<boolean>`folded_text(e.title) LIKE ALL(${words.map((word) => `%${word}%`)}::text[])`)
    .groupBy(["e.id", "e.title", "e.starts_at"])
    .orderBy(sql`abs(extract(epoch FROM e.starts_at - now()))`)
    .limit(most)
    .execute();
}
