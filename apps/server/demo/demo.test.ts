import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { findTenantByName } from "#modules/tenants/server/public.ts";
import { usersContract } from "#modules/members/contract.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { createMember } from "#modules/members/server/public.ts";
import { makeDemo } from "./demo.ts";

let app: TestApp;
let admin: TestUser;
/** The demo's people, by the beginning of their address. */
let loggedIn: (name: string) => Promise<TestUser>;

beforeAll(async () => {
  app = await testApp();
  await makeDemo(app.services);
  const row = await findTenantByName(app.services.database, app.services.environment.defaultTenant);
  if (row === undefined) throw new Error("the demo made no club");
  const { id } = await app.services.database.write(row.id, systemActor(), (tx) =>
    createMember(tx, { firstname: "Probe", lastname: "Verwalter" }, { isAdmin: true }),
  );
  const as = (userId: string): TestUser => ({
    id: userId,
    tenant: row,
    token: `test.${row.id}.${userId}`,
  });
  admin = as(id);
  loggedIn = async (name) => {
    const found = await app.call(
      usersContract.searchUsers,
      { query: { q: `${name}@demo.example` } },
      admin,
    );
    return as(found.body.content[0]?.id ?? "");
  };
}, 60_000);
afterAll(() => app?.close());

test("the demo club has four calendars in the four colours and always something coming up", async () => {
  const calendars = await app.call(calendarsContract.searchCalendars, {}, admin);
  expect(new Set(calendars.body.content.map(({ color }) => color))).toEqual(
    new Set(["GREEN", "BLUE", "YELLOW", "RED"]),
  );
  const upcoming = await app.call(calendarsContract.listUpcoming, { query: { size: 50 } }, admin);
  expect(upcoming.body.totalElements).toBeGreaterThan(500);
  expect(new Set(upcoming.body.content.map(({ calendar }) => calendar.name)).size).toBeGreaterThan(
    2,
  );
  const month = Temporal.Now.plainDateISO("Europe/Berlin").subtract({ months: 1 });
  for (const { id, name } of calendars.body.content.filter(
    (calendar) => calendar.name !== "Vorstand",
  )) {
    const events = await app.call(
      calendarsContract.listMonth,
      { params: { id, y: month.year, m: month.month } },
      admin,
    );
    expect(events.body.length, name).toBeGreaterThan(3);
  }
});

test("its people see what they may: the trainer writes the football calendar, a member reads all but the board's", async () => {
  const rights = async (who: TestUser) =>
    Object.fromEntries(
      (await app.call(calendarsContract.searchCalendars, {}, who)).body.content.map(
        ({ name, can }) => [name, can],
      ),
    );
  expect(await rights(await loggedIn("mitglied"))).toEqual({
    Fußball: [],
    "Turnen und Leichtathletik": [],
    Vereinstermine: [],
  });
  expect(await rights(await loggedIn("trainer"))).toMatchObject({
    Fußball: ["ADD_EVENT"],
    Vereinstermine: [],
  });
  expect(await rights(await loggedIn("buero"))).toMatchObject({
    Vorstand: ["ADD_EVENT", "EDIT", "DELETE"],
  });
});

test("its documents lie in three shares, of which a member sees two and the newest first", async () => {
  const shares = async (who: TestUser) =>
    Object.fromEntries(
      (
        await app.call(filesContract.searchFileShares, { query: { kind: "DOCUMENTS" } }, who)
      ).body.content.map(({ name, can }) => [name, can]),
    );
  expect(await shares(await loggedIn("mitglied"))).toEqual({ Fußball: [], Vereinsdokumente: [] });
  expect(Object.keys(await shares(admin))).toEqual(["Fußball", "Vereinsdokumente", "Vorstand"]);
  const [newest] = (
    await app.call(
      filesContract.listNewestFiles,
      { query: { limit: 3 } },
      await loggedIn("mitglied"),
    )
  ).body;
  expect(newest?.fileMetadata.size).toBeGreaterThan(0);
  const { id } = newest?.fileShare ?? { id: "" };
  const all = (await app.call(filesContract.listAllEntries, { params: { id } }, admin)).body;
  expect(all.some(({ type }) => type === "FOLDER")).toBe(true);
});

test("its pictures lie in two galleries, sorted by the day they were taken", async () => {
  const member = await loggedIn("mitglied");
  const { body } = await app.call(
    filesContract.searchFileShares,
    { query: { kind: "IMAGES" } },
    member,
  );
  expect(body.content.map(({ name }) => name)).toEqual(["Sommerfest", "Vereinsleben"]);
  await app.runJobs();
  const [feast] = body.content;
  const pictures = await app.call(
    filesContract.listFolder,
    { params: { id: feast?.id ?? "", path: "" }, query: { sort: "takenAt", dir: "ASC" } },
    member,
  );
  expect(pictures.body.content.map(({ name, hasThumbnail }) => [name, hasThumbnail])).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => [`Sommerfest 0${number}.jpg`, true]),
  );
});

test("its invitations: open ones for member and trainer, a full event with a waiting list, and no mails", async () => {
  const states = async (who: TestUser) =>
    (
      await app.call(
        invitationsContract.searchMyInvitations,
        { query: { state: "ALL", size: 50 } },
        who,
      )
    ).body.content.map(({ state }) => state);
  expect(await states(await loggedIn("mitglied"))).toEqual(
    expect.arrayContaining(["OPEN", "WAITING"]),
  );
  expect(await states(await loggedIn("trainer"))).toEqual(
    expect.arrayContaining(["OPEN", "ACCEPTED"]),
  );
  const open = await app.call(
    invitationsContract.searchMyInvitations,
    {},
    await loggedIn("mitglied"),
  );
  expect(open.body.totalElements).toBeGreaterThan(0);
  const { rows } = await withClient(app.services.environment.databaseUrl ?? "", (client) =>
    client.query(
      "SELECT e.answer_maximum AS maximum, sum(1 + companions)::int AS coming FROM invitation i JOIN event e ON e.id = i.event_id WHERE state = 'ACCEPTED' GROUP BY e.id, e.answer_maximum",
    ),
  );
  for (const { maximum, coming } of rows)
    if (maximum !== null) expect(coming).toBeLessThanOrEqual(maximum);
  const { rows: jobs } = await withClient(app.services.environment.databaseUrl ?? "", (client) =>
    client.query("SELECT FROM graphile_worker.jobs WHERE task_identifier LIKE '%mail%'"),
  );
  expect(jobs).toEqual([]);
});

test("its people have messages to read, some of them new, and nobody was mailed for it", async () => {
  const member = await loggedIn("mitglied");
  const unread = await app.call(messagesContract.searchUnread, {}, member);
  expect(unread.body.totalElements).toBeGreaterThanOrEqual(3);
  expect(unread.body.content[0]).toMatchObject({
    subject: "Einladung zur Jahreshauptversammlung",
    recipientNames: ["Alle Mitglieder"],
  });
  const inbox = await app.call(messagesContract.searchMessages, {}, member);
  expect(inbox.body.totalElements).toBeGreaterThan(unread.body.totalElements);
  const office = await loggedIn("buero");
  const sent = await app.call(messagesContract.searchSent, {}, office);
  expect(sent.body.content[0]?.delivery).toMatchObject({
    recipients: sent.body.content[0]?.recipientCount,
  });
  expect(sent.body.content.at(-1)?.attachments).toHaveLength(1);
  const jobs = await withClient(app.services.environment.databaseUrl ?? "", (client) =>
    client.query("SELECT FROM graphile_worker.jobs WHERE task_identifier LIKE 'messages:mail%'"),
  );
  expect(jobs.rowCount).toBe(0);
});
