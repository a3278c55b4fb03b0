import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "../../../contract.ts";
import { invitationsContract as api } from "../../../invitation-contract.ts";
import { aCalendar, inDays, mailbox, overview } from "../testing.ts";

/** Inviting with the event that is made: both happen, or neither. */

let app: TestApp;
let admin: TestUser;
let writer: TestUser;
let granted: TestUser;
let stranger: TestUser;
let calendarId: string;
let newMails: ReturnType<typeof mailbox>;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { lastname: "Admin", isAdmin: true });
  writer = await app.user(club, { lastname: "Schreibt", permissions: ["QUERY_CALENDAR"] });
  granted = await app.user(club, { lastname: "Darf", email: "darf@example.org" });
  stranger = await app.user(club, { lastname: "Fremd", email: "fremd@example.org" });
  calendarId = await aCalendar(app, admin, [
    { subject: "USER", id: writer.id, access: "WRITE" },
    { subject: "USER", id: granted.id, access: "READ" },
  ]);
  newMails = mailbox(app);
});
afterAll(() => app?.close());

type Body = Parameters<typeof app.call<typeof calendarsContract.createEvent>>[1]["body"];

function create(more: Partial<NonNullable<Body>>, as = writer) {
  const body = {
    title: "Wanderung",
    startDateTime: inDays(10),
    endDateTime: inDays(10.1),
    ...more,
  } as NonNullable<Body>;
  return app.call(calendarsContract.createEvent, { params: { id: calendarId }, body }, as);
}
const titles = async () =>
  (
    await app.call(
      calendarsContract.searchEvents,
      { query: { from: inDays(0), to: inDays(60), calendars: calendarId } },
      admin,
    )
  ).body;

test("people and guests are invited with it, and mailed with the personal line", async () => {
  const guests = [{ name: "Gustav Gast", email: "gast@example.org" }];
  const { status, body } = await create({
    invite: { userIds: [granted.id], groupIds: [], guests, message: "Bis bald!" },
  });
  expect(status).toBe(201);
  expect((await overview(app, writer, body.id)).counts.open).toBe(2);
  const mails = await newMails();
  expect(mails).toHaveLength(2);
  for (const { text } of mails) expect(text).toContain("Bis bald!");
});

test("of a series they are invited to its dates, with one mail", async () => {
  const { status, body } = await create({
    title: "Übung",
    recurrence: "FREQ=WEEKLY;COUNT=3",
    invite: { userIds: [granted.id], groupIds: [], guests: [], message: null },
  });
  expect(status).toBe(201);
  expect(await newMails()).toHaveLength(1);
  const mine = await app.call(api.searchMyInvitations, { query: { size: 100 } }, granted);
  expect(mine.body.content.filter(({ event }) => event.title === "Übung")).toHaveLength(3);
  expect(body.recurrence).toContain("WEEKLY");
});

test("where one of them is refused there is no event either, and the place is named", async () => {
  const before = JSON.stringify(await titles());
  const answer = await create({
    title: "Zu weit",
    invite: { userIds: [granted.id, stranger.id], groupIds: [], guests: [], message: null },
  });
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({
    errors: [{ path: "invite.userIds.1", code: "NOT_ALLOWED" }],
  });
  const past = await create({
    startDateTime: inDays(-2),
    endDateTime: inDays(-1.9),
    invite: { userIds: [granted.id], groupIds: [], guests: [], message: null },
  });
  expect(past.status).toBe(422);
  expect(JSON.stringify(await titles())).toBe(before);
  expect(await newMails()).toEqual([]);
});

test("the picker of a calendar offers whom its writers may invite, and readers nobody", async () => {
  const search = (as: TestUser) =>
    app.call(api.searchInvitableIn, { params: { id: calendarId } }, as);
  const offered = await search(writer);
  expect(offered.body.people.map(({ lastname }) => lastname)).toEqual(["Darf", "Schreibt"]);
  const reader = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
  expect((await search(reader)).status).toBe(404);
});
