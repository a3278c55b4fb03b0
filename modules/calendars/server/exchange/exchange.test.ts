import { gunzipSync } from "node:zlib";
import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { setTenantState } from "#modules/tenants/server/public.ts";
import { calendarsContract, type Event } from "../../contract.ts";
import { entryOfDraft, exchangeContract as api } from "../../exchange-contract.ts";
import { invitationsContract } from "../../invitation-contract.ts";

let app: TestApp;
let admin: TestUser;
let names = 0;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
});
afterAll(() => app?.close());

type Grants = { subject: "ALL" | "GROUP" | "USER"; id?: string; access: "READ" | "WRITE" }[];

async function newCalendar(grants?: Grants) {
  const answer = await app.call(
    calendarsContract.createCalendar,
    { body: { name: `Kalender ${++names}`, ...(grants === undefined ? {} : { grants }) } },
    admin,
  );
  expect(answer.status).toBe(201);
  return { id: answer.body.id, icsId: answer.body.icsId as string };
}

function fetchFeed(icsId: string, headers: Record<string, string> = {}) {
  return app.call(api.getFeed, { params: { file: `${icsId}.ics` }, headers }, null, admin.tenant);
}

async function feedText(icsId: string): Promise<string> {
  const answer = await fetchFeed(icsId);
  expect(answer.status).toBe(200);
  return answer.bytes.toString("utf8");
}

function summaries(text: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar
    .getAllSubcomponents("vevent")
    .map((event) => String(event.getFirstPropertyValue("summary")));
}

const save = (id: string, body: object[], as = admin) =>
  app.call(api.saveEventList, { params: { id }, body: body as never }, as);
const read = (content: string, query: { calendar?: string } = {}, as = admin) =>
  app.call(api.importEvents, { query, body: Buffer.from(content) }, as);

async function importInto(calendarId: string, content: string) {
  const drafts = await read(content, { calendar: calendarId });
  expect(drafts.status).toBe(200);
  const answer = await save(calendarId, drafts.body.map(entryOfDraft));
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return answer.body;
}

async function occurrences(
  calendarId: string,
  from = "2026-01-01T00:00:00Z",
  to = "2027-12-31T00:00:00Z",
): Promise<Event[]> {
  const answer = await app.call(
    calendarsContract.listPeriod,
    { params: { id: calendarId }, query: { from, to } },
    admin,
  );
  expect(answer.status).toBe(200);
  return answer.body;
}

const aTime = {
  startDateTime: "2026-12-24T18:30:00+01:00",
  endDateTime: "2026-12-24T20:00:00+01:00",
};

const SERIES = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:serie@example.org",
  "SEQUENCE:4",
  "SUMMARY:Training",
  "DTSTART;TZID=Europe/Berlin:20270301T180000",
  "DTEND;TZID=Europe/Berlin:20270301T193000",
  "RRULE:FREQ=WEEKLY;COUNT=8",
  "EXDATE;TZID=Europe/Berlin:20270315T180000",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:serie@example.org",
  "SUMMARY:Training (Halle 2)",
  "RECURRENCE-ID;TZID=Europe/Berlin:20270405T180000",
  "DTSTART;TZID=Europe/Berlin:20270406T190000",
  "DTEND;TZID=Europe/Berlin:20270406T203000",
  "END:VEVENT",
  "END:VCALENDAR",
].join("\r\n");

describe("a calendar's feed", () => {
  test("shows all events, answers 304 until something changes, and ends with a new id", async () => {
    const calendar = await newCalendar();
    await save(
      calendar.id,
      Array.from({ length: 300 }, (_, index) => ({ title: `Termin ${index}`, ...aTime })),
    );
    const first = await fetchFeed(calendar.icsId);
    expect(summaries(first.bytes.toString("utf8"))).toHaveLength(300);
    expect(first.headers["content-type"]).toBe("text/calendar; charset=utf-8");
    const etag = String(first.headers["etag"]);
    for (const known of [etag, `"anderes", ${etag}`, "*"]) {
      const again = await fetchFeed(calendar.icsId, { "if-none-match": known });
      expect([again.status, again.bytes.byteLength]).toEqual([304, 0]);
    }
    await save(calendar.id, [{ title: "Neu", ...aTime }]);
    const changed = await fetchFeed(calendar.icsId, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers["etag"]).not.toBe(etag);
    const renewed = await app.call(
      calendarsContract.renewIcs,
      { params: { id: calendar.id } },
      admin,
    );
    expect((await fetchFeed(calendar.icsId, { "if-none-match": "*" })).status).toBe(404);
    expect((await fetchFeed(renewed.body.icsId as string)).status).toBe(200);
  });

  test("notices every kind of change", async () => {
    const calendar = await newCalendar();
    const etag = async () => (await fetchFeed(calendar.icsId)).headers["etag"];
    const seen = new Set([await etag()]);
    const [one, two] = (
      await save(calendar.id, [
        { title: "Eins", ...aTime },
        { title: "Zwei", ...aTime },
      ])
    ).body.created;
    seen.add(await etag());
    await app.call(calendarsContract.cancelEvent, { params: { id: (one as Event).id } }, admin);
    seen.add(await etag());
    await app.call(calendarsContract.deleteEvent, { params: { id: (two as Event).id } }, admin);
    seen.add(await etag());
    await app.call(
      calendarsContract.updateCalendar,
      {
        params: { id: calendar.id },
        body: { name: `Umbenannt ${names}`, color: "RED", grants: [], version: 1 },
      },
      admin,
    );
    seen.add(await etag());
    expect(seen.size).toBe(5);
    expect(await feedText(calendar.icsId)).toContain("STATUS:CANCELLED");
  });

  test("comes compressed where that is understood", async () => {
    const calendar = await newCalendar();
    await save(calendar.id, [{ title: "Gepackt", ...aTime }]);
    const answer = await fetchFeed(calendar.icsId, { "accept-encoding": "gzip, br" });
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(summaries(gunzipSync(answer.bytes).toString("utf8"))).toEqual(["Gepackt"]);
  });

  test("does not exist for another tenant and a suspended one; guessing is limited, knowing is not", async () => {
    const calendar = await newCalendar();
    const beta = await app.tenant("beta");
    const foreign = await app.call(
      api.getFeed,
      { params: { file: `${calendar.icsId}.ics` } },
      null,
      beta,
    );
    const random = await app.call(
      api.getFeed,
      { params: { file: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics" } },
      null,
      beta,
    );
    expect([foreign.status, random.status]).toEqual([404, 404]);
    await setTenantState(app.services.database, "alpha", "SUSPENDED");
    await expect.poll(async () => (await fetchFeed(calendar.icsId)).status).toBe(404);
    await setTenantState(app.services.database, "alpha", "ACTIVE");
    await expect.poll(async () => (await fetchFeed(calendar.icsId)).status).toBe(200);
    const guesses = [];
    for (let guess = 0; guess < 45; guess++)
      guesses.push(await fetchFeed(`geraten-geraten-geraten-${guess}`));
    expect(guesses[0]?.status).toBe(404);
    expect(guesses.at(-1)?.status).toBe(429);
    expect(Number(guesses.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await fetchFeed(calendar.icsId)).status).toBe(200);
    await app.services.rateLimits.reset("calendar-feed", "127.0.0.1", { points: 40, seconds: 600 });
    for (const file of [
      "..%2f.ics",
      `${calendar.icsId}`,
      `${calendar.icsId}.ics.ics`,
      "' OR 1=1.ics",
    ]) {
      expect([404, 429]).toContain(
        (await app.call(api.getFeed, { params: { file } }, null, admin.tenant)).status,
      );
    }
  });

  test("lets nothing out of titles and places", async () => {
    const calendar = await newCalendar();
    const hostile = "Feier\\;, \\nATTENDEE:mailto:x@example.org";
    await save(calendar.id, [
      { title: hostile, description: "Zeile\nBEGIN:VALARM\nEND:VCALENDAR", ...aTime },
    ]);
    const text = await feedText(calendar.icsId);
    expect(summaries(text)).toEqual([hostile]);
    expect(text.match(/^(BEGIN:VALARM|ATTENDEE)/m)).toBeNull();
    expect((await save(calendar.id, [{ title: "A\r\nX-BAD:1", ...aTime }])).status).toBe(400);
  });
});

describe("a member's own feed", () => {
  test("follows their rights at each fetch, can be renewed and switched off", async () => {
    const group = await app.call(groupsContract.createGroup, { body: { name: "Chor" } }, admin);
    const open = await newCalendar();
    const hidden = await newCalendar([{ subject: "GROUP", id: group.body.id, access: "READ" }]);
    await save(open.id, [{ title: "Für alle", ...aTime }]);
    await save(hidden.id, [{ title: "Nur Chor", ...aTime }]);
    const member = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    expect((await app.call(api.getMyCalendarFeed, {}, member)).body).toEqual({
      icsId: null,
      url: null,
    });
    const feed = (await app.call(api.renewMyCalendarFeed, {}, member)).body;
    expect(feed.url).toMatch(/\/public\/alpha\/ics\/[\w-]{32}\.ics$/);
    const shown = async (icsId = feed.icsId) => summaries(await feedText(icsId as string));
    expect(await shown()).toContain("Für alle");
    expect(await shown()).not.toContain("Nur Chor");
    const membership = { params: { id: group.body.id, userId: member.id } };
    expect(
      (await app.call(groupsContract.putGroupMember, { ...membership, body: {} }, admin)).status,
    ).toBe(200);
    expect(await shown()).toContain("Nur Chor");
    await app.call(groupsContract.deleteGroupMember, membership, admin);
    expect(await shown()).not.toContain("Nur Chor");
    const next = (await app.call(api.renewMyCalendarFeed, {}, member)).body;
    expect((await fetchFeed(feed.icsId as string)).status).toBe(404);
    expect(await shown(next.icsId)).toContain("Für alle");
    await app.call(api.deleteMyCalendarFeed, {}, member);
    expect((await fetchFeed(next.icsId as string)).status).toBe(404);
  });

  test("shows what they are invited to, with their answer, even of a hidden calendar", async () => {
    const hidden = await newCalendar([]);
    const day = Temporal.Now.plainDateISO("Europe/Berlin").add({ days: 30 });
    const nextWeek = day.add({ days: 7 }).toString();
    const toCome = {
      startDateTime: `${day.toString()}T18:30:00Z`,
      endDateTime: `${day.toString()}T20:00:00Z`,
    };
    const { created } = (
      await save(hidden.id, [
        { title: "Fest", ...toCome },
        { title: "Probe", ...toCome, recurrence: "FREQ=WEEKLY;COUNT=3" },
      ])
    ).body;
    const member = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    const all = await occurrences(
      hidden.id,
      toCome.startDateTime,
      day.add({ days: 30 }).toString() + "T00:00:00Z",
    );
    const occurrence = all.find(
      ({ title, startDateTime }) => title === "Probe" && startDateTime.startsWith(nextWeek),
    );
    for (const id of [created[0]?.id, occurrence?.id]) {
      const invited = await app.call(
        invitationsContract.invite,
        { params: { id: id as string }, body: { userIds: [member.id] } },
        admin,
      );
      expect(invited.status).toBe(201);
    }
    const { icsId } = (await app.call(api.renewMyCalendarFeed, {}, member)).body;
    const shown = async () =>
      summaries(await feedText(icsId as string)).filter((title) => /Fest|Probe/.test(title));
    expect(await shown()).toEqual(["(offen) Fest", "(offen) Probe"]);
    const { content } = (await app.call(invitationsContract.searchMyInvitations, {}, member)).body;
    const answer = (title: string, accept: boolean) =>
      app.call(
        invitationsContract.answerInvitation,
        {
          params: { id: content.find(({ event }) => event.title === title)?.id as string },
          query: { accept: accept ? "true" : "false" },
          body: {},
        },
        member,
      );
    await answer("Fest", true);
    await answer("Probe", false);
    expect(await shown()).toEqual(["Fest", "(abgesagt) Probe"]);
    const text = await feedText(icsId as string);
    expect(text).toContain("TRANSP:TRANSPARENT");
    expect(text).not.toContain("RECURRENCE-ID");
  });

  test("keeps the same event apart when two calendars have it", async () => {
    const [one, two] = [await newCalendar(), await newCalendar()];
    for (const { id } of [one, two])
      await save(id, [{ title: "Doppelt", uid: "doppelt@example.org", ...aTime }]);
    const member = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    const { icsId } = (await app.call(api.renewMyCalendarFeed, {}, member)).body;
    const uids = (await feedText(icsId as string)).match(/^UID:doppelt@.*/gm) ?? [];
    expect(new Set(uids).size).toBe(2);
  });
});

describe("reading a file", () => {
  test("writes nothing, and marks duplicates and clashes", async () => {
    const calendar = await newCalendar();
    const [event] = (
      await save(calendar.id, [{ title: "Weihnachtsfeier", location: "Vereinsheim", ...aTime }])
    ).body.created;
    const table =
      "Datum;Beginn;Ende;Titel;Ort\n24.12.2026;18:30;20:00;weihnachtsfeier;\n24.12.2026;19:00;21:00;Probe;Vereinsheim\n25.12.2026;19:00;;Frei;\n";
    const { body } = await read(table, { calendar: calendar.id });
    expect(
      body.map(({ title, duplicateOf, clashesWith }) => [
        title,
        duplicateOf?.id ?? null,
        clashesWith.map(({ id }) => id),
      ]),
    ).toEqual([
      ["weihnachtsfeier", event?.id, []],
      ["Probe", null, [event?.id]],
      ["Frei", null, []],
    ]);
    expect(await occurrences(calendar.id)).toHaveLength(1);
  });

  test("knows a UID again, and an occurrence of a series by name and time", async () => {
    const calendar = await newCalendar();
    await importInto(calendar.id, SERIES);
    const { body: again } = await read(SERIES, { calendar: calendar.id });
    expect(again[0]?.duplicateOf).toMatchObject({
      title: "Training",
      calendar: { id: calendar.id },
    });
    const { body: single } = await read("Datum;Uhrzeit;Titel\n29.3.2027;18 Uhr;Training\n", {
      calendar: calendar.id,
    });
    expect(single[0]?.duplicateOf).toMatchObject({
      title: "Training",
      startDateTime: "2027-03-29T18:00:00+02:00",
    });
  });

  test("shows nothing of calendars that the reader may not see", async () => {
    const hidden = await newCalendar([]);
    await save(hidden.id, [
      {
        title: "Geheim",
        uid: "geheim@example.org",
        startDateTime: "2026-12-01T10:00:00+01:00",
        endDateTime: null,
      },
    ]);
    const member = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    await newCalendar([{ subject: "USER", id: member.id, access: "WRITE" }]);
    const file = "Datum;Beginn;Titel;UID\n1.12.2026;10:00;Geheim;geheim@example.org\n";
    const { body } = await read(file, {}, member);
    expect(body[0]).toMatchObject({ duplicateOf: null, clashesWith: [] });
    expect((await read(file, { calendar: hidden.id }, member)).status).toBe(404);
  });

  test("refuses files that are none, and those that are too large", async () => {
    expect((await read("kein Termin")).body).toMatchObject({ code: "FILE_UNREADABLE" });
    expect(
      (await app.call(api.importEvents, { body: Buffer.alloc(10 * 1024 * 1024 + 1, 0x20) }, admin))
        .status,
    ).toBe(413);
  });
});

describe("a list of events", () => {
  test("is written as a whole or not at all, and says which entry is wrong", async () => {
    const calendar = await newCalendar();
    const bad = [
      { title: "Gut", ...aTime },
      { title: "Schlecht", ...aTime, endDateTime: "2026-12-24T17:00:00+01:00" },
    ];
    const answer = await save(calendar.id, bad);
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { errors: [{ path: "1.endDateTime" }] },
    ]);
    const rule = await save(calendar.id, [
      { title: "Gut", ...aTime },
      { title: "Takt", ...aTime, recurrence: "FREQ=SECONDLY" },
    ]);
    expect([rule.status, rule.body]).toMatchObject([422, { errors: [{ path: "1.recurrence" }] }]);
    const twins = await save(calendar.id, [
      { title: "A", uid: "x", ...aTime },
      { title: "B", uid: "x", ...aTime },
    ]);
    expect([twins.status, twins.body]).toMatchObject([422, { errors: [{ path: "1.uid" }] }]);
    expect(await occurrences(calendar.id)).toEqual([]);
  });

  test("takes only writable fields", async () => {
    const calendar = await newCalendar();
    for (const field of ["id", "tenantId", "version", "duplicateOf", "__proto__x", "calendarId"]) {
      expect((await save(calendar.id, [{ title: "A", ...aTime, [field]: "x" }])).status).toBe(400);
    }
  });

  test("asks for the right to write", async () => {
    const calendar = await newCalendar();
    const member = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    expect((await save(calendar.id, [{ title: "A", ...aTime }], member)).status).toBe(403);
    const hidden = await newCalendar([]);
    expect((await save(hidden.id, [{ title: "A", ...aTime }], member)).status).toBe(404);
    expect([...(await occurrences(calendar.id)), ...(await occurrences(hidden.id))]).toEqual([]);
  });

  test("written twice changes nothing; a changed entry updates its event and counts the sequence on", async () => {
    const calendar = await newCalendar();
    const first = await importInto(calendar.id, SERIES);
    expect([first.created.length, first.updated.length, first.unchanged]).toEqual([1, 0, 0]);
    const starts = async () =>
      (await occurrences(calendar.id)).map(
        ({ startDateTime, title }) => `${startDateTime} ${title}`,
      );
    const before = await starts();
    expect(before).toEqual([
      "2027-03-01T18:00:00+01:00 Training",
      "2027-03-08T18:00:00+01:00 Training",
      "2027-03-22T18:00:00+01:00 Training",
      "2027-03-29T18:00:00+02:00 Training",
      "2027-04-06T19:00:00+02:00 Training (Halle 2)",
      "2027-04-12T18:00:00+02:00 Training",
      "2027-04-19T18:00:00+02:00 Training",
    ]);
    const again = await importInto(calendar.id, SERIES);
    expect([again.created.length, again.updated.length, again.unchanged]).toEqual([0, 0, 1]);
    const later = await importInto(
      calendar.id,
      SERIES.replaceAll("T180000", "T183000")
        .replace("20270406T190000", "20270407T190000")
        .replace("20270406T203000", "20270407T203000"),
    );
    expect([later.created.length, later.updated.length]).toEqual([0, 1]);
    expect(await starts()).toEqual(
      before.map((line) =>
        line.includes("Halle 2")
          ? "2027-04-07T19:00:00+02:00 Training (Halle 2)"
          : line.replace("T18:00", "T18:30"),
      ),
    );
    expect(await feedText(calendar.icsId)).toMatch(/SEQUENCE:([5-9])/);
  });

  test("follows a file whose series now begins later, by another rule, or is a single event", async () => {
    const calendar = await newCalendar();
    await importInto(calendar.id, SERIES);
    await importInto(
      calendar.id,
      SERIES.replace("DTSTART;TZID=Europe/Berlin:20270301", "DTSTART;TZID=Europe/Berlin:20270308")
        .replace("DTEND;TZID=Europe/Berlin:20270301", "DTEND;TZID=Europe/Berlin:20270308")
        .replace("COUNT=8", "COUNT=7"),
    );
    expect(
      (await occurrences(calendar.id)).map(({ startDateTime }) => startDateTime.slice(0, 10)),
    ).toEqual(["2027-03-08", "2027-03-22", "2027-03-29", "2027-04-06", "2027-04-12", "2027-04-19"]);
    await save(calendar.id, [{ title: "Training", uid: "serie@example.org", ...aTime }]);
    expect((await occurrences(calendar.id)).map(({ startDateTime }) => startDateTime)).toEqual([
      aTime.startDateTime,
    ]);
  });

  test("leaves meeting and answering alone, of which files know nothing", async () => {
    const calendar = await newCalendar();
    const settings = { deadline: "2026-12-20T12:00:00+01:00", maximum: 20 };
    const [event] = (
      await save(calendar.id, [
        {
          title: "Feier",
          uid: "feier",
          ...aTime,
          meetAt: "2026-12-24T18:00:00+01:00",
          invitationSettings: settings,
        },
      ])
    ).body.created;
    const moved = {
      startDateTime: "2026-12-25T18:30:00+01:00",
      endDateTime: "2026-12-25T20:00:00+01:00",
    };
    const { updated } = (await save(calendar.id, [{ title: "Feier", uid: "feier", ...moved }]))
      .body;
    expect(updated).toMatchObject([
      {
        id: event?.id,
        ...moved,
        meetAt: "2026-12-25T18:00:00+01:00",
        invitationSettings: { deadline: "2026-12-21T12:00:00+01:00", maximum: 20 },
      },
    ]);
  });

  test("is written once when two do it at once", async () => {
    const calendar = await newCalendar();
    const list = [
      { title: "A", uid: "a", ...aTime },
      { title: "B", uid: "b", ...aTime },
    ];
    const answers = await Promise.all(Array.from({ length: 5 }, () => save(calendar.id, list)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.flatMap(({ body }) => body.created)).toHaveLength(2);
    expect(await occurrences(calendar.id)).toHaveLength(2);
  });

  test("comes back whole from one calendar into another", async () => {
    const [from, to] = [await newCalendar(), await newCalendar()];
    await importInto(from.id, SERIES);
    await save(from.id, [
      {
        title: "Lager",
        startDateTime: "2027-03-26T00:00:00+01:00",
        endDateTime: "2027-03-29T23:59:59+02:00",
        allDay: true,
        location: "Hütte; oben",
        description: "a\nb, c",
      },
      {
        title: "Monatlich",
        ...aTime,
        recurrence: "FREQ=MONTHLY;BYDAY=-1TH;UNTIL=20271231T000000Z",
      },
      {
        title: "Geburtstag",
        startDateTime: "1941-02-11T00:00:00+02:00",
        endDateTime: null,
        allDay: true,
        recurrence: "FREQ=YEARLY",
      },
    ]);
    await importInto(to.id, await feedText(from.icsId));
    const shape = (events: Event[]) =>
      events.map(
        ({ title, startDateTime, endDateTime, allDay, location, description, status }) => ({
          title,
          startDateTime,
          endDateTime,
          allDay,
          location,
          description,
          status,
        }),
      );
    const [sent, received] = [shape(await occurrences(from.id)), shape(await occurrences(to.id))];
    expect(sent.length).toBeGreaterThan(20);
    expect(received).toEqual(sent);
  });

  test("takes two thousand events at once", async () => {
    const calendar = await newCalendar();
    const start = Temporal.ZonedDateTime.from("2026-01-01T18:00[Europe/Berlin]");
    const list = Array.from({ length: 2_000 }, (_, index) => ({
      title: `Termin ${index} ${"mit langem Namen ".repeat(8)}`,
      description: "Text ".repeat(80),
      uid: `termin-${index}@example.org`,
      startDateTime: start
        .add({ days: index })
        .toString({ timeZoneName: "never", smallestUnit: "second" }),
      endDateTime: null,
    }));
    const answer = await save(calendar.id, list);
    expect([answer.status, answer.body.created.length]).toEqual([200, 2_000]);
    expect((await save(calendar.id, list)).body).toMatchObject({
      created: [],
      updated: [],
      unchanged: 2_000,
    });
  });
});
