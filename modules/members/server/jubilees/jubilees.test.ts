import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { runs } from "#platform/testing/properties.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { usersContract as users } from "../../contract.ts";
import { createMembers, type MemberInput } from "../people/create-members.ts";

let app: TestApp;
let admin: TestUser;
const people: (MemberInput & { memberNumber: string })[] = [];

const day = (from: number, to: number) =>
  fc
    .date({
      min: new Date(Date.UTC(from, 0, 1)),
      max: new Date(Date.UTC(to, 11, 31)),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10));
/** Many were born or joined on the awkward days, so that periods meet them. */
const anniversary = (from: number, to: number) =>
  fc.oneof(
    day(from, to),
    fc.integer({ min: from, max: to }).map((year) => `${year}-02-28`),
    fc.integer({ min: from, max: to }).map((year) => `${year}-03-01`),
    fc
      .integer({ min: Math.ceil(from / 4), max: Math.floor(to / 4) })
      .map((year) => `${year * 4}-02-29`),
    fc.integer({ min: from, max: to }).map((year) => `${year}-12-31`),
  );
const somebody = fc.record({
  birthday: fc.option(anniversary(1904, 2020)),
  joinedOn: fc.option(anniversary(1970, 2025)),
  leftOn: fc.option(day(2025, 2030), { freq: 3 }),
  deceasedOn: fc.option(
    day(2021, 2026).filter((one) => one < "2026-11"),
    { freq: 8 },
  ),
});

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true, lastname: "Admin" });
  for (const [index, { joinedOn, leftOn, ...values }] of fc
    .sample(somebody, { numRuns: 150, seed: 4 })
    .entries())
    people.push({
      ...values,
      joinedOn,
      leftOn: joinedOn !== null && leftOn !== null && leftOn < joinedOn ? null : leftOn,
      lastname: "Jubilar",
      firstname: `${index}`,
      memberNumber: `J${index}`,
    });
  await app.services.database.write(club.id, systemActor(), (tx) => createMembers(tx, people));
});
afterAll(() => app?.close());

interface Found {
  kind: "BIRTHDAY" | "MEMBERSHIP";
  date: string;
  years: number;
  round: boolean;
  memberNumber: string;
}

async function found(query: object): Promise<Found[]> {
  const all: Found[] = [];
  for (let page = 0; ; page++) {
    const { status, body } = await app.call(
      users.searchJubilees,
      { query: { from: "", to: "", size: 100, page, ...query } },
      admin,
    );
    expect(status).toBe(200);
    all.push(
      ...body.content.map(({ user, ...rest }) => ({ ...rest, memberNumber: user.memberNumber })),
    );
    if (all.length >= body.totalElements) return all;
  }
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** On which day of a year something is celebrated: the 29th of February a day earlier in most. */
function celebrated(first: string, year: number): string {
  const inYear = first.slice(5);
  return `${year}-${inYear === "02-29" && !isLeap(year) ? "02-28" : inYear}`;
}

function isRound(kind: Found["kind"], years: number): boolean {
  if (kind === "MEMBERSHIP") return years % 5 === 0;
  return [18, 30, 40].includes(years) || (years >= 50 && years % 5 === 0);
}

/** What has to be found, looked up day by day. */
function expected(from: string, to: string): Found[] {
  return daysBetween(from, to).flatMap((date) =>
    people.flatMap(({ birthday, joinedOn, leftOn, deceasedOn, memberNumber }) => {
      const gone = [leftOn, deceasedOn].some((end) => end != null && end < date);
      const occasions = [
        ["BIRTHDAY", birthday],
        ["MEMBERSHIP", joinedOn],
      ] as const;
      return occasions.flatMap(([kind, first]): Found[] => {
        if (first == null || gone || celebrated(first, Number(date.slice(0, 4))) !== date)
          return [];
        const years = Number(date.slice(0, 4)) - Number(first.slice(0, 4));
        return years > 0 ? [{ kind, date, years, round: isRound(kind, years), memberNumber }] : [];
      });
    }),
  );
}

const key = ({ date, kind, memberNumber }: Found) => `${date} ${kind} ${memberNumber}`;
const inOrder = (list: readonly Found[]) =>
  list.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));

const period = fc.tuple(day(2026, 2029), fc.integer({ min: 0, max: 120 })).map(([from, days]) => ({
  from,
  to: new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10),
}));

describe("jubilees", () => {
  test("of any period are those that a calendar would be searched for", async () => {
    await fc.assert(
      fc.asyncProperty(period, async ({ from, to }) => {
        expect(inOrder(await found({ from, to }))).toEqual(inOrder(expected(from, to)));
      }),
      runs(20),
    );
  });

  test.each([
    ["2027-02-27", "2027-03-01"],
    ["2028-02-27", "2028-03-01"],
    ["2026-12-30", "2027-01-02"],
  ])("at the turn of months and years, %s to %s", async (from, to) => {
    const all = expected(from, to);
    expect(all.length).toBeGreaterThan(0);
    expect(inOrder(await found({ from, to }))).toEqual(inOrder(all));
  });

  test("of one kind, and round ones alone", async () => {
    const [from, to] = ["2027-01-01", "2027-12-31"];
    const all = expected(from, to);
    for (const kind of ["BIRTHDAY", "MEMBERSHIP"] as const)
      expect(inOrder(await found({ from, to, kind }))).toEqual(
        inOrder(all.filter((one) => one.kind === kind)),
      );
    expect(inOrder(await found({ from, to, roundOnly: "true" }))).toEqual(
      inOrder(all.filter(({ round }) => round)),
    );
  });

  test.each(["date", "years"] as const)("are sorted by %s, both ways", async (sort) => {
    const [from, to] = ["2027-03-01", "2027-05-31"];
    const up = (await found({ from, to, sort })).map((one) => one[sort]);
    const down = (await found({ from, to, sort, dir: "DESC" })).map((one) => one[sort]);
    expect(up).toEqual(up.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    expect(down).toEqual(up.toReversed());
  });

  test("pages joined together are the whole list", async () => {
    const query = { from: "2027-01-01", to: "2027-12-31" };
    const whole = await found(query);
    const pages: Found[] = [];
    for (let page = 0; page * 7 < whole.length && page < 12; page++) {
      const { body } = await app.call(
        users.searchJubilees,
        { query: { ...query, page, size: 7 } },
        admin,
      );
      expect(body.totalElements).toBe(whole.length);
      pages.push(
        ...body.content.map(({ user, ...rest }) => ({ ...rest, memberNumber: user.memberNumber })),
      );
    }
    expect(pages).toEqual(whole.slice(0, pages.length));
  });

  test.each([
    [{ from: "2027-02-01", to: "2027-01-01" }, 422, "to"],
    [{ from: "2027-01-01", to: "2031-01-01" }, 422, "to"],
    [{ from: "gestern", to: "2027-01-01" }, 400, "from"],
    [{ from: "2027-01-01", to: "2027-02-30" }, 400, "to"],
    [{ from: "2027-01-01", to: "2027-01-02", kind: "WEDDING" }, 400, "kind"],
  ])("are refused for %o", async (query, status, path) => {
    const answer = await app.call(
      users.searchJubilees,
      { query: query as { from: string; to: string } },
      admin,
    );
    expect(answer).toMatchObject({ status, body: { errors: [{ path }] } });
  });
});

describe("the file", () => {
  const occasion = async () => {
    const query = { from: "2026-01-01", to: "2026-12-31", kind: "BIRTHDAY" as const, size: 1 };
    const { body } = await app.call(users.searchJubilees, { query }, admin);
    const [row] = body.content;
    if (row === undefined) throw new Error("nobody has a birthday");
    return row;
  };
  const exported = (body: object, as = admin) =>
    app.call(users.exportJubilees, { body: { format: "CSV", ...body } as never }, as);

  test("has the occasions in their order, with what a letter needs", async () => {
    const { kind, date, years, user } = await occasion();
    const [, month, day] = date.split("-");
    const one = { userId: user.id, kind, date };
    const later = { ...one, date: `2027-${month}-${day === "29" ? "28" : day}` };
    const { status, bytes } = await exported({ occasions: [later, one] });
    expect(status).toBe(200);
    const lines = bytes.toString().trimEnd().split("\r\n");
    expect(lines[0]).toBe(
      "\u{feff}Anlass;Datum;Jahre;Mitgliedsnummer;Anrede;Titel;Vorname;Nachname;Straße;" +
        "Adresszusatz;PLZ;Ort;Land;E-Mail;Telefon;Mobil",
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`^${years + 1}\\. Geburtstag;`));
    expect(lines[2]).toMatch(
      new RegExp(`^${years}\\. Geburtstag;${day}\\.${month}\\.2026;${years};${user.memberNumber};`),
    );
  });

  test("is for who may export and see members; foreign people and made-up days are refused", async () => {
    const { user, ...row } = await occasion();
    const one = { userId: user.id, kind: row.kind, date: row.date };
    const club = admin.tenant;
    const sees = await app.user(club, { permissions: ["QUERY_USER"] });
    const exports = await app.user(club, { permissions: ["MANAGE_EXPORTS"] });
    for (const as of [sees, exports])
      expect((await exported({ occasions: [one] }, as)).status).toBe(403);
    const stranger = { ...one, userId: "0193b8e0-0000-7000-8000-000000000001" };
    expect((await exported({ occasions: [one, stranger] })).status).toBe(404);
    const unborn = { ...one, date: "1850-01-01" };
    const refused = await exported({ occasions: [one, unborn] });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ path: "occasions.1.date" }] },
    });
    expect((await exported({ occasions: [] })).status).toBe(400);
  });

  test("is an Excel workbook as well", async () => {
    const { user, kind, date } = await occasion();
    const answer = await exported({ occasions: [{ userId: user.id, kind, date }], format: "XLSX" });
    expect(answer.bytes.subarray(0, 2).toString()).toBe("PK");
  });
});
