import { releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import { type Database, systemActor } from "#platform/server/database/database.ts";
import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import { addJob } from "#platform/server/jobs/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { purge } from "./entries/entries.ts";
import { deleteOldSelections } from "./shares/share-queries.ts";
import { selectOverdue } from "./entries/trash-queries.ts";
import { deleteUpload, lockUpload, selectExpiredUploads } from "./uploads/upload-queries.ts";

/** Entries removed by one transaction; a folder counts as one. */
const BATCH = 200;

/** Once a day for each club: see `tidyTenant`. */
export function tidyAll(database: Database): JobHandler {
  return async () => {
    for (const { id } of await database.queryWithoutTenant<{ id: string }>(
      "SELECT id FROM all_tenants()",
      [],
    )) {
      await database.write(id, systemActor(), (tx) =>
        addJob(tx, "files:tidy", {}, { key: "files-tidy" }),
      );
    }
  };
}

/**
 * Empties what has been in the trash for its time, gives up uploads of yesterday and forgets old
 * selections.
 */
export function tidyTenant({ blobs }: Pick<Services, "blobs">): JobHandler {
  return async (_payload, { database, tenantId, signal }) => {
    for (let more = true; more && !signal.aborted;) {
      more = await database.bulk(tenantId, systemActor(), async (tx) => {
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
    const expired = await database.read(tenantId, selectExpiredUploads);
    for (const { id } of expired) {
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
    await database.write(tenantId, systemActor(), deleteOldSelections);
  };
}
