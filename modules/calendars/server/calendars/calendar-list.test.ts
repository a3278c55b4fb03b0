import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { searchText, searchWords } from "#platform/contract/fold.ts";
import { type Calendar, calendarsContract as api } from "../../contract.ts";

const NAMES = [
  ["Übungen", "RED"],
  ["Umzug", "GREEN"],
  ["10. Mannschaft", "RED"],
  ["2. Mannschaft", "BLUE"],
  ["Ältestenrat", "GREEN"],
  ["Spiel & Spaß", "BLUE"],
  ["Chor Łódź", "RED"],
] as const;

let app: TestApp;
let admin: TestUser;
let reader: TestUser;
let readable: Calendar[];

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true });
  reader = await app.user(club, { permissions: ["QUERY_CALENDAR"] });
  for (const [name, color] of NAMES)
    await app.call(api.createCalendar, { body: { name, color } }, admin);
  await app.call(
    api.createCalendar,
    { body: { name: "Mannschaft des Vorstands", color: "RED", grants: [] } },
    admin,
  );
  readable = (await search({ size: 200 })).content;
});
afterAll(() => app?.close());

const search = async (query: object, as = reader) =>
  (await app.call(api.searchCalendars, { query }, as)).body;
const names = (calendars: readonly Calendar[]) => calendars.map(({ name }) => name);

describe("the list of calendars", () => {
  test("names in German order what the reader may read, and counts nothing else", async () => {
    const { content, totalElements } = await search({});
    expect(names(content)).toEqual([
      "2. Mannschaft",
      "10. Mannschaft",
      "Ältestenrat",
      "Chor Łódź",
      "Spiel & Spaß",
      "Übungen",
      "Umzug",
    ]);
    expect(totalElements).toBe(NAMES.length);
    expect(names((await search({ q: "mannschaft" }, admin)).content)).toEqual([
      "2. Mannschaft",
      "10. Mannschaft",
      "Mannschaft des Vorstands",
    ]);
  });

  test.each(["name", "color"] as const)("by %s is the same in pages of any size", async (sort) => {
    for (const dir of ["ASC", "DESC"] as const) {
      const german = new Intl.Collator("de-u-kn-true");
      const sign = dir === "ASC" ? 1 : -1;
      const expected = readable.toSorted(
        (a, b) =>
          sign *
          ((sort === "color" ? german.compare(a.color, b.color) : 0) ||
            german.compare(a.name, b.name)),
      );
      for (const size of [1, 3, 200]) {
        const pages = [];
        for (let page = 0; page * size < readable.length; page++)
          pages.push(await search({ sort, dir, size, page }));
        expect(pages.flatMap(({ content }) => content)).toEqual(expected);
        expect(pages[0]).toMatchObject({
          totalElements: readable.length,
          totalPages: Math.ceil(readable.length / size),
        });
      }
    }
  });

  test.each(["ueb", "üb", "MANNSCHAFT 2", "spielspass", "spaß", "lodz", "aelt", "%", "nichts"])(
    "finds by “%s” what every list would find",
    async (q) => {
      const words = searchWords(q);
      const expected = readable.filter(({ name }) =>
        words.every((word) => searchText([name]).includes(word)),
      );
      expect(names((await search({ q })).content)).toEqual(names(expected));
    },
  );

  test("shows the grants to those alone who manage calendars", async () => {
    const [seen] = (await search({ q: "Umzug" })).content;
    const [managed] = (await search({ q: "Umzug" }, admin)).content;
    expect(seen?.grants).toBeNull();
    expect(managed?.grants).toMatchObject([{ subject: "ALL", access: "READ" }]);
  });
});
