import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { NewRow, Row, RowChange } from "#platform/server/database/tables.ts";

export type HolidayFeedRow = Omit<Row<"holiday_feed">, "tenant_id">;

export function selectHolidayFeed(tx: ReadTx): Promise<HolidayFeedRow | undefined> {
  return sqlOf(tx)
    .selectFrom("holiday_feed")
    .select(["url", "fetched_at", "problem"])
    .executeTakeFirst();
}

/** Holds the row until the end of the transaction. */
export function lockHolidayFeed(tx: WriteTx): Promise<HolidayFeedRow | undefined> {
  return sqlOf(tx)
    .selectFrom("holiday_feed")
    .select(["url", "fetched_at", "problem"])
    .forUpdate()
    .executeTakeFirst();
}

export async function insertHolidayFeed(tx: WriteTx, url: string): Promise<void> {
  await sqlOf(tx).insertInto("holiday_feed").values({ url }).execute();
}

export async function updateHolidayFeed(
  tx: WriteTx,
  change: RowChange<"holiday_feed">,
): Promise<void> {
  await sqlOf(tx).updateTable("holiday_feed").set(change).execute();
}

/** Its holidays go with it. */
export async function deleteHolidayFeed(tx: WriteTx): Promise<void> {
  await sqlOf(tx).deleteFrom("holiday_feed").execute();
}

export type FedHoliday = Pick<Row<"holiday">, "name" | "from_on" | "to_on">;

/** Returns the holidays of the club's feed by their first day. */
export function selectFedHolidays(tx: ReadTx): Promise<FedHoliday[]> {
  return sqlOf(tx)
    .selectFrom("holiday")
    .select(["name", "from_on", "to_on"])
    .orderBy("from_on")
    .orderBy("to_on")
    .execute();
}

export async function replaceFedHolidays(
  tx: WriteTx,
  holidays: readonly NewRow<"holiday">[],
): Promise<void> {
  await sqlOf(tx).deleteFrom("holiday").execute();
  if (holidays.length > 0) await sqlOf(tx).insertInto("holiday").values(holidays).execute();
}
