import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { runs } from "#platform/testing/properties.ts";
import {
  DERIVED_FIELDS,
  DERIVED_RANGES,
  derivedOn,
  usersContract as users,
  type UserRow,
  userRow,
} from "../../contract.ts";
import { createMembers } from "../people/create-members.ts";

let app: TestApp;
let admin: TestUser;
let everybody: UserRow[];

/** Days around which years are counted differently. */
const EDGES = ["2000-02-29", "2000-03-01", "1999-02-28", "2004-02-29", "2012-12-31", "2013-01-01"];
const day = fc.oneof(
  fc.constantFrom(...EDGES),
  fc
    .integer({ min: 0, max: 33_000 })
    .map((days) => new Date(Date.UTC(1930, 0, 1 + days)).toISOString().slice(0, 10)),
);
const person = fc
  .record({
    birthday: fc.option(day),
    joined: fc.option(fc.tuple(day, fc.option(day))),
    deceased: fc.option(fc.constantFrom("2015-02-28", "2016-02-29"), { freq: 6 }),
  })
  .map(({ birthday, joined, deceased }) => {
    const [joinedOn = null, leftOn = null] = joined === null ? [] : joined.toSorted();
    const early = birthday !== null && deceased !== null && deceased < birthday;
    return { lastname: "Jahre", birthday, joinedOn, leftOn, deceasedOn: early ? null : deceased };
  });

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { lastname: "Admin", isAdmin: true });
  const people = fc.sample(person, { numRuns: 150, seed: 12 });
  await app.services.database.write(club.id, systemActor(), (tx) => createMembers(tx, people));
  everybody = await list({});
});
afterAll(() => app?.close());

async function list(query: Parameters<typeof app.call<typeof users.searchUsers>>[1]["query"]) {
  const { status, body } = await app.call(
    users.searchUsers,
    { query: { size: 200, ...query } },
    admin,
  );
  expect(status).toBe(200);
  expect(body.totalElements).toBe(body.content.length);
  return userRow.array().parse(body.content);
}
const idsOf = (rows: readonly UserRow[]) => rows.map(({ id }) => id).toSorted();

describe.each(DERIVED_FIELDS)("%s", (field) => {
  const [least, most] = DERIVED_RANGES[field];
  const asOf = fc.oneof(day, fc.constantFrom("2025-02-28", "2028-02-29", "2100-03-01"));

  test("is shown as of the reference date, and a filter leaves those within it", async () => {
    const bound = fc.option(
      field === "birthYear"
        ? fc.integer({ min: 1930, max: 2022 })
        : fc.integer({ min: least, max: 90 }),
    );
    await fc.assert(
      fc.asyncProperty(asOf, bound, bound, async (on, from, to) => {
        const rows = await list({
          asOf: on,
          ...(from === null ? {} : { [`${field}From`]: from }),
          ...(to === null ? {} : { [`${field}To`]: to }),
        });
        for (const row of rows) expect(row[field]).toBe(derivedOn(row, on)[field]);
        const expected = everybody.filter((row) => {
          const value = derivedOn(row, on)[field];
          if (from === null && to === null) return true;
          return value !== null && value >= (from ?? least) && value <= (to ?? Infinity);
        });
        expect(idsOf(rows)).toEqual(idsOf(expected));
      }),
      runs(40),
    );
  });

  test.each(["ASC", "DESC"] as const)("orders the list, %s, without a value last", async (dir) => {
    const rows = await list({ sort: field, dir });
    expect(idsOf(rows)).toEqual(idsOf(everybody));
    // The dead stand where their birthday does, and show no age.
    const living = rows.filter(({ deceasedOn }) => field !== "age" || deceasedOn === null);
    const values = living.map((row) => row[field]);
    const known = values.filter((value) => value !== null);
    expect(values).toEqual([
      ...known.toSorted((a, b) => (dir === "ASC" ? a - b : b - a)),
      ...values.slice(known.length).map(() => null),
    ]);
  });

  test.each(["From", "To"])("refuses what is no such number: %s", async (end) => {
    for (const value of ["-1", "1.5", "viele", String(most + 1)]) {
      const query = { [`${field}${end}`]: value };
      expect((await app.call(users.searchUsers, { query }, admin)).status, value).toBe(400);
    }
  });

  test("comes into files as a number, and is a filter of bulk actions and exports", async () => {
    const some = everybody.find((row) => row[field] !== null);
    const value = some?.[field] ?? 0;
    const filter = { [`${field}From`]: value, [`${field}To`]: value };
    const body = { filter, format: "CSV" as const, columns: [field] };
    const { status, bytes } = await app.call(users.exportUsers, { body }, admin);
    expect(status).toBe(200);
    const lines = bytes.toString().trim().split("\r\n").slice(1);
    expect(lines).toHaveLength((await list(filter)).length);
    expect(new Set(lines)).toEqual(new Set([String(value)]));
  });
});

test("one member's record has the values of today", async () => {
  const some = everybody.find(
    ({ age, membershipYears }) => age !== null && membershipYears !== null,
  );
  const { body } = await app.call(users.getUser, { params: { id: some?.id ?? "" } }, admin);
  const { age, birthYear, membershipYears } = body;
  expect({ age, birthYear, membershipYears }).toEqual({
    age: some?.age,
    birthYear: some?.birthYear,
    membershipYears: some?.membershipYears,
  });
});
