import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { createMembers } from "#modules/members/server/public.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { messagesContract as api } from "../../contract.ts";
import { messageForm } from "../testing.ts";
import { runs } from "#platform/testing/properties.ts";

/**
 * Who a message goes to, against a plain reckoning of the same club: a tree of groups, memberships
 * of today, yesterday and tomorrow, and people who left, died or lie in the trash.
 */

const GROUPS = 7;
const PEOPLE = 24;
const FATES = [
  "HERE",
  "HERE",
  "HERE",
  "NO_MAIL",
  "LEFT",
  "LEAVES_LATER",
  "DECEASED",
  "DELETED",
] as const;
type Fate = (typeof FATES)[number];

interface Person {
  id: string;
  fate: Fate;
}
interface Membership {
  person: number;
  group: number;
  when: "NOW" | "PAST" | "FUTURE";
  leader: boolean;
}

let app: TestApp;
let office: TestUser;
let groups: string[];
/** Index of the parent, below the own index; -1 at the top. */
let parents: number[];
let people: Person[];
let memberships: Membership[];

/** A fixed club; small numbers with a seed, so that a failure can be looked at again. */
beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  office = await app.user(club, { lastname: "Büro", permissions: ["SEND_MESSAGE"] });
  let state = 20261121;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  parents = Array.from({ length: GROUPS }, (_, index) =>
    index === 0 ? -1 : random(index + 1) - 1,
  );
  const fates = Array.from({ length: PEOPLE }, () => FATES[random(FATES.length)] ?? "HERE");
  await app.services.database.write(club.id, systemActor(), async (tx) => {
    const ids = await createMembers(
      tx,
      fates.map((fate, index) => ({
        firstname: "P",
        lastname: String(index).padStart(2, "0"),
        email: fate === "NO_MAIL" ? null : `p${index}@example.org`,
        ...(fate === "LEFT"
          ? { leftOn: "2020-12-31" }
          : fate === "LEAVES_LATER"
            ? { leftOn: "2999-12-31" }
            : {}),
        ...(fate === "DECEASED" ? { deceasedOn: "2021-05-05" } : {}),
      })),
    );
    people = fates.map((fate, index) => ({ id: ids[index] ?? "", fate }));
  });
  const admin = await app.user(club, { isAdmin: true });
  groups = [];
  for (const [index, parent] of parents.entries()) {
    const body = {
      name: `Gruppe ${index}`,
      parentId: parent < 0 ? null : (groups[parent] ?? null),
    };
    groups.push((await app.call(groupsContract.createGroup, { body }, admin)).body.id);
  }
  memberships = Array.from({ length: 60 }, () => ({
    person: random(PEOPLE),
    group: random(GROUPS),
    when: (["NOW", "NOW", "PAST", "FUTURE"] as const)[random(4)] ?? "NOW",
    leader: random(3) === 0,
  }));
  await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [club.id]);
    for (const { person, group, when, leader } of memberships) {
      await client.query(
        "INSERT INTO membership (id, group_id, member_id, from_on, to_on, leader) VALUES (time_ordered_uuid(), $1, $2, $3, $4, $5)",
        [
          groups[group],
          people[person]?.id,
          when === "FUTURE" ? "2999-01-01" : null,
          when === "PAST" ? "2020-01-01" : null,
          leader,
        ],
      );
    }
    const trashed = people.filter(({ fate }) => fate === "DELETED").map(({ id }) => id);
    await client.query("UPDATE member SET deleted_at = now() WHERE id = ANY($1)", [trashed]);
  });
});
afterAll(() => app?.close());

function below(group: number): Set<number> {
  const found = new Set([group]);
  for (const [index, parent] of parents.entries()) if (found.has(parent)) found.add(index);
  return found;
}
function inGroup(group: number): Set<number> {
  const tree = below(group);
  return new Set(
    memberships
      .filter((one) => one.when === "NOW" && tree.has(one.group))
      .map(({ person }) => person),
  );
}
const belongs = ({ fate }: Person) =>
  fate === "HERE" || fate === "NO_MAIL" || fate === "LEAVES_LATER";

/** Indexes of the people reached, and of those named more than once among them. */
function reckoned(named: readonly number[], namedGroups: readonly number[], sender: number | null) {
  const namings = new Map<number, number>();
  const count = (person: number) => namings.set(person, (namings.get(person) ?? 0) + 1);
  new Set(named).forEach(count);
  for (const group of new Set(namedGroups)) inGroup(group).forEach(count);
  const isReached = (person: number) =>
    belongs(people[person] as Person) && (person !== sender || named.includes(person));
  const reached = [...namings.keys()].filter(isReached);
  return {
    reached,
    doubles: reached.filter((person) => (namings.get(person) ?? 0) > 1).length,
    named: namings.size,
  };
}

const lists = fc.record({
  named: fc.array(fc.nat(PEOPLE - 1), { maxLength: 6 }),
  namedGroups: fc.array(fc.nat(GROUPS - 1), { maxLength: 3 }),
});
const asBody = ({ named, namedGroups }: { named: number[]; namedGroups: number[] }) => ({
  recipientIds: named.map((person) => people[person]?.id ?? ""),
  recipientGroupIds: namedGroups.map((group) => groups[group] ?? ""),
});

test("each is reached once, whoever names them how often; who is gone is left out and counted", async () => {
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const expected = reckoned(list.named, list.namedGroups, null);
      const { body } = await app.call(api.countRecipients, { body: asBody(list) }, office);
      const withoutMail = expected.reached.filter((person) => people[person]?.fate === "NO_MAIL");
      expect(body).toMatchObject({
        count: expected.reached.length,
        doubles: expected.doubles,
        withoutMailCount: withoutMail.length,
        withMail: expected.reached.length - withoutMail.length,
        leftOutCount: expected.named - expected.reached.length,
      });
      expect(body.groups.map(({ count }) => count)).toEqual(
        [...new Set(list.namedGroups)].map(
          (group) =>
            [...inGroup(group)].filter((person) => belongs(people[person] as Person)).length,
        ),
      );
    }),
    runs(15),
  );
});

test("the count shown before is the list frozen on sending", async () => {
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const expected = reckoned(list.named, list.namedGroups, null);
      const answer = await app.call(
        api.sendMessage,
        messageForm({ subject: "Probe", ...asBody(list) }),
        office,
      );
      if (expected.reached.length === 0) {
        expect(answer.status).toBe(422);
        return;
      }
      expect([answer.status, answer.body.recipientCount]).toEqual([201, expected.reached.length]);
      const rows = await withClient(app.services.environment.databaseUrl ?? "", (client) =>
        client.query<{ user_id: string; direct: boolean }>(
          "SELECT user_id, direct FROM message_recipient WHERE message_id = $1",
          [answer.body.id],
        ),
      );
      const indexOf = (id: string) => people.findIndex((person) => person.id === id);
      expect(rows.rows.map(({ user_id }) => indexOf(user_id)).toSorted((a, b) => a - b)).toEqual(
        expected.reached.toSorted((a, b) => a - b),
      );
      for (const { user_id, direct } of rows.rows)
        expect(direct).toBe(list.named.includes(indexOf(user_id)));
    }),
    runs(10),
  );
});

test("leaders reach their groups, those below and the people in them today, and nothing else", async () => {
  const leading = (person: number) =>
    new Set(
      memberships
        .filter((one) => one.person === person && one.leader && one.when === "NOW")
        .map(({ group }) => group),
    );
  await fc.assert(
    fc.asyncProperty(fc.nat(PEOPLE - 1), lists, async (leader, list) => {
      const user = {
        ...office,
        id: people[leader]?.id ?? "",
        token: `test.${office.tenant.id}.${people[leader]?.id}`,
      };
      const answer = await app.call(api.countRecipients, { body: asBody(list) }, user);
      if (["LEFT", "DECEASED", "DELETED"].includes(people[leader]?.fate ?? "")) {
        expect(answer.status).toBe(401);
        return;
      }
      const led = new Set([...leading(leader)].flatMap((group) => [...below(group)]));
      const own = new Set(
        memberships
          .filter(({ group, when }) => when === "NOW" && led.has(group))
          .map(({ person }) => person),
      );
      const isAllowed =
        list.namedGroups.every((group) => led.has(group)) &&
        list.named.every((person) => own.has(person));
      if (!isAllowed) {
        expect(answer.status).toBe(403);
        return;
      }
      const expected = reckoned(list.named, list.namedGroups, leader);
      expect([answer.status, answer.body.count, answer.body.doubles]).toEqual([
        200,
        expected.reached.length,
        expected.doubles,
      ]);
    }),
    runs(30),
  );
});
