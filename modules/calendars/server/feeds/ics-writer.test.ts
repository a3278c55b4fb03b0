import fc from "fast-check";
import ICAL from "ical.js";
import nodeIcal, { type VEvent } from "node-ical";
import { describe, expect, test } from "vitest";
import { ClubTime } from "../time/club-time.ts";
import { beginningsBetween } from "../series/expansion.ts";
import { readIcs } from "../exchange/ics/ics-reader.ts";
import { type IcsEvent, writeIcs } from "./ics-writer.ts";
import { occurrencesOf } from "../exchange/testing.ts";
import { runs } from "#platform/testing/properties.ts";

const berlin = ClubTime.in("Europe/Berlin");
const HOUR = 3_600_000;

function anEvent(values: Partial<IcsEvent> = {}): IcsEvent {
  const starts_at = values.starts_at ?? Date.parse("2026-12-24T18:30:00+01:00");
  return {
    uid: "probe@example.org",
    sequence: 0,
    title: "Weihnachtsfeier",
    description: null,
    location: null,
    meet_at: null,
    starts_at,
    ends_at: starts_at + 2 * HOUR,
    all_day: false,
    status: "CONFIRMED",
    cancel_reason: null,
    recurrence: null,
    exdates: [],
    recurrence_start: null,
    created_at: Date.parse("2026-01-01T00:00:00Z"),
    updated_at: Date.parse("2026-02-01T00:00:00Z"),
    ...values,
  };
}

function feed(...events: IcsEvent[]): string {
  return writeIcs({
    name: "Turnen; Tanz, Spaß",
    timeZone: "Europe/Berlin",
    color: "GREEN",
    method: "PUBLISH",
    events,
  });
}

/** As an independent parser reads it. */
function parsed(text: string): VEvent[] {
  return Object.values(nodeIcal.parseICS(text)).filter(
    (part): part is VEvent => part?.type === "VEVENT",
  );
}

describe("a feed", () => {
  test("is read by an independent parser with its zone, places and texts", () => {
    const [event] = parsed(
      feed(
        anEvent({
          title: "Feier, groß; laut\\leise",
          description: "Zeile 1\nZeile 2",
          location: "Halle 1, Süd",
          sequence: 3,
        }),
      ),
    );
    expect(event).toMatchObject({
      uid: "probe@example.org",
      summary: "Feier, groß; laut\\leise",
      description: "Zeile 1\nZeile 2",
      location: "Halle 1, Süd",
      status: "CONFIRMED",
    });
    expect(event?.start.toISOString()).toBe("2026-12-24T17:30:00.000Z");
    expect(event?.start.tz).toBe("Europe/Berlin");
    expect(Number(event?.sequence)).toBe(3);
  });

  test("names the calendar, asks for a refresh and keeps lines within 75 octets", () => {
    const text = feed(anEvent({ description: "ü🎭 ".repeat(200) }));
    expect(text).toContain("X-WR-CALNAME:Turnen\\; Tanz\\, Spaß\r\n");
    expect(text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n");
    expect(
      Math.max(...text.split("\r\n").map((line) => Buffer.byteLength(line))),
    ).toBeLessThanOrEqual(75);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test("writes whole days with an exclusive end", () => {
    const days = {
      all_day: true,
      starts_at: Date.parse("2026-03-28T00:00:00+01:00"),
      ends_at: Date.parse("2026-03-30T00:00:00+02:00"),
    };
    const text = feed(anEvent(days));
    expect(text).toContain("DTSTART;VALUE=DATE:20260328\r\nDTEND;VALUE=DATE:20260330\r\n");
    expect(text).not.toContain("VTIMEZONE");
  });

  test("writes a series once, with what was left out, moved and cancelled", () => {
    const starts_at = Date.parse("2027-03-14T18:00:00+01:00");
    const series = anEvent({
      starts_at,
      recurrence: "FREQ=WEEKLY;COUNT=6",
      exdates: [Date.parse("2027-03-21T18:00:00+01:00")],
    });
    const moved = anEvent({
      starts_at: Date.parse("2027-04-05T19:00:00+02:00"),
      recurrence_start: Date.parse("2027-04-04T18:00:00+02:00"),
      title: "Verlegt",
    });
    const off = anEvent({
      starts_at: Date.parse("2027-04-11T18:00:00+02:00"),
      recurrence_start: Date.parse("2027-04-11T18:00:00+02:00"),
      status: "CANCELLED",
    });
    const text = feed(series, moved, off);
    const [event] = parsed(text);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(3);
    const from = {
      from: new Date("2027-01-01"),
      to: new Date("2028-01-01"),
      includeOverrides: true,
      excludeExdates: true,
    };
    const instances = nodeIcal.expandRecurringEvent(event as VEvent, from);
    expect(
      instances
        .filter(({ event: { status } }) => status !== "CANCELLED")
        .map(({ start }) => start.toISOString()),
    ).toEqual([
      "2027-03-14T17:00:00.000Z",
      "2027-03-28T16:00:00.000Z",
      "2027-04-05T17:00:00.000Z",
      "2027-04-18T16:00:00.000Z",
    ]);
  });

  test("names the occurrence of a timed series by its time, even when it now fills the day", () => {
    const day = {
      all_day: true,
      starts_at: Date.parse("2027-04-04T00:00:00+02:00"),
      ends_at: Date.parse("2027-04-05T00:00:00+02:00"),
    };
    const text = feed(
      anEvent({
        ...day,
        recurrence_start: Date.parse("2027-04-04T18:00:00+02:00"),
        seriesAllDay: false,
      }),
    );
    expect(text).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20270404T180000\r\n");
  });

  test("tells both times apart that a clock shows twice", () => {
    const text = feed(
      anEvent({
        starts_at: Date.parse("2026-10-25T02:30:00+02:00"),
        ends_at: Date.parse("2026-10-25T02:30:00+01:00"),
      }),
    );
    expect(text).toContain(
      "DTSTART;TZID=Europe/Berlin:20261025T023000\r\nDTEND:20261025T013000Z\r\n",
    );
  });

  test("tells the reader's own answer", () => {
    const text = feed(
      anEvent({ answer: "DECLINED" }),
      anEvent({ uid: "b", answer: "OPEN" }),
      anEvent({ uid: "c", answer: "ACCEPTED" }),
    );
    expect(text.match(/^SUMMARY:.*/gm)).toEqual([
      "SUMMARY:(abgesagt) Weihnachtsfeier",
      "SUMMARY:(offen) Weihnachtsfeier",
      "SUMMARY:Weihnachtsfeier",
    ]);
    expect(text.match(/^TRANSP:.*/gm)).toEqual([
      "TRANSP:TRANSPARENT",
      "TRANSP:OPAQUE",
      "TRANSP:OPAQUE",
    ]);
  });

  test("lets no text begin a line of its own", () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        "\r",
        "\n",
        "\u2028",
        "\u0085",
        "BEGIN:VEVENT",
        "ATTENDEE:mailto:x",
        ";",
        ",",
        ":",
        "\\",
        '"',
        " ",
        "ä",
        "\u0000",
      ),
    });
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (title, description, location, uid) => {
        const text = feed(anEvent({ title, description, location, uid }));
        const names = text
          .replaceAll("\r\n ", "")
          .trimEnd()
          .split("\r\n")
          .map((line) => /^[A-Z-]+(?=[;:])/.exec(line)?.[0]);
        expect(names.filter((name) => name === "BEGIN")).toHaveLength(6);
        expect(names).not.toContain("ATTENDEE");
        expect(names).not.toContain(undefined);
        expect(ICAL.parse(text)).toHaveLength(3);
      }),
    );
  });
});

describe("the way out and in again", () => {
  const minute = fc
    .integer({ min: Date.parse("2024-01-01") / 60_000, max: Date.parse("2030-01-01") / 60_000 })
    .map((value) => value * 60_000);
  const rule = fc.constantFrom(
    null,
    "FREQ=DAILY;COUNT=30",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=20",
    "FREQ=WEEKLY;UNTIL=20310101T000000Z",
    "FREQ=MONTHLY;BYDAY=1FR",
    "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=9",
    "FREQ=YEARLY",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=12",
  );
  const shape = fc.record({
    start: minute,
    minutes: fc.integer({ min: 0, max: 3_000 }),
    allDay: fc.boolean(),
    rule,
    title: fc.string({ minLength: 1, maxLength: 40 }),
    left: fc.array(fc.nat(8)),
    moved: fc.array(fc.nat(8)),
  });

  test("keeps every occurrence", () => {
    fc.assert(
      fc.property(fc.array(shape, { minLength: 1, maxLength: 5 }), (shapes) => {
        const events = shapes.flatMap((drawn, index) => eventsOf(drawn, `termin-${index}`));
        const drafts = readIcs(feed(...events), berlin);
        expect(drafts.flatMap(({ problems }) => problems)).toEqual([]);
        const period = { from: "2023-01-01", to: "2034-01-01" };
        expect(
          occurrencesOf(drafts, period, berlin).map((line) => line.split("\t").slice(0, 2)),
        ).toEqual(happening(events, period));
      }),
      runs(20),
    );
  });

  /** The series with some beginnings left out and some moved by a day. */
  function eventsOf(
    drawn: typeof shape extends fc.Arbitrary<infer S> ? S : never,
    uid: string,
  ): IcsEvent[] {
    const starts_at = drawn.allDay ? berlin.midnight(drawn.start) : drawn.start;
    const ends_at = drawn.allDay
      ? berlin.nextMidnight(starts_at + drawn.minutes * 60_000)
      : starts_at + drawn.minutes * 60_000;
    const recurrence = drawn.allDay ? (drawn.rule?.replace("T000000Z", "") ?? null) : drawn.rule;
    const series = anEvent({
      uid,
      title: drawn.title,
      starts_at,
      ends_at,
      all_day: drawn.allDay,
      recurrence,
    });
    if (recurrence === null) return [series];
    const starts = beginningsBetween(
      { start: starts_at, recurrence },
      starts_at,
      Date.parse("2034-01-01"),
      berlin,
    );
    const at = (places: number[]) => [...new Set(places)].flatMap((place) => starts[place] ?? []);
    const moved = at(drawn.moved);
    const exdates = at(drawn.left).filter((start) => !moved.includes(start));
    const own = moved.map((start) => ({
      ...series,
      recurrence: null,
      recurrence_start: start,
      starts_at: berlin.moved(starts_at + 86_400_000, starts_at, start),
      ends_at: berlin.moved(ends_at + 86_400_000, starts_at, start),
    }));
    return [
      { ...series, exdates },
      ...own.map((row) =>
        row.all_day
          ? {
              ...row,
              starts_at: berlin.midnight(row.starts_at),
              ends_at: berlin.nextMidnight(row.ends_at - 1),
            }
          : row,
      ),
    ];
  }

  /** What the club's own calendar shows. */
  function happening(events: IcsEvent[], period: { from: string; to: string }): string[][] {
    const [from, to] = [
      Date.parse(`${period.from}T00:00+01:00`),
      Date.parse(`${period.to}T00:00+01:00`),
    ];
    const line = (event: IcsEvent, start: number, end: number) => {
      const shown = (moment: number) => berlin.toIso(moment).slice(0, event.all_day ? 10 : 16);
      return [shown(start), event.all_day ? shown(end - 1_000) : end === start ? "-" : shown(end)];
    };
    const found = events.flatMap((event) => {
      // One that was moved may have left the period.
      const isWithin = event.starts_at >= from && event.starts_at < to;
      if (event.recurrence === null)
        return isWithin ? [line(event, event.starts_at, event.ends_at)] : [];
      const left = new Set([
        ...event.exdates,
        ...events
          .filter(({ uid, recurrence }) => uid === event.uid && recurrence === null)
          .map(({ recurrence_start }) => recurrence_start),
      ]);
      return beginningsBetween(
        { start: event.starts_at, recurrence: event.recurrence },
        from,
        to,
        berlin,
      )
        .filter((start) => !left.has(start))
        .map((start) => line(event, start, berlin.moved(event.ends_at, event.starts_at, start)));
    });
    return found.toSorted((a, b) => (a.join("\t") < b.join("\t") ? -1 : 1));
  }
});

describe("an invitation by mail", () => {
  const invitation = (name: string): IcsEvent["invitation"] => ({
    organizer: { name, address: "verein@example.org" },
    attendee: { name, address: "eva@example.net", state: "WAITING" },
  });
  const mailed = (...events: IcsEvent[]) =>
    ICAL.Component.fromString(
      writeIcs({ name: null, timeZone: "Europe/Berlin", method: "REQUEST", events }),
    );

  test("names begin no line and no parameter of their own", () => {
    const hostile = 'Eva";PARTSTAT=ACCEPTED:mailto:x@example.org\r\nATTENDEE:mailto:y@example.org';
    const event = mailed(anEvent({ invitation: invitation(hostile) })).getFirstSubcomponent(
      "vevent",
    );
    const attendees = event?.getAllProperties("attendee") ?? [];
    expect(attendees.map((one) => one.getFirstValue())).toEqual(["mailto:eva@example.net"]);
    expect(attendees[0]?.getParameter("partstat")).toBe("TENTATIVE");
    expect(attendees[0]?.getParameter("cn")).toBe(
      "Eva';PARTSTAT=ACCEPTED:mailto:x@example.org ATTENDEE:mailto:y@example.org",
    );
    expect(event?.getFirstPropertyValue("organizer")).toBe("mailto:verein@example.org");
  });

  test("occurrences of a series stand under its one name, each with the time that it has there", () => {
    const first = Date.parse("2026-12-24T18:30:00+01:00");
    const days = [first, first + 7 * 24 * HOUR];
    const events = mailed(
      ...days.map((starts_at) =>
        anEvent({ starts_at, recurrence_start: starts_at, invitation: invitation("Eva") }),
      ),
    ).getAllSubcomponents("vevent");
    expect(events.map((event) => event.getFirstPropertyValue("uid"))).toEqual([
      "probe@example.org",
      "probe@example.org",
    ]);
    expect(events.map((event) => event.getFirstPropertyValue("recurrence-id")?.toString())).toEqual(
      ["2026-12-24T18:30:00", "2026-12-31T18:30:00"],
    );
  });
});
