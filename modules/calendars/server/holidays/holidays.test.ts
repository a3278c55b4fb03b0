import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { REGIONS, type Region, tenantsContract } from "#modules/tenants/contract.ts";
import { holidaysContract } from "../../holiday-contract.ts";
import { publicHolidaysOf } from "./public-holidays.ts";
import { schoolHolidaySource, schoolHolidaysOf } from "./school-holidays.ts";

const DAY_MS = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const daysOf = ({ from, to }: { from: string; to: string }) => (at(to) - at(from)) / DAY_MS + 1;
/** The day itself, or the Friday before a weekend. */
function lastSchoolDay(day: string): string {
  const after = [2, 0, 0, 0, 0, 0, 1][weekday(day)] ?? 0;
  return new Date(at(day) - after * DAY_MS).toISOString().slice(0, 10);
}
const weekday = (day: string) => new Date(at(day)).getUTCDay();

describe.each(REGIONS)("school holidays of %s", (region) => {
  const holidays = schoolHolidaysOf(region);
  const named = (name: string) => holidays.filter((one) => one.name === name);

  test("stand one after the other and never overlap", () => {
    for (const [index, one] of holidays.entries()) {
      expect(daysOf(one), `${one.name} ${one.from}`).toBeGreaterThanOrEqual(1);
      const next = holidays[index + 1];
      if (next) expect(next.from > one.to, `${one.name} ${one.from}`).toBe(true);
    }
  });

  test("are known to the summer of 2030, and say from where", () => {
    const { source, until } = schoolHolidaySource(region);
    expect(until).toBe(holidays.at(-1)?.to);
    expect(until?.slice(0, 4)).toBe("2030");
    expect(source?.url).toMatch(/^https:\/\//);
  });

  test("have a summer of five to seven weeks in each year", () => {
    const summers = named("Sommerferien");
    expect(summers.map(({ from }) => from.slice(0, 4))).toEqual([
      "2025",
      "2026",
      "2027",
      "2028",
      "2029",
      "2030",
    ]);
    for (const summer of summers) {
      expect(daysOf(summer), summer.from).toBeGreaterThanOrEqual(35);
      expect(daysOf(summer), summer.from).toBeLessThanOrEqual(49);
    }
  });

  test("have the week from Christmas to New Year's Eve in each winter", () => {
    const winters = named("Weihnachtsferien");
    expect(winters).toHaveLength(5);
    for (const { from, to } of winters) {
      const year = from.slice(0, 4);
      expect(
        from <= `${year}-12-27` && lastSchoolDay(to) >= lastSchoolDay(`${year}-12-31`),
        from,
      ).toBe(true);
      expect(daysOf({ from, to }), from).toBeLessThanOrEqual(21);
    }
  });

  test("hold Easter in spring or touch it, where the Land has Easter holidays", () => {
    for (const { from, to } of named("Osterferien")) {
      const monday = publicHolidaysOf(region, Number(from.slice(0, 4))).find(
        ({ name }) => name === "Ostermontag",
      );
      const easter = at(monday?.from ?? "");
      expect(at(from) <= easter + 2 * DAY_MS, from).toBe(true);
      expect(at(to) >= easter - 4 * DAY_MS, from).toBe(true);
      expect(daysOf({ from, to }), from).toBeLessThanOrEqual(17);
    }
  });

  test("that are one day alone are no Sunday", () => {
    const alone = holidays.filter(({ from, to }) => from === to);
    expect(alone.filter(({ from }) => weekday(from) === 0)).toEqual([]);
  });
});

describe("where the sources of the data disagree, the Land's own dates stand", () => {
  test.each<[Region, string, string]>([
    ["BY", "2028-04-10", "2028-04-21"],
    ["NW", "2027-12-24", "2028-01-08"],
    ["SL", "2025-07-07", "2025-08-14"],
    ["HH", "2027-05-07", "2027-05-14"],
    ["HH", "2028-12-18", "2028-12-29"],
    ["MV", "2027-12-22", "2028-01-04"],
    ["MV", "2028-04-12", "2028-04-21"],
    ["MV", "2028-12-22", "2029-01-02"],
  ])("%s from %s", (region, from, to) => {
    expect(schoolHolidaysOf(region).find((one) => one.from === from)?.to).toBe(to);
  });
});

describe("public holidays", () => {
  const has = (region: Region, day: string) =>
    publicHolidaysOf(region, Number(day.slice(0, 4))).find(({ from }) => from === day)?.name;

  test("are those of the Land: some have a day that others do not", () => {
    expect(has("SN", "2026-11-18")).toBe("Buß- und Bettag");
    expect(REGIONS.filter((region) => has(region, "2026-11-18"))).toEqual(["SN"]);
    expect(REGIONS.filter((region) => has(region, "2026-08-15"))).toEqual(["BY", "SL"]);
    expect(REGIONS.filter((region) => has(region, "2026-06-04"))).toEqual([
      "BW",
      "BY",
      "HE",
      "NW",
      "RP",
      "SL",
    ]);
    expect(REGIONS.filter((region) => has(region, "2027-03-08"))).toEqual(["BE", "MV"]);
  });

  test("move with Easter", () => {
    expect(has("NW", "2026-04-03")).toBe("Karfreitag");
    expect(has("NW", "2027-03-26")).toBe("Karfreitag");
  });
});

describe("the club", () => {
  let app: TestApp;
  let admin: TestUser;
  let reader: TestUser;

  beforeAll(async () => {
    app = await testApp();
    const club = await app.tenant("ferien");
    admin = await app.user(club, { isAdmin: true });
    reader = await app.user(club, { permissions: ["QUERY_CALENDAR"] });
  });
  afterAll(() => app?.close());

  const list = (from: string, to: string, as: TestUser = reader) =>
    app.call(holidaysContract.listHolidays, { query: { from, to } }, as);
  async function choose(region: Region | null) {
    const { body } = await app.call(tenantsContract.getTenant, {}, admin);
    const { displayName, accentColor, timeZone, trashDays, version } = body;
    const input = { displayName, accentColor, timeZone, trashDays, region, version };
    const saved = await app.call(tenantsContract.updateTenant, { body: input }, admin);
    expect(saved.body.region).toBe(region);
  }

  test("has none before its Land is chosen, and none after it was taken back", async () => {
    const none = { region: null, holidays: [], until: null, source: null };
    expect((await list("2026-12-01", "2027-01-31")).body).toEqual(none);
    await choose("NW");
    expect((await list("2026-12-01", "2027-01-31")).body.region).toBe("NW");
    await choose(null);
    expect((await list("2026-12-01", "2027-01-31")).body).toEqual(none);
  });

  test("has those of its Land that touch the period, with their whole length", async () => {
    await choose("BW");
    const { body } = await list("2026-12-26", "2027-01-06");
    expect(body.holidays).toEqual([
      { kind: "SCHOOL", name: "Weihnachtsferien", from: "2026-12-23", to: "2027-01-09" },
      { kind: "PUBLIC", name: "2. Weihnachtstag", from: "2026-12-26", to: "2026-12-26" },
      { kind: "PUBLIC", name: "Neujahrstag", from: "2027-01-01", to: "2027-01-01" },
      { kind: "PUBLIC", name: "Heilige Drei Könige", from: "2027-01-06", to: "2027-01-06" },
    ]);
    expect(body.until).toBe("2030-09-07");
    expect(body.source?.title).toMatch(/Kultus/);
    expect((await list("2026-11-02", "2026-11-15")).body.holidays).toEqual([]);
  });

  test("tells them no other club, and nobody without the right to see calendars", async () => {
    await choose("BW");
    const stranger = await app.user(await app.tenant("andere"), {
      permissions: ["QUERY_CALENDAR"],
    });
    expect((await list("2026-12-01", "2026-12-31", stranger)).body.holidays).toEqual([]);
    const plain = await app.user(admin.tenant, { permissions: [] });
    expect((await list("2026-12-01", "2026-12-31", plain)).status).toBe(403);
  });

  test("refuses a period that runs backwards or is longer than two years", async () => {
    expect((await list("2026-12-31", "2026-12-01")).status).toBe(422);
    expect((await list("2026-01-01", "2029-01-01")).status).toBe(422);
    expect((await list("2026-13-01", "2026-12-01")).status).toBe(400);
  });
});
