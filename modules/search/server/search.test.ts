import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { aShare, upload } from "#modules/files/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import type { UserCreate } from "#modules/members/contract.ts";
import { searchContract } from "../contract.ts";
import { cleanUpWords } from "./cleanup.ts";
import { selectSimilarWords } from "./queries.ts";

let app: TestApp;
let admin: TestUser;
let calendarId: string;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { firstname: "Adele", lastname: "Chefin", isAdmin: true });
  await member({
    firstname: "Jürgen",
    lastname: "Müller",
    email: "jm@example.org",
    mobile: "0171 2345678",
    city: "Göppingen",
    street: "Schillerstraße 12",
  });
  await member({ firstname: "Petra", lastname: "Mueller-Lüdenscheidt", city: "Bad Boll" });
  await member({
    firstname: "Zoë",
    lastname: "Weiß",
    phone: "+49 7161 98765",
    city: "Ebersbach an der Fils",
  });
  await member({ firstname: "Otto", lastname: "Schmidt", memberNumber: "4711" });
  await member({ firstname: "Lieselotte", lastname: "Ott" });
  await member({ firstname: "Karla", lastname: "Aldinger", title: "Prof. Dr. med." });
  await member({ firstname: "Kurt", lastname: "Aldinger" });
  const division = await app.call(groupsContract.createGroup, { body: { name: "Fußball" } }, admin);
  await app.call(
    groupsContract.createGroup,
    { body: { name: "E-Jugend", parentId: division.body.id } },
    admin,
  );
  const calendar = await app.call(
    calendarsContract.createCalendar,
    { body: { name: "Verein", color: "BLUE" } },
    admin,
  );
  calendarId = calendar.body.id;
  const event = (title: string, day: string, more: object = {}) =>
    app.call(
      calendarsContract.createEvent,
      {
        params: { id: calendar.body.id },
        body: {
          title,
          startDateTime: `${day}T18:30:00+01:00`,
          endDateTime: `${day}T20:00:00+01:00`,
          ...more,
        },
      },
      admin,
    );
  await event("Vorstandssitzung", "2020-01-15");
  await event("Sitzung des Beirats", "2090-01-16", { location: "Vereinsheim" });
  await event("Sommerfest", "2090-07-10");
  await event("Sommerferien", "2090-07-29");
  await event("Chorprobe", "2024-01-03", { recurrence: "FREQ=WEEKLY" });
  const share = await aShare(app, admin);
  await upload(
    app,
    admin,
    share.id,
    "Protokolle/Sitzungsprotokoll_2026.txt",
    "Anwesend: alle. Der Käsekuchen war vorzüglich.",
    { createFolders: true },
  );
  await upload(
    app,
    admin,
    share.id,
    "Satzung.txt",
    "Die Mitglieder zahlen Beiträge. Die Häuser am Sportplatz bleiben stehen.",
  );
  await app.runJobs();
});
afterAll(() => app?.close());

async function member(values: Partial<UserCreate> & { firstname: string; lastname: string }) {
  expect((await app.call(usersContract.createUser, { body: values }, admin)).status).toBe(201);
}

async function groups(q: string, query: { types?: string; limit?: number } = {}) {
  const answer = await app.call(searchContract.search, { query: { q, ...query } }, admin);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function titles(q: string, types?: string): Promise<string[]> {
  return (await groups(q, types === undefined ? {} : { types })).flatMap(({ results }) =>
    results.map(({ title }) => title),
  );
}

const MUELLERS = ["Jürgen Müller", "Petra Mueller-Lüdenscheidt"];

describe("members", () => {
  test.each(["Müller", "Mueller", "muller", "MÜLL", "mül"])(
    "%s finds every way to write it",
    async (q) => {
      expect((await titles(q, "USER")).toSorted()).toEqual(MUELLERS);
    },
  );
  test.each([
    ["jürgen müller", "Jürgen Müller"],
    ["müller jür", "Jürgen Müller"],
    ["müller göppingen", "Jürgen Müller"],
    ["luedenscheidt boll", "Petra Mueller-Lüdenscheidt"],
    ["4711", "Otto Schmidt"],
    ["jm@example.org", "Jürgen Müller"],
    ["0171 2345678", "Jürgen Müller"],
    ["+491712345678", "Jürgen Müller"],
    ["0171/2345", "Jürgen Müller"],
    ["0716198765", "Zoë Weiß"],
    ["weiss", "Zoë Weiß"],
    ["zoe", "Zoë Weiß"],
    ["schillerstr", "Jürgen Müller"],
    ["müller schillerstraße", "Jürgen Müller"],
  ])("%s finds %s by several fields", async (q, name) => {
    expect(await titles(q, "USER")).toEqual([name]);
  });
  test("a title narrows down who has the name", async () => {
    for (const q of ["Dr. Aldinger", "aldinger dr", "Prof. Dr. Aldinger", "dr. med. karla ald"])
      expect([q, await titles(q, "USER")]).toEqual([q, ["Prof. Dr. med. Karla Aldinger"]]);
    expect(await titles("Dipl. Aldinger", "USER")).toEqual([]);
    expect(await titles("aldinger", "USER")).toEqual(["Karla Aldinger", "Kurt Aldinger"]);
  });
  test("whole words come before beginnings, beginnings before parts", async () => {
    expect(await titles("ott", "USER")).toEqual(["Lieselotte Ott", "Otto Schmidt"]);
    expect(await titles("otto", "USER")).toEqual(["Otto Schmidt"]);
  });
  test.each([
    ["Schmitd", "Otto Schmidt"],
    ["Shcmidt", "Otto Schmidt"],
    ["Schmid", "Otto Schmidt"],
    ["Schmiddt", "Otto Schmidt"],
    ["Mülelr göppingen", "Jürgen Müller"],
    ["Lüdenschedit", "Petra Mueller-Lüdenscheidt"],
  ])("%s is a typing error for %s", async (q, name) => {
    expect(await titles(q, "USER")).toEqual([name]);
  });
  test("what is spelt quite differently is not found", async () => {
    expect(await titles("Xylophon")).toEqual([]);
    expect(await titles("Schmalz", "USER")).toEqual([]);
  });
  test("signs alone find nothing", async () => {
    expect(await titles("%%%")).toEqual([]);
    expect(await titles("_ \\ ' |")).toEqual([]);
  });
  test("the list with all hits is offered", async () => {
    const [found] = await groups(" Müller ", { types: "USER" });
    expect(found?.more).toEqual({
      label: "Alle Mitglieder mit „Müller“",
      route: "/users?q=M%C3%BCller",
    });
  });
});

describe("groups, events and files", () => {
  test("a group is found with the one above it", async () => {
    expect(await titles("fussball e-jugend", "GROUP")).toEqual(["Fußball->E-Jugend"]);
    expect(await titles("fußball", "GROUP")).toEqual(["Fußball", "Fußball->E-Jugend"]);
    expect(await titles("Fusball", "GROUP")).toEqual(["Fußball", "Fußball->E-Jugend"]);
  });
  test("word forms and parts of compounds; what is to come before what was", async () => {
    expect(await titles("Sitzungen", "EVENT")).toEqual(["Sitzung des Beirats", "Vorstandssitzung"]);
    expect(await titles("sitzung", "EVENT")).toEqual(["Sitzung des Beirats", "Vorstandssitzung"]);
    expect(await titles("Vorstandsitzung", "EVENT")).toEqual(["Vorstandssitzung"]);
    expect(await titles("beirat vereinsheim", "EVENT")).toEqual(["Sitzung des Beirats"]);
    for (const q of ["Sommerfest", "sommerfeste"])
      expect([q, await titles(q, "EVENT")]).toEqual([q, ["Sommerfest"]]);
  });
  test("a calendar opens with itself alone switched on", async () => {
    const other = await app.call(
      calendarsContract.createCalendar,
      { body: { name: "Platzbelegung", color: "RED" } },
      admin,
    );
    const routes = async (q: string) =>
      (await groups(q, { types: "EVENT" })).flatMap(({ results }) =>
        results.filter(({ type }) => type === "CALENDAR").map(({ route }) => route),
      );
    expect(await routes("platzbelegung")).toEqual([`/calendars?hidden=${calendarId}`]);
    expect(await routes("verein")).toEqual([`/calendars?hidden=${other.body.id}`]);
  });
  test("of a series the next occurrence", async () => {
    const [found] = await groups("chorprobe", { types: "EVENT" });
    const [hit] = found?.results ?? [];
    const opened = await app.call(
      calendarsContract.getEvent,
      { params: { id: hit?.id ?? "" } },
      admin,
    );
    expect(opened.status).toBe(200);
    const days = (Date.parse(opened.body.startDateTime) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(-0.1);
    expect(days).toBeLessThanOrEqual(7);
    expect(hit?.route).toBe(`/calendars/events/${hit?.id ?? ""}`);
    expect(hit?.subtitle).toMatch(/^Mi\., \d\d\.\d\d\.\d{4}, 18:30 Uhr · Verein$/);
  });
  test("files and folders by name, and by what is written inside", async () => {
    expect(await titles("protokoll 2026", "FILE")).toEqual(["Sitzungsprotokoll_2026.txt"]);
    expect(await titles("protokolle", "FILE")).toEqual([
      "Protokolle",
      "Sitzungsprotokoll_2026.txt",
    ]);
    expect(await titles("kaesekuchen", "FILE")).toEqual(["Sitzungsprotokoll_2026.txt"]);
    expect(await titles("Käsekuhcen", "FILE")).toEqual(["Sitzungsprotokoll_2026.txt"]);
    expect(await titles("Haus Sportplätze", "FILE")).toEqual(["Satzung.txt"]);
    expect(await titles("Beitrag", "FILE")).toEqual(["Satzung.txt"]);
  });
  test("what lies in the trash with its folder takes nobody's place", async () => {
    const share = await aShare(app, admin, { name: "Jahresrückblicke" });
    await upload(app, admin, share.id, "Kassenbericht alt.txt", "Kassenwart");
    for (let index = 0; index < 70; index++)
      await upload(
        app,
        admin,
        share.id,
        `Weg/tief/Kassenbericht ${index}.txt`,
        "Kassenwart",
        index === 0 ? { createFolders: true } : {},
      );
    await app.runJobs();
    expect(
      (await app.call(filesContract.deleteEntry, { params: { id: share.id, path: "Weg" } }, admin))
        .status,
    ).toBe(204);
    expect(await titles("Kassenbericht", "FILE")).toEqual(["Kassenbericht alt.txt"]);
    expect(await titles("Kassenwart", "FILE")).toEqual(["Kassenbericht alt.txt"]);
    expect(await titles("jahresruckblick", "FILE")).toEqual(["Jahresrückblicke"]);
  }, 120_000);
  test("hits are marked in pieces that make up the text", async () => {
    const [found] = await groups("käsekuchen", { types: "FILE" });
    const [hit] = found?.results ?? [];
    expect(hit?.highlight.excerpt).toEqual([
      { text: "Anwesend: alle. Der ", hit: false },
      { text: "Käsekuchen", hit: true },
      { text: " war vorzüglich.", hit: false },
    ]);
    expect(hit?.subtitle).toMatch(/^Ablage \d+ › Protokolle$/);
    const [members] = await groups("mueller jürg", { types: "USER" });
    expect(members?.results[0]?.highlight.title).toEqual([
      { text: "Jürg", hit: true },
      { text: "en ", hit: false },
      { text: "Müller", hit: true },
    ]);
  });
});

test("kinds and the number of results can be chosen; nonsense is refused", async () => {
  expect(
    (await groups("verein")).flatMap(({ results }) =>
      results.map(({ type, title }) => `${type} ${title}`),
    ),
  ).toEqual(["CALENDAR Verein", "EVENT Sitzung des Beirats"]);
  expect((await groups("sitzung")).map(({ type }) => type)).toEqual(["EVENT", "FILE"]);
  expect(
    (await groups("müller", { types: "USER,GROUP", limit: 1 })).map(
      ({ results }) => results.length,
    ),
  ).toEqual([1]);
  expect(await groups("müller", { types: "NOTHING" })).toEqual([]);
  for (const query of [
    { q: "a", limit: "0" },
    { q: "a", limit: "21" },
    { q: "a".repeat(201) },
    { q: "a", types: "user;drop" },
    { q: "a", tenant: "beta" },
    {},
  ])
    expect((await app.call(searchContract.search, { query: query as never }, admin)).status).toBe(
      400,
    );
});

test("who is deleted is found no more, and words that nobody uses leave the list", async () => {
  const { body } = await app.call(
    usersContract.createUser,
    { body: { firstname: "Eusebius", lastname: "Quitzow" } },
    admin,
  );
  expect(await titles("Quitzwo", "USER")).toEqual(["Eusebius Quitzow"]);
  await app.call(usersContract.deleteUser, { params: { id: body.id } }, admin);
  expect(await titles("Quitzow", "USER")).toEqual([]);
  expect(await titles("Quitzwo", "USER")).toEqual([]);
  const listed = () =>
    app.services.database.read(admin.tenant.id, (tx) =>
      selectSimilarWords(tx, ["quitzow", "schmidt"], 5),
    );
  const cleanUp = () => app.runScheduled(cleanUpWords);
  await cleanUp();
  expect((await listed()).map((words) => words[0])).toEqual(["quitzow", "schmidt"]);
  expect(
    (await app.call(usersContract.anonymiseUser, { params: { id: body.id } }, admin)).status,
  ).toBeLessThan(300);
  await cleanUp();
  expect((await listed())[0]).not.toContain("quitzow");
  expect((await listed())[1]).toContain("schmidt");
});
