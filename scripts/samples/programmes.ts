/**
 * `npm run programmes -- [DIR…]`. Without DIR it draws sheets of each kind in `sheets/` and says how
 * many of their events are found with the right day, and how many found are none; kinds with a star
 * were left out of learning. With DIR it reads the programmes there on this machine, without the
 * network, and compares what was found with DIR/truth.json: `{ files: { NAME: { events: [{ title,
 * start, end, allDay, location }], optionalEvents } } }`; without truth.json it prints what it finds.
 * Beside each file stand seconds by the clock and of the processors, and how far the process grew
 * while it was read. The product's own samples are in `modules/event-import/server/samples`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  readDocument,
  type ReadDocument,
} from "#modules/event-import/server/documents/documents.ts";
import { readableFile } from "#modules/event-import/server/documents/programme-files.ts";
import { readProgramme, type ProgrammeEvent } from "#modules/event-import/server/read-programme.ts";
import { compare, compareDays, truthOf, type DayScore, type TrueFile } from "./programme-score.ts";
import { Random } from "./sheets/random.ts";
import { SHEET_KINDS } from "./sheets/sheets.ts";

/** Other ones than the weights were learned from. */
const FIRST_SEED = 1_000;
const SHEETS_OF_KIND = 10;

const READ_ON = Temporal.PlainDate.from("2026-11-21");

const directories = process.argv.slice(2);
if (directories.length === 0) scoreKinds();
for (const directory of directories) await scoreFiles(directory);

function scoreKinds(): void {
  const totals = { learned: noDays(), heldOut: noDays() };
  for (const { name, isHeldOut, draw } of SHEET_KINDS) {
    const score = noDays();
    for (let sheet = 0; sheet < SHEETS_OF_KIND; sheet++) {
      const { pages, truth } = draw(new Random(FIRST_SEED + sheet));
      add(score, compareDays(readProgramme(pages, READ_ON), truth));
    }
    console.log(`${isHeldOut ? "*" : " "} ${name.padEnd(44)} ${dayLine(score)}`);
    add(isHeldOut ? totals.heldOut : totals.learned, score);
  }
  console.log(`\n  kinds learned from: ${dayLine(totals.learned)}`);
  console.log(`* kinds left out: ${dayLine(totals.heldOut)}\n`);
}

function noDays(): DayScore {
  return { expected: 0, found: 0, invented: 0 };
}

function add(to: DayScore, score: DayScore): void {
  to.expected += score.expected;
  to.found += score.found;
  to.invented += score.invented;
}

function dayLine({ expected, found, invented }: DayScore): string {
  const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  return `right day ${share(found, expected)} of ${expected}, invented ${share(invented, found + invented)}`;
}

async function scoreFiles(directory: string): Promise<void> {
  const truth = truthOf(directory);
  const names =
    truth === null
      ? readdirSync(directory).filter((name) => /\.(?:pdf|jpe?g|png|heic)$/i.test(name))
      : Object.keys(truth);
  const idle = process.memoryUsage.rss();
  let most = 0;
  const sums = { expected: 0, found: 0, wrong: 0, places: 0, days: noDays() };

  for (const name of names.toSorted()) {
    const { document, ...cost } = await measured(() => read(join(directory, name)));
    most = Math.max(most, cost.grown);
    const how = `${document.way}, ${cost.clock.toFixed(1)} s, ${cost.processor.toFixed(1)} s of processors, +${mib(cost.grown)}`;
    const expected = truth?.[name];
    if (expected !== undefined) printScore(name, { how, document, expected, sums });
    else {
      console.log(`${name}: ${document.events.length} (${how})`);
      for (const event of document.events) console.log(`    ${lineOf(event)}`);
    }
  }
  if (truth !== null)
    console.log(
      `\nfound ${sums.found} / expected ${sums.expected} / wrong ${sums.wrong}; places right ${sums.places}; ${dayLine(sums.days)}`,
    );
  console.log(
    `grew by at most ${mib(most)} while reading; ${mib(process.memoryUsage.rss() - idle)} of it kept\n`,
  );
  process.exitCode = truth !== null && (sums.found < sums.expected || sums.wrong > 0) ? 1 : 0;
}

interface Cost {
  /** Seconds by the clock, and of all processors together. */
  clock: number;
  processor: number;
  /** Bytes by which the process was larger at most than before. */
  grown: number;
}

async function measured(
  reading: () => Promise<ReadDocument>,
): Promise<Cost & { document: ReadDocument }> {
  const before = process.memoryUsage.rss();
  let grown = 0;
  const timer = setInterval(() => {
    grown = Math.max(grown, process.memoryUsage.rss() - before);
  }, 20);
  const begun = Date.now();
  const used = process.cpuUsage();
  const document = await reading();
  clearInterval(timer);
  const { user, system } = process.cpuUsage(used);
  return {
    document,
    clock: (Date.now() - begun) / 1_000,
    processor: (user + system) / 1_000_000,
    grown,
  };
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`;
}

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

function printScore(
  name: string,
  {
    how,
    document,
    expected,
    sums,
  }: {
    how: string;
    document: ReadDocument;
    expected: TrueFile;
    sums: { expected: number; found: number; wrong: number; places: number; days: DayScore };
  },
): void {
  const { missing, wrong, places } = compare(document.events, expected);
  const found = expected.events.length - missing.length;
  sums.expected += expected.events.length;
  sums.found += found;
  sums.wrong += wrong.length;
  sums.places += places;
  add(sums.days, compareDays(document.events, expected));
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
