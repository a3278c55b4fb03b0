import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { usersContract as users } from "../../contract.ts";
import { groupsContract as groups } from "../../groups-contract.ts";
import { createMembers } from "../people/create-members.ts";

/** More than are remembered of a list. */
const MANY = 1_100;
const FEW = 60;
const PORTION = 290;

let app: TestApp;
let admin: TestUser;
let small: string;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  const people = Array.from({ length: MANY + FEW }, (_, index) => ({
    firstname: index < MANY ? "Gemeinsam" : "Selten",
    lastname: `Name ${(index * 7) % 1_000}`,
    salutation: ["Herr", "Frau", null][index % 3] ?? null,
    title: index % 20 === 0 ? `Dr. ${index % 3}` : null,
  }));
  for (let start = 0; start < people.length; start += PORTION)
    await app.services.database.write(club.id, systemActor(), (tx) =>
      createMembers(tx, people.slice(start, start + PORTION)),
    );
  const { body } = await app.call(groups.createGroup, { body: { name: "Klein" } }, admin);
  small = body.id;
  const few = await app.call(users.searchUsers, { query: { q: "selten", size: 12 } }, admin);
  for (const { id: userId } of few.body.content)
    await app.call(groups.putGroupMember, { params: { id: small, userId }, body: {} }, admin);
});
afterAll(() => app?.close());

test("follows changes of members as if it were found anew, by words and by group too", async () => {
  const queries: Record<string, string>[] = [
    { sort: "title", dir: "DESC" },
    { sort: "salutation" },
    { sort: "title", q: "selten" },
    { sort: "title", group: small },
  ];
  let days = 0;
  const ids = async (query: Record<string, string>, page: number) => {
    const asked = { ...query, page, size: 200 };
    const { status, body } = await app.call(users.searchUsers, { query: asked as never }, admin);
    expect(status).toBe(200);
    return { total: body.totalElements, ids: body.content.map(({ id }) => id) };
  };
  /** A list of another day is none that is remembered; nobody's place depends on the day. */
  const anew = (query: Record<string, string>, page: number) => {
    const asOf = new Date(Date.UTC(2026, 10, 1 + (days++ % 25))).toISOString().slice(0, 10);
    return ids({ ...query, asOf }, page);
  };
  const someone = async (q: string) =>
    (await app.call(users.searchUsers, { query: { q, size: 50 } }, admin)).body.content[days % 50];
  const change = async (q: string, values: object) => {
    const { id = "" } = (await someone(q)) ?? {};
    const { body } = await app.call(users.getUser, { params: { id } }, admin);
    const { memberNumber, firstname, lastname, version } = body;
    const kept = { memberNumber, firstname, lastname, version };
    const answer = await app.call(
      users.updateUser,
      { params: { id }, body: { ...kept, ...values } as never },
      admin,
    );
    expect(answer.status).toBe(200);
  };
  const steps: (() => Promise<unknown>)[] = [
    () => change("gemeinsam", { title: "Prof. Dr.", salutation: "Frau" }),
    () => change("selten", { title: null, salutation: "Herr" }),
    () => change("selten", { firstname: "Nicht mehr", title: "Dipl." }),
    () =>
      app.call(
        users.createUser,
        { body: { firstname: "Selten", lastname: "Neu", title: "A" } },
        admin,
      ),
    async () =>
      app.call(users.deleteUser, { params: { id: (await someone("selten"))?.id ?? "" } }, admin),
    async () =>
      app.call(
        groups.putGroupMember,
        { params: { id: small, userId: (await someone("gemeinsam"))?.id ?? "" }, body: {} },
        admin,
      ),
  ];
  for (const query of queries) await ids(query, 0);
  for (const step of steps) {
    await step();
    for (const query of queries)
      for (const page of [0, 4])
        expect([query, page, await ids(query, page)]).toEqual([
          query,
          page,
          await anew(query, page),
        ]);
  }
});
