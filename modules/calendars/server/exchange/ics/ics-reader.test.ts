import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../../exchange-contract.ts";
import { ClubTime } from "../../time/club-time.ts";
import { readIcs } from "./ics-reader.ts";
import { Refused } from "../refused.ts";
import { occurrencesOf } from "../testing.ts";

const berlin = ClubTime.in("Europe/Berlin");
const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, "..", "samples", name), "utf8");

/** One VEVENT in a calendar of its own. */
function ics(...lines: string[]): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    "UID:probe",
    "SUMMARY:Probe",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

function only(drafts: EventDraft[]): EventDraft {
  expect(drafts).toHaveLength(1);
  return drafts[0] as EventDraft;
}

describe("files as calendar programs write them", () => {
  test.each(["google-kalender", "outlook-kalender", "apple-kalender"])(
    "%s: every occurrence of two years",
    (name) => {
      const drafts = readIcs(sample(`${name}.ics`), berlin);
      expect(drafts.flatMap(({ problems, hints }) => [...problems, ...hints])).toEqual([]);
      const expected = sample(`${name}.expected.tsv`).trimEnd().split("\n");
      expect(occurrencesOf(drafts, { from: "2026-01-01", to: "2028-01-01" }, berlin)).toEqual(
        expected.toSorted(),
      );
    },
  );

  test("takes texts without folds, escapes and Outlook's HTML twin", () => {
    const [first] = readIcs(sample("outlook-kalender.ics"), berlin);
    expect(first?.description).toBe(
      "Liebe Vorstandskollegen,\n\nanbei die Einladung; Unterlagen folgen. Bitte unbedingt an die Übungsleiterabrechnungen für das erste Quartal denken, sonst können die Beträge nicht mehr rechtzeitig überwiesen werden.\n\nGrüße\nGeschäftsstelle",
    );
    expect(first?.uid).toBe(
      "040000008200E00074C5B7101A82E00800000000A0000001B4A6D5010000000000000000100000009F3C27D18E5B4A60",
    );
  });

  test("keeps good events of a broken file and says what is wrong with the others", () => {
    const drafts = readIcs(sample("defekt.ics"), berlin);
    expect(drafts.map(({ title, problems }) => [title, ...problems])).toEqual([
      ["Heiler Termin eins"],
      [
        "Termin am 31. Februar",
        "Zeile 32: DTSTART „20260231T190000“ ist ein Datum, das es nicht gibt.",
      ],
      ["Termin ohne Beginn", "Der Termin ab Zeile 35 hat keinen Beginn (DTSTART)."],
      ["Heiler Termin zwei"],
      ["Hier fehlt END:VEVENT und der Rest", "Der Termin ab Zeile 46 bricht ab: END:VEVENT fehlt."],
    ]);
  });
});

describe("times", () => {
  test("understands days without VALUE=DATE, ends by duration, and events without an end", () => {
    expect(only(readIcs(ics("DTSTART:20260704"), berlin))).toMatchObject({
      allDay: true,
      startDateTime: "2026-07-04T00:00:00+02:00",
      endDateTime: "2026-07-04T23:59:59+02:00",
    });
    expect(
      only(readIcs(ics("DTSTART;VALUE=DATE:20260704", "DURATION:P3D"), berlin)).endDateTime,
    ).toBe("2026-07-06T23:59:59+02:00");
    expect(
      only(readIcs(ics("DTSTART;TZID=Europe/Berlin:20260328T220000", "DURATION:P1D"), berlin))
        .endDateTime,
    ).toBe("2026-03-29T22:00:00+02:00");
    expect(only(readIcs(ics("DTSTART:20260704T180000Z"), berlin)).endDateTime).toBeNull();
  });

  test("moves a time that the clocks skip as RFC 5545 has it, and takes the first of two", () => {
    expect(
      only(readIcs(ics("DTSTART;TZID=Europe/Berlin:20270328T023000"), berlin)).startDateTime,
    ).toBe("2027-03-28T03:30:00+02:00");
    expect(
      only(readIcs(ics("DTSTART;TZID=Europe/Berlin:20271031T023000"), berlin)).startDateTime,
    ).toBe("2027-10-31T02:30:00+02:00");
  });

  test("knows zones by Windows name, by path, by their own definition; an unknown one is local time with a hint", () => {
    const start = (tzid: string) =>
      only(readIcs(ics(`DTSTART;TZID=${tzid}:20260704T180000`), berlin));
    expect(start('"Eastern Standard Time"').startDateTime).toBe("2026-07-05T00:00:00+02:00");
    expect(start("/freeassociation.sourceforge.net/Europe/London").startDateTime).toBe(
      "2026-07-04T19:00:00+02:00",
    );
    expect(start("Irgendwo")).toMatchObject({
      startDateTime: "2026-07-04T18:00:00+02:00",
      uncertainFields: ["startDateTime", "endDateTime"],
    });
    const custom = ics("DTSTART;TZID=Eigene Zeit:20260704T180000").replace(
      "BEGIN:VEVENT",
      [
        "BEGIN:VTIMEZONE",
        "TZID:Eigene Zeit",
        "BEGIN:STANDARD",
        "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0530",
        "TZOFFSETTO:+0530",
        "END:STANDARD",
        "END:VTIMEZONE",
        "BEGIN:VEVENT",
      ].join("\r\n"),
    );
    expect(only(readIcs(custom, berlin)).startDateTime).toBe("2026-07-04T14:30:00+02:00");
  });

  test("refuses an end before the beginning and an event of more than a year", () => {
    expect(
      only(readIcs(ics("DTSTART:20260704T180000Z", "DTEND:20260704T170000Z"), berlin)).problems,
    ).toHaveLength(1);
    expect(
      only(readIcs(ics("DTSTART;VALUE=DATE:20260704", "DTEND;VALUE=DATE:20280704"), berlin))
        .problems,
    ).toHaveLength(1);
  });
});

describe("series", () => {
  test.each(["SECONDLY", "MINUTELY", "HOURLY"])("refuses FREQ=%s", (frequency) => {
    const draft = only(readIcs(ics("DTSTART:20260704T180000Z", `RRULE:FREQ=${frequency}`), berlin));
    expect(draft).toMatchObject({
      recurrence: null,
      problems: [expect.stringContaining("Ein Termin kann sich höchstens täglich wiederholen.")],
    });
  });

  test("names left-out days of a timed series by their moment", () => {
    const draft = only(
      readIcs(
        ics(
          "DTSTART;TZID=Europe/Berlin:20260320T180000",
          "RRULE:FREQ=DAILY;COUNT=20",
          "EXDATE;VALUE=DATE:20260328,20260330",
        ),
        berlin,
      ),
    );
    expect(draft.exdates).toEqual(["2026-03-28T18:00:00+01:00", "2026-03-30T18:00:00+02:00"]);
  });

  test("ends a timed series with the whole of a day that UNTIL names", () => {
    const draft = only(
      readIcs(
        ics("DTSTART;TZID=Europe/Berlin:20260105T180000", "RRULE:FREQ=WEEKLY;UNTIL=20260202"),
        berlin,
      ),
    );
    expect(occurrencesOf([draft], { from: "2026-01-01", to: "2027-01-01" }, berlin)).toHaveLength(
      5,
    );
  });

  test("understands zones named as Windows shows them, with quotes and without", () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:(UTC+01:00) Amsterdam\\, Berlin\\, Wien",
      "BEGIN:STANDARD",
      "DTSTART:16010101T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:16010101T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
      "END:DAYLIGHT",
      "END:VTIMEZONE",
    ].join("\r\n");
    for (const name of [
      '"(UTC+01:00) Amsterdam, Berlin, Wien"',
      "(UTC+01:00) Amsterdam\\, Berlin\\, Wien",
      "(UTC+01:00) Amsterdam, Berlin, Wien",
    ]) {
      const file = ics(
        `DTSTART;TZID=${name}:20270328T193000`,
        `DTEND;TZID=${name}:20270328T210000`,
      ).replace("BEGIN:VEVENT", `${zone}\r\nBEGIN:VEVENT`);
      expect(only(readIcs(file, berlin)), name).toMatchObject({
        startDateTime: "2027-03-28T19:30:00+02:00",
        endDateTime: "2027-03-28T21:00:00+02:00",
        problems: [],
        hints: [],
        uncertainFields: [],
      });
    }
  });

  test("makes events of their own from RDATE and from an occurrence whose series is elsewhere", () => {
    const drafts = readIcs(
      ics("DTSTART:20260105T180000Z", "RDATE:20260110T180000Z,20260112T180000Z"),
      berlin,
    );
    expect(drafts.map(({ startDateTime }) => startDateTime)).toEqual([
      "2026-01-05T19:00:00+01:00",
      "2026-01-10T19:00:00+01:00",
      "2026-01-12T19:00:00+01:00",
    ]);
    expect(new Set(drafts.map(({ uid }) => uid)).size).toBe(3);
    expect(
      only(readIcs(ics("DTSTART:20260105T180000Z", "RECURRENCE-ID:20260104T180000Z"), berlin)),
    ).toMatchObject({ recurrence: null, exceptions: [] });
  });

  test("hints at a series in another time zone and refuses one that falls on other days", () => {
    const rule = "RRULE:FREQ=WEEKLY;BYDAY=TU";
    expect(only(readIcs(ics("DTSTART:20260106T180000Z", rule), berlin))).toMatchObject({
      uncertainFields: ["recurrence"],
      problems: [],
    });
    expect(
      only(readIcs(ics("DTSTART;TZID=America/New_York:20260106T200000", rule), berlin)).problems,
    ).toHaveLength(1);
    expect(
      only(readIcs(ics("DTSTART;TZID=Europe/Vienna:20260106T200000", rule), berlin))
        .uncertainFields,
    ).toEqual([]);
  });
});

describe("hostile and careless files", () => {
  test("refuses what is no calendar, and calendars without events", () => {
    expect(() => readIcs("Hallo", berlin)).toThrow(Refused);
    expect(() => readIcs("BEGIN:VCALENDAR\nEND:VCALENDAR", berlin)).toThrow(Refused);
  });

  test("refuses more events than one import may have", () => {
    const events = Array.from(
      { length: 5_001 },
      () => "BEGIN:VEVENT\nDTSTART:20260101\nEND:VEVENT",
    ).join("\n");
    expect(() => readIcs(`BEGIN:VCALENDAR\n${events}\nEND:VCALENDAR`, berlin)).toThrow(
      /5\.001 Termine/,
    );
  });

  test("drops control characters, cuts long titles and keeps whole signs", () => {
    const draft = only(
      readIcs(
        ics(`SUMMARY:${"🎭".repeat(300)}\u0007`, "DTSTART:20260101").replace(
          "SUMMARY:Probe\r\n",
          "",
        ),
        berlin,
      ),
    );
    expect(draft.title.length).toBeLessThanOrEqual(200);
    expect(draft.title.isWellFormed()).toBe(true);
    expect(draft.title.endsWith("🎭…")).toBe(true);
  });

  test("keeps events apart that a program gave one UID", () => {
    const event = (day: string) =>
      `BEGIN:VEVENT\nUID:gleich\nDTSTART;VALUE=DATE:${day}\nEND:VEVENT`;
    const drafts = readIcs(
      `BEGIN:VCALENDAR\n${event("20260101")}\n${event("20260102")}\nEND:VCALENDAR`,
      berlin,
    );
    expect(new Set(drafts.map(({ uid }) => uid)).size).toBe(2);
  });

  test("reads Google's HTML descriptions as text", () => {
    const draft = only(
      readIcs(
        ics(
          "DTSTART:20260101",
          "DESCRIPTION:<b>Treffen</b><br>Halle &amp\\; Hof<ul><li>Schuhe</li></ul>",
        ),
        berlin,
      ),
    );
    expect(draft.description).toBe("Treffen\nHalle & Hof\n– Schuhe");
  });
});
