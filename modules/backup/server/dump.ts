import type pg from "pg";
import { to } from "pg-copy-streams";
import { AppError } from "#platform/server/http/app-error.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { ArchiveWriter } from "./archive/archive-writer.ts";
import { setTenant, setTextFormat, type TenantTable } from "./catalogue-queries.ts";
import { blobRows } from "./blob-row-queries.ts";
import { BlobsSum } from "./archive/checked-archive.ts";
import { type ArchiveManifest, blobName, JOBS, rowsName, type TableSum } from "./archive/format.ts";
import { JOB_COLUMNS, SELECT_JOBS } from "./job-queries.ts";

interface Dump {
  client: pg.Client;
  blobs: BlobStore;
  writer: ArchiveWriter;
  tenants: readonly { id: string; name: string }[];
  tables: readonly TenantTable[];
  /** Changes a table's rows on the way; undefined leaves them as they are. */
  altered?: (table: TenantTable, rows: AsyncIterable<Buffer>) => AsyncIterable<Buffer> | undefined;
}

/** All reads that follow see the database as it is now, whatever others change meanwhile. */
export async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    await setTextFormat(client);
    return await work();
  } finally {
    await client.query("ROLLBACK").catch(() => {});
  }
}

/** Writes rows and files of these tenants, as the open snapshot shows them. */
export async function dump(plan: Dump): Promise<ArchiveManifest> {
  const manifest: ArchiveManifest = {
    tenants: [],
    blobs: { count: 0, bytes: 0, sha256: "" },
    missing: [],
    damaged: [],
  };
  for (const { id } of plan.tenants) {
    await setTenant(plan.client, id);
    const tables: TableSum[] = [];
    for (const table of [...plan.tables, { name: JOBS, columns: JOB_COLUMNS }]) {
      const sum = await dumpTable(plan, id, table);
      if (sum.rows > 0) tables.push(sum);
    }
    manifest.tenants.push({ id, tables });
  }
  const sum = new BlobsSum();
  for (const { id } of plan.tenants) await dumpBlobs(plan, id, sum, manifest);
  manifest.blobs = sum.result();
  return manifest;
}

async function dumpTable(
  { client, writer, altered }: Dump,
  tenantId: string,
  table: TenantTable,
): Promise<TableSum> {
  const rows = client.query(to(copyText(client, tenantId, table)));
  const text = table.name === JOBS ? rows : (altered?.(table, rows) ?? rows);
  let lines = 0;
  async function* counted(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>) {
    for (let next = first; next.done !== true; next = await rest.next()) {
      for (let at = next.value.indexOf(10); at >= 0; at = next.value.indexOf(10, at + 1))
        lines += 1;
      yield next.value;
    }
  }
  const chunks = text[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await chunks.next();
  // Most tables of most clubs are empty, and nothing has to be said of them.
  if (first.done === true) return { name: table.name, rows: 0, bytes: 0, sha256: "" };
  const sum = await writer.add(rowsName(tenantId, table.name), counted(first, chunks));
  return { name: table.name, rows: lines, ...sum };
}

function copyText(client: pg.Client, tenantId: string, { name, columns }: TenantTable): string {
  if (name === JOBS) return `COPY (${SELECT_JOBS}) TO STDOUT`;
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  // The condition beside the policy: a superuser is bound by none.
  return `COPY (SELECT ${list} FROM ${client.escapeIdentifier(name)} WHERE tenant_id = ${client.escapeLiteral(tenantId)}::uuid) TO STDOUT`;
}

async function dumpBlobs(
  { client, blobs, writer }: Dump,
  tenantId: string,
  sum: BlobsSum,
  { missing, damaged }: ArchiveManifest,
): Promise<void> {
  await setTenant(client, tenantId);
  for await (const { key, size, sha256 } of blobRows(client, tenantId)) {
    // Still arriving: their parts cannot be taken along, their sender begins again.
    if (sha256 === "") continue;
    const content = await blobs.get(key).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 404) return undefined;
      throw error;
    });
    if (content === undefined) {
      missing.push({ tenantId, key });
      continue;
    }
    const written = await writer.add(blobName(key), content);
    if (written.sha256 !== sha256 || written.bytes !== size) damaged.push({ tenantId, key });
    sum.add(key, written.bytes, written.sha256);
  }
}
