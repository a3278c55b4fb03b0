import { createHash } from "node:crypto";
import { type ExportedMember, PackedIds, memberBatches } from "#modules/members/server/public.ts";
import { type SheetCell } from "#platform/server/documents/sheet-cells.ts";
import { type Database, type ReadTx, systemActor } from "#platform/server/database/database.ts";
import type { ExportPlan } from "./plan.ts";
import { deleteChecksums, insertChecksums, selectChecksums, selectGone } from "./row-queries.ts";

/** What became of a member since the last run. */
export type Mark = "neu" | "geändert" | "weggefallen";

export interface ExportedRow {
  member: ExportedMember;
  cells: SheetCell[];
  mark: Mark | null;
}

/** Where rows come from; whose eyes read them, the plan says. */
export interface RowSource {
  database: Database;
  tenantId: string;
  plan: ExportPlan;
  signal: AbortSignal;
}

export interface ChangeCounts {
  new: number;
  changed: number;
  gone: number;
}

/**
 * The members of these ids in portions, each read in a short transaction of its own: memory stays
 * flat, whatever the number.
 */
export async function* allRows(source: RowSource, ids: PackedIds): AsyncGenerator<ExportedRow[]> {
  for await (const members of portions(source, ids)) yield rowsOf(source, members, null);
}

/**
 * Only what is new, changed or gone since an earlier run (null: since never), marked as such. The
 * checksums of this run are kept for the next; those of a try that broke off are replaced.
 */
export async function* changedRows(
  source: RowSource,
  ids: PackedIds,
  { runId, baselineId, counts }: { runId: string; baselineId: string | null; counts: ChangeCounts },
): AsyncGenerator<ExportedRow[]> {
  const { database, tenantId } = source;
  await database.write(tenantId, systemActor(), (tx) => deleteChecksums(tx, runId));
  for await (const members of portions(source, ids)) {
    const rows = rowsOf(source, members, null);
    const checksums = rows.map(({ member, cells }) => ({
      memberId: member.id,
      checksum: checksumOf(cells),
    }));
    const before = await database.write(tenantId, systemActor(), async (tx) => {
      await insertChecksums(tx, runId, checksums);
      const memberIds = members.map(({ id }) => id);
      return baselineId === null
        ? new Map<string, string>()
        : selectChecksums(tx, baselineId, memberIds);
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
  const gone = new PackedIds(
    await database.read(tenantId, (tx) => selectGone(tx, baselineId, runId)),
  );
  // Who lies in the trash has gone as well, and is told by what was known of them.
  for (const inTrash of [false, true]) {
    for await (const members of portions(source, gone, inTrash)) {
      counts.gone += members.length;
      if (members.length > 0) yield rowsOf(source, members, "weggefallen");
    }
  }
}

async function* portions(
  { database, tenantId, plan, signal }: RowSource,
  ids: PackedIds,
  inTrash = false,
): AsyncGenerator<ExportedMember[]> {
  const source = {
    read: <T>(work: (tx: ReadTx) => Promise<T>) => database.read(tenantId, work),
    wanted: plan.wanted,
    day: plan.day,
    inTrash,
  };
  for await (const members of memberBatches(source, ids)) {
    signal.throwIfAborted();
    yield members;
  }
}

function rowsOf(
  { plan }: RowSource,
  members: readonly ExportedMember[],
  mark: "weggefallen" | null,
): ExportedRow[] {
  return members.map((member) => ({
    member,
    cells: plan.columns.map(({ cell }) => cell(member)),
    mark,
  }));
}

function checksumOf(cells: readonly SheetCell[]): string {
  return createHash("sha256").update(JSON.stringify(cells)).digest("base64url").slice(0, 22);
}
