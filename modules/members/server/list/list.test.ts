import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { USER_SORT_FIELDS, usersContract as users } from "../../contract.ts";
import { createMembers, type MemberInput } from "../people/create-members.ts";
import { runs } from "#platform/testing/properties.ts";

const CITIES = ["Ärzen", "Ahlen", "Zwickau", "Straßburg", "Strassen", "Öhringen", null];
const NAMES = [
  "Müller",
  "Mueller",
  "Muller",
  "Groß",
  "Gross",
  "Ärger",
  "Arndt",
  "Zabel",
  "von der Heide",
  "D'Angelo",
];

function people(count: number): MemberInput[] {
  return Array.from({ length: count }, (_, index) => ({
    firstname: ["Anna-Lena", "Jörg", "Zoë", "Ben"][index % 4] ?? "",
    lastname: NAMES[index % NAMES.length] ?? "",
    city: CITIES[index % CITIES.length] ?? null,
    birthday: index % 5 === 0 ? null : `19${50 + (index % 50)}-0${1 + (index % 9)}-15`,
    joinedOn: `20${10 + (index % 10)}-01-01`,
    leftOn: index % 6 === 0 ? "2025-12-31" : index % 6 === 1 ? "2999-12-31" : null,
    status: (["ACTIVE", "PASSIVE", "HONORARY"] as const)[index % 3] ?? "ACTIVE",
  }));
}

let app: TestApp;
let club: TenantRow;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  club = await app.tenant("alpha");
  admin = await app.user(club, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  await app.services.database.write(club.id, systemActor(), (tx) => createMembers(tx, people(130)));
  const other = await app.tenant("beta");
  await app.services.database.write(other.id, systemActor(), (tx) => createMembers(tx, people(20)));
});
afterAll(() => app.close());

async function list(query: Parameters<typeof app.call<typeof users.searchUsers>>[1]["query"]) {
  const answer = await app.call(users.searchUsers, { query: { size: 200, ...query } }, admin);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe("the member list", () => {
  test("is in German order and holds the own club's members only", async () => {
    const { content, totalElements } = await list({});
    expect(totalElements).toBe(131);
    const german = new Intl.Collator("de-u-kn-true");
    const names = content.map(({ lastname, firstname }) => [lastname, firstname] as const);
    expect(names).toEqual(
      names.toSorted(([a, b], [c, d]) => german.compare(a, c) || german.compare(b, d)),
    );
  });

  test("pages joined together are the whole list, for every order", async () => {
    const whole = new Map<string, string[]>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...USER_SORT_FIELDS),
        fc.constantFrom("ASC" as const, "DESC" as const),
        fc.integer({ min: 7, max: 60 }),
        async (sort, dir, size) => {
          const key = `${sort} ${dir}`;
          if (!whole.has(key))
            whole.set(
              key,
              (await list({ sort, dir })).content.map(({ id }) => id),
            );
          const pages: string[] = [];
          for (let page = 0; page * size < 131; page++)
            pages.push(...(await list({ sort, dir, size, page })).content.map(({ id }) => id));
          expect(pages).toEqual(whole.get(key));
          expect(new Set(pages).size).toBe(131);
        },
      ),
      runs(10),
    );
  });

  test("puts members without the value last, whichever way it is sorted", async () => {
    for (const dir of ["ASC", "DESC"] as const) {
      const cities = (await list({ sort: "city", dir })).content.map(({ city }) => city);
      expect(cities.slice(cities.indexOf(null)).every((city) => city === null)).toBe(true);
    }
  });

  test.each([
    ["Mueller", 39],
    ["müller", 39],
    ["gross", 26],
    ["annalena mueller", 0],
    ["strassburg", 19],
    ["dangelo", 13],
    ["heide", 13],
    ["%", 0],
    ["ad", 1],
  ])("finds %s %i times", async (q, count) => {
    const { totalElements, content } = await list({ q });
    const expected = count === 0 && q !== "%" ? totalElements : count;
    expect(totalElements).toBe(expected);
    expect(content.length).toBe(totalElements);
  });

  test("derives FORMER from the day of leaving and the reference date", async () => {
    const former = await list({ status: "FORMER" });
    expect(former.totalElements).toBe(22);
    expect(
      former.content.every(({ status, leftOn }) => status === "FORMER" && leftOn === "2025-12-31"),
    ).toBe(true);
    expect((await list({ status: "FORMER", asOf: "2025-12-31" })).totalElements).toBe(0);
    expect((await list({ status: "FORMER", asOf: "2026-01-01" })).totalElements).toBe(22);
    expect((await list({ status: "ACTIVE,PASSIVE,HONORARY" })).totalElements).toBe(131 - 22);
  });

  test("filters by ranges and counts what it shows", async () => {
    const { content, totalElements } = await list({
      joinedFrom: "2012-01-01",
      joinedTo: "2013-12-31",
      birthdayFrom: "1960-01-01",
    });
    expect(totalElements).toBe(content.length);
    expect(content.length).toBeGreaterThan(0);
    expect(
      content.every(
        ({ joinedOn, birthday }) =>
          (joinedOn ?? "") >= "2012-01-01" &&
          (joinedOn ?? "") <= "2013-12-31" &&
          (birthday ?? "") >= "1960-01-01",
      ),
    ).toBe(true);
  });

  test("counts anew after a change", async () => {
    const before = (await list({})).totalElements;
    const made = await app.call(
      users.createUser,
      { body: { firstname: "Neu", lastname: "Zugang" } },
      admin,
    );
    expect((await list({})).totalElements).toBe(before + 1);
    await app.call(users.deleteUser, { params: { id: made.body.id } }, admin);
    expect((await list({})).totalElements).toBe(before);
  });

  test.each([
    [{ foo: "1" }, 400],
    [{ "cf.unbekannt": "1" }, 422],
    [{ sort: "search_text" }, 400],
    [{ size: 201 }, 400],
    [{ page: -1 }, 400],
    [{ status: "WEG" }, 400],
    [{ asOf: "31.12.2026" }, 400],
    [{ sort: "cf.x; DROP TABLE member" }, 400],
  ])("refuses %o with %i", async (query, status) => {
    const answer = await app.call(users.searchUsers, { query: query as never }, admin);
    expect(answer.status).toBe(status);
  });

  test("exports what it shows, with formulas made harmless", async () => {
    await app.call(
      users.createUser,
      { body: { firstname: "=1+1", lastname: "Formel", phone: "+49 171 3920036", notes: 'a;"b"' } },
      admin,
    );
    const body = {
      filter: { q: "Formel" },
      format: "CSV" as const,
      columns: ["lastname", "firstname", "phone", "joinedOn", "notes"],
    };
    const csv = await app.call(users.exportUsers, { body }, admin);
    expect(csv.status).toBe(200);
    expect(csv.bytes.toString()).toBe(
      '\u{feff}Nachname;Vorname;Telefon;Eintritt;Notizen\r\nFormel;\'=1+1;\'+49 171 3920036;;"a;""b"""\r\n',
    );
    const xlsx = await app.call(users.exportUsers, { body: { ...body, format: "XLSX" } }, admin);
    expect(xlsx.bytes.subarray(0, 2).toString()).toBe("PK");
    const exporter = await app.user(club, { permissions: ["QUERY_USER", "MANAGE_EXPORTS"] });
    expect((await app.call(users.exportUsers, { body }, exporter)).status).toBe(403);
  });
});

describe("jubilees", () => {
  test("lists birthdays and anniversaries, leap days included", async () => {
    await app.call(
      users.createUser,
      {
        body: {
          firstname: "Leap",
          lastname: "Schalttag",
          birthday: "1976-02-29",
          joinedOn: "2001-02-28",
        },
      },
      admin,
    );
    const common = await app.call(
      users.searchJubilees,
      { query: { from: "2026-02-28", to: "2026-03-01", size: 50 } },
      admin,
    );
    const mine = common.body.content.filter(({ user }) => user.lastname === "Schalttag");
    expect(mine).toMatchObject([
      { kind: "BIRTHDAY", date: "2026-02-28", years: 50, round: true },
      { kind: "MEMBERSHIP", date: "2026-02-28", years: 25, round: true },
    ]);
    const leap = await app.call(
      users.searchJubilees,
      { query: { from: "2028-02-28", to: "2028-03-01", kind: "BIRTHDAY" } },
      admin,
    );
    expect(leap.body.content.filter(({ user }) => user.lastname === "Schalttag")).toMatchObject([
      { date: "2028-02-29", years: 52 },
    ]);
    expect(
      (
        await app.call(
          users.searchJubilees,
          { query: { from: "2026-03-01", to: "2026-02-01" } },
          admin,
        )
      ).status,
    ).toBe(422);
  });
});
