import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UnreadableTable } from "#platform/server/documents/table.ts";
import { csvRows } from "#platform/server/documents/table-file.ts";
import {
  entryOfDraft,
  type EventDraft,
  eventDraft,
  eventListEntry,
} from "../../../exchange-contract.ts";
import { ClubTime } from "../../time/club-time.ts";
import { readIcs } from "./ics-reader.ts";
import { listedEvent } from "../listed-event.ts";
import { Refused } from "../refused.ts";
import { readTable } from "../table/table-reader.ts";
import { withImportProblems } from "../import-problems.ts";
import { runs } from "#platform/testing/properties.ts";

const berlin = ClubTime.in("Europe/Berlin");
const today = Temporal.PlainDate.from("2026-11-01");
const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, "..", "samples", name), "utf8");

/** A file damaged in some places: lines lost, doubled or swapped, signs changed. */
function mangled(text: string) {
  const place = fc.double({ min: 0, max: 0.999_999, noNaN: true });
  const sign = fc.constantFrom(
    "",
    "\r\n",
    ";",
    ":",
    ",",
    "=",
    '"',
    "0",
    "9",
    "T",
    "Z",
    "-",
    "\u0000",
    "🎭",
    "\ud800",
    "BEGIN:VEVENT\r\n",
    "END:VEVENT\r\n",
    "RRULE:FREQ=YEARLY;COUNT=99999\r\n",
  );
  const damage = fc.record({
    kind: fc.constantFrom("replace", "insert", "dropLine", "doubleLine", "swapLines"),
    at: place,
    other: place,
    sign,
  });
  return fc.array(damage, { minLength: 1, maxLength: 25 }).map((damages) => {
    let result = text;
    for (const { kind, at, other, sign } of damages) {
      const index = Math.floor(at * result.length);
      if (kind === "replace") result = result.slice(0, index) + sign + result.slice(index + 1);
      else if (kind === "insert") result = result.slice(0, index) + sign + result.slice(index);
      else {
        const lines = result.split("\n");
        const [one, two] = [Math.floor(at * lines.length), Math.floor(other * lines.length)];
        if (kind === "dropLine") lines.splice(one, 1);
        else if (kind === "doubleLine") lines.splice(one, 0, lines[two] ?? "");
        else [lines[one], lines[two]] = [lines[two] ?? "", lines[one] ?? ""];
        result = lines.join("\n");
      }
    }
    return result;
  });
}

/**
 * What is offered without a problem is taken by the list as it is; whatever the list refuses has a
 * sentence.
 */
function expectTakable(drafts: readonly EventDraft[]): void {
  for (const draft of drafts.map((read) => withImportProblems(read, berlin))) {
    eventDraft.parse(draft);
    for (const problem of draft.problems) expect(problem).toMatch(/^[A-ZÄÖÜ„].*[.“]$/s);
    if (draft.problems.length === 0)
      expect(() => listedEvent(eventListEntry.parse(entryOfDraft(draft)), berlin)).not.toThrow();
  }
}

describe("a damaged file is refused, or read into drafts that are withImportProblems or say why not", () => {
  test.each(["google-kalender.ics", "outlook-kalender.ics", "apple-kalender.ics", "defekt.ics"])(
    "%s",
    (name) => {
      fc.assert(
        fc.property(mangled(sample(name)), (text) => {
          try {
            expectTakable(readIcs(text, berlin));
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
        }),
        runs(50),
      );
    },
  );

  test("an event before 1900, or in a series that never happens, says so", () => {
    const event = (lines: string) =>
      readIcs(
        `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A\n${lines}\nEND:VEVENT\nEND:VCALENDAR`,
        berlin,
      ).map((draft) => withImportProblems(draft, berlin));
    expect(event("DTSTART:18500101")[0]?.problems).toEqual([
      "Zeile 2: Termine gibt es hier von 1900 bis 2199.",
    ]);
    expect(
      event(
        "DTSTART:20260101T100000Z\nDTEND:20260101T110000Z\nRRULE:FREQ=DAILY;UNTIL=20250101T000000Z",
      )[0]?.problems,
    ).toHaveLength(1);
  });

  test("termine.csv", () => {
    fc.assert(
      fc.property(mangled(sample("termine.csv")), (text) => {
        try {
          expectTakable(
            readTable([csvRows(text, { maxRows: 6_000, maxColumns: 200 })], berlin, today),
          );
        } catch (error) {
          if (!(error instanceof Refused) && !(error instanceof UnreadableTable)) throw error;
        }
      }),
      runs(50),
    );
  });
});
