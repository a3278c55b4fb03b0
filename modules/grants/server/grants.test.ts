import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calendarsContract as calendars } from "#modules/calendars/contract.ts";
import { filesContract as files } from "#modules/files/contract.ts";
import { groupsContract as groups } from "#modules/members/groups-contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { runs } from "#platform/testing/properties.ts";
import type { GrantAccess, GrantLine } from "../contract.ts";

/** Who may use a calendar or a share by its list of grants, compared with what the list says. */

interface Person {
  user: TestUser;
  /** Own groups with those above them. */
  groups: string[];
}

let app: TestApp;
let admin: TestUser;
let groupIds: string[];
let people: Person[];

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha");
  admin = await app.user(tenant, { isAdmin: true });
  const group = async (name: string, parentId?: string) => {
    const body = { name, ...(parentId !== undefined && { parentId }) };
    return (await app.call(groups.createGroup, { body }, admin)).body.id;
  };
  const above = await group("Abteilung");
  const between = await group("Jugend", above);
  const below = await group("Bambini", between);
  const aside = await group("Vorstand");
  groupIds = [above, between, below, aside];
  const person = async (own: string[], reached: string[], period: object = {}): Promise<Person> => {
    const user = await app.user(tenant, { permissions: ["QUERY_CALENDAR", "QUERY_FILESHARE"] });
    for (const id of own) {
      const params = { id, userId: user.id };
      await app.call(groups.putGroupMember, { params, body: period }, admin);
    }
    return { user, groups: reached };
  };
  people = [
    await person([], []),
    await person([above], [above]),
    await person([below], [above, between, below]),
    await person([aside, between], [above, between, aside]),
    // Was in it, and will be in it: neither is today.
    await person([below], [], { from: "2001-01-01", to: "2002-01-01" }),
    await person([aside], [], { from: "2090-01-01" }),
  ];
});
afterAll(() => app?.close());

/** Returns the strongest access that a list gives a person; undefined: none. */
function given({ user, groups: reached }: Person, lines: readonly GrantLine[]) {
  const mine = lines.filter(
    ({ subject, id }) =>
      subject === "ALL" || id === user.id || (id !== null && reached.includes(id)),
  );
  return mine.find(({ access }) => access === "WRITE")?.access ?? mine[0]?.access;
}

/** Lists as they can be written: each group and each member once. */
function lists(): fc.Arbitrary<GrantLine[]> {
  const access = fc.constantFrom<GrantAccess>("READ", "WRITE");
  const subject = fc.constantFrom<[GrantLine["subject"], string | null]>(
    ["ALL", null],
    ...groupIds.map((id): ["GROUP", string] => ["GROUP", id]),
    ...people.map(({ user }): ["USER", string] => ["USER", user.id]),
  );
  return fc
    .uniqueArray(subject, { maxLength: 5, selector: ([kind, id]) => `${kind} ${id}` })
    .chain((subjects) =>
      fc.tuple(
        ...subjects.map(([kind, id]) => access.map((how) => ({ subject: kind, id, access: how }))),
      ),
    );
}

test("a calendar is read and written by those whom its list names, in person or by group", async () => {
  const { body: calendar } = await app.call(
    calendars.createCalendar,
    { body: { name: "Termine", grants: [] } },
    admin,
  );
  const params = { id: calendar.id };
  let { version } = calendar;
  await fc.assert(
    fc.asyncProperty(lists(), async (grants) => {
      const body = { name: "Termine", color: "GREEN", grants, version };
      const saved = await app.call(calendars.updateCalendar, { params, body }, admin);
      expect(saved.status).toBe(200);
      version = saved.body.version;
      for (const person of people) {
        const access = given(person, grants);
        const seen = await app.call(calendars.getCalendar, { params }, person.user);
        expect(seen.status).toBe(access === undefined ? 404 : 200);
        if (access !== undefined)
          expect(seen.body.can).toEqual(access === "WRITE" ? ["ADD_EVENT"] : []);
      }
    }),
    runs(25),
  );
});

test("a share by the same rules, and the list of shares shows exactly those", async () => {
  const { body: share } = await app.call(
    files.createFileShare,
    { body: { name: "Ablage", grants: [] } },
    admin,
  );
  const params = { id: share.id };
  let { version } = share;
  await fc.assert(
    fc.asyncProperty(lists(), async (grants) => {
      const body = { name: "Ablage", grants, version };
      const saved = await app.call(files.updateFileShare, { params, body }, admin);
      version = saved.body.version;
      for (const person of people) {
        const access = given(person, grants);
        const { body: found } = await app.call(files.searchFileShares, {}, person.user);
        expect(found.content.map(({ can }) => can)).toEqual(
          access === undefined ? [] : [access === "WRITE" ? ["WRITE"] : []],
        );
      }
    }),
    runs(25),
  );
});

test("the list is read back in order: everybody, groups, members, each by name", async () => {
  const [above = "", between = ""] = groupIds;
  const grants: GrantLine[] = [
    { subject: "USER", id: people[0]?.user.id ?? "", access: "READ" },
    { subject: "GROUP", id: between, access: "WRITE" },
    { subject: "ALL", id: null, access: "READ" },
    { subject: "GROUP", id: above, access: "READ" },
  ];
  const body = { name: "Geordnet", grants };
  const { body: calendar } = await app.call(calendars.createCalendar, { body }, admin);
  expect(calendar.grants?.map(({ name, access }) => [name, access])).toEqual([
    ["Alle Mitglieder", "READ"],
    ["Abteilung", "READ"],
    ["Abteilung->Jugend", "WRITE"],
    ["Erika Mustermann", "READ"],
  ]);
});

test("who is not there is refused at their place in the list, and nothing is saved", async () => {
  const nobody = "0192d3a0-0000-7000-8000-000000000001";
  const foreign = await app.user(await app.tenant("beta"));
  const grants: GrantLine[] = [
    { subject: "ALL", id: null, access: "READ" },
    { subject: "GROUP", id: nobody, access: "READ" },
    { subject: "USER", id: foreign.id, access: "WRITE" },
  ];
  const input = { body: { name: "Mit Fremden", grants } };
  for (const route of [calendars.createCalendar, files.createFileShare] as const) {
    const refused = await app.call<typeof route>(route, input, admin);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: [{ path: "grants.1.id" }, { path: "grants.2.id" }],
    });
  }
});
