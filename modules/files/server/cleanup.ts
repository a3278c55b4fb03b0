import { releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { type Database, systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { purge } from "./entries/entries.ts";
import { selectOverdue } from "./entries/trash-queries.ts";
import { deleteOldSelections } from "./shares/share-queries.ts";
import { deleteUpload, lockUpload, selectExpiredUploads } from "./uploads/upload-queries.ts";

/** Entries removed by one transaction; a folder counts as one. */
const BATCH = 200;

/**
 * Empties what has been in the trash for its time, gives up uploads of yesterday and removes old
 * selections.
 */
export const cleanUpShares = job({
  id: "files:clean-up-shares",
  formerly: ["files:tidy", "files:tidy-all"],
  schedule: "41 * * * *",
  perTenant: "all",
  handler:
    ({ blobs }) =>
    async (_payload, { database, tenantId, signal }) => {
      for (let more = true; more && !signal.aborted;) more = await purgeOverdue(database, tenantId);
      const expired = await database.read(tenantId, selectExpiredUploads);
      for (const { id } of expired) await giveUpUpload(database, blobs, tenantId, id);
      await database.write(tenantId, systemActor(), deleteOldSelections);
    },
});

/** Returns whether more may be overdue. */
function purgeOverdue(database: Database, tenantId: string): Promise<boolean> {
  return database.bulk(tenantId, systemActor(), async (tx) => {
    const overdue = await selectOverdue(tx, BATCH);
    for (const [shareId, entries] of Map.groupBy(overdue, (entry) => entry.share_id)) {
      await purge(
        tx,
        shareId,
        entries.map(({ id }) => id),
      );
    }
    return overdue.length === BATCH;
  });
}

async function giveUpUpload(
  database: Database,
  blobs: BlobStore,
  tenantId: string,
  id: string,
): Promise<void> {
  const given = await database.write(tenantId, systemActor(), async (tx) => {
    const upload = await lockUpload(tx, id);
    if (upload === undefined) return undefined;
    await deleteUpload(tx, id);
    if (upload.entry_id !== null) return undefined;
    await releaseBlob(tx, upload.blob_key);
    return upload;
  });
  if (given !== undefined)
    await blobs.discard({ key: given.blob_key, size: given.size, state: given.store_state });
}
