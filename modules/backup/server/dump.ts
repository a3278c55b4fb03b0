import type pg from "pg";
import { to } from "pg-copy-streams";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { ArchiveWriter } from "./archive/archive-writer.ts";
import { setTenant, setTextFormat, type TenantTable } from "./catalogue-queries.ts";
import { type ArchiveManifest, JOBS, rowsName, type TableSum } from "./archive/format.ts";
import { dumpBlobs, type Loss } from "./dump-blobs.ts";
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

export interface Dumped {
  manifest: ArchiveManifest;
  /** Files that the store had not as their rows say. */
  losses: Loss[];
}

/** Writes rows and files of these tenants, as the open snapshot shows them. */
export async function dump(plan: Dump): Promise<Dumped> {
  const tenants: ArchiveManifest["tenants"] = [];
  for (const { id } of plan.tenants) {
    await setTenant(plan.client, id);
    const tables: TableSum[] = [];
    for (const table of [...plan.tables, { name: JOBS, columns: JOB_COLUMNS }]) {
      const sum = await dumpTable(plan, id, table);
      if (sum.rows > 0) tables.push(sum);
    }
    tenants.push({ id, tables });
  }
  const { losses, ...files } = await dumpBlobs(plan);
  return { manifest: { tenants, ...files }, losses };
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
