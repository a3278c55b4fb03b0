import { afterAll, beforeAll, expect, test } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "../../../contract.ts";
import { invitationsContract } from "../../../invitation-contract.ts";
import { seriesInvitationsContract as api } from "../../../series-invitation-contract.ts";
import { aCalendar, anEvent, inDays, invited, mailbox, sql } from "../testing.ts";

let app: TestApp;
let admin: TestUser;
let anna: TestUser;
let ben: TestUser;
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

async function aCourse(more: Record<string, unknown> = {}) {
  return anEvent(app, admin, {
    calendarId: await aCalendar(app, admin),
    title: "Yogakurs",
    startDateTime: inDays(3),
    endDateTime: inDays(3.06),
    recurrence: "FREQ=WEEKLY;COUNT=8",
    ...more,
  });
}

/** The link of the series in the mails of an invitation, by address. */
async function links(): Promise<Map<string, string>> {
  const sent = await mails();
  return new Map(
    sent.map(({ to, text }) => [
      to?.[0]?.address ?? "",
      /\/public\/invitation-series\/([\w-]+)/.exec(text ?? "")?.[1] ?? "",
    ]),
  );
}

async function pageOf(publicId: string) {
  return app.call(api.getPublicSeriesInvitation, { params: { publicId } }, null, admin.tenant);
}

async function answersBehind(publicId: string, answers: { id: string; accept: boolean }[]) {
  return app.call(
    api.answerPublicSeriesInvitation,
    { params: { publicId }, body: { answers } },
    null,
    admin.tenant,
  );
}

async function overviewOf(id: string, query: object = {}) {
  return app.call(api.searchSeriesAnswers, { params: { id }, query }, admin);
}

test("one mail leads to one page with all eight dates; they are answered at once or each by itself", async () => {
  await mails();
  const course = await aCourse();
  await invited(app, admin, course.id, {
    userIds: [anna.id],
    guests: [{ name: "Gerd Gast", email: "gerd@example.net" }],
  });
  const ids = await links();
  expect([...ids.keys()].toSorted()).toEqual(["anna@example.org", "gerd@example.net"]);
  const gerds = ids.get("gerd@example.net") ?? "";
  const { status, body } = await pageOf(gerds);
  expect([status, body.title, body.name]).toEqual([200, "Yogakurs", "Gerd Gast"]);
  expect(body.invitations.map(({ state, event }) => [state, event.occurrenceOf])).toEqual(
    Array.from({ length: 8 }, () => ["OPEN", course.id]),
  );
  const [first, ...others] = body.invitations.map(({ id }) => id);
  const answered = await answersBehind(gerds, [
    { id: first ?? "", accept: false },
    ...others.map((id) => ({ id, accept: true })),
  ]);
  expect(answered.body.refused).toEqual([]);
  expect(answered.body.invitations.map(({ state }) => state)).toEqual([
    "DECLINED",
    ...Array.from({ length: 7 }, () => "ACCEPTED"),
  ]);
  // Nobody else's answers have changed.
  const annas = await pageOf(ids.get("anna@example.org") ?? "");
  expect(new Set(annas.body.invitations.map(({ state }) => state))).toEqual(new Set(["OPEN"]));
});

test("a date that is full keeps nobody from the others, and is named", async () => {
  await mails();
  const course = await aCourse({ invitationSettings: { maximum: 1, waitingList: false } });
  await invited(app, admin, course.id, { userIds: [anna.id, ben.id] });
  const mine = async (user: TestUser) => {
    const { body } = await app.call(
      invitationsContract.searchMyInvitations,
      { query: { state: "ALL", size: 200 } },
      user,
    );
    return body.content.filter(({ event }) => event.occurrenceOf === course.id);
  };
  const [second] = (await mine(anna)).slice(1);
  const accepted = await app.call(
    api.answerInvitations,
    { body: { answers: [{ id: second?.id ?? "", accept: true }] } },
    anna,
  );
  expect(accepted.body).toMatchObject({ invitations: [{ state: "ACCEPTED" }], refused: [] });
  const bens = await mine(ben);
  const { status, body } = await app.call(
    api.answerInvitations,
    { body: { answers: bens.map(({ id }) => ({ id, accept: true })) } },
    ben,
  );
  expect(status).toBe(200);
  expect(body.invitations).toHaveLength(7);
  expect(body.refused).toEqual([
    { id: bens[1]?.id, code: "EVENT_FULL", detail: "Es ist kein Platz mehr frei." },
  ]);
  expect((await mine(ben)).map(({ state }) => state)).toEqual([
    "ACCEPTED",
    "OPEN",
    ...Array.from({ length: 6 }, () => "ACCEPTED"),
  ]);
});

test("invitations of others cannot be answered, neither by a link nor logged in", async () => {
  await mails();
  const course = await aCourse();
  await invited(app, admin, course.id, { userIds: [anna.id, ben.id] });
  const ids = await links();
  const annas = (await pageOf(ids.get("anna@example.org") ?? "")).body.invitations;
  const answers = annas.map(({ id }) => ({ id, accept: true }));
  const byLink = await answersBehind(ids.get("ben@example.org") ?? "", answers);
  const loggedIn = await app.call(api.answerInvitations, { body: { answers } }, ben);
  for (const { body } of [byLink, loggedIn])
    expect(body.refused.map(({ code }) => code)).toEqual(annas.map(() => "NOT_FOUND"));
  const after = (await pageOf(ids.get("anna@example.org") ?? "")).body.invitations;
  expect(new Set(after.map(({ state }) => state))).toEqual(new Set(["OPEN"]));
});

test("who has left the club finds no page any more", async () => {
  await mails();
  const course = await aCourse();
  const { body: kim } = await app.call(
    usersContract.createUser,
    { body: { firstname: "Kim", lastname: "Geht", email: "kim@example.org" } },
    admin,
  );
  await invited(app, admin, course.id, { userIds: [kim.id] });
  const kims = (await links()).get("kim@example.org") ?? "";
  expect((await pageOf(kims)).status).toBe(200);
  await sql(app, "UPDATE member SET left_on = current_date - 1 WHERE id = $1", [kim.id]);
  expect((await pageOf(kims)).status).toBe(404);
});

test("its organiser sees who comes to which date, by name and as numbers", async () => {
  await mails();
  const course = await aCourse();
  await invited(app, admin, course.id, {
    userIds: [anna.id, ben.id],
    guests: [{ name: "Gerd Gast", email: "gerd@example.net" }],
  });
  const ids = await links();
  const gerds = (await pageOf(ids.get("gerd@example.net") ?? "")).body.invitations;
  await answersBehind(
    ids.get("gerd@example.net") ?? "",
    gerds.slice(0, 2).map(({ id }, index) => ({ id, accept: index === 0 })),
  );
  const { status, body } = await overviewOf(course.id);
  expect(status).toBe(200);
  expect(body.dates.map(({ counts }) => counts)).toEqual([
    { open: 2, declined: 0, waiting: 0, coming: 1, maximum: null },
    { open: 2, declined: 1, waiting: 0, coming: 0, maximum: null },
    ...Array.from({ length: 6 }, () => ({
      open: 3,
      declined: 0,
      waiting: 0,
      coming: 0,
      maximum: null,
    })),
  ]);
  expect(body.content.map(({ user, guest }) => user?.lastname ?? guest?.name)).toEqual([
    "Ärmel",
    "Baß",
    "Gerd Gast",
  ]);
  const [first, second, third] = body.dates.map(({ id }) => id);
  expect(body.content[2]?.answers).toMatchObject({
    [first ?? ""]: "ACCEPTED",
    [second ?? ""]: "DECLINED",
    [third ?? ""]: "OPEN",
  });
  // By an occurrence's id it is the same; a search finds one of them; a page holds as many as asked.
  expect((await overviewOf(first ?? "")).body.totalElements).toBe(3);
  expect((await overviewOf(course.id, { q: "gerd" })).body.content).toHaveLength(1);
  const last = (await overviewOf(course.id, { size: 2, page: 1 })).body;
  expect([last.content.length, last.totalElements]).toEqual([1, 3]);
  const descending = (await overviewOf(course.id, { dir: "DESC" })).body;
  expect(descending.content[0]?.guest?.name).toBe("Gerd Gast");
  // Who may not write in its calendar sees nothing of it; a single event has no such list.
  const refused = await app.call(api.searchSeriesAnswers, { params: { id: course.id } }, anna);
  expect([403, 404]).toContain(refused.status);
  expect((await overviewOf((await anEvent(app, admin)).id)).status).toBe(404);
});

test("a date that is called off stays on the page and takes no answer", async () => {
  await mails();
  const course = await aCourse();
  await invited(app, admin, course.id, { userIds: [anna.id] });
  const annas = (await links()).get("anna@example.org") ?? "";
  const [first] = (await pageOf(annas)).body.invitations;
  await app.call(
    calendarsContract.cancelEvent,
    { params: { id: first?.event.id ?? "" }, body: { reason: "Halle gesperrt" } },
    admin,
  );
  const { body } = await pageOf(annas);
  expect(body.invitations).toHaveLength(8);
  expect(body.invitations[0]).toMatchObject({
    can: [],
    event: { status: "CANCELLED", cancelReason: "Halle gesperrt" },
  });
  const answered = await answersBehind(annas, [{ id: first?.id ?? "", accept: true }]);
  expect(answered.body.refused.map(({ code }) => code)).toEqual(["EVENT_CANCELLED"]);
});

test("who tries many addresses waits", async () => {
  const statuses = [];
  for (let round = 0; round < 21; round++)
    statuses.push((await pageOf(`AAAAAAAAAAAAAAAAAAAA${round}`)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
});
