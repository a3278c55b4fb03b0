import { customFields } from "#modules/tenants/server/public.ts";
import {
  type MemberChange,
  selectToday,
  trashMembers,
  updateMembers,
} from "#modules/members/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { compare, type Conflict, editsSince } from "./compare.ts";
import { formWithOldValues, OLD_VALUE_REFUSED } from "./member-form.ts";
import {
  type Attached,
  lockPresentMembers,
  type PresentMember,
  selectAttached,
  selectHoldersOfNumbers,
} from "./present-queries.ts";
import type { ChangeRecord, ChangeValue } from "../queries.ts";
import type { Reverter } from "./reverter.ts";
import { revertibleFields } from "./rules.ts";

/** What of an entry stays, and why. */
export interface SkippedEntry {
  record: ChangeRecord;
  conflicts: Conflict[];
  /** German, where something else than a later edit is in the way. */
  reason: string | null;
}

/** What became of many entries. */
export interface RevertedEntries {
  /** Entries of which something was taken back. */
  reverted: number;
  skipped: SkippedEntry[];
}

/**
 * New members go to the trash together. Those edited since, and those with a new group or login,
 * stay.
 */
export async function revertCreatedMembers(
  tx: WriteTx,
  { actor, identity }: Reverter,
  records: readonly ChangeRecord[],
): Promise<RevertedEntries> {
  const ids = records.map(({ record_id: id }) => id);
  const present = await lockPresentMembers(tx, ids);
  const attached = await selectAttached(tx, ids);
  const skipped: SkippedEntry[] = [];
  const trashed: string[] = [];
  for (const record of records) {
    const conflicts = editsSince(record, present.get(record.record_id)?.values);
    const more = attached.get(record.record_id);
    if (conflicts.length > 0) skipped.push({ record, conflicts, reason: null });
    else if (more !== undefined) skipped.push({ record, conflicts, reason: reasonOf(more) });
    else trashed.push(record.record_id);
  }
  if (trashed.length > 0) await trashMembers(tx, identity, trashed, actor);
  return { reverted: trashed.length, skipped };
}

function reasonOf({ group, login }: Attached): string {
  if (login) return "Das Mitglied hat inzwischen einen Zugang und bleibt deshalb.";
  return `Das Mitglied gehört inzwischen zur Gruppe „${group ?? ""}“ und bleibt deshalb.`;
}

interface Plan {
  record: ChangeRecord;
  member: PresentMember;
  /** Values to go back to. */
  old: Record<string, ChangeValue>;
  conflicts: Conflict[];
  reasons: string[];
}

/**
 * Writes old values into many members by a few statements, under the rules of changing them.
 * `waiting`: entries whose member number is taken by someone who may give it back in a moment; with
 * `lastTry` they are set back without it.
 */
export async function revertChangedMembers(
  tx: WriteTx,
  reverter: Reverter,
  records: readonly ChangeRecord[],
  lastTry: boolean,
): Promise<RevertedEntries & { waiting: ChangeRecord[] }> {
  const skipped: SkippedEntry[] = [];
  const plans = await planned(tx, records, skipped);
  const waiting = await withoutTakenNumbers(tx, plans, lastTry);
  const [definitions, today] = [await customFields(tx), await selectToday(tx)];
  const changes: MemberChange[] = [];
  const trashed: string[] = [];
  let reverted = 0;
  for (const plan of plans) {
    const { record, member, old, conflicts } = plan;
    if (waiting.includes(record)) continue;
    const { inTrash, ...values } = old;
    const form = formWithOldValues(member.values, values, member.version, definitions, today);
    for (const [field, message] of form.refused) {
      plan.reasons.push(`${OLD_VALUE_REFUSED}: ${message}`);
      conflicts.push(stays(plan, field));
    }
    const moves = inTrash !== undefined;
    if (form.values !== null && (form.fields.length > 0 || (moves && inTrash !== true)))
      changes.push({ id: member.id, values: form.values });
    if (form.values === null && Object.keys(values).length > 0 && form.refused.size === 0)
      plan.reasons.push(`${OLD_VALUE_REFUSED}.`);
    if (inTrash === true) trashed.push(member.id);
    if (form.fields.length > 0 || moves) reverted++;
    if (conflicts.length > 0 || plan.reasons.length > 0)
      skipped.push({ record, conflicts, reason: plan.reasons.join(" ") || null });
  }
  await updateMembers(tx, changes, reverter.actor, () => {});
  if (trashed.length > 0) await trashMembers(tx, reverter.identity, trashed, reverter.actor);
  return { reverted, skipped, waiting };
}

async function planned(
  tx: WriteTx,
  records: readonly ChangeRecord[],
  skipped: SkippedEntry[],
): Promise<Plan[]> {
  const present = await lockPresentMembers(
    tx,
    records.map(({ record_id: id }) => id),
  );
  return records.flatMap((record) => {
    const member = present.get(record.record_id);
    const { untouched: old, conflicts } = compare(
      record.fields,
      revertibleFields(record),
      member?.values,
    );
    const inTrash = member?.values["inTrash"] === true && !Object.hasOwn(old, "inTrash");
    if (member !== undefined && Object.keys(old).length > 0 && !inTrash)
      return [{ record, member, old, conflicts, reasons: [] }];
    if (conflicts.length > 0 || inTrash)
      skipped.push({
        record,
        conflicts,
        reason: inTrash ? "Das Mitglied liegt im Papierkorb." : null,
      });
    return [];
  });
}

/**
 * Removes from the plans numbers that are taken; returns the entries that may get theirs once
 * others have given it back.
 */
async function withoutTakenNumbers(
  tx: WriteTx,
  plans: readonly Plan[],
  lastTry: boolean,
): Promise<ChangeRecord[]> {
  const wanted = plans.filter(({ old }) => typeof old["memberNumber"] === "string");
  const holders = await selectHoldersOfNumbers(
    tx,
    wanted.map(({ old }) => String(old["memberNumber"])),
  );
  const taken = wanted.filter(({ old }) => holders.has(String(old["memberNumber"])));
  if (!lastTry) return taken.map(({ record }) => record);
  for (const plan of taken) {
    plan.reasons.push(
      `Die Mitgliedsnummer ${String(plan.old["memberNumber"])} ist inzwischen vergeben.`,
    );
    plan.conflicts.push(stays(plan, "memberNumber"));
    delete plan.old["memberNumber"];
  }
  return [];
}

function stays({ record, member }: Plan, field: string): Conflict {
  return {
    field,
    expected: record.fields[field]?.new ?? null,
    current: member.values[field] ?? null,
  };
}
