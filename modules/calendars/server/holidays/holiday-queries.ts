import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** Returns the Land whose holidays are the club's. */
export async function selectRegion(tx: ReadTx): Promise<Row<"club">["region"]> {
  const { region } = await sqlOf(tx).selectFrom("club").select("region").executeTakeFirstOrThrow();
  return region;
}

/** Returns the series that leave out holidays and have not ended. */
export async function selectSeriesWithoutHolidays(tx: ReadTx): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("event")
    .select("id")
    .where(({ ref }) => ref("leaves_out_holidays"))
    .where(({ eb, or }) =>
      or([eb("series_ends_at", "is", null), eb("series_ends_at", ">", new Date())]),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
