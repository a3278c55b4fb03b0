import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract as api, type Event } from "../../contract.ts";

let app: TestApp;
let admin: TestUser;
let reader: TestUser;
let calendarId: string;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true });
  reader = await app.user(club, { permissions: ["QUERY_CALENDAR"] });
  const calendar = await app.call(
    api.createCalendar,
    { body: { name: 'Plan "A"', color: "RED", grants: [{ subject: "ALL", access: "READ" }] } },
    admin,
  );
  calendarId = calendar.body.id;
  await add({ title: 'O"Brien \\ Co', description: "Zeile\nzwei", location: "</script>" });
  await add({
    title: "Lang",
    allDay: true,
    startDateTime: "2026-10-24T00:00:00+02:00",
    endDateTime: "2026-10-26T00:00:00+01:00",
  });
  await add({
    title: "Woche",
    recurrence: "FREQ=WEEKLY;COUNT=9",
    meetAt: "2026-10-06T17:45:00+02:00",
  });
  const month = await list(admin);
  const one = month.find(({ occurrenceOf }) => occurrenceOf !== null);
  const changed = await app.call(
    api.updateEvent,
    {
      params: { id: one?.id ?? "" },
      query: { scope: "ONE" },
      body: {
        title: "Woche, verlegt",
        startDateTime: "2026-10-07T18:00:00+02:00",
        endDateTime: "2026-10-07T19:00:00+02:00",
        version: one?.version ?? 1,
      },
    },
    admin,
  );
  expect([changed.status, changed.body]).toMatchObject([200, {}]);
});
afterAll(() => app?.close());

async function add(values: object): Promise<void> {
  const times = {
    startDateTime: "2026-10-06T18:00:00+02:00",
    endDateTime: "2026-10-06T20:00:00+02:00",
  };
  const body = { title: "?", ...times, ...values };
  const { status } = await app.call(api.createEvent, { params: { id: calendarId }, body }, admin);
  expect(status).toBe(201);
}

async function list(as: TestUser): Promise<Event[]> {
  const query = { from: "2026-10-01T00:00:00+02:00", to: "2026-11-01T00:00:00+01:00" };
  const { status, body } = await app.call(api.searchEvents, { query }, as);
  expect(status).toBe(200);
  return body;
}

test("a list says of each event what the event says itself, whoever reads it", async () => {
  for (const as of [admin, reader]) {
    const events = await list(as);
    expect(events).toHaveLength(6);
    for (const event of events) {
      const { body } = await app.call(api.getEvent, { params: { id: event.id } }, as);
      expect(event).toEqual(body);
    }
  }
});
