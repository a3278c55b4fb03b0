import { afterAll, beforeAll, expect, test } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract, type Event } from "../../../contract.ts";
import { invitationsContract as api } from "../../../invitation-contract.ts";
import { setTenantState } from "#modules/tenants/server/public.ts";
import { cleanUpInvitations, eraseGuests } from "../cleanup.ts";
import {
  aCalendar,
  anEvent,
  answers,
  changedEvent,
  inDays,
  invited,
  mailbox,
  overview,
  runAllJobs,
  sql,
} from "../testing.ts";

let app: TestApp;
let admin: TestUser;
let anna: TestUser;
let ben: TestUser;
let calendarId: string;
let series: Event;
let mails: ReturnType<typeof mailbox>;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true, email: "vera@example.org" });
  anna = await app.user(admin.tenant, {
    firstname: "Anna",
    lastname: "Ärmel",
    email: "anna@example.org",
  });
  ben = await app.user(admin.tenant, {
    firstname: "Ben",
    lastname: "Baß",
    email: "ben@example.org",
  });
  mails = mailbox(app);
});
afterAll(() => app?.close());

// In the evening, whatever the time now is: one over midnight names two days in each line of a mail.
async function aSeries(rule = "FREQ=WEEKLY"): Promise<Event> {
  calendarId = await aCalendar(app, admin);
  const day = inDays(3).slice(0, 10);
  return anEvent(app, admin, {
    calendarId,
    title: "Training",
    startDateTime: `${day}T18:00:00.000Z`,
    endDateTime: `${day}T20:00:00.000Z`,
    recurrence: rule,
  });
}

async function occurrences(): Promise<Event[]> {
  return (
    await app.call(
      calendarsContract.listPeriod,
      { params: { id: calendarId }, query: { from: inDays(0), to: inDays(120) } },
      admin,
    )
  ).body;
}

async function own(user: TestUser) {
  const { body } = await app.call(
    api.searchMyInvitations,
    { query: { state: "ALL", size: 200 } },
    user,
  );
  return body.content.filter(({ event }) => event.calendar.id === calendarId);
}

async function runDailyJobs(): Promise<void> {
  await app.runScheduled(cleanUpInvitations);
  await app.runScheduled(eraseGuests);
  await runAllJobs(app);
}

test("inviting to a series invites to the occurrences of eight weeks, by one mail; a daily job goes on", async () => {
  await mails();
  series = await aSeries();
  await invited(app, admin, series.id, {
    userIds: [anna.id],
    guests: [{ name: "Gerd", email: "gerd@example.net" }],
  });
  const first = await own(anna);
  expect(first).toHaveLength(8);
  expect(first.map(({ event }) => event.id)).toEqual(
    (await occurrences()).slice(0, 8).map(({ id }) => id),
  );
  const sent = await mails();
  expect(sent.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual(
    expect.arrayContaining([
      ["anna@example.org", "Einladung: Training (8 Termine)"],
      ["gerd@example.net", "Einladung: Training (8 Termine)"],
    ]),
  );
  expect(sent).toHaveLength(2);
  // One page for all of them.
  for (const { text } of sent) {
    expect(text?.match(/\/public\/invitation-series\/[\w-]{20,}/g)).toHaveLength(1);
    expect(text).not.toContain("/public/invitation/");
    expect(text?.match(/\d{4}, \d\d:\d\d/g)).toHaveLength(8);
  }
  // Each is answered by itself.
  await answers(app, anna, first[1]?.event.id ?? "", true);
  expect(
    (await own(anna)).map(({ state }) => state).filter((state) => state === "ACCEPTED"),
  ).toHaveLength(1);
  // Nothing new yet, nor two weeks later; after four weeks four more by one mail.
  await runDailyJobs();
  expect(await own(anna)).toHaveLength(8);
  expect(await mails()).toEqual([]);
  await sql(app, "UPDATE series_invitee SET invited_until = invited_until - interval '14 days'");
  await runDailyJobs();
  expect(await mails()).toEqual([]);
  await sql(app, "UPDATE series_invitee SET invited_until = invited_until - interval '14 days'");
  const gone = (await own(anna)).slice(-4).map(({ id }) => id);
  await sql(app, "DELETE FROM invitation WHERE id = ANY($1::uuid[])", [gone]);
  await runDailyJobs();
  expect(await own(anna)).toHaveLength(8);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    "Einladung: Training (4 Termine)",
  ]);
});

test("the series' own list names its people; taken off it, they leave the coming occurrences", async () => {
  const list = await overview(app, admin, series.id);
  expect(list.content.map(({ user, guest, can }) => [user?.lastname ?? guest?.name, can])).toEqual([
    ["Ärmel", ["DELETE"]],
    ["Gerd", ["DELETE"]],
  ]);
  const id = list.content.find(({ user }) => user !== null)?.id ?? "";
  expect(
    (await app.call(api.deleteInvitation, { params: { id: series.id, invitationId: id } }, admin))
      .status,
  ).toBe(204);
  expect(await own(anna)).toEqual([]);
  await runDailyJobs();
  expect(await own(anna)).toEqual([]);
});

test("a course of twelve dates within a year is invited to as a whole, a longer one by eight weeks", async () => {
  const datesOf = async (rule: string) => {
    const course = await aSeries(rule);
    await mails();
    await invited(app, admin, course.id, { userIds: [anna.id] });
    const subjects = (await mails()).map(({ subject }) => subject);
    return [(await own(anna)).length, ...subjects];
  };
  expect(await datesOf("FREQ=WEEKLY;INTERVAL=4;COUNT=12")).toEqual([
    12,
    "Einladung: Training (12 Termine)",
  ]);
  expect(await datesOf("FREQ=WEEKLY;COUNT=13")).toEqual([8, "Einladung: Training (8 Termine)"]);
  expect(await datesOf("FREQ=MONTHLY;INTERVAL=2;COUNT=8")).toEqual([1, "Einladung: Training"]);
});

test("an occurrence from which somebody was taken is not invited to again; others are added later", async () => {
  series = await aSeries();
  await invited(app, admin, series.id, { userIds: [anna.id] });
  const [first] = await own(anna);
  await app.call(
    api.deleteInvitation,
    { params: { id: first?.event.id ?? "", invitationId: first?.id ?? "" } },
    admin,
  );
  await runDailyJobs();
  expect(await own(anna)).toHaveLength(7);
  await invited(app, admin, series.id, { userIds: [anna.id, ben.id] });
  expect([(await own(anna)).length, (await own(ben)).length]).toEqual([7, 8]);
});

test("changes of a series are told by one mail; an occurrence left out or deleted is called off", async () => {
  series = await aSeries();
  await invited(app, admin, series.id, { userIds: [anna.id] });
  await mails();
  await changedEvent(app, admin, series.id, { location: "Halle 2" });
  const [mail, ...more] = await mails();
  expect([mail?.subject, more.length]).toEqual(["Geändert: Training (8 Termine)", 0]);
  const [first] = await occurrences();
  await app.call(calendarsContract.deleteEvent, { params: { id: first?.id ?? "" } }, admin);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Abgesagt: Training"]);
  expect(await own(anna)).toHaveLength(7);
  await app.call(calendarsContract.deleteEvent, { params: { id: series.id } }, admin);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Abgesagt: Training (7 Termine)"]);
  expect(await own(anna)).toEqual([]);
});

test("a day left out later disappears, also where people are invited, and they get one mail", async () => {
  series = await aSeries();
  await invited(app, admin, series.id, { userIds: [anna.id, ben.id] });
  const [, second, third] = await occurrences();
  await answers(app, ben, third?.id ?? "", false);
  await mails();
  const exdates = [second, third].map((one) => one?.startDateTime ?? "");
  await changedEvent(app, admin, series.id, { exdates });
  const shown = (await occurrences()).map(({ startDateTime }) => startDateTime);
  expect(shown).not.toContain(exdates[0]);
  expect(shown).not.toContain(exdates[1]);
  expect([(await own(anna)).length, (await own(ben)).length]).toEqual([6, 6]);
  // Who has declined one of them is not told that it is off.
  const told = (await mails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`);
  expect(told.toSorted()).toEqual([
    "anna@example.org: Abgesagt: Training (2 Termine)",
    "ben@example.org: Abgesagt: Training",
  ]);
  // Saving once more tells nobody again, and the days do not come back by the daily job.
  await changedEvent(app, admin, series.id, { exdates });
  await runDailyJobs();
  expect(await mails()).toEqual([]);
  expect(await own(anna)).toHaveLength(6);
});

test("another rule takes the days with it that it no longer has, and leaves the others", async () => {
  series = await aSeries();
  await invited(app, admin, series.id, { userIds: [anna.id] });
  await answers(app, anna, (await occurrences())[2]?.id ?? "", true);
  await mails();
  await changedEvent(app, admin, series.id, { recurrence: "FREQ=WEEKLY;INTERVAL=2" });
  await runAllJobs(app);
  const invitations = await own(anna);
  expect(invitations).toHaveLength(4);
  expect(invitations.map(({ state }) => state)).toEqual(["OPEN", "ACCEPTED", "OPEN", "OPEN"]);
  const listed = new Set((await occurrences()).map(({ startDateTime }) => startDateTime));
  for (const { event } of invitations) expect(listed).toContain(event.startDateTime);
  expect(listed.size).toBe(9);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Abgesagt: Training (4 Termine)"]);
});

test("the occurrence from which a rule was changed keeps the values it was given", async () => {
  series = await aSeries();
  await invited(app, admin, series.id, { userIds: [anna.id] });
  const second = (await occurrences())[1];
  const id = second?.id ?? "";
  const changes = { title: "Hallentraining", recurrence: "FREQ=WEEKLY;INTERVAL=2" };
  const changed = await changedEvent(app, admin, id, changes, { scope: "ALL" });
  expect(changed).toMatchObject({ id, title: "Hallentraining" });
  expect((await own(anna)).map(({ event }) => event.id)).toContain(id);
});

test("split, the later part goes on inviting the same people", async () => {
  series = await aSeries();
  await invited(app, admin, series.id, { userIds: [anna.id] });
  const third = (await occurrences())[2];
  await changedEvent(
    app,
    admin,
    third?.id ?? "",
    { title: "Training in der Halle" },
    { scope: "FOLLOWING" },
  );
  await runAllJobs(app);
  const titles = (await own(anna)).map(({ event }) => event.title);
  expect(titles).toEqual([
    "Training",
    "Training",
    ...Array.from({ length: 6 }, () => "Training in der Halle"),
  ]);
  await sql(app, "UPDATE series_invitee SET invited_until = invited_until - interval '28 days'");
  await runDailyJobs();
  expect(await own(anna)).toHaveLength(8);
});

test("a single event that becomes a series keeps its invitations at its first occurrence", async () => {
  calendarId = await aCalendar(app, admin);
  const event = await anEvent(app, admin, { calendarId });
  await invited(app, admin, event.id, { userIds: [anna.id] });
  await answers(app, anna, event.id, true);
  await changedEvent(app, admin, event.id, { recurrence: "FREQ=WEEKLY;COUNT=4" });
  const [first] = await occurrences();
  expect(await own(anna)).toMatchObject([{ state: "ACCEPTED", event: { id: first?.id } }]);
});

test("who leaves gives the place on; who is forgotten leaves no words; guests of the past are forgotten", async () => {
  const event = await anEvent(app, admin, { invitationSettings: { maximum: 1 } });
  const past = await anEvent(app, admin);
  const { body: kim } = await app.call(
    usersContract.createUser,
    { body: { firstname: "Kim", lastname: "Geht", email: "kim@example.org" } },
    admin,
  );
  const added = await invited(app, admin, event.id, { userIds: [kim.id, ben.id] });
  const [old] = await invited(app, admin, past.id, { userIds: [kim.id] });
  await invited(app, admin, past.id, {
    guests: [{ name: "Gerd Gast", email: "gerd@example.net" }],
  });
  const answerFor = (eventId: string, invitationId: string) =>
    app.call(
      api.answerForInvited,
      { params: { id: eventId, invitationId }, body: { state: "ACCEPTED", comment: "Privates" } },
      admin,
    );
  await answerFor(event.id, added.find(({ user }) => user?.id === kim.id)?.id ?? "");
  await answerFor(past.id, old?.id ?? "");
  await answers(app, ben, event.id, true);
  const file = await app.call(usersContract.exportUserData, { params: { id: kim.id } }, admin);
  expect(file.status).toBe(200);
  await sql(
    app,
    "UPDATE event SET starts_at = starts_at - interval '300 days', ends_at = ends_at - interval '300 days' WHERE id = $1",
    [past.id],
  );
  await app.call(usersContract.deleteUser, { params: { id: kim.id } }, admin);
  await runDailyJobs();
  expect((await overview(app, admin, event.id)).content).toMatchObject([
    { user: { id: ben.id }, state: "ACCEPTED" },
  ]);
  await app.call(usersContract.anonymiseUser, { params: { id: kim.id } }, admin);
  const { rows } = await sql<{
    comment: string | null;
    guest_name: string | null;
    guest_email: string | null;
  }>(
    app,
    "SELECT comment, guest_name, guest_email FROM invitation WHERE event_id = $1 ORDER BY guest_name",
    [past.id],
  );
  expect(rows).toEqual([
    { comment: null, guest_name: "Gast", guest_email: null },
    { comment: null, guest_name: null, guest_email: null },
  ]);
});

test("guests of the past are erased in a suspended club too, by their own job", async () => {
  const past = await anEvent(app, admin);
  await invited(app, admin, past.id, {
    guests: [{ name: "Gitta Gast", email: "gitta@example.net" }],
  });
  await sql(
    app,
    "UPDATE event SET starts_at = starts_at - interval '300 days', ends_at = ends_at - interval '300 days' WHERE id = $1",
    [past.id],
  );
  const guest = async () => {
    const text = "SELECT guest_name FROM invitation WHERE event_id = $1";
    return (await sql<{ guest_name: string }>(app, text, [past.id])).rows;
  };
  await setTenantState(app.services.database, "alpha", "SUSPENDED");
  await app.runScheduled(cleanUpInvitations);
  await runAllJobs(app);
  expect(await guest()).toEqual([{ guest_name: "Gitta Gast" }]);
  await app.runScheduled(eraseGuests);
  await runAllJobs(app);
  expect(await guest()).toEqual([{ guest_name: "Gast" }]);
  await setTenantState(app.services.database, "alpha", "ACTIVE");
});
