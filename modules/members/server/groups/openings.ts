import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { GroupOpenings, Opener } from "#platform/server/group-openings.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { mayChangePermissions } from "../rights/permissions.ts";
import type { MembershipRow } from "./membership-queries.ts";
import type { GroupRow } from "./queries.ts";

/** The acting member, also as leader of groups, and all that groups can open. */
export type GroupActor = Opener & {
  ledGroupIds?: readonly string[];
  openings: readonly GroupOpenings[];
};

const MOST_NAMED = 5;
const inGerman = new Intl.ListFormat("de", { type: "conjunction" });

export function groupActor(
  principal: Principal,
  { openings }: Pick<Services, "openings">,
): Principal & GroupActor {
  return { ...principal, openings };
}

/** Returns by group what belonging to it opens beyond what the actor may open. */
export async function openedBy(
  tx: ReadTx,
  actor: GroupActor,
  groupIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (groupIds.length === 0) return found;
  for (const openings of actor.openings) {
    for (const [id, names] of await openings(tx, actor, groupIds))
      found.set(id, [...(found.get(id) ?? []), ...names]);
  }
  return found;
}

/**
 * Returns those of the groups that the actor could not put anybody into, for what they open.
 * Nothing is looked up for who changes no group's members anyway.
 */
export async function closedGroups(
  tx: ReadTx,
  actor: GroupActor,
  groups: readonly Pick<GroupRow, "id" | "permissions">[],
): Promise<ReadonlySet<string>> {
  if (actor.isAdmin || !actor.permissions.has("MANAGE_GROUP")) return new Set();
  const own = groups.filter(({ permissions }) => mayChangePermissions(actor, [], permissions));
  return new Set(
    (
      await openedBy(
        tx,
        actor,
        own.map(({ id }) => id),
      )
    ).keys(),
  );
}

/** Refuses to put anybody into a group that opens what the actor may not open. */
export async function refuseOpeningTo(
  tx: ReadTx,
  actor: GroupActor,
  group: Pick<GroupRow, "id" | "name">,
): Promise<void> {
  const names = (await openedBy(tx, actor, [group.id])).get(group.id);
  if (names !== undefined) throw opensBeyond(`Die Gruppe „${group.name}“ öffnet`, names);
}

/** Refuses to put a group below one that opens what the actor may not open. */
export async function refuseOpeningBelow(
  tx: ReadTx,
  actor: GroupActor,
  parent: Pick<GroupRow, "id" | "name">,
): Promise<void> {
  const names = (await openedBy(tx, actor, [parent.id])).get(parent.id);
  if (names !== undefined)
    throw opensBeyond(`Allen in der Gruppe öffnet sich unter „${parent.name}“`, names);
}

/** Returns what is opened as a German list; of many only the first. */
export function listOfOpened(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const rest = more > 0 ? [`${more} ${more === 1 ? "weiteres" : "weitere"}`] : [];
  return inGerman.format([...names.slice(0, MOST_NAMED), ...rest]);
}

function opensBeyond(beginning: string, names: readonly string[]): AppError {
  return new AppError("FORBIDDEN", {
    code: "OPENS_BEYOND_OWN_RIGHTS",
    detail: `${beginning} ${listOfOpened(names)}. Das dürfen Sie selbst nicht öffnen: Hier kann nur aufnehmen, wer es selbst öffnen oder verwalten darf.`,
  });
}

/** Returns whether a period counts on a day from today on that it did not count on before. */
export function reachesFurther(
  before: Pick<MembershipRow, "from_on" | "to_on"> | undefined,
  after: Pick<MembershipRow, "from_on" | "to_on">,
  today: string,
): boolean {
  if (after.to_on !== null && after.to_on < today) return false;
  if (before === undefined || (before.to_on !== null && before.to_on < today)) return true;
  const begin = ({ from_on }: typeof after) =>
    from_on === null || from_on < today ? today : from_on;
  if (begin(after) < begin(before)) return true;
  return before.to_on !== null && (after.to_on === null || after.to_on > before.to_on);
}
