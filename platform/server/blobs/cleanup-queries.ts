import type { Database } from "../database/database.ts";
import type { BlobStore } from "./blobs.ts";
import { isCleanupPaused } from "./cleanup-pause-queries.ts";

const GRACE_MS = 5 * 60_000;
const BATCH = 500;

/**
 * Removes stored bytes that no row claims, and returns how many. Bytes younger than five minutes may
 * still get theirs.
 */
export async function removeOrphanedBlobs(database: Database, blobs: BlobStore): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  for await (const key of blobs.keysOlderThan(new Date(Date.now() - GRACE_MS))) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    removed += await removeUnclaimed(database, blobs, batch);
    batch = [];
  }
  return removed + (await removeUnclaimed(database, blobs, batch));
}

/** Removes those of these bytes that no row claims, and returns how many; none during a backup. */
export async function removeUnclaimed(
  database: Database,
  blobs: BlobStore,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  // Asked before and after: a backup may have begun to read them, and what arrives may just have
  // got its rows.
  const paused = await isCleanupPaused(database);
  const orphans = await database.queryWithoutTenant<{ key: string }>(
    "SELECT key FROM orphaned_blob_keys($1) AS key",
    [keys],
  );
  if (paused || orphans.length === 0 || (await isCleanupPaused(database))) return 0;
  for (const { key } of orphans) await blobs.delete(key);
  return orphans.length;
}
