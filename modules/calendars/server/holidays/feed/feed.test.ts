import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { chooseRegion } from "#modules/tenants/server/public.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { callOutside } from "#platform/server/outbound/call-outside.ts";
import { calendarsContract } from "../../../contract.ts";
import { holidaysContract as api } from "../../../holiday-contract.ts";
import { aCalendar, anEvent } from "../../invitations/testing.ts";
import { fetchHolidays, takeOverFeed } from "./fetch-holidays.ts";
import { readFeed } from "./read-feed.ts";

let app: TestApp;
let admin: TestUser;
let names = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

const URL_OF_FEED = "https://ferien.example.org/schule.ics";
const never = new AbortController().signal;

function event(title: string, from: string, until: string | null, more = ""): string {
  const end = until === null ? "" : `DTEND;VALUE=DATE:${until.replaceAll("-", "")}\r\n`;
  return `BEGIN:VEVENT\r\nUID:${title}-${from}\r\nSUMMARY:${title}\r\nDTSTART;VALUE=DATE:${from.replaceAll("-", "")}\r\n${end}${more}END:VEVENT\r\n`;
}
function calendarOf(...events: string[]): Buffer {
  const body = events.join("");
  return Buffer.from(
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Schule//DE\r\n${body}END:VCALENDAR\r\n`,
  );
}
const SCHOOL = calendarOf(
  event("Faschingsferien", "2029-02-12", "2029-02-17"),
  event("Beweglicher Ferientag", "2029-05-11", null),
);

/** A club in Baden-Württemberg, whose head is `admin` from here on. */
async function aClub(): Promise<void> {
  admin = await app.user(await app.tenant(`ferien${++names}`), { isAdmin: true });
  await app.services.database.write(admin.tenant.id, systemActor("Test"), (tx) =>
    chooseRegion(tx, "BW"),
  );
}
const put = (url = URL_OF_FEED, as: TestUser = admin) =>
  app.call(api.putHolidayFeed, { body: { url } }, as);
const feed = async () => (await app.call(api.getHolidayFeed, {}, admin)).body;
const list = async (from = "2029-02-01", to = "2029-05-31", as: TestUser = admin) =>
  (await app.call(api.listHolidays, { query: { from, to } }, as)).body;
const school = async () =>
  (await list()).holidays.filter(({ kind }) => kind === "SCHOOL").map(({ name }) => name);
const takeOver = (load: (url: string) => Promise<Uint8Array>) =>
  takeOverFeed(app.services.database, admin.tenant.id, load, never);
const says = (bytes: Uint8Array) => takeOver(() => Promise.resolve(bytes));

describe("a club's own feed", () => {
  test("says its school holidays instead of the Land; public holidays stay", async () => {
    await aClub();
    expect(await school()).toEqual(["Osterferien", "Pfingstferien"]);
    expect((await put()).body).toEqual({
      url: URL_OF_FEED,
      fetchedAt: null,
      problem: null,
      holidays: 0,
    });
    // Until it was read, the Land's count.
    expect(await school()).toEqual(["Osterferien", "Pfingstferien"]);
    await says(SCHOOL);
    expect(await school()).toEqual(["Faschingsferien", "Beweglicher Ferientag"]);
    const { holidays, until, source } = await list();
    expect(holidays).toContainEqual({
      kind: "SCHOOL",
      name: "Faschingsferien",
      from: "2029-02-12",
      to: "2029-02-16",
    });
    expect(holidays.map(({ name }) => name)).toContain("Karfreitag");
    expect({ until, source }).toEqual({
      until: "2029-05-11",
      source: { title: "Eigener Ferienkalender", url: null },
    });
    expect(await feed()).toMatchObject({ problem: null, holidays: 2 });
    await app.call(api.deleteHolidayFeed, {}, admin);
    expect(await school()).toEqual(["Osterferien", "Pfingstferien"]);
    expect((await app.call(api.deleteHolidayFeed, {}, admin)).status).toBe(404);
  });

  test("is of use to a club without a Land", async () => {
    admin = await app.user(await app.tenant(`ferien${++names}`), { isAdmin: true });
    await put();
    await says(SCHOOL);
    expect(await list()).toMatchObject({ region: null, until: "2029-05-11" });
    expect(await school()).toHaveLength(2);
  });

  test("once unreadable, keeps what it said and tells why", async () => {
    await aClub();
    await put();
    await says(SCHOOL);
    await says(Buffer.from("<html>404</html>"));
    expect(await school()).toEqual(["Faschingsferien", "Beweglicher Ferientag"]);
    expect(await feed()).toMatchObject({
      problem: "Unter dieser Adresse steht kein Kalender (ICS).",
      holidays: 2,
      fetchedAt: expect.any(String),
    });
    await says(calendarOf(event("Sommerferien", "2029-05-02", "2029-05-05")));
    expect(await feed()).toMatchObject({ problem: null, holidays: 1 });
  });

  test("under another address begins anew; what comes late from the former one is not taken", async () => {
    await aClub();
    await put();
    await says(SCHOOL);
    await takeOver(async () => {
      await put("https://anders.example.org/ferien.ics");
      return calendarOf(event("Falsch", "2029-03-05", "2029-03-06"));
    });
    expect(await school()).toEqual(["Osterferien", "Pfingstferien"]);
    expect(await feed()).toMatchObject({ fetchedAt: null, holidays: 0 });
  });

  test("leaves the series out that leave out holidays, and no other", async () => {
    await aClub();
    const training = {
      calendarId: await aCalendar(app, admin),
      startDateTime: "2029-02-05T18:00:00+01:00",
      endDateTime: "2029-02-05T20:00:00+01:00",
      recurrence: "FREQ=WEEKLY;COUNT=4",
    };
    const without = await anEvent(app, admin, { ...training, leavesOutHolidays: true });
    const always = await anEvent(app, admin, training);
    const left = async (id: string) =>
      (
        await app.call(calendarsContract.getEvent, { params: { id } }, admin)
      ).body.holidayExdates.map((text) => text.slice(0, 10));
    expect(await left(without.id)).toEqual([]);
    await put();
    await says(SCHOOL);
    expect(await left(without.id)).toEqual(["2029-02-12"]);
    expect(await left(always.id)).toEqual([]);
  });

  test("is each club's own", async () => {
    await aClub();
    const other = admin;
    await aClub();
    await put();
    await says(SCHOOL);
    expect((await list("2029-02-01", "2029-02-28", other)).holidays).toEqual([]);
    expect((await app.call(api.getHolidayFeed, {}, other)).body.url).toBeNull();
  });

  test("is told to and changed by nobody without the right to the settings", async () => {
    await aClub();
    await put();
    const member = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    expect((await app.call(api.getHolidayFeed, {}, member)).status).toBe(403);
    expect((await put(URL_OF_FEED, member)).status).toBe(403);
    expect((await app.call(api.deleteHolidayFeed, {}, member)).status).toBe(403);
    await says(SCHOOL);
    const { source } = await list("2029-02-01", "2029-02-28", member);
    expect(JSON.stringify(source)).not.toContain("example.org");
  });
});

describe("an address", () => {
  test.each(["http://ferien.example.org/x.ics", "ferien.ics", "ftp://example.org", ""])(
    "has to be one of the web, with https: %s",
    async (url) => {
      await aClub();
      expect((await put(url)).status).toBe(400);
    },
  );

  test.each([
    "https://127.0.0.1/x.ics",
    "https://[::1]/x.ics",
    "https://10.0.0.8/",
    "https://169.254.169.254/",
  ])("in a private network is refused in words and never asked: %s", async (url) => {
    await aClub();
    expect((await put(url)).status).toBe(200);
    await app.runScheduled(fetchHolidays);
    expect(await feed()).toMatchObject({
      fetchedAt: null,
      problem: "Diese Adresse liegt nicht im öffentlichen Internet.",
    });
    expect(await school()).toEqual(["Osterferien", "Pfingstferien"]);
  });

  test("that answers too much is refused in words", async () => {
    await aClub();
    await put();
    const server: Server = createServer((_request, response) => response.end(Buffer.alloc(3e6)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await takeOver(async () => {
      const limits = { maxBytes: 2 * 1024 * 1024, timeoutMs: 5_000, trustedOrigin: origin };
      return (await callOutside({ url: origin, ...limits })).body;
    });
    expect((await feed()).problem).toBe("Die Antwort der Adresse ist zu groß.");
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("a file", () => {
  const read = (bytes: Buffer) => readFeed(bytes, "Europe/Berlin", never);
  const whole = (number: number) => event(`Tag ${number}`, "2029-02-12", "2029-02-13");

  test("without events of whole days is refused", async () => {
    const timed = calendarOf(
      "BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Konferenz\r\nDTSTART:20290212T100000Z\r\nDTEND:20290212T110000Z\r\nEND:VEVENT\r\n",
    );
    await expect(read(timed)).rejects.toMatchObject({
      detail: expect.stringContaining("keine ganztägigen Termine"),
    });
  });

  test("with more than a school has is refused", async () => {
    const many = Array.from({ length: 401 }, (_, index) => whole(index));
    await expect(read(calendarOf(...many))).rejects.toMatchObject({
      detail: expect.stringContaining("mehr als 400 ganztägige"),
    });
    expect(await read(calendarOf(...many.slice(1)))).toHaveLength(400);
  });

  test("of names with markup and without end is read as text, its dates as they stand", async () => {
    const long = "x".repeat(300);
    const found = await read(
      calendarOf(
        event("<b>Ferien</b>", "2029-03-24", "2029-04-08"),
        event(long, "2029-05-11", null),
        event("Ein Jahr lang", "2029-01-01", "2030-01-01"),
        event("Entfällt", "2029-06-01", "2029-06-02", "STATUS:CANCELLED\r\n"),
      ),
    );
    expect(found).toEqual([
      { kind: "SCHOOL", name: "<b>Ferien</b>", from: "2029-03-24", to: "2029-04-07" },
      { kind: "SCHOOL", name: "x".repeat(100), from: "2029-05-11", to: "2029-05-11" },
    ]);
  });

  test.each(["", "Datum;Titel\n24.12.2029;Ferien\n", "PK\u0003\u0004"])(
    "of another kind is refused: %j",
    async (text) => {
      await expect(read(Buffer.from(text))).rejects.toMatchObject({
        detail: expect.stringContaining("kein Kalender (ICS)"),
      });
    },
  );
});
