/**
 * `npm run programmes -- DIR`: reads the programmes in DIR on this machine, without the network,
 * and compares what was found with DIR/truth.json: `{ files: { NAME: { events: [{ title, start,
 * end, allDay, location }], optionalEvents } } }`. Without truth.json it prints what it finds. The
 * product's own samples are in `modules/event-import/server/samples`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  readDocument,
  type ReadDocument,
} from "#modules/event-import/server/documents/documents.ts";
import { readableFile } from "#modules/event-import/server/documents/programme-files.ts";
import type { ProgrammeEvent } from "#modules/event-import/server/read-programme.ts";
import { compare, truthOf, type TrueFile } from "./programme-score.ts";

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("Usage: npm run programmes -- DIR");
const truth = truthOf(directory);
const names =
  truth === null
    ? readdirSync(directory).filter((name) => /\.(?:pdf|jpe?g|png|heic)$/i.test(name))
    : Object.keys(truth);
const sums = { expected: 0, found: 0, wrong: 0, places: 0 };

for (const name of names.toSorted()) {
  const begun = Date.now();
  const document = await read(join(directory, name));
  const how = `${document.way}, ${((Date.now() - begun) / 1000).toFixed(1)} s`;
  const expected = truth?.[name];
  if (expected !== undefined) printScore(name, how, document, expected);
  else {
    console.log(`${name}: ${document.events.length} (${how})`);
    for (const event of document.events) console.log(`    ${lineOf(event)}`);
  }
}
if (truth !== null)
  console.log(
    `\nfound ${sums.found} / expected ${sums.expected} / wrong ${sums.wrong}; places right ${sums.places}`,
  );
process.exitCode = truth !== null && (sums.found < sums.expected || sums.wrong > 0) ? 1 : 0;

async function read(file: string): Promise<ReadDocument> {
  return readDocument(
    {
      ...(await readableFile(readFileSync(file))),
      today: Temporal.Now.plainDateISO().toString(),
      drawPages: false,
    },
    new AbortController().signal,
  );
}

function printScore(name: string, how: string, document: ReadDocument, expected: TrueFile): void {
  const { missing, wrong, places } = compare(document.events, expected);
  const found = expected.events.length - missing.length;
  sums.expected += expected.events.length;
  sums.found += found;
  sums.wrong += wrong.length;
  sums.places += places;
  console.log(
    `${name}: found ${found} / expected ${expected.events.length} / wrong ${wrong.length}; places right ${places} (${how})`,
  );
  for (const event of missing) console.log(`    missing: ${event.start} ${event.title}`);
  for (const event of wrong) console.log(`    wrong:   ${lineOf(event)}`);
}

function lineOf(event: ProgrammeEvent): string {
  const days = event.start === event.end ? event.start : `${event.start} – ${event.end}`;
  const times =
    event.startTime === null
      ? "all day"
      : [event.startTime, event.endTime].filter((time) => time !== null).join("–");
  return `${days} ${times} | ${event.title} | ${event.location ?? ""}${event.uncertain.length > 0 ? ` | unsure: ${event.uncertain.join(", ")}` : ""}`;
}
