import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  CHOICE_FILTERS,
  fieldOf,
  fieldsWith,
  type MemberField,
  RANGE_FILTERS,
  TEXT_FILTERS,
  type UserRow,
  usersContract as users,
} from "../../contract.ts";
import { type FieldClub, fieldClub, sampleOfMembers } from "./testing.ts";

const COUNT = 60;

let club: FieldClub;
let everybody: UserRow[];

beforeAll(async () => {
  club = await fieldClub();
  await club.createMany(sampleOfMembers(COUNT));
  everybody = await club.list();
});
afterAll(() => club?.app.close());

const german = new Intl.Collator("de-u-kn-true");
const bytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** How two values of a field stand to each other; without a value last in both directions. */
function compared(key: MemberField, dir: 1 | -1) {
  const compare = fieldOf(key).kind === "DATE" ? bytes : german.compare;
  const folded = (row: UserRow) =>
    fieldOf(key).kind === "EMAIL" ? (row[key]?.toLowerCase() ?? null) : row[key];
  return (a: UserRow, b: UserRow): number => {
    const [left, right] = [folded(a), folded(b)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || dir * bytes(a.id, b.id);
    return dir * (compare(left, right) || bytes(a.id, b.id));
  };
}

function inOrder(key: MemberField, dir: 1 | -1): string[] {
  const byName = (a: UserRow, b: UserRow) =>
    dir *
    (german.compare(a.lastname, b.lastname) ||
      german.compare(a.firstname, b.firstname) ||
      bytes(a.id, b.id));
  return everybody.toSorted(key === "lastname" ? byName : compared(key, dir)).map(({ id }) => id);
}

describe.each(fieldsWith("sort", "index", "scan"))("the list by %s", (sort) => {
  test.each([
    ["ASC", 1],
    ["DESC", -1],
  ] as const)("is in German order, %s, without a value last", async (dir, sign) => {
    const rows = await club.list({ sort, dir });
    expect(rows.map(({ id }) => id)).toEqual(inOrder(sort, sign));
  });

  test("goes on from page to page where the one before ended", async () => {
    const pages: string[] = [];
    for (let page = 0; page * 25 < everybody.length; page++)
      pages.push(...(await club.list({ sort, size: 25, page })).map(({ id }) => id));
    expect(pages).toEqual(inOrder(sort, 1));
  });
});

test.each(["notes", "groups", "search_text", "permissions"])(
  "the list can't be sorted by %s",
  async (sort) => {
    const query = { sort };
    const { status } = await club.app.call(users.searchUsers, { query }, club.admin);
    expect(status).toBe(400);
  },
);

/** The ids that a filter leaves, in no order. */
async function found(query: object): Promise<Set<string>> {
  return new Set((await club.list(query)).map(({ id }) => id));
}

function those(fits: (row: UserRow) => boolean): Set<string> {
  return new Set(everybody.filter(fits).map(({ id }) => id));
}

describe.each(CHOICE_FILTERS)("the filter by %s", (field) => {
  const values = Object.keys(fieldOf(field).labels ?? {});

  test.each(values)("leaves those with %s alone", async (value) => {
    expect(await found({ [field]: value })).toEqual(those((row) => row[field] === value));
  });

  test("leaves those with one of several", async () => {
    for (const left of values) {
      const some = values.filter((value) => value !== left);
      const expected = those((row) => row[field] !== left);
      expect(await found({ [field]: some.join(",") })).toEqual(expected);
    }
  });

  test("refuses what nobody can have", async () => {
    const query = { [field]: "NIEMAND" };
    const { status, body } = await club.app.call(users.searchUsers, { query }, club.admin);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ path: expect.stringContaining(field) as string }] });
  });
});

describe.each(RANGE_FILTERS)("the filter by a range of $field", ({ field, name }) => {
  const some = () => everybody.flatMap((row) => row[field] ?? []).toSorted();
  const at = (share: number) => some()[Math.floor(some().length * share)] ?? "";

  test("includes its first and its last day, and leaves out who has none", async () => {
    const [from, to] = [at(0.25), at(0.75)];
    const has = (row: UserRow, fits: (day: string) => boolean) =>
      row[field] !== null && fits(row[field]);
    expect(some().length).toBeGreaterThan(20);
    expect(await found({ [`${name}From`]: from })).toEqual(
      those((row) => has(row, (day) => day >= from)),
    );
    expect(await found({ [`${name}To`]: to })).toEqual(
      those((row) => has(row, (day) => day <= to)),
    );
    expect(await found({ [`${name}From`]: from, [`${name}To`]: to })).toEqual(
      those((row) => has(row, (day) => day >= from && day <= to)),
    );
  });

  test("finds nobody where it ends before it begins", async () => {
    expect(await found({ [`${name}From`]: at(0.75), [`${name}To`]: at(0.25) })).toEqual(new Set());
  });

  test.each(["From", "To"])("refuses a day that is none: %s", async (end) => {
    for (const day of ["2026-02-30", "gestern", "31.12.2026"]) {
      const query = { [`${name}${end}`]: day };
      const { status } = await club.app.call(users.searchUsers, { query }, club.admin);
      expect(status, day).toBe(400);
    }
  });
});

test("filters by parts of a text find them whatever the case", async () => {
  for (const field of TEXT_FILTERS) {
    const value = everybody.find((row) => row[field] !== null)?.[field] ?? "";
    const part = String(value).slice(1, 4);
    const expected = those((row) =>
      String(row[field] ?? "")
        .toLowerCase()
        .includes(part.toLowerCase()),
    );
    expect(await found({ [field]: part.toUpperCase() })).toEqual(expected);
  }
});

test("filters together leave those that fit all of them", async () => {
  const query = { gender: "FEMALE,MALE", status: "FORMER", joinedFrom: "1950-01-01" };
  expect(await found(query)).toEqual(
    those(
      ({ gender, status, joinedOn }) =>
        ["FEMALE", "MALE"].includes(gender) &&
        status === "FORMER" &&
        joinedOn !== null &&
        joinedOn >= "1950-01-01",
    ),
  );
});
