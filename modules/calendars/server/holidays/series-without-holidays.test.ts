import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { exchangeContract } from "../../exchange-contract.ts";
import { invitationsContract } from "../../invitation-contract.ts";
import { type Region, tenantsContract } from "#modules/tenants/contract.ts";
import { runs } from "#platform/testing/properties.ts";
import { calendarsContract as api, type Event } from "../../contract.ts";
import { aCalendar, anEvent, changedEvent, invited, mailbox } from "../invitations/testing.ts";
import { leaveOutHolidays } from "./leave-out-holidays.ts";
import { publicHolidaysOf } from "./public-holidays.ts";
import { schoolHolidaysOf } from "./school-holidays.ts";

let app: TestApp;
let admin: TestUser;
let anna: TestUser;
let mails: ReturnType<typeof mailbox>;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  anna = await app.user(admin.tenant, { firstname: "Anna", email: "anna@example.org" });
  mails = mailbox(app);
  await choose("BW");
});
afterAll(() => app?.close());

async function choose(region: Region | null): Promise<void> {
  const { body } = await app.call(tenantsContract.getTenant, {}, admin);
  const { displayName, accentColor, timeZone, trashDays, version } = body;
  const input = { displayName, accentColor, timeZone, trashDays, region, version };
  expect((await app.call(tenantsContract.updateTenant, { body: input }, admin)).status).toBe(200);
}

/** Mondays from 4 December 2028, in a calendar of its own. */
async function aTraining(more: object = {}): Promise<Event> {
  return anEvent(app, admin, {
    calendarId: await aCalendar(app, admin),
    title: "Training",
    startDateTime: "2028-12-04T18:00:00+01:00",
    endDateTime: "2028-12-04T20:00:00+01:00",
    recurrence: "FREQ=WEEKLY;UNTIL=20290630",
    ...more,
  });
}

async function occurrences({ calendar }: Event, from = "2028-12-01", to = "2030-11-30") {
  const query = { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` };
  return (await app.call(api.listPeriod, { params: { id: calendar.id }, query }, admin)).body;
}
const dayOf = (text: string) => text.slice(0, 10);
const days = async (event: Event) =>
  (await occurrences(event)).map(({ startDateTime }) => dayOf(startDateTime));
const record = async (id: string) => (await app.call(api.getEvent, { params: { id } }, admin)).body;

const CHRISTMAS = ["2028-12-25", "2029-01-01"];
const EASTER = ["2029-03-26", "2029-04-02"];
const WHITSUN = ["2029-05-21", "2029-05-28"];

function isHoliday(day: string): boolean {
  const known = [...publicHolidaysOf("BW", Number(day.slice(0, 4))), ...schoolHolidaysOf("BW")];
  return day <= "2030-09-07" && known.some(({ from, to }) => from <= day && day <= to);
}

test("a series that leaves out holidays has no occurrence on them, and says which they are", async () => {
  const series = await aTraining({ leavesOutHolidays: true });
  expect(series).toMatchObject({ leavesOutHolidays: true, exdates: [] });
  expect(series.holidayExdates.map(dayOf)).toEqual([...CHRISTMAS, ...EASTER, ...WHITSUN]);
  const shown = await days(series);
  expect(shown.filter(isHoliday)).toEqual([]);
  expect(shown).toHaveLength(30 - 6);
  // An occurrence tells its rule, and what is left out only the series.
  const [first] = await occurrences(series);
  expect(first).toMatchObject({ leavesOutHolidays: false, holidayExdates: [], exdates: [] });
});

test("without the switch, and in a club without a Land, it takes place", async () => {
  const series = await aTraining();
  expect(series).toMatchObject({ leavesOutHolidays: false, holidayExdates: [] });
  expect(await days(series)).toEqual(expect.arrayContaining([...CHRISTMAS, ...EASTER]));
  await choose(null);
  const homeless = await aTraining({ leavesOutHolidays: true });
  await choose("BW");
  expect(homeless).toMatchObject({ leavesOutHolidays: true, holidayExdates: [] });
  expect(await days(homeless)).toEqual(await days(series));
});

test("switched on and off again, it is as it was; days that people left out stay left out", async () => {
  const exdates = ["2028-12-11T18:00:00+01:00", "2028-12-25T18:00:00+01:00"];
  const series = await aTraining({ exdates });
  const before = await days(series);
  const on = await changedEvent(app, admin, series.id, { leavesOutHolidays: true });
  expect(on.exdates.map(dayOf)).toEqual(["2028-12-11", "2028-12-25"]);
  expect(on.holidayExdates.map(dayOf)).toEqual(["2029-01-01", ...EASTER, ...WHITSUN]);
  // A form that knows nothing of the switch leaves it.
  const renamed = await changedEvent(app, admin, series.id, {
    title: "Übung",
    exdates: on.exdates,
  });
  expect(renamed).toMatchObject({ leavesOutHolidays: true, holidayExdates: on.holidayExdates });
  const off = await changedEvent(app, admin, series.id, { leavesOutHolidays: false });
  expect(off).toMatchObject({ leavesOutHolidays: false, holidayExdates: [] });
  expect(await days(series)).toEqual(before);
});

test("moved to another weekday, it leaves out the holidays of that day", async () => {
  const series = await aTraining({ leavesOutHolidays: true });
  const moved = await changedEvent(app, admin, series.id, {
    startDateTime: "2028-12-05T18:00:00+01:00",
    endDateTime: "2028-12-05T20:00:00+01:00",
  });
  expect(moved.holidayExdates.map(dayOf)).toEqual([
    "2028-12-26",
    "2029-01-02",
    "2029-03-27",
    "2029-04-03",
    "2029-05-01",
    "2029-05-22",
    "2029-05-29",
  ]);
  expect((await days(series)).filter(isHoliday)).toEqual([]);
});

test("a single event that begins to repeat leaves them out, one that ends to repeat keeps none", async () => {
  const single = await aTraining({ recurrence: null, leavesOutHolidays: true });
  expect(single).toMatchObject({ leavesOutHolidays: false, holidayExdates: [] });
  const recurrence = "FREQ=WEEKLY;UNTIL=20290131";
  const series = await changedEvent(app, admin, single.id, { recurrence, leavesOutHolidays: true });
  expect(series.holidayExdates.map(dayOf)).toEqual(CHRISTMAS);
  const again = await changedEvent(app, admin, single.id, { recurrence: null });
  expect(again).toMatchObject({ leavesOutHolidays: false, holidayExdates: [], exdates: [] });
});

test("who is invited to a day in the holidays is told that it is off; one moved elsewhere stays", async () => {
  const series = await aTraining();
  const listed = await occurrences(series);
  const at = (day: string) => listed.find((one) => dayOf(one.startDateTime) === day)?.id ?? "";
  await invited(app, admin, at("2029-03-26"), { userIds: [anna.id] });
  await invited(app, admin, at("2029-04-09"), { userIds: [anna.id] });
  await changedEvent(app, admin, at("2029-05-28"), {
    startDateTime: "2029-06-05T18:00:00+02:00",
    endDateTime: "2029-06-05T20:00:00+02:00",
  });
  await mails();
  await changedEvent(app, admin, series.id, { leavesOutHolidays: true });
  const told = await mails();
  expect(told.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    ["anna@example.org", "Abgesagt: Training"],
  ]);
  const shown = await days(series);
  expect(shown).not.toContain("2029-03-26");
  expect(shown).toEqual(expect.arrayContaining(["2029-04-09", "2029-06-05"]));
});

test("at night a series follows another Land, and does so once", async () => {
  const series = await aTraining({ leavesOutHolidays: true });
  await choose("NW");
  await app.runScheduled(leaveOutHolidays);
  const after = await record(series.id);
  expect(after.holidayExdates.map(dayOf)).toEqual([...CHRISTMAS, ...EASTER, "2029-05-21"]);
  expect(after.version).toBe(series.version + 1);
  await app.runScheduled(leaveOutHolidays);
  expect((await record(series.id)).version).toBe(after.version);
  await choose("BW");
  await app.runScheduled(leaveOutHolidays);
  expect((await record(series.id)).holidayExdates).toEqual(series.holidayExdates);
});

test("at night no occurrence goes to which somebody is invited", async () => {
  await choose("NW");
  const series = await aTraining({ leavesOutHolidays: true });
  const [invitedTo] = (await occurrences(series)).filter(
    ({ startDateTime }) => dayOf(startDateTime) === "2029-05-28",
  );
  await invited(app, admin, invitedTo?.id ?? "", { userIds: [anna.id] });
  await mails();
  await choose("BW");
  await app.runScheduled(leaveOutHolidays);
  expect(await days(series)).toContain("2029-05-28");
  expect((await record(series.id)).holidayExdates.map(dayOf)).not.toContain("2029-05-28");
  expect(await mails()).toEqual([]);
  const mine = await app.call(
    invitationsContract.searchMyInvitations,
    { query: { state: "ALL", size: 200 } },
    anna,
  );
  expect(mine.body.content.map(({ event }) => event.id)).toContain(invitedTo?.id);
});

test("what goes out as a calendar file leaves them out", async () => {
  const series = await aTraining({ leavesOutHolidays: true });
  const { body: calendar } = await app.call(
    api.getCalendar,
    { params: { id: series.calendar.id } },
    admin,
  );
  const file = await app.call(
    exchangeContract.getFeed,
    { params: { file: `${calendar.icsId}.ics` } },
    null,
    admin.tenant,
  );
  const text = file.bytes.toString();
  for (const day of [...CHRISTMAS, ...EASTER, ...WHITSUN])
    expect(text).toContain(`:${day.replaceAll("-", "")}T180000`);
});

const rules = fc.constantFrom(
  "FREQ=DAILY;COUNT=90",
  "FREQ=WEEKLY;BYDAY=MO,TH",
  "FREQ=WEEKLY;INTERVAL=2;COUNT=40",
  "FREQ=MONTHLY;BYDAY=1MO",
);

test("whatever the rule: on no holiday, every other day, and the same when it is split", async () => {
  await fc.assert(
    fc.asyncProperty(rules, fc.boolean(), fc.nat(9), async (recurrence, allDay, at) => {
      const plain = await aTraining({ recurrence, allDay });
      const series = await aTraining({ recurrence, allDay, leavesOutHolidays: true });
      const expected = (await days(plain)).filter((day) => !isHoliday(day));
      expect(await days(series)).toEqual(expected);
      const cut = (await occurrences(series))[at];
      if (cut === undefined) return;
      const { title, description, location, meetAt, startDateTime, endDateTime } = cut;
      const { invitationSettings, version } = cut;
      const values = { title, description, location, meetAt, startDateTime, endDateTime, allDay };
      const split = await app.call(
        api.updateEvent,
        {
          params: { id: cut.id },
          query: { scope: "FOLLOWING" },
          body: { ...values, recurrence: cut.recurrence, invitationSettings, version },
        },
        admin,
      );
      expect(split.status).toBe(200);
      expect(await days(series)).toEqual(expected);
      await changedEvent(app, admin, series.id, { leavesOutHolidays: false });
      const last = (await occurrences(series)).at(-1);
      if (last?.occurrenceOf && last.occurrenceOf !== series.id)
        await changedEvent(app, admin, last.occurrenceOf, { leavesOutHolidays: false });
      expect(await days(series)).toEqual(await days(plain));
    }),
    runs(4),
  );
});
