import type { WriteTx } from "#platform/server/database.ts";
import type { Conflict } from "./compare.ts";
import { type ChangeRecord, type RecordType, selectChangesOfImport } from "./queries.ts";
import { revertEntry } from "./revert.ts";
import type { Reverter } from "./revert-records.ts";
import { canBeReverted, isRevertible } from "./rules.ts";

export interface RevertedImport {
  /** Entries of which something was taken back. */
  reverted: number;
  /** What was changed again since, and stays. */
  conflicts: { changeId: string; recordType: RecordType; recordId: string; recordName: string; fields: Conflict[] }[];
}

/**
 * Takes a whole import back in the caller's transaction (open it with way `REVERT`). Later edits are left alone and
 * reported; a refusal (rights, the last administrator) refuses the whole.
 */
export async function revertImportRun(tx: WriteTx, reverter: Reverter, importRunId: string): Promise<RevertedImport> {
  const result: RevertedImport = { reverted: 0, conflicts: [] };
  for (const record of await selectChangesOfImport(tx, importRunId)) {
    if (!canBeReverted(record)) continue;
    const { fields, conflicts } = await revertEntry(tx, reverter, record, revertibleFields(record));
    if (fields.length > 0) result.reverted++;
    if (conflicts.length > 0)
      result.conflicts.push({
        changeId: record.id,
        recordType: record.record_type,
        recordId: record.record_id,
        recordName: record.record_name,
        fields: conflicts,
      });
  }
  return result;
}

function revertibleFields({ operation, record_type: type, fields }: ChangeRecord): string[] {
  return Object.keys(fields).filter((field) => operation !== "UPDATE" || isRevertible(type, field));
}
