import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { calendarsContract as api } from "../../contract.ts";
import { calendarsOfPerson } from "./personal-data.ts";

// To come, so that it is among the next events.
const YEAR = Temporal.Now.plainDateISO("Europe/Berlin").year + 1;
const TIMES = {
  startDateTime: `${YEAR}-12-01T18:30:00+01:00`,
  endDateTime: `${YEAR}-12-01T20:00:00+01:00`,
};
const MONTH = { from: `${YEAR}-12-01T00:00:00+01:00`, to: `${YEAR + 1}-01-01T00:00:00+01:00` };

let app: TestApp;
let admin: TestUser;
let member: TestUser;
let player: TestUser;
let manager: TestUser;
let divisionId: string;
let teamId: string;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true });
  member = await app.user(club, { lastname: "Mitglied", permissions: ["QUERY_CALENDAR"] });
  player = await app.user(club, { lastname: "Spieler", permissions: ["QUERY_CALENDAR"] });
  manager = await app.user(club, {
    lastname: "Büro",
    permissions: ["QUERY_CALENDAR", "MANAGE_CALENDAR"],
  });
  divisionId = (await app.call(groupsContract.createGroup, { body: { name: "Fußball" } }, admin))
    .body.id;
  teamId = (
    await app.call(
      groupsContract.createGroup,
      { body: { name: "E-Jugend", parentId: divisionId } },
      admin,
    )
  ).body.id;
  await app.call(
    groupsContract.putGroupMember,
    { params: { id: teamId, userId: player.id }, body: {} },
    admin,
  );
});
afterAll(() => app?.close());

type Grants = { subject: "ALL" | "GROUP" | "USER"; id?: string; access: "READ" | "WRITE" }[];

async function calendarWith(
  name: string,
  grants: Grants | undefined,
): Promise<{ calendarId: string; eventId: string }> {
  const calendar = await app.call(
    api.createCalendar,
    { body: { name, color: "BLUE", grants } },
    admin,
  );
  expect(calendar.status).toBe(201);
  const event = await app.call(
    api.createEvent,
    {
      params: { id: calendar.body.id },
      body: { title: name, ...TIMES, recurrence: "FREQ=WEEKLY;COUNT=3" },
    },
    admin,
  );
  return { calendarId: calendar.body.id, eventId: event.body.id };
}

/** What somebody gets to see and do, by every way there is. */
async function reach(
  who: TestUser,
  { calendarId, eventId }: { calendarId: string; eventId: string },
) {
  const params = { id: calendarId };
  const [occurrence] = (
    await app.call(api.listMonth, { params: { ...params, y: YEAR, m: 12 } }, admin)
  ).body;
  const found = await app.call(
    api.searchEvents,
    { query: { ...MONTH, calendars: calendarId } },
    who,
  );
  const all = await app.call(api.searchEvents, { query: MONTH }, who);
  const calendars = await app.call(api.searchCalendars, { query: { size: 200 } }, who);
  const upcoming = await app.call(api.listUpcoming, { query: { size: 200 } }, who);
  const put = { title: "Geändert", ...TIMES, version: 99 };
  return {
    calendar: (await app.call(api.getCalendar, { params }, who)).status,
    listed: calendars.body.content.some(({ id }) => id === calendarId),
    month: (await app.call(api.listMonth, { params: { ...params, y: YEAR, m: 12 } }, who)).status,
    found: found.body.length > 0,
    among: all.body.some(({ calendar }) => calendar.id === calendarId),
    upcoming: upcoming.body.content.some(({ calendar }) => calendar.id === calendarId),
    event: (await app.call(api.getEvent, { params: { id: eventId } }, who)).status,
    occurrence: (await app.call(api.getEvent, { params: { id: occurrence?.id ?? "" } }, who))
      .status,
    create: (
      await app.call(
        api.createEvent,
        { params, body: { title: "Neu", ...TIMES, startDateTime: `${YEAR}-12-01T10:00:00Z` } },
        who,
      )
    ).status,
    update: (
      await app.call(api.updateEvent, { params: { id: occurrence?.id ?? "" }, body: put }, who)
    ).status,
    cancel: (await app.call(api.cancelEvent, { params: { id: occurrence?.id ?? "" } }, who)).status,
    remove: (await app.call(api.deleteEvent, { params: { id: occurrence?.id ?? "" } }, who)).status,
  };
}

const SEEN = {
  calendar: 200,
  listed: true,
  month: 200,
  found: true,
  among: true,
  upcoming: true,
  event: 200,
  occurrence: 200,
};
const HIDDEN = {
  calendar: 404,
  listed: false,
  month: 404,
  found: false,
  among: false,
  upcoming: false,
  event: 404,
  occurrence: 404,
};
const READS = { ...SEEN, create: 403, update: 403, cancel: 403, remove: 403 };
// The version sent is a wrong one: whoever may write gets as far as being told so.
const WRITES = { ...SEEN, create: 201, update: 412, cancel: 200, remove: 204 };
const NOTHING = { ...HIDDEN, create: 404, update: 404, cancel: 404, remove: 404 };

describe("grants", () => {
  test("a new calendar is readable for everybody and hidden from nobody", async () => {
    const open = await calendarWith("Vereinstermine", undefined);
    expect(await reach(member, open)).toEqual(READS);
    expect(await reach(manager, open)).toEqual(WRITES);
  });

  test("without a grant a calendar is not there, for managers it always is", async () => {
    const closed = await calendarWith("Vorstand", []);
    expect(await reach(member, closed)).toEqual(NOTHING);
    expect(await reach(manager, closed)).toEqual(WRITES);
  });

  test("a grant to a group reaches its sub-groups and nobody else", async () => {
    const division = await calendarWith("Fußball", [
      { subject: "GROUP", id: divisionId, access: "READ" },
    ]);
    expect(await reach(player, division)).toEqual(READS);
    expect(await reach(member, division)).toEqual(NOTHING);
  });

  test("of several grants the strongest counts", async () => {
    const mixed = await calendarWith("E-Jugend", [
      { subject: "ALL", access: "READ" },
      { subject: "USER", id: player.id, access: "WRITE" },
      { subject: "GROUP", id: teamId, access: "READ" },
    ]);
    expect(await reach(player, mixed)).toEqual(WRITES);
    expect(await reach(member, mixed)).toEqual(READS);
  });

  test("a right taken away is gone at the next request", async () => {
    const { calendarId, eventId } = await calendarWith("Theater", [
      { subject: "USER", id: member.id, access: "READ" },
    ]);
    expect((await app.call(api.getEvent, { params: { id: eventId } }, member)).status).toBe(200);
    const calendar = await app.call(api.getCalendar, { params: { id: calendarId } }, admin);
    expect(calendar.body.grants).toEqual([
      { subject: "USER", id: member.id, name: "Erika Mitglied", access: "READ" },
    ]);
    const body = { name: "Theater", color: "BLUE", grants: [], version: calendar.body.version };
    expect(
      (await app.call(api.updateCalendar, { params: { id: calendarId }, body }, admin)).status,
    ).toBe(200);
    expect((await app.call(api.getEvent, { params: { id: eventId } }, member)).status).toBe(404);
    expect(
      (await app.call(api.searchEvents, { query: { ...MONTH, calendars: calendarId } }, member))
        .body,
    ).toEqual([]);
  });

  test("leaving the group takes its calendars along", async () => {
    const team = await calendarWith("Turnier", [{ subject: "GROUP", id: teamId, access: "WRITE" }]);
    await app.call(
      groupsContract.putGroupMember,
      { params: { id: teamId, userId: member.id }, body: {} },
      admin,
    );
    expect(
      (await app.call(api.getCalendar, { params: { id: team.calendarId } }, member)).body.can,
    ).toEqual(["ADD_EVENT"]);
    await app.call(
      groupsContract.deleteGroupMember,
      { params: { id: teamId, userId: member.id }, query: {} },
      admin,
    );
    expect(
      (await app.call(api.getCalendar, { params: { id: team.calendarId } }, member)).status,
    ).toBe(404);
  });

  test("the feed's address and the grants are for those who may change them", async () => {
    const { calendarId } = await calendarWith("Senioren", undefined);
    const read = await app.call(api.getCalendar, { params: { id: calendarId } }, member);
    expect(read.body).toMatchObject({ icsId: null, grants: null, can: [] });
    const managed = await app.call(api.getCalendar, { params: { id: calendarId } }, manager);
    expect(managed.body).toMatchObject({
      grants: [{ subject: "ALL", id: null }],
      can: ["ADD_EVENT", "EDIT", "DELETE"],
    });
    const renewed = await app.call(api.renewIcs, { params: { id: calendarId } }, manager);
    expect(renewed.body.icsId).toMatch(/^[\w-]{32}$/);
    expect(renewed.body.icsId).not.toBe(managed.body.icsId);
  });

  test("groups and members that do not exist are refused at their line", async () => {
    const grants: Grants = [
      { subject: "ALL", access: "READ" },
      { subject: "GROUP", id: member.id, access: "WRITE" },
    ];
    const answer = await app.call(
      api.createCalendar,
      { body: { name: "Irrtum", color: "RED", grants } },
      admin,
    );
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { errors: [{ path: "grants.1.id" }] },
    ]);
    const twice: Grants = [
      { subject: "ALL", access: "READ" },
      { subject: "ALL", access: "WRITE" },
    ];
    expect(
      (
        await app.call(
          api.createCalendar,
          { body: { name: "Doppelt", color: "RED", grants: twice } },
          admin,
        )
      ).status,
    ).toBe(422);
  });
});

describe("moving an event", () => {
  test("needs the right to write in both calendars", async () => {
    const from = await calendarWith("Hier", [{ subject: "USER", id: player.id, access: "WRITE" }]);
    const readable = await calendarWith("Dort lesbar", undefined);
    const hidden = await calendarWith("Dort verborgen", []);
    const body = (calendarId: string) => ({ title: "Hier", ...TIMES, version: 1, calendarId });
    const move = (calendarId: string) =>
      app.call(api.updateEvent, { params: { id: from.eventId }, body: body(calendarId) }, player);
    expect((await move(readable.calendarId)).status).toBe(403);
    expect((await move(hidden.calendarId)).status).toBe(404);
    const moved = await app.call(
      api.updateEvent,
      { params: { id: from.eventId }, body: body(readable.calendarId) },
      manager,
    );
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { calendar: { name: "Dort lesbar" }, recurrence: "FREQ=WEEKLY;COUNT=3" },
    ]);
  });
});

describe("a calendar", () => {
  test("keeps a colour it does not know, has a name of its own and goes with its events", async () => {
    const made = await app.call(
      api.createCalendar,
      { body: { name: "Bunt", color: "MAGENTA" } },
      admin,
    );
    expect(made.body.color).toBe("MAGENTA");
    const again = await app.call(api.createCalendar, { body: { name: "Bunt" } }, admin);
    expect([again.status, again.body]).toMatchObject([409, { errors: [{ path: "name" }] }]);
    const stale = { name: "Bunter", color: "RED", grants: [], version: 7 };
    const refused = await app.call(
      api.updateCalendar,
      { params: { id: made.body.id }, body: stale },
      admin,
    );
    expect([refused.status, refused.body]).toMatchObject([
      412,
      { current: { name: "Bunt", version: 1 } },
    ]);
    const event = await app.call(
      api.createEvent,
      { params: { id: made.body.id }, body: { title: "Weg", ...TIMES } },
      admin,
    );
    expect(
      (await app.call(api.deleteCalendar, { params: { id: made.body.id } }, admin)).status,
    ).toBe(204);
    expect((await app.call(api.getEvent, { params: { id: event.body.id } }, admin)).status).toBe(
      404,
    );
  });

  test("protected fields cannot be written", async () => {
    for (const field of ["id", "tenantId", "icsId", "can", "uid"]) {
      const body = { name: "Eingeschmuggelt", color: "RED", [field]: "x" };
      expect((await app.call(api.createCalendar, { body }, admin)).status).toBe(400);
    }
    const open = await calendarWith("Geschützt", undefined);
    for (const field of ["id", "occurrenceOf", "status", "uid", "calendar", "seriesKey"]) {
      const body = { title: "Eingeschmuggelt", ...TIMES, [field]: "x" };
      expect(
        (await app.call(api.createEvent, { params: { id: open.calendarId }, body }, admin)).status,
      ).toBe(400);
    }
  });

  test("periods are bounded", async () => {
    const query = { from: "2020-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };
    expect((await app.call(api.searchEvents, { query }, admin)).status).toBe(422);
    expect(
      (await app.call(api.searchEvents, { query: { from: query.to, to: query.from } }, admin))
        .status,
    ).toBe(422);
    const daily = { title: "Täglich", ...TIMES, recurrence: "FREQ=DAILY" };
    const open = await calendarWith("Voll", undefined);
    for (let index = 0; index < 30; index++)
      await app.call(api.createEvent, { params: { id: open.calendarId }, body: daily }, admin);
    const years = { from: `${YEAR + 1}-01-01T00:00:00Z`, to: `${YEAR + 2}-12-31T00:00:00Z` };
    const answer = await app.call(
      api.listPeriod,
      { params: { id: open.calendarId }, query: years },
      admin,
    );
    expect([answer.status, answer.body]).toMatchObject([422, { code: "TOO_MANY_EVENTS" }]);
  });
});

describe("a person's file", () => {
  test("names grants and events; both forget the person with the member", async () => {
    const club = await app.tenant("gamma");
    const office = await app.user(club, { isAdmin: true });
    const leaving = await app.user(club, { lastname: "Geht", permissions: ["QUERY_CALENDAR"] });
    const grants: Grants = [{ subject: "USER", id: leaving.id, access: "WRITE" }];
    const calendar = await app.call(
      api.createCalendar,
      { body: { name: "Jugend", grants } },
      office,
    );
    const event = await app.call(
      api.createEvent,
      { params: { id: calendar.body.id }, body: { title: "Zeltlager", ...TIMES } },
      leaving,
    );
    expect(event.body.updatedBy).toBe("Erika Geht");
    const data = await app.services.database.read(club.id, (tx) =>
      calendarsOfPerson(tx, leaving.id),
    );
    expect(data).toMatchObject({
      Freigaben: [{ Kalender: "Jugend", Zugriff: "Schreiben" }],
      Termine: [
        { Titel: "Zeltlager", Kalender: "Jugend", Angelegt: true, "Zuletzt geändert": true },
      ],
    });
    await app.call(usersContract.deleteUser, { params: { id: leaving.id } }, office);
    expect(
      (await app.call(usersContract.anonymiseUser, { params: { id: leaving.id } }, office)).status,
    ).toBe(204);
    const after = await app.call(api.getCalendar, { params: { id: calendar.body.id } }, office);
    expect(after.body.grants).toEqual([]);
    expect(
      (await app.call(api.getEvent, { params: { id: event.body.id } }, office)).body,
    ).toMatchObject({ title: "Zeltlager", updatedBy: null });
  });
});
