import type { z } from "zod";
import { lockGroup } from "#modules/members/server/public.ts";
import { AppError, fieldProblem, notFound } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { revertResult } from "../../contract.ts";
import { compare, type Conflict, editsSince } from "./compare.ts";
import { lockPresentMembers } from "./present-queries.ts";
import {
  type ChangeRecord,
  selectChange,
  selectChangeOfTransaction,
  selectPresentValues,
} from "../queries.ts";
import { presentation } from "../presenters.ts";
import { removeWhatWasCreated, restoreWhatWasDeleted, setBack } from "./revert-records.ts";
import type { Reverter } from "./reverter.ts";
import { canBeReverted, isMasked, isRevertible, mayRevert, revertibleFields } from "./rules.ts";

/** What was taken back of one entry. */
export interface Reverted {
  fields: string[];
  conflicts: Conflict[];
}

/** Takes one entry back, or some fields of it, and returns the entry that this wrote. */
export async function revertChange(
  tx: WriteTx,
  reverter: Reverter & { actor: Principal },
  id: string,
  fields: readonly string[] | undefined,
): Promise<z.infer<typeof revertResult>> {
  const record = await selectChange(tx, id);
  if (record === undefined) throw notFound();
  if (!mayRevert(reverter.actor, record.record_type)) throw new AppError("FORBIDDEN");
  if (!canBeReverted(record)) throw notRevertible();
  const wanted = wantedFields(record, fields);
  const done = await revertEntry(tx, reverter, record, wanted);
  const written =
    done.fields.length === 0 ? undefined : await selectChangeOfTransaction(tx, record.record_id);
  const shown = await presentation(
    tx,
    written === undefined ? [record] : [record, written],
    reverter.actor,
  );
  return {
    change: written === undefined ? null : shown.change(written),
    reverted: done.fields,
    conflicts: done.conflicts.map(({ field, expected, current }) => {
      const masked = isMasked(reverter.actor, record.record_type, field);
      return {
        field,
        label: shown.label(record.record_type, field),
        expectedValue: masked ? null : shown.value(field, expected),
        currentValue: masked ? null : shown.value(field, current),
        masked,
      };
    }),
  };
}

/** Changes go back field by field; what was created or deleted as a whole or not at all. */
export async function revertEntry(
  tx: WriteTx,
  reverter: Reverter,
  record: ChangeRecord,
  wanted: readonly string[],
): Promise<Reverted> {
  const { record_type: type, record_id: id, group_id: groupId, operation, fields } = record;
  // From here on no other transaction changes the member, or the group and its periods: what is
  // compared is what is written over.
  if (groupId !== null) await lockGroup(tx, groupId);
  if (type === "USER") await lockPresentMembers(tx, [id]);
  const present = await selectPresentValues(tx, type, id);
  switch (operation) {
    case "UPDATE": {
      const { untouched, conflicts } = compare(fields, wanted, present);
      const names = Object.keys(untouched);
      if (names.length > 0) await setBack(tx, reverter, record, untouched);
      return { fields: names, conflicts };
    }
    case "CREATE": {
      const conflicts = editsSince(record, present);
      if (conflicts.length > 0) return { fields: [], conflicts };
      await removeWhatWasCreated(tx, reverter, record);
      return { fields: Object.keys(fields), conflicts };
    }
    case "DELETE": {
      // It was restored already.
      if (present !== undefined)
        return {
          fields: [],
          conflicts: compare(fields, wanted, {}).conflicts.map((conflict) => ({
            ...conflict,
            current: present[conflict.field] ?? null,
          })),
        };
      await restoreWhatWasDeleted(tx, reverter, record);
      return { fields: Object.keys(fields), conflicts: [] };
    }
  }
}

function wantedFields(record: ChangeRecord, wanted: readonly string[] | undefined): string[] {
  const { operation, record_type: type, fields } = record;
  if (wanted === undefined) return revertibleFields(record);
  if (operation !== "UPDATE")
    throw new AppError("UNPROCESSABLE", {
      code: "WHOLE_ENTRY_ONLY",
      detail: "Das lässt sich nur als Ganzes rückgängig machen.",
    });
  const refused = wanted.findIndex((field) => !Object.hasOwn(fields, field));
  if (refused >= 0)
    throw fieldProblem(
      `fields.${refused}`,
      "Dieses Feld gehört nicht zu dieser Änderung.",
      "UNKNOWN_FIELD",
    );
  if (wanted.some((field) => !isRevertible(type, field))) throw notRevertible();
  return [...new Set(wanted)];
}

function notRevertible(): AppError {
  return new AppError("UNPROCESSABLE", {
    code: "NOT_REVERTIBLE",
    detail: "Diese Änderung lässt sich nicht rückgängig machen.",
  });
}
