import { v7 as uuidv7 } from "uuid";
import { type Holder, refuseEscalation } from "../rights/permissions.ts";
import { AppError, fieldProblem, notFound } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { MembershipPut } from "../../groups-contract.ts";
import {
  deleteMembershipRows,
  endMembershipRows,
  insertMemberships,
  type MembershipRow,
  selectLivingMembers,
  selectPeriods,
  updateMembershipRow,
} from "./membership-queries.ts";
import { selectToday } from "../people/queries.ts";
import { type GroupActor, reachesFurther, refuseOpeningTo } from "./openings.ts";
import { dayBefore, holdsOn, overlaps } from "./periods.ts";
import { type GroupRow, lockGroup, lockGroups } from "./queries.ts";
import { mayAppointLeader, mayChangeMembers } from "./rules.ts";

interface NewMembers {
  groupId: string;
  function: string | null;
  from: string | null;
}

/** Adds a member to a group or changes one of their periods in it. Returns the period's id. */
export async function putMembership(
  tx: WriteTx,
  actor: GroupActor,
  groupId: string,
  memberId: string,
  input: MembershipPut,
): Promise<string> {
  if (input.from !== null && input.to !== null && input.to < input.from) {
    throw fieldProblem("to", "Das Ende liegt vor dem Anfang.", "END_BEFORE_START", "UNPROCESSABLE");
  }
  const today = await selectToday(tx);
  const group = await groupToChange(tx, actor, groupId);
  if (!(await selectLivingMembers(tx, [memberId])).has(memberId)) throw notFound();
  const periods = await selectPeriods(tx, groupId, [memberId]);
  const target = periodMeant(periods, input, today);
  if (input.leader && target?.leader !== true && !mayAppointLeader(actor, group.id))
    throw refuseEscalation();

  const wanted = { from_on: input.from, to_on: input.to };
  const joinsAgain =
    target === undefined &&
    input.from === null &&
    (input.to === null || input.to >= today) &&
    periods.some((period) => overlaps(period, wanted));
  const row: MembershipRow = {
    id: target?.id ?? uuidv7(),
    group_id: groupId,
    member_id: memberId,
    function: input.function,
    from_on: joinsAgain ? today : input.from,
    to_on: input.to,
    leader: input.leader,
  };
  refuseOverlap(periods, row);
  if (reachesFurther(target, row, today)) await refuseOpeningTo(tx, actor, group);
  if (target === undefined) await insertMemberships(tx, [row]);
  else await updateMembershipRow(tx, target.id, row);
  return row.id;
}

/**
 * Begins a period that must not overlap another; `id` only where the history brings a deleted one
 * back.
 */
export async function createMembership(
  tx: WriteTx,
  actor: GroupActor,
  groupId: string,
  memberId: string,
  input: MembershipPut,
  id: string = uuidv7(),
): Promise<string> {
  const group = await groupToChange(tx, actor, groupId);
  if (!(await selectLivingMembers(tx, [memberId])).has(memberId)) throw notFound();
  if (input.leader && !mayAppointLeader(actor, group.id)) throw refuseEscalation();
  const row = {
    id,
    group_id: groupId,
    member_id: memberId,
    function: input.function,
    from_on: input.from,
    to_on: input.to,
    leader: input.leader,
  };
  refuseOverlap(await selectPeriods(tx, groupId, [memberId]), row);
  if (reachesFurther(undefined, row, await selectToday(tx)))
    await refuseOpeningTo(tx, actor, group);
  await insertMemberships(tx, [row]);
  return id;
}

/**
 * Ends the membership of today (what has not begun goes altogether), or removes one period with its
 * history entry as the only trace.
 */
export async function removeMembership(
  tx: WriteTx,
  actor: Holder,
  groupId: string,
  memberId: string,
  membershipId: string | undefined,
): Promise<void> {
  const today = await selectToday(tx);
  await groupToChange(tx, actor, groupId);
  const periods = await selectPeriods(tx, groupId, [memberId]);
  if (membershipId !== undefined) {
    if (!periods.some((period) => period.id === membershipId)) throw notFound();
    return deleteMembershipRows(tx, [membershipId]);
  }
  const current =
    periods.find((period) => holdsOn(today, period)) ??
    periods.find((period) => period.from_on !== null && period.from_on > today);
  if (current === undefined) throw notFound();
  await endPeriods(tx, [current], today);
}

/** Removes periods altogether, of many members and groups at once. */
export async function removeMemberships(
  tx: WriteTx,
  actor: Holder,
  periods: readonly { id: string; groupId: string }[],
): Promise<void> {
  if (periods.length === 0) return;
  const groups = await lockGroups(tx, [...new Set(periods.map(({ groupId }) => groupId))]);
  if (groups.some((group) => !mayChangeMembers(actor, group))) throw refuseEscalation();
  await deleteMembershipRows(
    tx,
    periods.map(({ id }) => id),
  );
}

/**
 * Adds many members at once; those in the group on that day already stay as they are. Returns how
 * many were added.
 */
export async function addToGroup(
  tx: WriteTx,
  memberIds: readonly string[],
  { groupId, function: name, from }: NewMembers,
  actor: GroupActor,
): Promise<number> {
  const today = await selectToday(tx);
  const group = await groupToChange(tx, actor, groupId);
  const living = await selectLivingMembers(tx, memberIds);
  if (memberIds.some((memberId) => !living.has(memberId))) throw notFound();
  const periods = Map.groupBy(
    await selectPeriods(tx, groupId, memberIds),
    (period) => period.member_id,
  );
  const added: MembershipRow[] = [];
  for (const memberId of living) {
    const earlier = periods.get(memberId) ?? [];
    const begins = from ?? (earlier.length > 0 ? today : null);
    // A period that begins later ends the new one, so that both stay.
    const later = earlier.find(
      (period) => period.from_on !== null && period.from_on > (begins ?? today),
    )?.from_on;
    const row = {
      id: uuidv7(),
      group_id: groupId,
      member_id: memberId,
      function: name,
      from_on: begins,
      to_on: later ? dayBefore(later) : null,
      leader: false,
    };
    if (!earlier.some((period) => overlaps(period, row))) added.push(row);
  }
  if (added.length === 0) return 0;
  if (added.some((row) => reachesFurther(undefined, row, today)))
    await refuseOpeningTo(tx, actor, group);
  await insertMemberships(tx, added);
  return added.length;
}

/** Ends today's memberships of many members at once. Returns how many ended. */
export async function removeFromGroup(
  tx: WriteTx,
  memberIds: readonly string[],
  groupId: string,
  actor: Holder,
): Promise<number> {
  const today = await selectToday(tx);
  await groupToChange(tx, actor, groupId);
  const current = (await selectPeriods(tx, groupId, memberIds)).filter((period) =>
    holdsOn(today, period),
  );
  await endPeriods(tx, current, today);
  return current.length;
}

/** Yesterday was the last day: rights of the group are gone at the next request. */
async function endPeriods(
  tx: WriteTx,
  periods: readonly MembershipRow[],
  today: string,
): Promise<void> {
  const begun = periods.filter((period) => period.from_on === null || period.from_on < today);
  const others = periods.filter((period) => !begun.includes(period));
  if (begun.length > 0)
    await endMembershipRows(
      tx,
      begun.map(({ id }) => id),
      dayBefore(today),
    );
  if (others.length > 0)
    await deleteMembershipRows(
      tx,
      others.map(({ id }) => id),
    );
}

async function groupToChange(tx: WriteTx, actor: Holder, groupId: string): Promise<GroupRow> {
  const group = await lockGroup(tx, groupId);
  if (group === undefined) throw notFound();
  if (!mayChangeMembers(actor, group)) throw refuseEscalation();
  return group;
}

function refuseOverlap(periods: readonly MembershipRow[], row: MembershipRow): void {
  if (periods.every((period) => period.id === row.id || !overlaps(period, row))) return;
  throw new AppError("UNPROCESSABLE", {
    code: "PERIODS_OVERLAP",
    detail:
      "In dieser Zeit gehört das Mitglied schon zu dieser Gruppe. Bitte Von und Bis anpassen.",
  });
}

/**
 * The period that a PUT without `membershipId` means: the one it overlaps, today's before others;
 * undefined: a new one.
 */
function periodMeant(
  periods: readonly MembershipRow[],
  input: MembershipPut,
  today: string,
): MembershipRow | undefined {
  if (input.membershipId !== null) {
    const period = periods.find(({ id }) => id === input.membershipId);
    if (period === undefined) throw notFound();
    return period;
  }
  const current = periods.find((period) => holdsOn(today, period));
  const wanted = { from_on: input.from, to_on: input.to };
  if (current !== undefined && overlaps(current, wanted)) return current;
  // Without a beginning, periods that are over are not meant: the member joins again.
  const candidates = periods.filter(
    (period) =>
      overlaps(period, wanted) &&
      (input.from !== null || period.to_on === null || period.to_on >= today),
  );
  if (candidates.length > 1) {
    throw new AppError("UNPROCESSABLE", {
      code: "PERIODS_OVERLAP",
      detail:
        "Dieser Zeitraum überschneidet sich mit mehreren früheren. Bitte ändern Sie diese einzeln.",
    });
  }
  return candidates[0];
}
