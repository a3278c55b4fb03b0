import type pg from "pg";
import { isCleanupPaused } from "#platform/server/blobs/cleanup-pause-queries.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { type Database, systemActor } from "#platform/server/database/database.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { removeMailFiles } from "#platform/server/mail/mail-files.ts";
import { setActor, setTenant, tenantTables } from "../catalogue-queries.ts";
import { asApplication } from "../restore/as-application.ts";
import { inTransaction } from "../restore/restore.ts";
import {
  blobKeys,
  deleteJobs,
  deleteRateLimits,
  deleteRows,
  findTenant,
  holdTenant,
  leaveNoHistory,
  setState,
} from "./removal-queries.ts";

interface Place {
  ownerUrl: string;
  database: Database;
  blobs: BlobStore;
  /** Mails that were written as files lie below it. */
  dataDir: string;
}

interface Removed {
  rows: number;
  /** Waiting work, queued mails among it. */
  jobs: number;
  files: number;
}

/** Files removed at the same time. */
const AT_ONCE = 8;
/** A deadlock, or a row that came between: over with the next try. */
const RETRYABLE = new Set(["23503", "40P01"]);

/**
 * Removes a club and everything that belongs to it: rows, waiting work, files, mails written as
 * files. Returns undefined where there is no such club. What fails leaves the club as it was.
 */
export async function removeTenant(name: string, place: Place): Promise<Removed | undefined> {
  const { ownerUrl, database, blobs, dataDir } = place;
  return withClient(ownerUrl, async (client) => {
    const tenant = await findTenant(client, name);
    if (tenant === undefined) return undefined;
    // Servers that run let it go at once, so that hardly anything comes between.
    await changeState(client, tenant.id, "SUSPENDED");
    const { keys, ...counts } = await removeRows(client, tenant.id).catch(
      async (error: unknown) => {
        await changeState(client, tenant.id, tenant.state);
        throw error;
      },
    );
    await removeMailFiles(dataDir, tenant.id);
    // Who reads them for a backup has to find them; afterwards the cleanup takes them.
    if (!(await isCleanupPaused(database))) await removeFiles(blobs, keys);
    return { ...counts, files: keys.length };
  });
}

function changeState(client: pg.Client, tenantId: string, state: string): Promise<void> {
  return inTransaction(client, async () => {
    await setTenant(client, tenantId);
    await setActor(client, systemActor("Betreiber"));
    await setState(client, tenantId, state);
  });
}

async function removeRows(
  client: pg.Client,
  tenantId: string,
): Promise<{ rows: number; jobs: number; keys: string[] }> {
  const once = () => inTransaction(client, () => deleteInOrder(client, tenantId));
  try {
    return await once();
  } catch (error) {
    if (!RETRYABLE.has(String((error as { code?: unknown }).code))) throw error;
    return once();
  }
}

/**
 * Cascades alone would delete files' rows before those that name them, and let triggers write rows
 * of a club that is gone: here whatever refers to something goes before it.
 */
async function deleteInOrder(client: pg.Client, tenantId: string) {
  await setTenant(client, tenantId);
  await setActor(client, systemActor("Betreiber"));
  await leaveNoHistory(client);
  await holdTenant(client, tenantId);
  const keys = await blobKeys(client, tenantId);
  const acting = await asApplication(client);
  const tables = await tenantTables(client);
  const rows = await acting(async () => {
    let sum = 0;
    for (const { name } of tables.toReversed()) sum += await deleteRows(client, name, tenantId);
    return sum;
  });
  await deleteRateLimits(client, tenantId);
  return { rows, jobs: await deleteJobs(client, tenantId), keys };
}

async function removeFiles(blobs: BlobStore, keys: readonly string[]): Promise<void> {
  const left = keys.values();
  const remove = async () => {
    for (const key of left) await blobs.delete(key);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, remove));
}
