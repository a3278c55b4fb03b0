import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "../../contract.ts";
import { invitationsContract as api } from "../../invitation-contract.ts";
import {
  aCalendar,
  anEvent,
  answers,
  changedEvent,
  inDays,
  invited,
  mailbox,
  overview,
  publicId,
  sql,
} from "./testing.ts";

let app: TestApp;
let admin: TestUser;
let anna: TestUser;
let ben: TestUser;
let mails: ReturnType<typeof mailbox>;

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha", "TSV Grünhausen");
  admin = await app.user(tenant, {
    isAdmin: true,
    firstname: "Vera",
    lastname: "Vorstand",
    email: "vera@example.org",
  });
  anna = await app.user(tenant, {
    firstname: "Anna",
    lastname: "Ärmel",
    email: "anna@example.org",
  });
  ben = await app.user(tenant, { firstname: "Ben", lastname: "Baß", email: "ben@example.org" });
  mails = mailbox(app);
});
afterAll(() => app?.close());
beforeEach(async () => void (await mails()));

const ids = (...users: TestUser[]) => users.map(({ id }) => id);

/** The events in the calendar files of a mail, without the copies for programs that know no methods. */
function eventsOf(mail: Awaited<ReturnType<typeof mails>>[number] | undefined) {
  const files = (mail?.attachments ?? []).filter(({ mimeType }) => mimeType === "text/calendar");
  return files.flatMap(({ content }) => {
    const calendar = ICAL.Component.fromString(
      Buffer.from(content as ArrayBuffer).toString("utf8"),
    );
    return calendar.getAllSubcomponents("vevent").map((event) => ({
      method: calendar.getFirstPropertyValue("method"),
      uid: event.getFirstPropertyValue("uid"),
      status: event.getFirstPropertyValue("status"),
      sequence: Number(event.getFirstPropertyValue("sequence")),
      attendee: event.getFirstProperty("attendee")?.getFirstValue(),
    }));
  });
}

describe("inviting", () => {
  test("members and guests get a mail with their own link and a calendar file", async () => {
    const event = await anEvent(app, admin, {
      title: "Grillen; am See",
      location: "Vereinsheim",
      description: "Bitte Salat\nmitbringen",
    });
    const added = await invited(app, admin, event.id, {
      userIds: ids(anna),
      guests: [{ name: "Gerd Gast", email: "gerd@example.net" }],
      message: "Ich freue mich auf euch.",
    });
    expect(added).toHaveLength(2);
    const sent = await mails();
    expect(
      sent.map(({ to }) => to?.[0]?.address).toSorted((a = "", b = "") => a.localeCompare(b)),
    ).toEqual(["anna@example.org", "gerd@example.net"]);
    const mail = sent.find(({ to }) => to?.[0]?.address === "anna@example.org");
    const link = await publicId(app, added.find(({ user }) => user !== null) ?? { id: "" });
    expect(link).toMatch(/^[\w-]{24}$/);
    expect(mail?.subject).toBe("Einladung: Grillen; am See");
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain("Anna Ärmel");
      expect(part).toContain("Ich freue mich auf euch.");
      expect(part).toContain(`/public/invitation/${link}`);
      expect(part).toContain("Vereinsheim");
    }
    const file = Buffer.from((mail?.attachments[0]?.content ?? "") as ArrayBuffer).toString("utf8");
    expect(file).toContain(`UID:${event.id}`);
    expect(file).toContain("SUMMARY:Grillen\\; am See");
    expect(mail?.attachments.map(({ mimeType, method }) => [mimeType, method])).toEqual([
      ["text/calendar", "REQUEST"],
      ["application/ics", undefined],
    ]);
    expect(mail?.text).toContain("kommen bei uns nicht an");
    const calendar = ICAL.Component.fromString(file);
    expect(calendar.getFirstPropertyValue("method")).toBe("REQUEST");
    const invitation = calendar.getFirstSubcomponent("vevent");
    expect(invitation?.getFirstPropertyValue("organizer")).toMatch(/^mailto:.+@/);
    const attendees = invitation?.getAllProperties("attendee") ?? [];
    expect(attendees.map((one) => one.getFirstValue())).toEqual(["mailto:anna@example.org"]);
    expect(attendees[0]?.getParameter("partstat")).toBe("NEEDS-ACTION");
    expect(attendees[0]?.getParameter("cn")).toBe("Anna Ärmel");
    expect(invitation?.getFirstPropertyValue("description")).toContain(
      `/public/invitation/${link}`,
    );
  });

  test("a second time nobody is invited twice, and nobody is written to", async () => {
    const event = await anEvent(app, admin);
    const body = {
      userIds: [anna.id, anna.id],
      guests: [
        { name: "Gerd", email: "gerd@example.net" },
        { name: "Gerd G.", email: "GERD@example.net" },
      ],
    };
    expect(await invited(app, admin, event.id, body)).toHaveLength(2);
    await answers(app, anna, event.id, true);
    await mails();
    expect(await invited(app, admin, event.id, { ...body, userIds: ids(anna, ben) })).toMatchObject(
      [{ user: { id: ben.id } }],
    );
    expect((await mails()).map(({ to }) => to?.[0]?.address)).toEqual(["ben@example.org"]);
    expect((await overview(app, admin, event.id)).counts).toMatchObject({ accepted: 1, open: 2 });
  });

  test("a group brings the people of its sub-groups, without those who have left, died or wait to join", async () => {
    const parent = await app.call(groupsContract.createGroup, { body: { name: "Fußball" } }, admin);
    const child = await app.call(
      groupsContract.createGroup,
      { body: { name: "C-Jugend", parentId: parent.body.id } },
      admin,
    );
    const make = async (lastname: string, more: object) =>
      (
        await app.call(
          usersContract.createUser,
          { body: { firstname: "Kim", lastname, ...more } },
          admin,
        )
      ).body.id;
    const [here, gone, dead, past] = [
      await make("Hier", {}),
      await make("Weg", { leftOn: "2020-01-01" }),
      await make("Tot", { deceasedOn: "2020-01-01" }),
      await make("Früher", {}),
    ];
    for (const userId of [here, gone, dead])
      await app.call(
        groupsContract.putGroupMember,
        { params: { id: child.body.id, userId }, body: {} },
        admin,
      );
    await app.call(
      groupsContract.putGroupMember,
      {
        params: { id: child.body.id, userId: past },
        body: { from: "2019-01-01", to: "2020-01-01" },
      },
      admin,
    );
    await app.call(
      groupsContract.putGroupMember,
      { params: { id: parent.body.id, userId: here }, body: {} },
      admin,
    );
    const event = await anEvent(app, admin);
    const added = await invited(app, admin, event.id, {
      groupIds: [parent.body.id],
      userIds: [gone],
    });
    expect(added.map(({ user }) => user?.id)).toEqual([here]);
    expect(added[0]?.hasMail).toBe(false);
  });

  test("people and groups that do not exist are named", async () => {
    const event = await anEvent(app, admin);
    const nobody = "0192d3a0-0000-7000-8000-000000000000";
    const answer = await app.call(
      api.invite,
      { params: { id: event.id }, body: { userIds: [anna.id, nobody] } },
      admin,
    );
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ path: "userIds.1" }] }]);
    const group = await app.call(
      api.invite,
      { params: { id: event.id }, body: { groupIds: [nobody] } },
      admin,
    );
    expect([group.status, group.body]).toMatchObject([422, { errors: [{ path: "groupIds.0" }] }]);
    expect((await overview(app, admin, event.id)).totalElements).toBe(0);
  });

  test("an occurrence of a series is invited to by its own id and keeps it", async () => {
    const calendarId = await aCalendar(app, admin);
    await anEvent(app, admin, { calendarId, recurrence: "FREQ=WEEKLY;COUNT=5" });
    const list = await app.call(
      calendarsContract.listPeriod,
      { params: { id: calendarId }, query: { from: inDays(0), to: inDays(100) } },
      admin,
    );
    const second = list.body[1];
    expect(list.body).toHaveLength(5);
    await invited(app, admin, second?.id ?? "", { userIds: ids(anna) });
    expect((await answers(app, anna, second?.id ?? "", true)).body).toMatchObject({
      state: "ACCEPTED",
      event: { startDateTime: second?.startDateTime },
    });
    const again = await app.call(
      calendarsContract.listPeriod,
      { params: { id: calendarId }, query: { from: inDays(0), to: inDays(100) } },
      admin,
    );
    expect(again.body.map(({ id }) => id)).toEqual(list.body.map(({ id }) => id));
  });
});

describe("answering", () => {
  test("accept, decline, comment; the dashboard's answer keeps what was written", async () => {
    const event = await anEvent(app, admin, { invitationSettings: { allowCompanions: true } });
    await invited(app, admin, event.id, { userIds: ids(anna) });
    const open = await app.call(api.searchMyInvitations, {}, anna);
    expect(open.body.content.find((one) => one.event.id === event.id)).toMatchObject({
      state: "OPEN",
      can: ["ANSWER"],
      event: { title: "Sommerfest" },
    });
    expect(
      (await answers(app, anna, event.id, true, { comment: "Mit Kuchen", companions: 2 })).body,
    ).toMatchObject({
      state: "ACCEPTED",
      comment: "Mit Kuchen",
      companions: 2,
      answeredBy: null,
    });
    expect((await answers(app, anna, event.id, true)).body).toMatchObject({
      state: "ACCEPTED",
      comment: "Mit Kuchen",
      companions: 2,
    });
    expect((await overview(app, admin, event.id)).counts).toMatchObject({
      accepted: 1,
      coming: 3,
      open: 0,
    });
    expect((await answers(app, anna, event.id, false, {})).body).toMatchObject({
      state: "DECLINED",
      comment: null,
      companions: 0,
    });
    const rest = await app.call(api.searchMyInvitations, {}, anna);
    expect(rest.body.content.find((one) => one.event.id === event.id)).toBeUndefined();
    const seen = await app.call(calendarsContract.getEvent, { params: { id: event.id } }, admin);
    expect(seen.body.myInvitation).toBeNull();
  });

  test("an answer is taken back: open again, its place goes on, and the file for one's own calendar stays one's own", async () => {
    const event = await anEvent(app, admin, { invitationSettings: { maximum: 1 } });
    await invited(app, admin, event.id, { userIds: ids(anna, ben) });
    const mine = await answers(app, anna, event.id, true);
    await answers(app, ben, event.id, true);
    const params = { id: mine.body.id };
    expect((await app.call(api.takeBackAnswer, { params }, ben)).status).toBe(404);
    expect((await app.call(api.getMyInvitationFile, { params }, ben)).status).toBe(404);
    expect((await app.call(api.getMyInvitationFile, { params }, anna)).status).toBe(200);
    const again = await app.call(api.takeBackAnswer, { params }, anna);
    expect([again.status, again.body.state, again.body.answeredAt]).toEqual([200, "OPEN", null]);
    const { counts } = await overview(app, admin, event.id);
    expect([counts.open, counts.accepted, counts.waiting]).toEqual([1, 1, 0]);
  });

  test("what the event does not ask for is refused at its field", async () => {
    const event = await anEvent(app, admin, {
      invitationSettings: { allowComment: false, maximum: 3 },
    });
    await invited(app, admin, event.id, { userIds: ids(anna) });
    expect(await answers(app, anna, event.id, true, { comment: "Hallo" })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "comment" }] },
    });
    expect(await answers(app, anna, event.id, true, { companions: 1 })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "companions" }] },
    });
    const party = await anEvent(app, admin, {
      invitationSettings: { allowCompanions: true, maximum: 3 },
    });
    await invited(app, admin, party.id, { userIds: ids(anna) });
    expect(await answers(app, anna, party.id, true, { companions: 3 })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "companions" }] },
    });
  });

  test("after the deadline, of a cancelled event and after it: 422; an organiser still can", async () => {
    const late = await anEvent(app, admin, { invitationSettings: { deadline: inDays(-1) } });
    const [one] = await invited(app, admin, late.id, { userIds: ids(anna) });
    expect(await answers(app, anna, late.id, true)).toMatchObject({
      status: 422,
      body: { code: "DEADLINE_OVER" },
    });
    const by = await app.call(
      api.answerForInvited,
      { params: { id: late.id, invitationId: one?.id ?? "" }, body: { state: "ACCEPTED" } },
      admin,
    );
    expect(by.body).toMatchObject({ state: "ACCEPTED", answeredBy: "Vera Vorstand" });

    const off = await anEvent(app, admin);
    await invited(app, admin, off.id, { userIds: ids(anna) });
    await app.call(calendarsContract.cancelEvent, { params: { id: off.id } }, admin);
    expect(await answers(app, anna, off.id, true)).toMatchObject({
      status: 422,
      body: { code: "EVENT_CANCELLED" },
    });

    const past = await anEvent(app, admin);
    await invited(app, admin, past.id, { userIds: ids(anna) });
    await sql(
      app,
      "UPDATE event SET starts_at = starts_at - interval '20 days', ends_at = ends_at - interval '20 days' WHERE id = $1",
      [past.id],
    );
    expect(await answers(app, anna, past.id, true)).toMatchObject({
      status: 422,
      body: { code: "EVENT_OVER" },
    });
    const more = await app.call(
      api.invite,
      { params: { id: past.id }, body: { userIds: ids(ben) } },
      admin,
    );
    expect([more.status, more.body]).toMatchObject([422, { code: "EVENT_OVER" }]);
    const open = await app.call(api.searchMyInvitations, {}, anna);
    for (const { event } of open.body.content)
      expect([late.id, off.id, past.id]).not.toContain(event.id);
  });

  test("somebody else's invitation is not found", async () => {
    const event = await anEvent(app, admin);
    const [one] = await invited(app, admin, event.id, { userIds: ids(anna) });
    const answer = await app.call(
      api.answerInvitation,
      { params: { id: one?.id ?? "" }, query: { accept: "true" } },
      ben,
    );
    expect(answer.status).toBe(404);
    expect((await overview(app, admin, event.id)).counts.open).toBe(1);
  });
});

describe("organising", () => {
  test("is for those who may write in the calendar; readers are refused, others find nothing", async () => {
    const reader = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    const writer = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    const stranger = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    const calendarId = await aCalendar(app, admin, [
      { subject: "USER", id: reader.id, access: "READ" },
      { subject: "USER", id: writer.id, access: "WRITE" },
    ]);
    const event = await anEvent(app, admin, { calendarId });
    const [one] = await invited(app, admin, event.id, { userIds: ids(anna) });
    const params = { id: event.id, invitationId: one?.id ?? "" };
    const tries = (as: TestUser) =>
      Promise.all([
        app.call(api.listEventInvitations, { params: { id: event.id } }, as),
        app.call(api.invite, { params: { id: event.id }, body: { userIds: [as.id] } }, as),
        app.call(api.remindInvited, { params: { id: event.id } }, as),
        app.call(api.answerForInvited, { params, body: { state: "ACCEPTED" } }, as),
        app.call(api.deleteInvitation, { params }, as),
        app.call(api.getSignatureList, { params: { id: event.id } }, as),
        app.call(api.exportInvitations, { params: { id: event.id } }, as),
      ]);
    expect((await tries(reader)).map(({ status }) => status)).toEqual([
      403, 403, 403, 403, 403, 403, 403,
    ]);
    expect((await tries(stranger)).map(({ status }) => status)).toEqual([
      404, 404, 404, 404, 404, 404, 404,
    ]);
    expect((await overview(app, writer, event.id)).counts).toMatchObject({ open: 1 });
    // Who may not write to somebody can't invite them either.
    const foreign = await app.call(
      api.invite,
      { params: { id: event.id }, body: { userIds: ids(ben) } },
      writer,
    );
    expect([foreign.status, foreign.body]).toMatchObject([
      403,
      { errors: [{ path: "userIds.0" }] },
    ]);
  });

  test("reminding reaches only the silent who have an address", async () => {
    const event = await anEvent(app, admin);
    const { body: noMail } = await app.call(
      usersContract.createUser,
      { body: { firstname: "Ohne", lastname: "Adresse" } },
      admin,
    );
    await invited(app, admin, event.id, { userIds: [...ids(anna, ben), noMail.id] });
    await answers(app, ben, event.id, false);
    await mails();
    const answer = await app.call(api.remindInvited, { params: { id: event.id } }, admin);
    expect(answer.body).toEqual({ reminded: 1, withoutMail: 1 });
    expect((await mails()).map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      ["anna@example.org", "Erinnerung: Sommerfest"],
    ]);
    const list = await overview(app, admin, event.id);
    expect(
      list.content.filter(({ remindedAt }) => remindedAt !== null).map(({ user }) => user?.id),
    ).toEqual([anna.id]);
  });

  test("lists search, filter and sort", async () => {
    const event = await anEvent(app, admin);
    await invited(app, admin, event.id, {
      userIds: ids(anna, ben),
      guests: [{ name: "Gerd Gast", email: "gerd@example.net" }],
    });
    await answers(app, ben, event.id, true);
    const names = async (query: object) =>
      (
        await app.call(api.listEventInvitations, { params: { id: event.id }, query }, admin)
      ).body.content.map(({ user, guest }) => user?.lastname ?? guest?.name);
    expect(await names({})).toEqual(["Ärmel", "Baß", "Gerd Gast"]);
    expect(await names({ dir: "DESC" })).toEqual(["Gerd Gast", "Baß", "Ärmel"]);
    expect(await names({ sort: "state" })).toEqual(["Baß", "Ärmel", "Gerd Gast"]);
    expect(await names({ state: "ACCEPTED" })).toEqual(["Baß"]);
    expect(await names({ q: "gast" })).toEqual(["Gerd Gast"]);
    expect(await names({ q: "100%" })).toEqual([]);
  });

  test("the lists for paper and Excel", async () => {
    const event = await anEvent(app, admin, {
      title: "Fest: 100 Jahre / TSV",
      invitationSettings: { allowCompanions: true },
    });
    await invited(app, admin, event.id, {
      userIds: ids(anna, ben),
      guests: [{ name: "=HYPERLINK(1)", email: "gerd@example.net" }],
    });
    await answers(app, anna, event.id, true, { comment: "Vegetarisch; bitte", companions: 1 });
    const csv = await app.call(api.exportInvitations, { params: { id: event.id } }, admin);
    const text = csv.bytes.toString("utf8");
    expect(text.startsWith("\u{feff}Name;Vorname;Nachname;Gast;")).toBe(true);
    expect(text).toContain('"Vegetarisch; bitte"');
    expect(text).toContain("'=HYPERLINK(1)");
    const pdf = await app.call(api.getSignatureList, { params: { id: event.id } }, admin);
    expect([pdf.status, pdf.headers["content-type"], pdf.bytes.subarray(0, 5).toString()]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
    const { extractText, getDocumentProxy } = await import("unpdf");
    const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(pdf.bytes)), {
      mergePages: true,
    });
    for (const part of [
      "TSV Grünhausen",
      "Ärmel, Anna",
      "zugesagt",
      "+ 1",
      "Unterschrift",
      "=HYPERLINK(1) (Gast)",
    ])
      expect(pages).toContain(part);
  });
});

describe("the waiting list", () => {
  test("keeps order, promotes and tells, counts companions", async () => {
    const event = await anEvent(app, admin, {
      invitationSettings: { maximum: 2, allowCompanions: true },
    });
    const cleo = await app.user(admin.tenant, { firstname: "Cleo", email: "cleo@example.org" });
    await invited(app, admin, event.id, { userIds: ids(anna, ben, cleo) });
    expect((await answers(app, anna, event.id, true, { companions: 1 })).body).toMatchObject({
      state: "ACCEPTED",
      event: { placesLeft: 0 },
    });
    expect((await answers(app, ben, event.id, true, { companions: 1 })).body).toMatchObject({
      state: "WAITING",
      position: 1,
    });
    expect((await answers(app, cleo, event.id, true)).body).toMatchObject({
      state: "WAITING",
      position: 2,
    });
    await mails();
    // One place: Ben's party does not fit, Cleo does.
    await answers(app, anna, event.id, true, { companions: 0 });
    expect((await overview(app, admin, event.id)).counts).toMatchObject({
      accepted: 2,
      waiting: 1,
      coming: 2,
      placesLeft: 0,
    });
    expect((await mails()).map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      ["cleo@example.org", "Platz frei: Sommerfest"],
    ]);
    // Nobody loses a place by asking for more.
    expect(await answers(app, anna, event.id, true, { companions: 1 })).toMatchObject({
      status: 409,
      body: { code: "EVENT_FULL" },
    });
    await answers(app, anna, event.id, false);
    await answers(app, cleo, event.id, false);
    expect((await mails()).map(({ to }) => to?.[0]?.address)).toEqual(["ben@example.org"]);
  });

  test("a higher maximum promotes, a lower one throws nobody out", async () => {
    const event = await anEvent(app, admin, { invitationSettings: { maximum: 1 } });
    await invited(app, admin, event.id, { userIds: ids(anna, ben) });
    await answers(app, anna, event.id, true);
    await answers(app, ben, event.id, true);
    await mails();
    await changedEvent(app, admin, event.id, { invitationSettings: { maximum: 5 } });
    expect((await overview(app, admin, event.id)).counts).toMatchObject({
      accepted: 2,
      waiting: 0,
    });
    expect((await mails()).map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      ["ben@example.org", "Platz frei: Sommerfest"],
    ]);
    await changedEvent(app, admin, event.id, { invitationSettings: { maximum: 1 } });
    expect((await overview(app, admin, event.id)).counts).toMatchObject({
      accepted: 2,
      coming: 2,
      maximum: 1,
      placesLeft: 0,
    });
  });

  test("without one, who comes too late is refused and nothing is kept", async () => {
    const event = await anEvent(app, admin, {
      invitationSettings: { maximum: 1, waitingList: false },
    });
    await invited(app, admin, event.id, { userIds: ids(anna, ben) });
    await answers(app, anna, event.id, true);
    expect(await answers(app, ben, event.id, true)).toMatchObject({
      status: 409,
      body: { code: "EVENT_FULL" },
    });
    expect((await overview(app, admin, event.id)).counts).toMatchObject({
      accepted: 1,
      open: 1,
      waiting: 0,
    });
  });

  test("a removed invitation gives its place on; organisers are bound by the maximum too", async () => {
    const event = await anEvent(app, admin, { invitationSettings: { maximum: 1 } });
    const added = await invited(app, admin, event.id, { userIds: ids(anna, ben) });
    const idOf = (user: TestUser) => added.find((one) => one.user?.id === user.id)?.id ?? "";
    await answers(app, anna, event.id, true);
    const forBen = await app.call(
      api.answerForInvited,
      { params: { id: event.id, invitationId: idOf(ben) }, body: { state: "ACCEPTED" } },
      admin,
    );
    expect(forBen.body).toMatchObject({
      state: "WAITING",
      position: 1,
      answeredBy: "Vera Vorstand",
    });
    expect(
      (
        await app.call(
          api.deleteInvitation,
          { params: { id: event.id, invitationId: idOf(anna) } },
          admin,
        )
      ).status,
    ).toBe(204);
    expect((await overview(app, admin, event.id)).content).toMatchObject([
      { user: { id: ben.id }, state: "ACCEPTED" },
    ]);
  });
});

describe("changes of the event", () => {
  test("moved: what differs is told once, also after several steps; moved back: nobody hears of it", async () => {
    const event = await anEvent(app, admin, { location: "Halle 1" });
    await invited(app, admin, event.id, { userIds: ids(anna) });
    await answers(app, anna, event.id, true);
    await mails();
    await changedEvent(app, admin, event.id, {
      startDateTime: inDays(12),
      endDateTime: inDays(12.1),
    });
    await changedEvent(app, admin, event.id, {
      startDateTime: inDays(13),
      endDateTime: inDays(13.1),
      location: "Halle 2",
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Geändert: Sommerfest");
    expect(mail?.text).toMatch(/Zeit bisher: .*\nZeit jetzt: .*/);
    expect(mail?.text).toContain("Ort bisher: Halle 1\nOrt jetzt: Halle 2");
    await changedEvent(app, admin, event.id, { location: "Halle 3" });
    await changedEvent(app, admin, event.id, { location: "Halle 2" });
    expect(await mails()).toEqual([]);
    expect((await overview(app, admin, event.id)).counts.accepted).toBe(1);
  });

  test("with resetAnswers everybody is asked again", async () => {
    const event = await anEvent(app, admin, { invitationSettings: { maximum: 1 } });
    await invited(app, admin, event.id, { userIds: ids(anna, ben) });
    await answers(app, anna, event.id, true);
    await answers(app, ben, event.id, true);
    await mails();
    await changedEvent(
      app,
      admin,
      event.id,
      { startDateTime: inDays(12), endDateTime: inDays(12.1) },
      { resetAnswers: "true" },
    );
    expect((await overview(app, admin, event.id)).counts).toMatchObject({
      open: 2,
      accepted: 0,
      waiting: 0,
    });
    const sent = await mails();
    expect(sent).toHaveLength(2);
    for (const { text } of sent) expect(text).toContain("Bitte antworten Sie noch einmal.");
  });

  test("cancelled and taken back: told, and the calendar file says so", async () => {
    const event = await anEvent(app, admin);
    await invited(app, admin, event.id, { userIds: ids(anna, ben) });
    await answers(app, anna, event.id, true);
    await answers(app, ben, event.id, false);
    await mails();
    await app.call(calendarsContract.cancelEvent, { params: { id: event.id } }, admin);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect([mail?.subject, mail?.to?.[0]?.address]).toEqual([
      "Abgesagt: Sommerfest",
      "anna@example.org",
    ]);
    const file = Buffer.from((mail?.attachments[0]?.content ?? "") as ArrayBuffer).toString("utf8");
    expect(file).toContain("METHOD:CANCEL");
    expect(file).toContain("STATUS:CANCELLED");
    expect(mail?.attachments[0]?.method).toBe("CANCEL");
    const cancelled = ICAL.Component.fromString(file).getFirstSubcomponent("vevent");
    expect(cancelled?.getFirstPropertyValue("uid")).toBe(event.id);
    expect(cancelled?.getFirstPropertyValue("sequence")).toBeGreaterThan(0);
    const attendee = cancelled?.getFirstProperty("attendee");
    expect(attendee?.getFirstValue()).toBe("mailto:anna@example.org");
    expect(attendee?.getParameter("partstat")).toBe("ACCEPTED");
    await app.call(calendarsContract.reinstateEvent, { params: { id: event.id } }, admin);
    expect((await mails()).map(({ subject }) => subject)).toContain("Findet statt: Sommerfest");
  });

  test("that an event is off is told within seconds, that it takes place again after a minute", async () => {
    const event = await anEvent(app, admin);
    await invited(app, admin, event.id, { userIds: ids(anna) });
    await mails();
    const wait = async () => {
      const { rows } = await sql<{ seconds: number }>(
        app,
        `SELECT extract(epoch FROM run_at - now())::float8 AS seconds
         FROM graphile_worker._private_jobs WHERE key LIKE '%' || $1`,
        [event.id],
      );
      return rows.map(({ seconds }) => seconds);
    };
    await app.call(calendarsContract.cancelEvent, { params: { id: event.id } }, admin);
    const [off, ...others] = await wait();
    expect(others).toEqual([]);
    expect(off).toBeLessThanOrEqual(5);
    await app.call(calendarsContract.reinstateEvent, { params: { id: event.id } }, admin);
    expect((await wait())[0]).toBeGreaterThan(30);
    expect(await mails()).toEqual([]);
  });

  test("who is invited hears that the calendar was deleted with the event in it", async () => {
    const event = await anEvent(app, admin);
    await invited(app, admin, event.id, { userIds: ids(anna) });
    await mails();
    const params = { id: event.calendar.id };
    const deleted = await app.call(calendarsContract.deleteCalendar, { params }, admin);
    expect(deleted.status).toBe(204);
    const [mail, ...others] = (await mails()).filter(({ subject }) =>
      (subject ?? "").startsWith("Abgesagt"),
    );
    expect(others).toEqual([]);
    expect([mail?.subject, mail?.to?.[0]?.address]).toEqual([
      `Abgesagt: ${event.title}`,
      "anna@example.org",
    ]);
    expect(mail?.attachments[0]?.method).toBe("CANCEL");
    const [gone, ...more] = eventsOf(mail);
    expect(more).toEqual([]);
    expect(gone).toMatchObject({ uid: event.id, status: "CANCELLED", method: "CANCEL" });
    expect(gone?.sequence).toBeGreaterThan(0);
    expect(gone?.attendee).toBe("mailto:anna@example.org");
  });

  test("of several events that are gone each has a calendar file of its own", async () => {
    const event = await anEvent(app, admin);
    const other = await anEvent(app, admin, { calendarId: event.calendar.id, title: "Weinfest" });
    for (const { id } of [event, other]) await invited(app, admin, id, { userIds: ids(anna) });
    await mails();
    const params = { id: event.calendar.id };
    await app.call(calendarsContract.deleteCalendar, { params }, admin);
    const [mail] = (await mails()).filter(({ subject }) => (subject ?? "").startsWith("Abgesagt"));
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      "Absage 1.ics",
      "Absage 2.ics",
    ]);
    const gone = eventsOf(mail);
    expect(new Set(gone.map(({ uid }) => uid))).toEqual(new Set([event.id, other.id]));
    for (const one of gone) expect(one).toMatchObject({ method: "CANCEL", status: "CANCELLED" });
  });

  test("of a series one date is off and another one has moved: two mails, each of one kind", async () => {
    const series = await anEvent(app, admin, {
      recurrence: "FREQ=WEEKLY;COUNT=3",
    });
    const query = { scope: "ALL" as const };
    const body = { userIds: ids(anna) };
    await app.call(api.invite, { params: { id: series.id }, query, body }, admin);
    await mails();
    const period = { from: inDays(0), to: inDays(60), calendars: series.calendar.id };
    const [first, second] = (
      await app.call(calendarsContract.searchEvents, { query: period }, admin)
    ).body;
    if (first === undefined || second === undefined) throw new Error("the series has no dates");
    const one = { scope: "ONE" as const };
    await app.call(calendarsContract.cancelEvent, { params: { id: first.id }, query: one }, admin);
    await changedEvent(app, admin, second.id, { location: "Halle 9" }, one);
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Abgesagt/),
        expect.stringMatching(/^Geändert/),
      ]),
    );
    expect(sent).toHaveLength(2);
    for (const mail of sent) {
      const kinds = eventsOf(mail).map(({ method, status }) => [method, status].join(" "));
      expect(kinds).toEqual([
        (mail.subject ?? "").startsWith("Abgesagt") ? "CANCEL CANCELLED" : "REQUEST CONFIRMED",
      ]);
    }
  });
});
