import type { StoredBlob } from "./blobs.ts";
import { sqlOf, type WriteTx } from "../database/database.ts";
import { anyText } from "../database/expressions.ts";

/**
 * Claims stored bytes, in the transaction of the row that uses them. Without it the
 * cleanup removes them.
 */
export async function claimBlob(tx: WriteTx, blob: StoredBlob): Promise<void> {
  await sqlOf(tx)
    .insertInto("blob")
    .values({ key: blob.key, size: blob.size, sha256: blob.sha256 })
    .execute();
}

/** Gives bytes up; the cleanup removes them once this is committed. */
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
