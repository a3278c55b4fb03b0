import { AppError } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import type { UserUpdate } from "../../contract.ts";
import { keepAnAdministrator } from "../rights/administrators.ts";
import { type Holder, outranks, refuseOutranked } from "../rights/permissions.ts";
import { restoreRows } from "../erasure/trash-queries.ts";
import { selectToday } from "./queries.ts";
import { tellLogins } from "./tell-logins.ts";
import { selectRights } from "../rights/rights-queries.ts";
import { raiseBeyond, rowOf, uniqueNumber } from "./save-member.ts";
import { type MemberBefore, selectMembersBefore, updateMemberRows } from "./update-queries.ts";
import { checkMember } from "./validation.ts";

/** The whole of a member's writable fields, as PUT /user/{id} takes them. */
export type MemberChange = { id: string; values: UserUpdate };

/**
 * Replaces the writable fields of many members by one statement, under the same rules as one by
 * one; those in the trash come back. A stale version of any of them answers CONFLICT: all or none.
 * `check` is another one only where values go back to what they were: a field that was made
 * compulsory since may be empty again.
 */
export async function updateMembers(
  tx: WriteTx,
  changes: readonly MemberChange[],
  actor: Holder,
  check: typeof checkMember = checkMember,
): Promise<void> {
  if (changes.length === 0) return;
  const today = await selectToday(tx);
  const fields = await customFields(tx);
  const before = await selectMembersBefore(
    tx,
    changes.map(({ id }) => id),
  );
  for (const { id, values } of changes) {
    if (before.get(id)?.version !== values.version) throw changedMeanwhile();
    check(values, fields, today);
  }
  await refuseOutrankedChanges(tx, changes, before, actor);
  await raiseBeyond(
    tx,
    changes
      .filter(({ id, values }) => values.memberNumber !== before.get(id)?.memberNumber)
      .map(({ values }) => values.memberNumber),
  );
  const leaving = changes
    .filter(({ values }) => values.leftOn !== null || values.deceasedOn !== null)
    .map(({ id }) => id);
  await keepAnAdministrator(tx, leaving, async () => {
    await restoreRows(
      tx,
      changes.filter(({ id }) => before.get(id)?.inTrash === true).map(({ id }) => id),
    );
    const rows = changes.map(({ id, values: { version: _version, ...values } }) => ({
      id,
      ...rowOf(values),
    }));
    await uniqueNumber(() => updateMemberRows(tx, rows));
  });
  await tellLogins(
    tx,
    changes.flatMap(({ id, values }) => {
      const old = before.get(id);
      return old === undefined ? [] : [{ id, before: old, after: values }];
    }),
  );
}

/**
 * Members with more rights than the actor keep their login data, and stay out of the trash's
 * reach.
 */
async function refuseOutrankedChanges(
  tx: WriteTx,
  changes: readonly MemberChange[],
  before: ReadonlyMap<string, MemberBefore>,
  actor: Holder,
): Promise<void> {
  if (actor.isAdmin) return;
  const touched = changes.filter(({ id, values }) => {
    const old = before.get(id);
    if (old === undefined) return false;
    return (
      old.inTrash ||
      old.email !== values.email ||
      old.leftOn !== values.leftOn ||
      old.deceasedOn !== values.deceasedOn
    );
  });
  const rights = await selectRights(
    tx,
    touched.map(({ id }) => id),
  );
  if (rights.some((target) => outranks(target, actor))) throw refuseOutranked();
}

function changedMeanwhile(): AppError {
  return new AppError("CONFLICT", {
    code: "CHANGED_MEANWHILE",
    detail: "Ein Mitglied wurde inzwischen von jemand anderem geändert.",
  });
}
