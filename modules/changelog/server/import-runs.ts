import { AppError } from "#platform/server/app-error.ts";
import type { WriteTx } from "#platform/server/database.ts";
import type { Conflict } from "./compare.ts";
import { type ChangeRecord, type RecordType, selectChangesOfImport } from "./queries.ts";
import { type Reverted, revertEntry } from "./revert.ts";
import type { Reverter } from "./revert-records.ts";
import { canBeReverted, isRevertible } from "./rules.ts";

export interface RevertedImport {
  /** Entries of which something was taken back. */
  reverted: number;
  /** What was changed again since, and stays. `reason`: German, where something else is in the way. */
  conflicts: { changeId: string; recordType: RecordType; recordId: string; recordName: string; fields: Conflict[]; reason: string | null }[];
}

/**
 * Takes a whole import back in the caller's transaction (open it with way `REVERT`). Later edits are left alone and
 * reported; a refusal (rights, the last administrator) refuses the whole.
 */
export async function revertImportRun(tx: WriteTx, reverter: Reverter, importRunId: string): Promise<RevertedImport> {
  const result: RevertedImport = { reverted: 0, conflicts: [] };
  for (const record of await selectChangesOfImport(tx, importRunId)) {
    if (!canBeReverted(record)) continue;
    const { fields, conflicts, reason } = await attempt(tx, reverter, record);
    if (fields.length > 0) result.reverted++;
    if (conflicts.length > 0 || reason !== null)
      result.conflicts.push({
        changeId: record.id,
        recordType: record.record_type,
        recordId: record.record_id,
        recordName: record.record_name,
        fields: conflicts,
        reason,
      });
  }
  return result;
}

/** Obstacles that somebody made since, such as people in a new group. */
const IN_THE_WAY = new Set(["GROUP_IN_USE", "SUBGROUP_NAME_TAKEN", "IN_TRASH", "OLD_VALUE_REFUSED", "PERIODS_OVERLAP"]);

async function attempt(tx: WriteTx, reverter: Reverter, record: ChangeRecord): Promise<Reverted & { reason: string | null }> {
  try {
    return { ...(await revertEntry(tx, reverter, record, revertibleFields(record))), reason: null };
  } catch (error) {
    if (!(error instanceof AppError) || !IN_THE_WAY.has(error.code)) throw error;
    return { fields: [], conflicts: [], reason: error.detail };
  }
}

function revertibleFields({ operation, record_type: type, fields }: ChangeRecord): string[] {
  return Object.keys(fields).filter((field) => operation !== "UPDATE" || isRevertible(type, field));
}
