import type { BlobStore, StoredBlob } from "./blobs.ts";
import { sweepsPaused } from "./sweep-pause-queries.ts";
import { type Database, sqlOf, type WriteTx } from "../database/database.ts";
import { anyText } from "../database/expressions.ts";

/**
 * Makes stored bytes somebody's, in the transaction of the row that uses them. Without it they are
 * swept.
 */
export async function claimBlob(tx: WriteTx, blob: StoredBlob): Promise<void> {
  await sqlOf(tx)
    .insertInto("blob")
    .values({ key: blob.key, size: blob.size, sha256: blob.sha256 })
    .execute();
}

/** Gives bytes up; the sweep removes them once this is committed. */
export async function releaseBlob(tx: WriteTx, key: string): Promise<void> {
  await sqlOf(tx).deleteFrom("blob").where("key", "=", key).execute();
}

/** Gives up many at once. */
export async function releaseBlobs(tx: WriteTx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await sqlOf(tx).deleteFrom("blob").where("key", "=", anyText(keys)).execute();
}

/** The checksum of bytes that were claimed before they had all arrived. */
export async function settleBlob(tx: WriteTx, { key, size, sha256 }: StoredBlob): Promise<void> {
  await sqlOf(tx).updateTable("blob").set({ size, sha256 }).where("key", "=", key).execute();
}

const GRACE_MS = 5 * 60_000;
const BATCH = 500;

/**
 * Removes stored bytes that no row claims. Bytes younger than five minutes may still get theirs.
 */
export async function sweepOrphans(database: Database, blobs: BlobStore): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    if (batch.length === 0) return;
    // Asked before and after: a backup may have begun to read them, and what arrives may just have
    // got its rows.
    const paused = await sweepsPaused(database);
    const orphans = await database.queryWithoutTenant<{ key: string }>(
      "SELECT key FROM orphaned_blob_keys($1) AS key",
      [batch],
    );
    batch = [];
    if (paused || orphans.length === 0 || (await sweepsPaused(database))) return;
    for (const { key } of orphans) await blobs.delete(key);
    removed += orphans.length;
  };
  for await (const key of blobs.keysOlderThan(new Date(Date.now() - GRACE_MS))) {
    batch.push(key);
    if (batch.length === BATCH) await sweep();
  }
  await sweep();
  return removed;
}
