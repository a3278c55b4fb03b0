import {
  deleteUnusedGroups,
  lockGroups,
  removeMemberships,
} from "#modules/members/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { type Conflict, editsSince } from "./compare.ts";
import { selectPresentGroups, selectPresentMemberships } from "./present-queries.ts";
import {
  type ChangeRecord,
  type RecordType,
  selectChangeIdsOfImport,
  selectChangesById,
} from "../queries.ts";
import { recordName } from "../presenters.ts";
import { revertEntry } from "./revert.ts";
import {
  revertChangedMembers,
  revertCreatedMembers,
  type RevertedEntries,
  type SkippedEntry,
} from "./revert-many-members.ts";
import { GROUP_IN_USE } from "./revert-records.ts";
import type { Reverter } from "./reverter.ts";
import { canBeReverted, revertibleFields } from "./rules.ts";

export interface RevertedImport {
  /** Entries of which something was taken back. */
  reverted: number;
  /**
   * What was changed again since, and stays. `reason`: German, where something else is in the way.
   */
  conflicts: {
    changeId: string;
    recordType: RecordType;
    recordId: string;
    recordName: string;
    fields: Conflict[];
    reason: string | null;
  }[];
}

const BATCH = 2_000;
/** Groups go in one go, or those above would be in use by those below. */
const ALL_GROUPS = Number.MAX_SAFE_INTEGER;

/**
 * Takes a whole import back in the caller's transaction (open it with way `REVERT`), by a few
 * statements for thousands of entries. Later edits are left alone and reported; a refusal (rights,
 * the last administrator) refuses the whole.
 */
export async function revertImportRun(
  tx: WriteTx,
  reverter: Reverter,
  importRunId: string,
  onProgress: (done: number, total: number) => Promise<void> = async () => {},
): Promise<RevertedImport> {
  const ids = await selectChangeIdsOfImport(tx, importRunId);
  const total = [...ids.values()].reduce((sum, { length }) => sum + length, 0);
  const result: RevertedImport = { reverted: 0, conflicts: [] };
  let done = 0;
  const add = ({ reverted, skipped }: RevertedEntries) => {
    result.reverted += reverted;
    result.conflicts.push(...skipped.map(reported));
  };
  const each = async (
    type: RecordType,
    most: number,
    work: (records: ChangeRecord[]) => Promise<RevertedEntries>,
  ) => {
    const all = ids.get(type) ?? [];
    for (let from = 0; from < all.length; from += most) {
      await onProgress(done, total);
      const batch = all.slice(from, from + most);
      add(await work((await selectChangesById(tx, batch)).filter(canBeReverted)));
      done += batch.length;
    }
  };

  let waiting: ChangeRecord[] = [];
  const changed = async (records: readonly ChangeRecord[], lastTry: boolean) => {
    const { waiting: still, ...entries } = await revertChangedMembers(
      tx,
      reverter,
      records,
      lastTry,
    );
    waiting.push(...still);
    return entries;
  };
  await each("MEMBERSHIP", BATCH, (records) => revertMemberships(tx, reverter, records));
  await each("USER", BATCH, async (records) => {
    const [created, others] = split(records, ({ operation }) => operation === "CREATE");
    const [rights, values] = split(
      others,
      ({ fields }) => Object.hasOwn(fields, "permissions") || Object.hasOwn(fields, "isAdmin"),
    );
    return joinResults([
      await revertCreatedMembers(tx, reverter, created),
      await changed(values, false),
      await oneByOne(tx, reverter, rights),
    ]);
  });
  while (waiting.length > 0) {
    const before = waiting;
    waiting = [];
    add(await changed(before, false));
    if (waiting.length < before.length) continue;
    waiting = [];
    add(await changed(before, true));
  }
  await each("GROUP", ALL_GROUPS, (records) => revertGroups(tx, reverter, records));
  return result;
}

async function revertMemberships(
  tx: WriteTx,
  reverter: Reverter,
  records: readonly ChangeRecord[],
): Promise<RevertedEntries> {
  const [created, others] = split(records, ({ operation }) => operation === "CREATE");
  // From here on no other transaction changes these groups or their periods.
  await lockGroups(tx, [...new Set(created.flatMap(({ group_id: id }) => id ?? []))]);
  const present = await selectPresentMemberships(
    tx,
    created.map(({ record_id: id }) => id),
  );
  const { untouched, skipped } = splitByConflicts(created, present);
  await removeMemberships(
    tx,
    reverter.actor,
    untouched.map(({ record_id: id, group_id: groupId }) => ({ id, groupId: groupId ?? "" })),
  );
  return joinResults([
    { reverted: untouched.length, skipped },
    await oneByOne(tx, reverter, others),
  ]);
}

async function revertGroups(
  tx: WriteTx,
  reverter: Reverter,
  records: readonly ChangeRecord[],
): Promise<RevertedEntries> {
  const [created, others] = split(records, ({ operation }) => operation === "CREATE");
  const before = await oneByOne(tx, reverter, others);
  const ids = created.map(({ record_id: id }) => id);
  await lockGroups(tx, ids);
  const { untouched, skipped } = splitByConflicts(created, await selectPresentGroups(tx, ids));
  const deleted = new Set(
    await deleteUnusedGroups(
      tx,
      reverter.actor,
      untouched.map(({ record_id: id }) => id),
    ),
  );
  const used = untouched
    .filter(({ record_id: id }) => !deleted.has(id))
    .map((record) => ({ record, conflicts: [], reason: GROUP_IN_USE }));
  return joinResults([before, { reverted: deleted.size, skipped: [...skipped, ...used] }]);
}

/** What was created and not touched since, and the rest. */
function splitByConflicts(
  created: readonly ChangeRecord[],
  present: ReadonlyMap<string, Parameters<typeof editsSince>[1]>,
): { untouched: ChangeRecord[]; skipped: SkippedEntry[] } {
  const compared = created.map((record) => ({
    record,
    conflicts: editsSince(record, present.get(record.record_id)),
    reason: null,
  }));
  const [skipped, untouched] = split(compared, ({ conflicts }) => conflicts.length > 0);
  return { untouched: untouched.map(({ record }) => record), skipped };
}

/** Obstacles that came up since, such as people in a new group. */
const IN_THE_WAY = new Set([
  "GROUP_IN_USE",
  "SUBGROUP_NAME_TAKEN",
  "IN_TRASH",
  "OLD_VALUE_REFUSED",
  "PERIODS_OVERLAP",
]);

/** For what no import does in numbers, such as deleting. */
async function oneByOne(
  tx: WriteTx,
  reverter: Reverter,
  records: readonly ChangeRecord[],
): Promise<RevertedEntries> {
  const result: RevertedEntries = { reverted: 0, skipped: [] };
  for (const record of records) {
    try {
      const { fields, conflicts } = await revertEntry(
        tx,
        reverter,
        record,
        revertibleFields(record),
      );
      if (fields.length > 0) result.reverted++;
      if (conflicts.length > 0) result.skipped.push({ record, conflicts, reason: null });
    } catch (error) {
      if (!(error instanceof AppError) || !IN_THE_WAY.has(error.code)) throw error;
      result.skipped.push({ record, conflicts: [], reason: error.detail });
    }
  }
  return result;
}

function reported({
  record,
  conflicts,
  reason,
}: SkippedEntry): RevertedImport["conflicts"][number] {
  return {
    changeId: record.id,
    recordType: record.record_type,
    recordId: record.record_id,
    recordName: recordName(record),
    fields: conflicts,
    reason,
  };
}

function joinResults(parts: readonly RevertedEntries[]): RevertedEntries {
  return {
    reverted: parts.reduce((sum, { reverted }) => sum + reverted, 0),
    skipped: parts.flatMap(({ skipped }) => skipped),
  };
}

function split<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))];
}
