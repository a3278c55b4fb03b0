import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** Returns the Land whose holidays are the club's. */
export async function selectRegion(tx: ReadTx): Promise<Row<"club">["region"]> {
  const { region } = await sqlOf(tx).selectFrom("club").select("region").executeTakeFirstOrThrow();
  return region;
}
