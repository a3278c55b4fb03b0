import type { StoredBlob } from "./blobs.ts";
import { sqlOf, type WriteTx } from "../database/database.ts";
import { anyText } from "../database/expressions.ts";
import { addJob } from "../jobs/add-job.ts";
import { removeBlobs } from "./remove-blobs.ts";

/**
 * Claims stored bytes, in the transaction of the row that uses them. Without it the
 * cleanup removes them. What does not fit into the club's quota is refused when the transaction
 * ends; `derived` are bytes that the server made by itself of others, which do not count.
 */
export async function claimBlob(
  tx: WriteTx,
  { key, size, sha256 }: StoredBlob,
  { derived = false }: { derived?: boolean } = {},
): Promise<void> {
  await sqlOf(tx).insertInto("blob").values({ key, size, sha256, derived }).execute();
}

/** Gives bytes up; they are removed once this is committed. */
export async function releaseBlob(tx: WriteTx, key: string): Promise<void> {
  await releaseBlobs(tx, [key]);
}

/** So many go with one job: each is asked of the store. */
const REMOVED_TOGETHER = 500;

/** Gives up many at once. */
export async function releaseBlobs(tx: WriteTx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sqlOf(tx).deleteFrom("blob").where("key", "=", anyText(keys)).execute();
  for (let from = 0; from < keys.length; from += REMOVED_TOGETHER)
    await addJob(tx, removeBlobs, { keys: keys.slice(from, from + REMOVED_TOGETHER) }, BEHIND);
}

/** People wait for other work; a store that hangs holds up one run at a time. */
const BEHIND = { queue: "remove-blobs", priority: 10 };

/** The checksum of bytes that were claimed before they had all arrived. */
export async function settleBlob(tx: WriteTx, { key, size, sha256 }: StoredBlob): Promise<void> {
  await sqlOf(tx).updateTable("blob").set({ size, sha256 }).where("key", "=", key).execute();
}
