import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from } from "pg-copy-streams";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { setTenant, type TenantTable } from "../catalogue-queries.ts";
import { type CheckedArchive, contentsOf } from "../archive/checked-archive.ts";
import { BackupRefusal, JOBS } from "../archive/format.ts";
import { createJobStage, JOB_COLUMNS, JOB_STAGE, queueStagedJobs } from "../job-queries.ts";
import { blobRow, countCompleteBlobs } from "./load-queries.ts";
import type { RowLoader } from "./row-loader.ts";

interface Load {
  archive: CheckedArchive;
  client: pg.Client;
  blobs: BlobStore;
  loader: RowLoader;
  /** As the database has them now; columns as the archive has them. */
  tables: readonly TenantTable[];
  /** Where a club arrives under another id. */
  tenantId?: (archived: string) => string;
  /** Where files arrive under other keys. */
  blobKey?: (archived: string) => string;
  /** All rows are there, the first file comes next. */
  beforeBlobs?: () => Promise<void>;
  /** Changes a table's rows on the way; undefined leaves them as they are. */
  altered?: (table: TenantTable, rows: AsyncIterable<Buffer>) => AsyncIterable<Buffer> | undefined;
}

export interface Loaded {
  rows: number;
  jobs: number;
  blobs: number;
  bytes: number;
}

/**
 * Brings an archive's rows and files in, within the open transaction. Files have no row, and are
 * removed, until it commits.
 */
export async function load({
  archive,
  client,
  blobs,
  loader,
  tables,
  tenantId = same,
  blobKey = same,
  beforeBlobs = async () => {},
  altered,
}: Load): Promise<Loaded> {
  const result: Loaded = { rows: 0, jobs: 0, blobs: 0, bytes: 0 };
  const damaged = new Set(archive.manifest.damaged.map(({ key }) => key));
  let rowsCome = true;
  await loader.begin();
  await createJobStage(client);
  for await (const part of contentsOf(archive)) {
    if ("key" in part) {
      if (rowsCome) await beforeBlobs();
      rowsCome = false;
      const key = blobKey(part.key);
      const row = await blobRow(client, key);
      if (row === undefined && archive.only !== undefined) continue;
      if (row === undefined)
        throw new BackupRefusal(
          `Zur Datei ${part.key} gibt es in der Sicherung keine Zeile. Es wurde nichts behalten.`,
        );
      const stored = await blobs.put(part.content, { maxBytes: Number.MAX_SAFE_INTEGER, key });
      if (!damaged.has(part.key) && (stored.sha256 !== row.sha256 || stored.size !== row.size)) {
        throw new BackupRefusal(
          `Die Datei ${part.key} ist nicht, was ihre Zeile sagt. Es wurde nichts behalten.`,
        );
      }
      result.blobs += 1;
      result.bytes += stored.size;
      continue;
    }
    const id = tenantId(part.tenantId);
    await setTenant(client, id);
    if (part.table === JOBS) {
      const jobs = { name: JOBS, columns: JOB_COLUMNS };
      await pipeline(
        altered?.(jobs, part.content) ?? part.content,
        client.query(from(`COPY ${JOB_STAGE} (${JOB_COLUMNS.join(", ")}) FROM STDIN`)),
      );
      result.jobs += await queueStagedJobs(client, part.tenantId);
      continue;
    }
    const table = tables.find(({ name }) => name === part.table);
    if (table === undefined)
      throw new BackupRefusal(
        `Die Tabelle ${part.table} gibt es hier nicht. Es wurde nichts behalten.`,
      );
    result.rows += await loader.load(id, table, altered?.(table, part.content) ?? part.content);
  }
  if (rowsCome) await beforeBlobs();
  let expected = result.blobs + archive.manifest.missing.length;
  for (const { id } of archive.header.tenants) {
    await setTenant(client, tenantId(id));
    expected -= await countCompleteBlobs(client, tenantId(id));
  }
  if (expected !== 0)
    throw new BackupRefusal(
      "Die Zahl der Dateien ist nicht die der Zeilen. Es wurde nichts behalten.",
    );
  await loader.end();
  return result;
}

function same(value: string): string {
  return value;
}
