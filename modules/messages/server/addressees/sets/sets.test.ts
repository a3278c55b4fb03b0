import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { aRun } from "#platform/server/testing/jobs.ts";
import type { BodyInput } from "#platform/contract/route.ts";
import { type Audience, messagesContract as api } from "../../../contract.ts";
import { releaseMessage } from "../../sending/release-message.ts";
import { aMessage, messageForm } from "../../testing.ts";

/** People by what they are: who that is, for whom, and what happens when they change. */

type Lists = BodyInput<typeof api.countRecipients>;
type Sets = NonNullable<Lists["recipientSets"]>;

let app: TestApp;
let admin: TestUser;
/** Writes to everybody, and reads members. */
let office: TestUser;
/** Writes to everybody and may not read members. */
let writer: TestUser;
/** Leads the gymnasts alone. */
let leader: TestUser;
let trainer: TestUser;
let child: TestUser;
let treasurer: TestUser;
let stranger: TestUser;
let team: string;
let choir: string;
let eventId: string;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { lastname: "Admin", isAdmin: true });
  office = await app.user(club, { lastname: "Büro", permissions: ["SEND_MESSAGE", "QUERY_USER"] });
  writer = await app.user(club, { lastname: "Schreibt", permissions: ["SEND_MESSAGE"] });
  leader = await app.user(club, { lastname: "Leitet", permissions: ["QUERY_CALENDAR"] });
  trainer = await app.user(club, { lastname: "Trainiert" });
  child = await app.user(club, { lastname: "Kind" });
  treasurer = await app.user(club, { lastname: "Kassiert" });
  stranger = await app.user(await app.tenant("beta"), { isAdmin: true });
  [team, choir] = [await aGroup("Turnen", null), await aGroup("Chor", null)];
  const juniors = await aGroup("Jugend", team);
  await join(team, leader, { leader: true });
  await join(juniors, trainer, { function: "Trainer" });
  await join(team, child);
  await join(choir, writer, { function: "trainer" });
  await join(choir, treasurer, { function: "Kassenwart", leader: true });
  eventId = await anInvitedEvent();
});
afterAll(() => app?.close());

/** Trainer, child, treasurer and a guest are invited; the trainer has accepted. */
async function anInvitedEvent(): Promise<string> {
  const grants = [{ subject: "USER" as const, id: leader.id, access: "WRITE" as const }];
  const calendar = await app.call(
    calendarsContract.createCalendar,
    { body: { name: "Verein", color: "GREEN", grants } },
    admin,
  );
  const start = Date.now() + 5 * 86_400_000;
  const [startDateTime, endDateTime] = [start, start + 3_600_000].map((moment) =>
    new Date(moment).toISOString(),
  );
  const { body: event } = await app.call(
    calendarsContract.createEvent,
    {
      params: { id: calendar.body.id },
      body: {
        title: "Sommerfest",
        startDateTime: startDateTime ?? "",
        endDateTime: endDateTime ?? "",
      },
    },
    admin,
  );
  const answer = await app.call(
    invitationsContract.invite,
    {
      params: { id: event.id },
      body: {
        userIds: [trainer.id, child.id, treasurer.id],
        guests: [{ name: "Gustav Gast", email: "gast@example.org" }],
      },
    },
    admin,
  );
  expect(answer.status).toBe(201);
  const own = await app.call(invitationsContract.searchMyInvitations, {}, trainer);
  const accepted = await app.call(
    invitationsContract.answerInvitation,
    { params: { id: own.body.content[0]?.id ?? "" }, query: { accept: "true" } },
    trainer,
  );
  expect(accepted.status).toBe(200);
  return event.id;
}

async function aGroup(name: string, parentId: string | null): Promise<string> {
  const body = { name, color: "GRAY" as const, permissions: [], parentId };
  const answer = await app.call(groupsContract.createGroup, { body }, admin);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

async function join(
  id: string,
  user: TestUser,
  more: { function?: string; leader?: boolean } = {},
) {
  const params = { id, userId: user.id };
  const answer = await app.call(groupsContract.putGroupMember, { params, body: more }, admin);
  expect(answer.status).toBe(200);
}

const counted = (sets: Sets, as: TestUser, more: Lists = {}) =>
  app.call(api.countRecipients, { body: { recipientSets: sets, ...more } }, as);

async function sentTo(sets: Sets, as: TestUser): Promise<string[]> {
  const { id } = await aMessage(app, as, { subject: "Auswahl", recipientSets: sets as never });
  const everybody = [admin, office, writer, leader, trainer, child, treasurer];
  const reached = await Promise.all(
    everybody.map(async (who) => {
      const { body } = await app.call(api.searchMessages, {}, who);
      return body.content.some((one) => one.id === id) ? who.id : [];
    }),
  );
  return reached.flat();
}

const firstError = (answer: { status: number; body: unknown }) => {
  const [error] = (answer.body as { errors?: { path: string; code: string }[] }).errors ?? [];
  return [answer.status, error?.path, error?.code];
};
const LEADERS = { kind: "LEADERS" } as const;
const ALL = { kind: "EVERYBODY" } as const;
const TRAINER = { kind: "FUNCTION", function: "TRAINER" } as const;
const eventOf = (...states: ("OPEN" | "ACCEPTED" | "DECLINED" | "WAITING")[]) =>
  ({ kind: "EVENT", eventId, states }) as const;

describe("who is in a set", () => {
  test("everybody of today, leaders, and who has a function, whatever its capitals", async () => {
    expect(await sentTo([ALL], office)).toHaveLength(6);
    expect(await sentTo([LEADERS], office)).toEqual([leader.id, treasurer.id]);
    expect(await sentTo([TRAINER], office)).toEqual([writer.id, trainer.id]);
    expect(await sentTo([{ ...TRAINER, groupId: choir }], office)).toEqual([writer.id]);
    expect(await sentTo([{ ...LEADERS, groupId: team }], office)).toEqual([leader.id]);
  });

  test("who was invited to an event, or gave an answer; guests are counted and left out", async () => {
    expect(await sentTo([eventOf()], admin)).toEqual([trainer.id, child.id, treasurer.id]);
    expect(await sentTo([eventOf("ACCEPTED")], admin)).toEqual([trainer.id]);
    expect(await sentTo([eventOf("OPEN", "DECLINED")], admin)).toEqual([child.id, treasurer.id]);
    const { body } = await counted([eventOf()], admin);
    expect(body.sets).toMatchObject([{ count: 3, guests: 1 }]);
    expect(body.sets[0]?.label).toMatch(/^Eingeladene: Sommerfest, \d\d\.\d\d\.\d{4}$/);
  });

  test("whom a filter or a saved view of the list finds", async () => {
    const filter = { q: "kind" };
    expect(await sentTo([{ kind: "FILTER", filter }], office)).toEqual([child.id]);
    const view = await app.call(
      usersContract.createView,
      { body: { name: "Kinder", shared: false, parameters: filter, columns: ["lastname"] } },
      office,
    );
    expect(view.status).toBe(201);
    const set = { kind: "VIEW", viewId: view.body.id } as const;
    expect(await sentTo([set], office)).toEqual([child.id]);
    expect((await counted([set], office)).body.sets).toMatchObject([{ label: "Ansicht „Kinder“" }]);
    // Another's view, not shared.
    const foreign = await app.user(office.tenant, { permissions: ["SEND_MESSAGE", "QUERY_USER"] });
    expect(firstError(await counted([set], foreign))[0]).toBe(422);
  });

  test("people named twice count once, and those left out have their reasons", async () => {
    const gone = await app.user(office.tenant, { lastname: "Weg" });
    await join(choir, gone, { function: "Trainer" });
    await app.call(usersContract.deleteUser, { params: { id: gone.id } }, admin);
    const { body } = await counted([TRAINER, LEADERS], writer, {
      recipientIds: [trainer.id],
      recipientGroupIds: [choir],
    });
    // The trainer and the treasurer are named twice; the writer is the sender.
    expect(body).toMatchObject<Partial<Audience>>({ count: 3, doubles: 2 });
    expect(body.leftOut).toMatchObject([
      { id: writer.id, reason: "SENDER" },
      { id: gone.id, reason: "DELETED" },
    ]);
    expect(body.sets).toEqual([
      { label: "TRAINER", count: 2, guests: 0 },
      { label: "Alle Leiterinnen und Leiter", count: 2, guests: 0 },
    ]);
  });

  test("is settled when the message is sent", async () => {
    const { id } = await aMessage(app, office, { recipientSets: [TRAINER] });
    await join(team, child, { function: "Trainer" });
    const { body } = await app.call(api.searchMessages, {}, child);
    expect(body.content.map((one) => one.id)).not.toContain(id);
    await join(team, child, {});
  });
});

describe("who may use a set", () => {
  test("without the right to write to everybody: the groups that one leads, and no filter", async () => {
    expect(firstError(await counted([ALL], leader))).toEqual([
      403,
      "recipientSets.0",
      "NOT_ALLOWED",
    ]);
    const filter = { kind: "FILTER", filter: { q: "a" } } as const;
    expect(firstError(await counted([LEADERS, filter], leader))).toEqual([
      403,
      "recipientSets.1",
      "NOT_ALLOWED",
    ]);
    expect(await sentTo([TRAINER], leader)).toEqual([trainer.id]);
    expect((await counted([{ ...TRAINER, groupId: choir }], leader)).status).toBe(403);
    expect((await counted([{ ...LEADERS, groupId: choir }], leader)).status).toBe(403);
    for (const set of [ALL, LEADERS, TRAINER])
      expect((await counted([set], child)).status).toBe(403);
  });

  test("a filter needs the right to read members: it could be used to guess", async () => {
    const filter = { kind: "FILTER", filter: { q: "kind" } } as const;
    expect((await counted([filter], writer)).status).toBe(403);
    expect((await counted([filter], office)).status).toBe(200);
    const form = messageForm({ subject: "x", recipientSets: [filter] as never });
    expect((await app.call(api.sendMessage, form, writer)).status).toBe(403);
    const secret = { kind: "FILTER", filter: { iban: "DE" } };
    expect((await counted([secret as never], office)).status).toBe(400);
  });

  test("an event that one does not organise does not exist; others' people are left out by name", async () => {
    expect(firstError(await counted([eventOf()], office))).toEqual([
      422,
      "recipientSets.0",
      "NOT_FOUND",
    ]);
    expect((await counted([eventOf()], child)).status).toBe(422);
    const { body } = await counted([eventOf()], leader);
    expect(body.count).toBe(2);
    expect(body.leftOut).toMatchObject([{ id: treasurer.id, reason: "NOT_ALLOWED" }]);
    expect(await sentTo([eventOf()], leader)).toEqual([trainer.id, child.id]);
  });

  test("nothing of another club", async () => {
    expect((await counted([eventOf()], stranger)).status).toBe(422);
    expect((await counted([{ ...LEADERS, groupId: team }], stranger)).status).toBe(422);
    expect((await counted([TRAINER], stranger)).body.count).toBe(0);
  });
});

describe("what becomes of the choice", () => {
  test("its sender can send it once more; recipients see no view and no filter", async () => {
    const sets = [TRAINER, { kind: "FILTER", filter: { q: "kind" } } as const];
    const sent = await aMessage(app, office, { recipientSets: sets as never });
    expect(sent.recipientSets).toEqual([TRAINER]);
    expect(sent.recipientNames).toEqual(["TRAINER", "Auswahl aus der Mitgliederliste"]);
    const got = await app.call(api.getMessage, { params: { id: sent.id } }, child);
    expect(got.body.recipientSets).toEqual([]);
    expect(JSON.stringify(got.body)).not.toContain('kind"');
  });

  test("called back, the draft has all of it, and none is kept after the release", async () => {
    const set = { kind: "FILTER", filter: { q: "kind" } } as const;
    const held = await aMessage(app, office, {
      recipientSets: [set] as never,
      callBackSeconds: 60,
    });
    const draft = await app.call(api.callBackMessage, { params: { id: held.id } }, office);
    expect(draft.body.recipientSets).toMatchObject([set]);
    expect(draft.body.recipientNames).toEqual(["Auswahl aus der Mitgliederliste"]);
    // As it came, it is counted and kept again.
    const again = draft.body.recipientSets;
    expect((await counted(again as never, office)).body.count).toBe(1);
    const { version, id } = draft.body;
    const kept = await app.call(
      api.updateDraft,
      { params: { id }, body: { version, recipientSets: again as never } },
      office,
    );
    expect(kept.body.recipientSets).toEqual(again);

    const next = await aMessage(app, office, {
      recipientSets: [set] as never,
      callBackSeconds: 60,
    });
    await releaseMessage.bind(app.services)(
      { messageId: next.id },
      aRun(app.services, office.tenant.id),
    );
    const released = await app.call(api.getMessage, { params: { id: next.id } }, office);
    expect(released.body.recipientSets).toEqual([]);
  });
});

describe("the picker", () => {
  const offered = async (as: TestUser, q = "") =>
    (await app.call(api.searchRecipients, { query: q === "" ? {} : { q } }, as)).body.sets.map(
      ({ label, count }) => `${label} ${count ?? "?"}`,
    );

  test("offers what the sender may use, and what fits", async () => {
    expect(await offered(writer)).toEqual([
      "Alle im Verein 8",
      "Alle Leiterinnen und Leiter 2",
      "trainer 2",
      "Kassenwart 1",
    ]);
    expect(await offered(office)).toContain("Ansicht „Kinder“ ?");
    expect(await offered(office, "kassenw")).toEqual(["Kassenwart 1"]);
    expect(await offered(leader)).toEqual(["Alle Leiterinnen und Leiter 1", "Trainer 1"]);
    expect(await offered(child)).toEqual([]);
  });

  test("offers events by their title to those who organise them", async () => {
    expect(await offered(admin, "sommerf")).toEqual([
      expect.stringMatching(/^Eingeladene: Sommerfest, .* 3$/) as string,
    ]);
    expect(await offered(office, "sommerf")).toEqual([]);
  });
});
