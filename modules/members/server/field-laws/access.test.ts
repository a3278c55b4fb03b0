import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  FIELD_KEYS,
  fieldOf,
  type FieldValues,
  type Me,
  OPEN_USER_FIELDS,
  OWN_PROFILE_FIELDS,
  PROTECTED_USER_FIELDS,
  SELF_SERVICE_FIELDS,
  type User,
  usersContract as users,
} from "../../contract.ts";
import { type TestUser } from "#apps/server/testing.ts";
import {
  type FieldClub,
  fieldClub,
  inPlace,
  sampleOfMembers,
  someValue,
  type Values,
} from "./testing.ts";

let club: FieldClub;
let member: User;
let self: TestUser;
/** Has a value in every field. */
let full: Values;

/** Who has died or left logs in no more. */
const alive = { memberNumber: "S-1", leftOn: "2999-12-31", deceasedOn: null };

beforeAll(async () => {
  club = await fieldClub();
  const [some] = sampleOfMembers(1);
  const values = Object.fromEntries(
    FIELD_KEYS.map((key, seed) => [key, fc.sample(someValue(key), { numRuns: 1, seed })[0] ?? ""]),
  );
  full = {
    ...some,
    ...inPlace(values as Values),
    memberNumber: "V-1",
    birthday: "1960-05-04",
    deceasedOn: "2020-01-02",
    joinedOn: "1980-01-01",
    leftOn: "2019-12-31",
  };
  member = await club.create(full);
  const { id } = await club.create({ ...full, ...alive });
  self = { id, tenant: club.tenant, token: `test.${club.tenant.id}.${id}` };
});
afterAll(() => club?.app.close());

const csv = (columns: string[], as: TestUser) =>
  club.app.call(users.exportUsers, { body: { format: "CSV", columns, filter: { q: "V-1" } } }, as);

describe.each(PROTECTED_USER_FIELDS)("protected: %s", (key) => {
  test("is read by the office, and by nobody else", async () => {
    expect((await club.read(member.id))[key]).toBe(full[key]);
    expect((await club.read(member.id, club.reader))[key]).toBeNull();
    const [row] = await club.list({ q: "V-1" }, club.reader);
    expect(row?.[key]).toBeNull();
  });

  test("orders no list for who can't read it", async () => {
    if (fieldOf(key).sort === undefined) return;
    const query = { sort: key };
    const answer = await club.app.call(users.searchUsers, { query }, club.reader);
    expect(answer).toMatchObject({ status: 403, body: { code: "PROTECTED_FIELD" } });
    expect((await club.app.call(users.searchUsers, { query }, club.admin)).status).toBe(200);
  });

  test("stands in no file for who can't read it", async () => {
    const permissions = ["QUERY_USER" as const, "MANAGE_EXPORTS" as const];
    const exporter = await club.app.user(club.tenant, { permissions });
    const refused = await csv(["lastname", key], exporter);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ errors: [{ path: "columns.1" }] });
    expect((await csv(["lastname", key], club.admin)).status).toBe(200);
  });

  test("is found by no search for its value", async () => {
    // What is searched for is one line.
    const q = (full[key] ?? "").split("\n")[0] ?? "";
    for (const as of [club.reader, club.admin])
      expect((await club.list({ q }, as)).map(({ id }) => id)).not.toContain(member.id);
  });

  test("is no part of the member's own profile", async () => {
    const { body } = await club.app.call(users.getMe, {}, self);
    expect(body).not.toHaveProperty(key);
  });
});

test.each(OPEN_USER_FIELDS)("open: %s is read by everybody who sees members", async (key) => {
  const read = await club.read(member.id, club.reader);
  expect(key === "status" ? read.enteredStatus : read[key]).toBe(full[key]);
});

test("who may not see members sees no field of one", async () => {
  const nobody = await club.app.user(club.tenant, {});
  const params = { id: member.id };
  expect((await club.app.call(users.getUser, { params }, nobody)).status).toBe(403);
  expect((await club.app.call(users.searchUsers, {}, nobody)).status).toBe(403);
});

describe("one's own profile", () => {
  const getMe = async (): Promise<Me> => (await club.app.call(users.getMe, {}, self)).body;
  const putMe = (body: object, version: number) =>
    club.app.call(users.updateMe, { body: { ...body, version } }, self);
  /** What the profile's form sends that nobody has changed. */
  const ownForm = (me: Me) =>
    Object.fromEntries(SELF_SERVICE_FIELDS.map((key) => [key, me[key]])) as Pick<
      FieldValues,
      (typeof SELF_SERVICE_FIELDS)[number]
    >;

  test.each(OWN_PROFILE_FIELDS)("shows %s", async (key) => {
    expect((await getMe())[key]).toBe({ ...full, ...alive }[key]);
  });

  test.each(SELF_SERVICE_FIELDS)("changes %s, and nothing else", async (key) => {
    const before = await getMe();
    const [some = ""] = fc.sample(someValue(key), { numRuns: 1, seed: 99 });
    const value = inPlace({ ...full, [key]: some })[key];
    const saved = await putMe({ ...ownForm(before), [key]: value }, before.version);
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({ ...before, [key]: value, version: before.version + 1 });
    const rest = await club.read(self.id);
    for (const other of PROTECTED_USER_FIELDS) expect(rest[other]).toBe(full[other]);
  });

  test.each(SELF_SERVICE_FIELDS)("empties %s", async (key) => {
    const before = await getMe();
    const saved = await putMe({ ...ownForm(before), [key]: null }, before.version);
    expect(saved.body[key]).toBeNull();
  });

  test.each(FIELD_KEYS.filter((key) => fieldOf(key).access !== "selfService"))(
    "refuses %s at its place",
    async (key) => {
      const before = await getMe();
      const answer = await putMe({ ...ownForm(before), [key]: full[key] }, before.version);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: key }] } });
      expect(await getMe()).toEqual(before);
    },
  );

  test.each(SELF_SERVICE_FIELDS)(
    "refuses a malformed %s as the office's form does",
    async (key) => {
      const before = await getMe();
      const body = { ...ownForm(before), [key]: "x\u0000y" };
      const answer = await putMe(body, before.version);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: key }] } });
      expect(await getMe()).toEqual(before);
    },
  );

  test("a change of a stale profile is refused, with the profile as it is now", async () => {
    const before = await getMe();
    const first = await putMe({ ...ownForm(before), city: "Erste" }, before.version);
    expect(first.status).toBe(200);
    const second = await putMe({ ...ownForm(before), city: "Zweite" }, before.version);
    expect(second).toMatchObject({
      status: 412,
      body: { code: "STALE_VERSION", current: { city: "Erste" } },
    });
  });
});
