import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { calendarsContract as api } from "../../../contract.ts";
import { invitationsContract } from "../../../invitation-contract.ts";
import { aCalendar, anEvent, answers, invited, inDays, mailbox, sql } from "../testing.ts";

/** Whom calling off tells is what is said before, and what happens. */

let app: TestApp;
let admin: TestUser;
let organiser: TestUser;
let leader: TestUser;
let outsider: TestUser;
let withMail: TestUser;
let mailOff: TestUser;
let silent: TestUser;
let child: TestUser;
let calendarId: string;
let team: string;
let other: string;
let newMails: ReturnType<typeof mailbox>;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { lastname: "Admin", isAdmin: true });
  organiser = await app.user(club, {
    lastname: "Plant",
    permissions: ["QUERY_CALENDAR", "SEND_MESSAGE"],
  });
  leader = await app.user(club, { lastname: "Leitet", permissions: ["QUERY_CALENDAR"] });
  outsider = await app.user(await app.tenant("beta"), { isAdmin: true });
  withMail = await app.user(club, { lastname: "Mail", email: "mail@example.org" });
  mailOff = await app.user(club, { lastname: "Aus", email: "aus@example.org" });
  silent = await app.user(club, { lastname: "Still" });
  child = await app.user(club, { firstname: "Kim", lastname: "Kind" });
  const parent = await app.user(club, {
    firstname: "Pia",
    lastname: "Kind",
    email: "pia@example.org",
  });
  const home = "street = 'Gasse 1', postal_code = '73033', city = 'Göppingen'";
  await sql(app, "UPDATE member SET message_mail = 'NONE' WHERE id = $1", [mailOff.id]);
  await sql(
    app,
    `UPDATE member SET birthday = '2018-05-01', ${home}, mobile = '0151 23456789' WHERE id = $1`,
    [child.id],
  );
  await sql(app, `UPDATE member SET birthday = '1980-05-01', ${home} WHERE id = $1`, [parent.id]);
  // Who logs in sees it there; of the others nobody has a log-in.
  await sql(
    app,
    `INSERT INTO login (tenant_id, id, member_id, username, state)
     VALUES ($1, gen_random_uuid(), $2, 'aus', 'ACTIVE')`,
    [club.id, mailOff.id],
  );
  team = await aGroup("Turnen");
  other = await aGroup("Chor");
  await join(team, leader, true);
  await join(team, withMail, false);
  await join(other, silent, false);
  newMails = mailbox(app);
});
beforeEach(async () => {
  calendarId = await aCalendar(app, admin, [
    { subject: "GROUP", id: team, access: "READ" },
    { subject: "USER", id: organiser.id, access: "WRITE" },
    { subject: "USER", id: leader.id, access: "WRITE" },
  ]);
  await newMails();
});
afterAll(() => app?.close());

async function aGroup(name: string): Promise<string> {
  const body = { name, color: "GRAY" as const, permissions: [] };
  return (await app.call(groupsContract.createGroup, { body }, admin)).body.id;
}
async function join(id: string, user: TestUser, isLeader: boolean) {
  const params = { id, userId: user.id };
  await app.call(groupsContract.putGroupMember, { params, body: { leader: isLeader } }, admin);
}
const cancellation = (id: string, as = organiser, scope?: "ONE" | "FOLLOWING" | "ALL") =>
  app.call(
    invitationsContract.getCancellation,
    { params: { id }, query: scope === undefined ? {} : { scope } },
    as,
  );
type Body = Parameters<typeof app.call<typeof api.cancelEvent>>[1]["body"];
const cancel = (id: string, body?: Body, as = organiser, scope?: "ONE" | "ALL") =>
  app.call(
    api.cancelEvent,
    {
      params: { id },
      query: scope === undefined ? {} : { scope },
      ...(body === undefined ? {} : { body }),
    },
    as,
  );
const everybody = () => ({
  userIds: [withMail.id, mailOff.id, silent.id, child.id],
  guests: [{ name: "Gustav Gast", email: "gast@example.org" }],
});
const received = async (as: TestUser) =>
  (await app.call(messagesContract.searchMessages, {}, as)).body.content;

describe("with people invited", () => {
  test("says before how they learn of it, and that is what happens", async () => {
    const { id } = await anEvent(app, admin, { calendarId });
    await invited(app, admin, id, everybody());
    await answers(app, withMail, id, true);
    await newMails();
    const { body } = await cancellation(id);
    expect(body.invited).toMatchObject({ people: 5, mailed: 2, inApp: 1, unreachableCount: 2 });
    expect(body.invited.unreachable).toEqual([
      { id: child.id, name: "Kim Kind", reason: "NO_ADDRESS", family: null },
      { id: silent.id, name: "Erika Still", reason: "NO_ADDRESS", family: null },
    ]);
    const answer = await cancel(id, { reason: "Die Halle ist gesperrt.\nBitte weitersagen." });
    expect(answer.body).toMatchObject({
      status: "CANCELLED",
      cancelReason: "Die Halle ist gesperrt.\nBitte weitersagen.",
    });
    const mails = await newMails();
    expect(
      mails.map(({ to }) => to?.[0]?.address ?? "").toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(["gast@example.org", "mail@example.org"]);
    for (const { text, subject } of mails) {
      expect(subject).toMatch(/^Abgesagt/);
      expect(text).toContain("Grund: Die Halle ist gesperrt.");
    }
    expect(await received(silent)).toEqual([]);
  });

  test("who has declined is not counted; readers of members see the family of a child", async () => {
    const { id } = await anEvent(app, admin, { calendarId });
    await invited(app, admin, id, { userIds: [withMail.id, child.id] });
    await answers(app, withMail, id, false);
    const { body } = await cancellation(id, admin);
    expect(body.invited).toMatchObject({ people: 1, mailed: 0, unreachableCount: 1 });
    expect(body.invited.unreachable[0]?.family).toBe("Pia Kind");
  });

  test("of a series only the occurrences meant count", async () => {
    const series = await anEvent(app, admin, {
      calendarId,
      recurrence: "FREQ=WEEKLY;COUNT=4",
      startDateTime: inDays(3),
      endDateTime: inDays(3.1),
    });
    await invited(app, admin, series.id, { userIds: [withMail.id] });
    await newMails();
    const listed = await app.call(
      api.searchEvents,
      { query: { from: inDays(0), to: inDays(40), calendars: calendarId } },
      admin,
    );
    const [first, second] = listed.body.filter(({ occurrenceOf }) => occurrenceOf === series.id);
    expect((await cancellation(second?.id ?? "", organiser, "ONE")).body.invited.people).toBe(1);
    expect((await cancellation(series.id, organiser, "ALL")).body.invited.people).toBe(1);
    await cancel(second?.id ?? "", { reason: "Ferien" }, organiser, "ONE");
    const [mail, ...more] = await newMails();
    expect([more.length, mail?.text?.includes("Grund: Ferien")]).toEqual([0, true]);
    const untouched = await app.call(api.getEvent, { params: { id: first?.id ?? "" } }, organiser);
    expect(untouched.body).toMatchObject({ status: "CONFIRMED", cancelReason: null });
  });

  test("the reason goes with the cancellation, and stays when something else is changed", async () => {
    const { id } = await anEvent(app, admin, { calendarId });
    await cancel(id, { reason: "Sturm" });
    const feed = await app.call(api.getEvent, { params: { id } }, organiser);
    expect(feed.body.cancelReason).toBe("Sturm");
    const back = await app.call(api.reinstateEvent, { params: { id } }, organiser);
    expect(back.body).toMatchObject({ status: "CONFIRMED", cancelReason: null });
    const { text } = await extractText(
      new Uint8Array(
        (await app.call(invitationsContract.getUnreachable, { params: { id } }, organiser)).bytes,
      ),
      { mergePages: true },
    );
    expect(text).toContain("Alle Eingeladenen sind");
  });
});

describe("with nobody invited", () => {
  test("a group is told by a message with when, why and where to look", async () => {
    const { id } = await anEvent(app, admin, { calendarId });
    const { body } = await cancellation(id);
    expect(body.invited.people).toBe(0);
    expect(body.groups.map(({ name }) => name)).toEqual(["Chor", "Turnen"]);
    const answer = await cancel(id, { reason: "<b>Regen</b>", tell: { groupIds: [other] } });
    expect(answer.status).toBe(200);
    const [message] = await received(silent);
    expect(message?.subject).toMatch(/^Abgesagt: Sommerfest, /);
    expect(message?.messageContent).toContain("Grund: &lt;b&gt;Regen&lt;/b&gt;");
    expect(message?.messageContent).toContain(`/calendars/events/${id}`);
    expect((await received(withMail)).map(({ subject }) => subject)).toEqual([]);
  });

  test("everybody who sees the calendar is told, and told again when it takes place", async () => {
    const { id } = await anEvent(app, admin, { calendarId, title: "Rasenpflege" });
    // The team and the leader; the organiser is the sender.
    expect((await cancellation(id)).body.everyone).toBe(3);
    await cancel(id, { tell: { everyone: true } });
    const subjects = async () =>
      (await received(withMail)).filter(({ subject }) => subject.includes("Rasenpflege"));
    expect(await subjects()).toHaveLength(1);
    const answer = await app.call(
      api.reinstateEvent,
      { params: { id }, body: { tell: { everyone: true } } },
      organiser,
    );
    expect(answer.status).toBe(200);
    expect((await subjects())[0]?.subject).toMatch(/^Findet statt: Rasenpflege/);
  });

  test("nobody is told unless it is asked for", async () => {
    const { id } = await anEvent(app, admin, { calendarId, title: "Leise" });
    await cancel(id);
    await cancel((await anEvent(app, admin, { calendarId, title: "Leise" })).id, {
      tell: { groupIds: [], everyone: false },
    });
    expect((await received(withMail)).some(({ subject }) => subject.includes("Leise"))).toBe(false);
    expect(await newMails()).toEqual([]);
  });
});

describe("who may", () => {
  test("a leader tells the own group; others' groups and everybody are refused, and it stands", async () => {
    const wide = await aCalendar(app, admin, [
      { subject: "ALL", id: null, access: "READ" },
      { subject: "USER", id: leader.id, access: "WRITE" },
    ]);
    const { id } = await anEvent(app, admin, { calendarId: wide, title: "Grenzfall" });
    const { body } = await cancellation(id, leader);
    expect(body.groups.map(({ name }) => name)).toEqual(["Turnen"]);
    expect(body.everyone).toBeNull();
    for (const tell of [{ groupIds: [other] }, { everyone: true }]) {
      expect((await cancel(id, { tell }, leader)).status).toBe(403);
      const after = await app.call(api.getEvent, { params: { id } }, leader);
      expect(after.body.status).toBe("CONFIRMED");
    }
    expect((await cancel(id, { tell: { groupIds: [team] } }, leader)).status).toBe(200);
    const got = await received(withMail);
    expect(got.filter(({ subject }) => subject.includes("Grenzfall"))).toHaveLength(1);
  });

  test("readers and other clubs learn nothing", async () => {
    const { id } = await anEvent(app, admin, { calendarId });
    expect((await cancellation(id, outsider)).status).toBe(404);
    const reader = await app.user(organiser.tenant, { permissions: ["QUERY_CALENDAR"] });
    await join(team, reader, false);
    expect((await cancellation(id, reader)).status).toBe(403);
    const preview = await app.call(
      invitationsContract.previewInvite,
      { params: { id }, body: { userIds: [child.id] } },
      reader,
    );
    expect(preview.status).toBe(403);
  });
});

describe("before inviting", () => {
  const preview = (id: string, body: object, as = organiser) =>
    app.call(invitationsContract.previewInvite, { params: { id }, body }, as);

  test("says who is new and how they learn of it; then it is so", async () => {
    const { id } = await anEvent(app, admin, { calendarId });
    await invited(app, admin, id, { userIds: [mailOff.id] });
    await newMails();
    const { body } = await preview(id, everybody());
    expect(body).toMatchObject({
      reach: { people: 4, mailed: 2, inApp: 0, unreachableCount: 2 },
      already: 1,
    });
    const added = await invited(app, organiser, id, everybody());
    expect(added).toHaveLength(4);
    expect(await newMails()).toHaveLength(2);
    expect((await preview(id, everybody())).body).toMatchObject({
      reach: { people: 0 },
      already: 5,
    });
  });

  test("refuses what inviting refuses, at the same place", async () => {
    const { id } = await anEvent(app, admin, { calendarId });
    const answer = await preview(id, { userIds: [silent.id] }, leader);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ errors: [{ path: "userIds.0", code: "NOT_ALLOWED" }] });
  });

  test("those out of reach are a list with numbers for readers of members, and names for others", async () => {
    const { id } = await anEvent(app, admin, { calendarId, title: "Wanderung" });
    await invited(app, admin, id, everybody());
    const textFor = async (as: TestUser) => {
      const params = { id };
      const { bytes } = await app.call(invitationsContract.getUnreachable, { params }, as);
      return (await extractText(new Uint8Array(bytes), { mergePages: true })).text;
    };
    const [forAdmin, forLeader] = [await textFor(admin), await textFor(leader)];
    expect(forAdmin).toContain("0151 23456789");
    expect(forAdmin).toContain("Gasse 1");
    expect(forAdmin).toContain("Familie: Pia Kind");
    for (const text of [forAdmin, forLeader]) {
      expect(text).toContain("Kind, Kim");
      expect(text).toContain("Still, Erika");
      expect(text).not.toContain("Mail, Erika");
    }
    for (const secret of ["0151", "Gasse", "Pia"]) expect(forLeader).not.toContain(secret);
  });
});

test("a member who is gone is nobody to be told", async () => {
  const gone = await app.user(organiser.tenant, { email: "weg@example.org" });
  const { id } = await anEvent(app, admin, { calendarId });
  await invited(app, admin, id, { userIds: [gone.id] });
  await app.call(usersContract.deleteUser, { params: { id: gone.id } }, admin);
  expect((await cancellation(id)).body.invited.people).toBe(0);
});
