import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "../database/database.ts";
import type { Room } from "#platform/contract/room.ts";

/** What the club's files take and may take; thumbnails and the like do not count. */
export async function selectRoom(tx: ReadTx): Promise<Room> {
  const db = sqlOf(tx);
  return db
    .selectNoFrom([
      db.selectFrom("blob_quota").select("bytes").as("quota"),
      db
        .selectFrom("blob")
        .where("derived", "=", false)
        .select(sql<number>`coalesce(sum(size), 0)::bigint`.as("bytes"))
        .$asScalar()
        .$notNull()
        .as("usedBytes"),
    ])
    .executeTakeFirstOrThrow();
}

/** Returns how many bytes the club's files may take; null: no limit. */
export async function selectQuota(tx: ReadTx): Promise<number | null> {
  const row = await sqlOf(tx).selectFrom("blob_quota").select("bytes").executeTakeFirst();
  return row?.bytes ?? null;
}

/** From this part of the quota on it is told. */
const SCARCE = 0.9;

/** The club's room once it nears its end; null until then. */
export async function selectScarceRoom(tx: ReadTx): Promise<Room | null> {
  const quota = await selectQuota(tx);
  if (quota === null) return null;
  const room = await selectRoom(tx);
  return room.usedBytes >= SCARCE * quota ? room : null;
}

/** Sets how many bytes the club's files may take; null: no limit. */
export async function saveQuota(tx: WriteTx, bytes: number | null): Promise<void> {
  const db = sqlOf(tx);
  if (bytes === null) {
    await db.deleteFrom("blob_quota").execute();
    return;
  }
  await db
    .insertInto("blob_quota")
    .values({ bytes })
    .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet({ bytes }))
    .execute();
}
