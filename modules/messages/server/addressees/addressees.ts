import { selectGroupsBelow } from "#modules/members/server/public.ts";
import type { FieldError } from "#platform/contract/problem.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import { type AddresseeLists, type Audience, MOST_NAMED } from "../../contract.ts";
import type { RecipientSource } from "#platform/server/recipient-source.ts";
import { type Addressees, selectAudience } from "./addressed-queries.ts";
import { type ResolvedSet, resolveSets } from "./sets/resolve-sets.ts";
import {
  selectAddressedGroups,
  selectCorrespondents,
  selectInGroups,
  selectNamedGroups,
  selectPeople,
} from "./addressee-queries.ts";
import {
  type Added,
  mayWriteToGroup,
  mayWriteToMember,
  NOBODY_ADDED,
  type Reach,
  writesToEverybody,
} from "./rules.ts";

/** Whom of these members the sender may write to, or also may address for a reason. */
export async function reachOf(
  tx: ReadTx,
  sender: Principal,
  lists: Pick<AddresseeLists, "recipientIds">,
  added: Added = NOBODY_ADDED,
): Promise<Reach> {
  if (writesToEverybody(sender))
    return { everybody: true, groupIds: new Set(), userIds: new Set() };
  const groupIds = await selectGroupsBelow(tx, [...sender.ledGroupIds, ...added.groupIds]);
  const own = await selectInGroups(tx, lists.recipientIds, groupIds);
  const known = await selectCorrespondents(tx, sender.userId, lists.recipientIds);
  return {
    everybody: false,
    groupIds: new Set(groupIds),
    userIds: new Set([...own, ...known, ...added.userIds]),
  };
}

/**
 * Returns whom a message to these lists is addressed to, its sets found. Refuses what the sender may
 * not write to with 403, and what does not exist with 422, at its place in the lists; of people
 * invited to an event those out of reach are left out instead.
 */
export async function resolveAddressees(
  tx: ReadTx,
  sender: Principal,
  lists: AddresseeLists,
  sources: readonly RecipientSource[],
): Promise<Addressees> {
  await requireReach(tx, sender, lists);
  const sets = await resolveSets(tx, sender, lists.recipientSets, sources);
  return {
    recipientIds: lists.recipientIds,
    recipientGroupIds: [...new Set(lists.recipientGroupIds)],
    sets,
    notAllowedIds: await outOfReach(tx, sender, sets),
  };
}

async function outOfReach(
  tx: ReadTx,
  sender: Principal,
  sets: readonly ResolvedSet[],
): Promise<string[]> {
  const recipientIds = sets.flatMap(({ mixed, memberIds }) => (mixed ? memberIds : []));
  if (recipientIds.length === 0) return [];
  const reach = await reachOf(tx, sender, { recipientIds });
  return recipientIds.filter((id) => !mayWriteToMember(reach, id));
}

/**
 * Refuses what the sender may not write to with 403, and what does not exist with 422, at its place
 * in the lists. To those who may not write to everyone, unknown and forbidden look the same.
 */
async function requireReach(tx: ReadTx, sender: Principal, lists: AddresseeLists): Promise<void> {
  const reach = await reachOf(tx, sender, lists);
  if (reach.everybody) {
    const people = new Set((await selectPeople(tx, lists.recipientIds)).map(({ id }) => id));
    const groups = new Set(
      (await selectNamedGroups(tx, lists.recipientGroupIds)).map(({ id }) => id),
    );
    refuse("UNPROCESSABLE", [
      ...errorsAt(
        "recipientIds",
        lists.recipientIds,
        (id) => people.has(id),
        "NOT_FOUND",
        "Dieses Mitglied gibt es nicht.",
      ),
      ...errorsAt(
        "recipientGroupIds",
        lists.recipientGroupIds,
        (id) => groups.has(id),
        "NOT_FOUND",
        "Diese Gruppe gibt es nicht.",
      ),
    ]);
    return;
  }
  const isAllowed = (id: string) => mayWriteToMember(reach, id);
  refuse("FORBIDDEN", [
    ...errorsAt(
      "recipientIds",
      lists.recipientIds,
      isAllowed,
      "NOT_ALLOWED",
      "An dieses Mitglied können Sie nicht schreiben.",
    ),
    ...errorsAt(
      "recipientGroupIds",
      lists.recipientGroupIds,
      (id) => mayWriteToGroup(reach, id),
      "NOT_ALLOWED",
      "An diese Gruppe können Sie nicht schreiben.",
    ),
  ]);
}

function errorsAt(
  field: string,
  ids: readonly string[],
  isFine: (id: string) => boolean,
  code: string,
  message: string,
): FieldError[] {
  return ids.flatMap((id, index) =>
    isFine(id) ? [] : [{ path: `${field}.${index}`, code, message }],
  );
}

/**
 * Most places an answer names: enough for a sender of thousands of wrong ids.
 */
const MOST_ERRORS = 100;

function refuse(kind: "FORBIDDEN" | "UNPROCESSABLE", errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError(kind, { errors: errors.slice(0, MOST_ERRORS) });
}

/** Who a message would go to. */
export async function audienceOf(
  tx: ReadTx,
  sender: Principal,
  lists: AddresseeLists,
  sources: readonly RecipientSource[],
): Promise<Audience> {
  const addressees = await resolveAddressees(tx, sender, lists, sources);
  const row = await selectAudience(tx, addressees, sender.userId, MOST_NAMED);
  const people = new Map(
    (await selectPeople(tx, lists.recipientIds)).map((person) => [person.id, person]),
  );
  const groups =
    lists.recipientGroupIds.length === 0
      ? []
      : await selectAddressedGroups(tx, lists.recipientGroupIds);
  const groupsById = new Map(groups.map((group) => [group.id, group]));
  return {
    ...row,
    people: named(lists.recipientIds, people),
    groups: named(lists.recipientGroupIds, groupsById),
    sets: addressees.sets.map(({ label, memberIds, guests }) => ({
      label,
      count: memberIds.length,
      guests,
    })),
  };
}

/** In the order given, each once, at most MOST_NAMED. */
function named<T>(ids: readonly string[], byId: ReadonlyMap<string, T>): T[] {
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []).slice(0, MOST_NAMED);
}
