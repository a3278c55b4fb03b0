import { createGroup, putMembership } from "#modules/members/server/public.ts";
import { groupCreate, membershipPut } from "#modules/members/groups-contract.ts";
import { OPERATOR } from "#modules/members/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { BOARD_FUNCTIONS, type DemoGroup } from "../club.ts";
import type { DemoPerson } from "./people.ts";
import { Chance } from "../random.ts";

type Candidate = DemoPerson & { id: string };

/**
 * Makes the groups and puts people into them by age, each from a day after joining; returns the
 * groups' ids by name.
 */
export async function createDemoGroups(
  tx: WriteTx,
  groups: readonly DemoGroup[],
  people: readonly Candidate[],
  accountIds: readonly string[],
  leaders: ReadonlyMap<string, string>,
  today: Date,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const chance = new Chance(7);
  const put = (
    groupId: string,
    userId: string,
    membership: { function?: string; from?: string | null; to?: string | null; leader?: boolean },
  ) => putMembership(tx, OPERATOR, groupId, userId, membershipPut.parse(membership));

  async function form(group: DemoGroup, parentId: string | null): Promise<void> {
    const groupId = await createGroup(
      tx,
      OPERATOR,
      groupCreate.parse({
        name: group.name,
        parentId,
        description: group.description,
        color: group.color,
        permissions: group.permissions ?? [],
        forNewMembers: group.name === "Alle Mitglieder",
      }),
    );
    ids.set(group.name, groupId);
    const members = people.filter((person) => belongs(group, person, chance));
    for (const person of members)
      await put(groupId, person.id, { from: person.joinedOn, to: person.leftOn });
    if (group.name === "Alle Mitglieder") for (const id of accountIds) await put(groupId, id, {});
    const leader = leaders.get(group.name);
    if (leader !== undefined)
      await put(groupId, leader, { function: "Trainer", leader: true, from: "2021-07-01" });
    const adults = people.filter(({ age, leftOn }) => age >= 25 && age <= 68 && leftOn === null);
    const wanted = (group.leaders ?? 0) - (leader === undefined ? 0 : 1);
    for (let index = 0; index < wanted; index++) {
      const person = chance.oneOf(adults);
      await put(groupId, person.id, {
        function: group.children === undefined ? "Übungsleitung" : "Abteilungsleitung",
        leader: true,
        from: `${today.getFullYear() - chance.between(1, 6)}-04-01`,
      });
    }
    if (group.name === "Vorstand") {
      const board = adults.filter(({ age }) => age > 38).slice(0, BOARD_FUNCTIONS.length);
      for (const [index, person] of board.entries())
        await put(groupId, person.id, {
          function: BOARD_FUNCTIONS[index] ?? "",
          from: `${today.getFullYear() - 2}-03-21`,
        });
    }
    for (const child of group.children ?? []) await form(child, groupId);
  }
  for (const group of groups) await form(group, null);
  return ids;
}

function belongs({ takes }: DemoGroup, { age, gender }: Candidate, chance: Chance): boolean {
  if (takes === undefined || age < takes.from || age > takes.to) return false;
  if (takes.gender !== undefined && takes.gender !== gender) return false;
  return takes.share === 1 || chance.happens(takes.share);
}
