import type pg from "pg";
import { AppError } from "#platform/server/http/app-error.ts";
import { type BlobStore, newBlobKey } from "#platform/server/blobs/blobs.ts";
import type { ArchiveWriter } from "./archive/archive-writer.ts";
import { type BlobRow, blobRows } from "./blob-row-queries.ts";
import { setTenant } from "./catalogue-queries.ts";
import { BlobsSum } from "./archive/checked-archive.ts";
import { type ArchiveManifest, BackupRefusal, blobName } from "./archive/format.ts";

/** So many files in a row that can't be read are no files that broke: the store is away. */
const AWAY_AFTER = 20;

/** A file that is not in a backup as its row says. */
export interface Loss {
  tenant: { id: string; name: string };
  key: string;
  /** Gone, other bytes than the row says, or the store could not read it (to its end). */
  reason: "MISSING" | "DAMAGED" | "UNREADABLE";
}

/** What became of a file: its sum in the archive, if anything of it is there. */
interface Outcome {
  sum?: { bytes: number; sha256: string };
  reason?: Loss["reason"];
}

interface Plan {
  client: pg.Client;
  blobs: BlobStore;
  writer: ArchiveWriter;
  tenants: readonly { id: string; name: string }[];
}

/** Writes the files of these tenants; one that is broken does not keep the others from it. */
export async function dumpBlobs(
  plan: Plan,
): Promise<Pick<ArchiveManifest, "blobs" | "missing" | "damaged"> & { losses: Loss[] }> {
  const all = new BlobsSum();
  const [missing, damaged]: [ArchiveManifest["missing"], ArchiveManifest["damaged"]] = [[], []];
  const losses: Loss[] = [];
  let inARow = 0;
  for (const tenant of plan.tenants) {
    await setTenant(plan.client, tenant.id);
    for await (const row of blobRows(plan.client, tenant.id)) {
      // Still arriving: their parts cannot be taken along, their sender begins again.
      if (row.sha256 === "") continue;
      const { sum, reason } = await dumpBlob(plan, row);
      if (sum !== undefined) all.add(row.key, sum.bytes, sum.sha256);
      inARow = reason === "UNREADABLE" ? inARow + 1 : 0;
      if (inARow >= AWAY_AFTER) throw storeAway();
      if (reason === undefined) continue;
      losses.push({ tenant, key: row.key, reason });
      (sum === undefined ? missing : damaged).push({ tenantId: tenant.id, key: row.key });
    }
  }
  return { blobs: all.result(), missing, damaged, losses };
}

async function dumpBlob({ blobs, writer }: Plan, row: BlobRow): Promise<Outcome> {
  const opened = await open(blobs, row.key);
  if ("reason" in opened) return opened;
  let failure: unknown;
  async function* readable({ first, chunks }: Opened) {
    try {
      for (let next = first; next.done !== true; next = await chunks.next()) yield next.value;
    } catch (error) {
      failure = error;
    } finally {
      await chunks.return?.();
    }
  }
  const sum = await writer.add(blobName(row.key), readable(opened));
  if (failure !== undefined) {
    await refuseWithoutStore(blobs);
    return { sum, reason: "UNREADABLE" };
  }
  const isSame = sum.sha256 === row.sha256 && sum.bytes === row.size;
  return isSame ? { sum } : { sum, reason: "DAMAGED" };
}

interface Opened {
  first: IteratorResult<Uint8Array, unknown>;
  chunks: AsyncIterator<Uint8Array, unknown>;
}

/** Reads a file's beginning, before the archive hears of it. */
async function open(
  blobs: BlobStore,
  key: string,
): Promise<Opened | { reason: "MISSING" | "UNREADABLE" }> {
  try {
    const content: AsyncIterable<Uint8Array> = await blobs.get(key);
    const chunks = content[Symbol.asyncIterator]();
    return { first: await chunks.next(), chunks };
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return { reason: "MISSING" };
    await refuseWithoutStore(blobs);
    return { reason: "UNREADABLE" };
  }
}

/** A file that broke is named; a store that can't tell of any file is none to back up. */
async function refuseWithoutStore(blobs: BlobStore): Promise<void> {
  await blobs.size(newBlobKey()).catch((error: unknown) => {
    throw storeAway(error);
  });
}

function storeAway(cause?: unknown): BackupRefusal {
  return new BackupRefusal("Der Dateispeicher antwortet nicht. Es wurde nichts gesichert.", {
    cause,
  });
}
