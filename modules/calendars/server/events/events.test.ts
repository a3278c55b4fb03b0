import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract as api, type Event } from "../../contract.ts";

let app: TestApp;
let admin: TestUser;
let calendarId: string;
let names = 0;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
});
afterAll(() => app?.close());

async function newCalendar(as = admin): Promise<string> {
  const answer = await app.call(
    api.createCalendar,
    { body: { name: `Kalender ${++names}`, color: "GREEN" } },
    as,
  );
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/** Times are those of the club, without an offset. */
async function newEvent(start: string, end: string, more: object = {}): Promise<Event> {
  calendarId = await newCalendar();
  const body = {
    title: "Training",
    startDateTime: withOffset(start),
    endDateTime: withOffset(end),
    ...more,
  };
  const answer = await app.call(api.createEvent, { params: { id: calendarId }, body }, admin);
  expect(answer.body).toMatchObject({ title: body.title });
  return answer.body;
}

function withOffset(local: string): string {
  return Temporal.PlainDateTime.from(local)
    .toZonedDateTime("Europe/Berlin")
    .toString({ timeZoneName: "never", smallestUnit: "second" });
}

async function period(from: string, to: string): Promise<Event[]> {
  const query = { from: withOffset(from), to: withOffset(to) };
  const answer = await app.call(api.listPeriod, { params: { id: calendarId }, query }, admin);
  expect(answer.status).toBe(200);
  return answer.body;
}

const starts = (events: Event[]) => events.map(({ startDateTime }) => startDateTime);

function writable({
  title,
  description,
  location,
  meetAt,
  startDateTime,
  endDateTime,
  allDay,
  recurrence,
  invitationSettings,
  version,
}: Event) {
  return {
    title,
    description,
    location,
    meetAt,
    startDateTime,
    endDateTime,
    allDay,
    recurrence,
    invitationSettings,
    version,
  };
}

async function put(
  event: Event,
  changes: object,
  scope?: "ONE" | "FOLLOWING" | "ALL",
): Promise<Event> {
  const answer = await app.call(
    api.updateEvent,
    { params: { id: event.id }, query: { scope }, body: { ...writable(event), ...changes } },
    admin,
  );
  expect([answer.status, answer.body]).toMatchObject([200, { can: expect.anything() }]);
  return answer.body;
}

describe("a single event", () => {
  test("comes back as it was written", async () => {
    const event = await newEvent("2026-12-24T18:30", "2026-12-24T20:00", {
      description: "Mit Glühwein",
      location: "Vereinsheim",
      meetAt: "2026-12-24T18:00:00+01:00",
      invitationSettings: {
        deadline: "2026-12-20T12:00:00+01:00",
        maximum: 20,
        allowCompanions: true,
      },
    });
    expect(event).toMatchObject({
      startDateTime: "2026-12-24T18:30:00+01:00",
      endDateTime: "2026-12-24T20:00:00+01:00",
      meetAt: "2026-12-24T18:00:00+01:00",
      recurrence: null,
      occurrenceOf: null,
      status: "CONFIRMED",
      invitationSettings: {
        deadline: "2026-12-20T12:00:00+01:00",
        maximum: 20,
        allowComment: true,
        allowCompanions: true,
        waitingList: true,
      },
      version: 1,
      can: ["EDIT", "DELETE", "CANCEL", "INVITE"],
    });
    const found = await app.call(api.getEvent, { params: { id: event.id } }, admin);
    expect(found.body).toEqual(event);
  });

  test("all-day ones end with the last second of their last day, however that day is named", async () => {
    const event = await newEvent("2027-03-27T10:00", "2027-03-28T00:30", { allDay: true });
    expect([event.startDateTime, event.endDateTime]).toEqual([
      "2027-03-27T00:00:00+01:00",
      "2027-03-28T23:59:59+02:00",
    ]);
    expect((await put(event, {})).endDateTime).toBe("2027-03-28T23:59:59+02:00");
    const oneDay = await newEvent("2027-03-28T00:00", "2027-03-29T00:00", { allDay: true });
    expect(oneDay.endDateTime).toBe("2027-03-28T23:59:59+02:00");
  });

  test("ending before it begins is refused at its field", async () => {
    calendarId = await newCalendar();
    const body = {
      title: "Rückwärts",
      startDateTime: "2026-12-24T18:30:00+01:00",
      endDateTime: "2026-12-24T18:00:00+01:00",
    };
    const answer = await app.call(api.createEvent, { params: { id: calendarId }, body }, admin);
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { errors: [{ path: "endDateTime", message: "Das Ende liegt vor dem Beginn." }] },
    ]);
  });

  test("the second of two who save learns what the first wrote", async () => {
    const event = await newEvent("2026-12-24T18:30", "2026-12-24T20:00");
    await put(event, { title: "Vom Ersten" });
    const answer = await app.call(
      api.updateEvent,
      { params: { id: event.id }, body: { ...writable(event), title: "Vom Zweiten" } },
      admin,
    );
    expect([answer.status, answer.body]).toMatchObject([
      412,
      { current: { title: "Vom Ersten", version: 2 } },
    ]);
  });

  test("cancelled, it stays; deleted, it is gone", async () => {
    const event = await newEvent("2026-12-24T18:30", "2026-12-24T20:00");
    const cancelled = await app.call(api.cancelEvent, { params: { id: event.id } }, admin);
    expect(cancelled.body).toMatchObject({
      status: "CANCELLED",
      can: ["EDIT", "DELETE", "REINSTATE"],
    });
    expect(await period("2026-12-24T00:00", "2026-12-25T00:00")).toMatchObject([
      { status: "CANCELLED" },
    ]);
    expect(
      (await app.call(api.reinstateEvent, { params: { id: event.id } }, admin)).body.status,
    ).toBe("CONFIRMED");
    expect((await app.call(api.deleteEvent, { params: { id: event.id } }, admin)).status).toBe(204);
    expect((await app.call(api.getEvent, { params: { id: event.id } }, admin)).status).toBe(404);
    expect((await app.call(api.deleteEvent, { params: { id: event.id } }, admin)).status).toBe(404);
  });

  test("what touches a period is found, what only borders on it is not", async () => {
    await newEvent("2026-06-10T08:00", "2026-06-30T18:00", { title: "Zeltlager" });
    expect(await period("2026-06-20T00:00", "2026-06-21T00:00")).toHaveLength(1);
    expect(await period("2026-06-30T18:00", "2026-07-01T00:00")).toHaveLength(0);
    expect(await period("2026-06-10T07:00", "2026-06-10T08:00")).toHaveLength(0);
  });
});

describe("a series", () => {
  test("keeps its time on the wall over both changes of the clocks", async () => {
    await newEvent("2027-03-21T18:00", "2027-03-21T20:00", { recurrence: "FREQ=WEEKLY" });
    expect(starts(await period("2027-03-20T00:00", "2027-04-05T00:00"))).toEqual([
      "2027-03-21T18:00:00+01:00",
      "2027-03-28T18:00:00+02:00",
      "2027-04-04T18:00:00+02:00",
    ]);
    const autumn = await period("2027-10-24T00:00", "2027-11-08T00:00");
    expect(starts(autumn)).toEqual([
      "2027-10-24T18:00:00+02:00",
      "2027-10-31T18:00:00+01:00",
      "2027-11-07T18:00:00+01:00",
    ]);
  });

  test("one occurrence changed alone keeps its id and leaves the others as they are", async () => {
    await newEvent("2026-11-02T18:00", "2026-11-02T20:00", { recurrence: "FREQ=WEEKLY;COUNT=4" });
    const [, second] = await period("2026-11-01T00:00", "2026-12-01T00:00");
    if (second === undefined) throw new Error("no second occurrence");
    const changed = await put(second, {
      location: "Halle 2",
      startDateTime: withOffset("2026-11-10T19:00"),
      endDateTime: withOffset("2026-11-10T21:00"),
    });
    expect(changed).toMatchObject({
      id: second.id,
      location: "Halle 2",
      originalStart: withOffset("2026-11-09T18:00"),
      version: 2,
    });
    expect(starts(await period("2026-11-01T00:00", "2026-12-01T00:00"))).toEqual(
      ["2026-11-02T18:00", "2026-11-10T19:00", "2026-11-16T18:00", "2026-11-23T18:00"].map(
        withOffset,
      ),
    );
  });

  test("moved as a whole, its exceptions stay exceptions and what was left out stays out", async () => {
    const series = await newEvent("2026-11-02T18:00", "2026-11-02T20:00", {
      recurrence: "FREQ=WEEKLY;BYDAY=MO;COUNT=5",
    });
    const [, second, third, fourth] = await period("2026-11-01T00:00", "2026-12-31T00:00");
    if (second === undefined || third === undefined || fourth === undefined)
      throw new Error("occurrences are missing");
    await put(second, {
      title: "Spiel",
      startDateTime: withOffset("2026-11-11T17:00"),
      endDateTime: withOffset("2026-11-11T19:00"),
    });
    await app.call(api.deleteEvent, { params: { id: third.id } }, admin);
    // Moved by one day and one hour from the fourth occurrence: all go to Tuesdays at seven.
    const times = {
      startDateTime: withOffset("2026-11-24T19:00"),
      endDateTime: withOffset("2026-11-24T21:00"),
    };
    const read = await app.call(api.getEvent, { params: { id: fourth.id } }, admin);
    const moved = await put(read.body, { ...times, location: "Halle 1" }, "ALL");
    expect(moved).toMatchObject({
      startDateTime: times.startDateTime,
      occurrenceOf: series.id,
      recurrence: "FREQ=WEEKLY;BYDAY=TU;COUNT=5",
    });
    const after = await period("2026-11-01T00:00", "2026-12-31T00:00");
    expect(
      after.map(({ title, startDateTime, location }) => [title, startDateTime, location]),
    ).toEqual([
      ["Training", withOffset("2026-11-03T19:00"), "Halle 1"],
      ["Spiel", withOffset("2026-11-11T17:00"), "Halle 1"],
      ["Training", withOffset("2026-11-24T19:00"), "Halle 1"],
      ["Training", withOffset("2026-12-01T19:00"), "Halle 1"],
    ]);
  });

  test("this and the following become a series of their own", async () => {
    const series = await newEvent("2026-11-02T18:00", "2026-11-02T20:00", {
      recurrence: "FREQ=WEEKLY;COUNT=5",
    });
    const [, , third, fourth] = await period("2026-11-01T00:00", "2026-12-31T00:00");
    if (third === undefined || fourth === undefined) throw new Error("occurrences are missing");
    await put(fourth, { title: "Spiel" });
    const times = {
      startDateTime: withOffset("2026-11-16T19:30"),
      endDateTime: withOffset("2026-11-16T21:00"),
    };
    const later = await put(third, times, "FOLLOWING");
    expect(later.occurrenceOf).not.toBe(series.id);
    const all = await period("2026-11-01T00:00", "2026-12-31T00:00");
    expect(all.map(({ title, startDateTime }) => [title, startDateTime])).toEqual([
      ["Training", withOffset("2026-11-02T18:00")],
      ["Training", withOffset("2026-11-09T18:00")],
      ["Training", withOffset("2026-11-16T19:30")],
      ["Spiel", withOffset("2026-11-23T19:30")],
      ["Training", withOffset("2026-11-30T19:30")],
    ]);
    expect(all[3]?.id).toBe(fourth.id);
  });

  test("cancelling and deleting reach as far as was asked", async () => {
    await newEvent("2026-11-02T18:00", "2026-11-02T20:00", { recurrence: "FREQ=WEEKLY;COUNT=5" });
    const [first, second, , fourth] = await period("2026-11-01T00:00", "2026-12-31T00:00");
    if (first === undefined || second === undefined || fourth === undefined)
      throw new Error("occurrences are missing");
    await app.call(api.cancelEvent, { params: { id: second.id } }, admin);
    await app.call(
      api.deleteEvent,
      { params: { id: fourth.id }, query: { scope: "FOLLOWING" } },
      admin,
    );
    await app.call(api.deleteEvent, { params: { id: first.id }, query: { scope: "ONE" } }, admin);
    const left = await period("2026-11-01T00:00", "2026-12-31T00:00");
    expect(left.map(({ status, startDateTime }) => [status, startDateTime])).toEqual([
      ["CANCELLED", withOffset("2026-11-09T18:00")],
      ["CONFIRMED", withOffset("2026-11-16T18:00")],
    ]);
    const all = await app.call(
      api.cancelEvent,
      { params: { id: second.id }, query: { scope: "ALL" } },
      admin,
    );
    expect(all.status).toBe(200);
    expect(
      new Set((await period("2026-11-01T00:00", "2026-12-31T00:00")).map(({ status }) => status)),
    ).toEqual(new Set(["CANCELLED"]));
    await app.call(api.deleteEvent, { params: { id: second.id }, query: { scope: "ALL" } }, admin);
    expect(await period("2026-11-01T00:00", "2026-12-31T00:00")).toEqual([]);
  });

  test.each([
    ["FREQ=HOURLY", "Ein Termin kann sich höchstens täglich wiederholen."],
    ["FREQ=SECONDLY;COUNT=5", "Ein Termin kann sich höchstens täglich wiederholen."],
    ["FREQ=DAILY;BYHOUR=1,2,3", "Diese Wiederholungsregel wird nicht unterstützt."],
    ["FREQ=DAILY;COUNT=99999", "Ein Termin kann sich höchstens 3.660-mal wiederholen."],
    ["FREQ=DAILY;UNTIL=20200101", "Die Wiederholung endet vor dem ersten Termin."],
    [
      "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5",
      "Aus dieser Wiederholungsregel ergeben sich keine Termine.",
    ],
    ["FREQ=DAILY;__proto__=1", "Diese Wiederholungsregel wird nicht unterstützt."],
    ["jeden Montag", "Diese Wiederholungsregel wird nicht unterstützt."],
  ])("the rule %s is refused", async (recurrence, message) => {
    calendarId = await newCalendar();
    const body = {
      title: "Oft",
      startDateTime: "2026-12-24T18:30:00+01:00",
      endDateTime: "2026-12-24T20:00:00+01:00",
      recurrence,
    };
    const answer = await app.call(api.createEvent, { params: { id: calendarId }, body }, admin);
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { errors: [{ path: "recurrence", message }] },
    ]);
  });
});

describe("upcoming", () => {
  test("counts all, shows running ones first and pages through", async () => {
    const club = await app.tenant("beta");
    const other = await app.user(club, { isAdmin: true });
    const id = await newCalendar(other);
    const now = Temporal.Now.zonedDateTimeISO("Europe/Berlin").round("minute");
    const iso = (value: Temporal.ZonedDateTime) => value.toString({ timeZoneName: "never" });
    const add = (
      title: string,
      start: Temporal.ZonedDateTime,
      hours: number,
      recurrence: string | null = null,
    ) =>
      app.call(
        api.createEvent,
        {
          params: { id },
          body: {
            title,
            startDateTime: iso(start),
            endDateTime: iso(start.add({ hours })),
            recurrence,
          },
        },
        other,
      );
    await add("Läuft", now.subtract({ hours: 1 }), 3);
    await add("Vorbei", now.subtract({ days: 1 }), 2);
    await add("Serie", now.subtract({ days: 7, hours: 1 }), 2, "FREQ=WEEKLY;COUNT=4");
    await add("Morgen", now.add({ days: 1 }), 2);
    const first = await app.call(api.listUpcoming, { query: { size: 3 } }, other);
    expect(first.body).toMatchObject({ totalElements: 5, totalPages: 2 });
    expect(first.body.content.map(({ title }) => title)).toEqual(["Läuft", "Serie", "Morgen"]);
    expect((await app.call(api.listUpcoming, {}, other)).body).toMatchObject({ page: 0, size: 5 });
    const second = await app.call(api.listUpcoming, { query: { size: 3, page: 1 } }, other);
    expect(second.body.content.map(({ title }) => title)).toEqual(["Serie", "Serie"]);
  });
});
