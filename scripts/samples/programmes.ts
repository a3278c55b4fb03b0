/**
 * `npm run programmes -- DIR`: reads the programmes in DIR on this machine, without the network,
 * and compares what was found with DIR/truth.json: `{ files: { NAME: { events: [{ title, start,
 * end, allDay, location }], optionalEvents } } }`. Without truth.json it prints what it finds.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocument } from "#modules/event-import/server/documents/documents.ts";
import { readableFile } from "#modules/event-import/server/documents/programme-files.ts";
import type { ProgrammeEvent } from "#modules/event-import/server/read-programme.ts";

interface TrueEvent {
  title: string;
  /** `2026-12-24` of an all-day event, else `2026-12-24T18:30`. */
  start: string;
  /** Last day, inclusive, or the time of the end; null: none is written. */
  end: string | null;
  allDay: boolean;
  location: string | null;
}

interface Truth {
  files: Record<string, { events: TrueEvent[]; optionalEvents?: TrueEvent[] }>;
}

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("Usage: npm run programmes -- DIR");
const truthFile = join(directory, "truth.json");
const truth = existsSync(truthFile) ? (JSON.parse(readFileSync(truthFile, "utf8")) as Truth) : null;
const names =
  truth === null
    ? readdirSync(directory).filter((name) => /\.(?:pdf|jpe?g|png|heic)$/i.test(name))
    : Object.keys(truth.files);
const sums = { expected: 0, found: 0, wrong: 0, places: 0 };

for (const name of names.toSorted()) {
  const begun = Date.now();
  const bytes = readFileSync(join(directory, name));
  const document = await readDocument(
    {
      ...(await readableFile(bytes)),
      today: Temporal.Now.plainDateISO().toString(),
      drawPages: false,
    },
    new AbortController().signal,
  );
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  const expected = truth?.files[name];
  if (expected === undefined) {
    console.log(`${name}: ${document.events.length} (${document.way}, ${seconds} s)`);
    for (const event of document.events) console.log(`    ${lineOf(event)}`);
    continue;
  }
  const { missing, wrong, places } = compare(
    document.events,
    expected.events,
    expected.optionalEvents ?? [],
  );
  const found = expected.events.length - missing.length;
  sums.expected += expected.events.length;
  sums.found += found;
  sums.wrong += wrong.length;
  sums.places += places;
  console.log(
    `${name}: found ${found} / expected ${expected.events.length} / wrong ${wrong.length}; places right ${places} (${document.way}, ${seconds} s)`,
  );
  for (const event of missing) console.log(`    missing: ${event.start} ${event.title}`);
  for (const event of wrong) console.log(`    wrong:   ${lineOf(event)}`);
}
if (truth !== null)
  console.log(
    `\nfound ${sums.found} / expected ${sums.expected} / wrong ${sums.wrong}; places right ${sums.places}`,
  );
process.exitCode = truth !== null && (sums.found < sums.expected || sums.wrong > 0) ? 1 : 0;

/**
 * `wrong`: neither expected nor optional. An event counts as found when title, day and time, end
 * and all-day are right.
 */
function compare(
  events: readonly ProgrammeEvent[],
  expected: readonly TrueEvent[],
  optional: readonly TrueEvent[],
) {
  const rest = [...events];
  let places = 0;
  const missing = expected.filter((event) => {
    const index = rest.findIndex((candidate) => isSame(candidate, event));
    if (index === -1) return true;
    const [match] = rest.splice(index, 1);
    if (sameWords(match?.location ?? "", event.location ?? "")) places++;
    return false;
  });
  return {
    missing,
    wrong: rest.filter((event) => !optional.some((other) => isSame(event, other))),
    places,
  };
}

function isSame(event: ProgrammeEvent, expected: TrueEvent): boolean {
  const start = event.startTime === null ? event.start : `${event.start}T${event.startTime}`;
  const end =
    event.startTime === null
      ? event.end
      : event.endTime === null
        ? null
        : `${event.end}T${event.endTime}`;
  return (
    start === expected.start &&
    (expected.end === null || end === expected.end) &&
    sameWords(event.title, expected.title)
  );
}

/** The same but for case, quotes and words added. */
function sameWords(found: string, expected: string): boolean {
  const words = wordsOf(found);
  return wordsOf(expected).every((word) => words.includes(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
}

function lineOf(event: ProgrammeEvent): string {
  const days = event.start === event.end ? event.start : `${event.start} – ${event.end}`;
  const times =
    event.startTime === null
      ? "all day"
      : [event.startTime, event.endTime].filter((time) => time !== null).join("–");
  return `${days} ${times} | ${event.title} | ${event.location ?? ""}${event.uncertain.length > 0 ? ` | unsure: ${event.uncertain.join(", ")}` : ""}`;
}
