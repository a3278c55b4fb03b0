import { createHash } from "node:crypto";
import type { UserRow } from "#modules/users/contract.ts";
import { type MemberRecord, selectMembers, type SheetCell, toUserRow } from "#modules/users/server/public.ts";
import { type Database, systemActor } from "#platform/server/database.ts";
import type { Principal } from "#platform/server/principal.ts";
import type { ExportPlan } from "./plan.ts";
import { deleteChecksums, insertChecksums, selectChecksums, selectGone } from "./row-queries.ts";

/** What became of a member since the last run. */
export type Mark = "neu" | "geändert" | "weggefallen";

export interface ExportedRow {
  member: UserRow;
  cells: SheetCell[];
  mark: Mark | null;
}

/** Where rows come from, and whose eyes read them. */
export interface RowSource {
  database: Database;
  tenantId: string;
  reader: Principal;
  plan: ExportPlan;
  signal: AbortSignal;
}

export interface ChangeCounts {
  new: number;
  changed: number;
  gone: number;
}

const BATCH = 1_000;

/**
 * The members of these ids in portions. Each is read in a short transaction of its own: memory stays flat, whatever the
 * number, and no long one keeps the database from tidying up.
 */
export async function* allRows(source: RowSource, ids: readonly string[]): AsyncGenerator<ExportedRow[]> {
  for (let start = 0; start < ids.length; start += BATCH) {
    source.signal.throwIfAborted();
    yield await readRows(source, ids.slice(start, start + BATCH), null);
  }
}

/**
 * Only what is new, changed or gone since an earlier run (null: since never), marked as such. The checksums of this run
 * are kept for the next; those of a try that broke off are replaced.
 */
export async function* changedRows(
  source: RowSource,
  ids: readonly string[],
  { runId, baselineId, counts }: { runId: string; baselineId: string | null; counts: ChangeCounts },
): AsyncGenerator<ExportedRow[]> {
  const { database, tenantId, signal } = source;
  await database.write(tenantId, systemActor(), (tx) => deleteChecksums(tx, runId));
  for (let start = 0; start < ids.length; start += BATCH) {
    signal.throwIfAborted();
    const rows = await readRows(source, ids.slice(start, start + BATCH), null);
    const checksums = rows.map(({ member, cells }) => ({ memberId: member.id, checksum: checksumOf(cells) }));
    const before = await database.write(tenantId, systemActor(), async (tx) => {
      await insertChecksums(tx, runId, checksums);
      return baselineId === null ? new Map<string, string>() : selectChecksums(tx, baselineId, ids.slice(start, start + BATCH));
    });
    const told: ExportedRow[] = [];
    for (const [index, row] of rows.entries()) {
      const known = before.get(row.member.id);
      if (known === checksums[index]?.checksum) continue;
      if (known === undefined) counts.new++;
      else counts.changed++;
      told.push({ ...row, mark: known === undefined ? "neu" : "geändert" });
    }
    if (told.length > 0) yield told;
  }
  if (baselineId === null) return;
  const gone = await database.read(tenantId, (tx) => selectGone(tx, baselineId, runId));
  for (let start = 0; start < gone.length; start += BATCH) {
    signal.throwIfAborted();
    const rows = await readRows(source, gone.slice(start, start + BATCH), "weggefallen");
    counts.gone += rows.length;
    if (rows.length > 0) yield rows;
  }
}

async function readRows({ database, tenantId, plan, reader }: RowSource, ids: readonly string[], mark: "weggefallen" | null): Promise<ExportedRow[]> {
  const { columns, day } = plan;
  const records = await database.read(tenantId, async (tx): Promise<MemberRecord[]> => {
    const living = await selectMembers(tx, ids, day);
    // Who lies in the trash has gone as well, and is told by what was known of them.
    return mark === null ? living : [...living, ...(await selectMembers(tx, ids, day, true))];
  });
  return records.map((record) => {
    const member = toUserRow(record, day, reader);
    return { member, cells: columns.map(({ cell }) => cell(member)), mark };
  });
}

function checksumOf(cells: readonly SheetCell[]): string {
  return createHash("sha256").update(JSON.stringify(cells)).digest("base64url").slice(0, 22);
}
