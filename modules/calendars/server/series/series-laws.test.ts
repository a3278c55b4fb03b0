import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract as api, type Event } from "../../contract.ts";
import { runs } from "#platform/testing/properties.ts";

/**
 * What holds for every series, whatever its rule and whatever was done to single occurrences
 * before.
 */

let app: TestApp;
let admin: TestUser;
let names = 0;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
});
afterAll(() => app?.close());

const QUERY = { from: "2026-12-01T00:00:00+01:00", to: "2028-11-30T00:00:00+01:00" };

const rules = fc
  .tuple(
    fc.constantFrom(
      "FREQ=DAILY;INTERVAL=9",
      "FREQ=WEEKLY",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
      "FREQ=MONTHLY;BYDAY=1FR",
      "FREQ=MONTHLY;BYMONTHDAY=31",
    ),
    fc.constantFrom("", ";COUNT=12", ";COUNT=30", ";UNTIL=20280315", ";UNTIL=20271031T170000Z"),
  )
  .map(([base, end]) => base + end);

const scenario = fc.record({
  rule: rules,
  allDay: fc.boolean(),
  /**
   * Which occurrences were left out, moved or renamed before, and at which one the series is
   * changed.
   */
  left: fc.uniqueArray(fc.nat(11), { maxLength: 2 }),
  moved: fc.uniqueArray(fc.nat(11), { maxLength: 2 }),
  renamed: fc.uniqueArray(fc.nat(11), { maxLength: 2 }),
  at: fc.integer({ min: 1, max: 8 }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

async function list(calendarId: string): Promise<Event[]> {
  const answer = await app.call(
    api.listPeriod,
    { params: { id: calendarId }, query: QUERY },
    admin,
  );
  expect(answer.status).toBe(200);
  return answer.body;
}

function body(event: Event, changes: object = {}) {
  const {
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
  } = event;
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
    ...changes,
  };
}

async function change(
  event: Event,
  changes: object,
  scope: "ONE" | "FOLLOWING" | "ALL",
): Promise<Event> {
  const answer = await app.call(
    api.updateEvent,
    { params: { id: event.id }, query: { scope }, body: body(event, changes) },
    admin,
  );
  expect([answer.status, answer.body]).toMatchObject([200, { title: expect.any(String) }]);
  return answer.body;
}

/** A calendar with one series to which all of the scenario has happened. */
async function prepare({ rule, allDay, left, moved, renamed }: Scenario): Promise<string> {
  const calendar = await app.call(
    api.createCalendar,
    { body: { name: `Serie ${++names}` } },
    admin,
  );
  const times = {
    startDateTime: "2026-12-03T18:30:00+01:00",
    endDateTime: "2026-12-03T20:00:00+01:00",
    meetAt: allDay ? null : "2026-12-03T18:00:00+01:00",
  };
  const made = await app.call(
    api.createEvent,
    {
      params: { id: calendar.body.id },
      body: { title: "Training", ...times, allDay, recurrence: rule },
    },
    admin,
  );
  expect(made.status).toBe(201);
  const before = await list(calendar.body.id);
  for (const index of moved) {
    const one = before[index];
    if (one !== undefined) await change(one, shifted(one, 26), "ONE");
  }
  for (const index of renamed) {
    const found = await app.call(api.getEvent, { params: { id: before[index]?.id ?? "" } }, admin);
    if (found.status === 200) await change(found.body, { title: "Spiel" }, "ONE");
  }
  for (const index of left) {
    if (before[index] !== undefined)
      await app.call(
        api.deleteEvent,
        { params: { id: before[index].id }, query: { scope: "ONE" } },
        admin,
      );
  }
  return calendar.body.id;
}

/** The event's times moved by hours on the wall. */
function shifted({ startDateTime, endDateTime, meetAt }: Event, hours: number) {
  const move = (iso: string) =>
    Temporal.Instant.from(iso)
      .toZonedDateTimeISO("Europe/Berlin")
      .toPlainDateTime()
      .add({ hours })
      .toZonedDateTime("Europe/Berlin")
      .toString({ timeZoneName: "never" });
  return {
    startDateTime: move(startDateTime),
    endDateTime: move(endDateTime),
    meetAt: meetAt === null ? null : move(meetAt),
  };
}

const shown = (events: Event[]) =>
  events.map(({ title, startDateTime, endDateTime, meetAt, status }) => ({
    title,
    startDateTime,
    endDateTime,
    meetAt,
    status,
  }));
const RUNS = runs(4);

test("splitting a series changes nothing that anybody sees", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const calendarId = await prepare(given);
      const before = await list(calendarId);
      // What is done to an exception is done to all that follow, its own title included.
      const cut = before.find(
        ({ originalStart, startDateTime, title }, index) =>
          index >= given.at && originalStart === startDateTime && title === "Training",
      );
      if (cut === undefined) return;
      await change(cut, {}, "FOLLOWING");
      const after = await list(calendarId);
      expect(shown(after)).toEqual(shown(before));
      expect(new Set(after.map(({ occurrenceOf }) => occurrenceOf)).size).toBeLessThanOrEqual(2);
    }),
    RUNS,
  );
});

test("saving a whole series as it is changes nothing, ids included", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const calendarId = await prepare(given);
      const before = await list(calendarId);
      const one = before[given.at];
      if (one === undefined || one.originalStart !== one.startDateTime || one.title !== "Training")
        return;
      await change(one, {}, "ALL");
      const after = await list(calendarId);
      expect(shown(after)).toEqual(shown(before));
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    }),
    RUNS,
  );
});

test("moved within its day, a series has as many occurrences as before and exceptions stay where they were put", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, fc.integer({ min: -10, max: 4 }), async (given, hours) => {
      const calendarId = await prepare({ ...given, allDay: false, renamed: [] });
      const before = await list(calendarId);
      const one = before.find(
        ({ originalStart, startDateTime }, index) =>
          index >= given.at && originalStart === startDateTime,
      );
      if (one === undefined) return;
      await change(one, shifted(one, hours), "ALL");
      const expected = before.map((event) =>
        event.originalStart === event.startDateTime
          ? { ...event, ...shifted(event, hours) }
          : event,
      );
      const inOrder = (events: Event[]) =>
        shown(events).toSorted((a, b) => Date.parse(a.startDateTime) - Date.parse(b.startDateTime));
      expect(inOrder(await list(calendarId))).toEqual(inOrder(expected));
    }),
    RUNS,
  );
});

test("deleting this and the following leaves exactly what came before", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const calendarId = await prepare(given);
      const before = await list(calendarId);
      const cut = before[given.at];
      if (cut === undefined) return;
      expect(
        (
          await app.call(
            api.deleteEvent,
            { params: { id: cut.id }, query: { scope: "FOLLOWING" } },
            admin,
          )
        ).status,
      ).toBe(204);
      const kept = before.filter(
        ({ originalStart }) =>
          Date.parse(originalStart ?? "") < Date.parse(cut.originalStart ?? ""),
      );
      expect(shown(await list(calendarId))).toEqual(shown(kept));
    }),
    RUNS,
  );
});

test("every occurrence shown is found by its id, as it was shown", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const calendarId = await prepare(given);
      for (const event of (await list(calendarId)).slice(0, 14)) {
        expect((await app.call(api.getEvent, { params: { id: event.id } }, admin)).body).toEqual(
          event,
        );
      }
    }),
    runs(2),
  );
});
