/**
 * `npm run programmes:tuning -- DIR… [--only NAMES]`: how much hangs on each value of
 * `modules/event-import/server/tuning.ts`. Reads the kinds of the module's samples and the
 * programmes in DIR (with `truth.json`, as `npm run programmes`) with each value at 0.8 and at 1.2
 * of itself, counts by one at least, and prints how many events are lost or gained, wrong, or
 * at a wrong place (p) beside the value as it is. NAMES: `HEADINGS.headline,YEARS`; values of
 * `PICTURES`, `TEXT_LINES` and `RECOGNITION` are tried only when named, as every picture has to be
 * recognised anew for each.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { DocumentPages } from "#modules/event-import/server/documents/document-pages.ts";
import { readableFile } from "#modules/event-import/server/documents/programme-files.ts";
import { pageOf } from "#modules/event-import/server/documents/testing.ts";
import type { ProgrammeEvent } from "#modules/event-import/server/read-programme.ts";
import { KINDS, KINDS_READ_ON } from "#modules/event-import/server/samples/kinds.ts";
import { eventLine } from "#modules/event-import/server/testing.ts";
import * as tuning from "#modules/event-import/server/tuning.ts";
import { compare, truthOf, type TrueFile } from "./programme-score.ts";
import { readerWith, type ProgrammeReaderModules } from "./programme-variation.ts";

interface Sample {
  file: Awaited<ReturnType<typeof readableFile>>;
  truth: TrueFile;
  document: DocumentPages;
}

interface Score {
  expected: number;
  missing: number;
  wrong: number;
  /** Found, but at a wrong place. */
  misplaced: number;
}

const IS_COUNT = /^(?:least|most|first|last|months|season)/;
const OF_PICTURES: ReadonlySet<string> = new Set(["PICTURES", "TEXT_LINES", "RECOGNITION"]);
const args = process.argv.slice(2);
const only = args.includes("--only") ? (args.splice(args.indexOf("--only"), 2)[1] ?? "") : "";
const today = Temporal.Now.plainDateISO();
const asItIs = await readerWith(null);
const samples: Sample[] = [];
for (const directory of args)
  for (const [name, truth] of Object.entries(truthOf(directory) ?? {}))
    samples.push(await sampleOf(join(directory, name), truth));

const base = await score(asItIs, null);
console.log(
  `${samples.length} documents and ${KINDS.length} pages: ${base.expected} events, ${base.missing} missing, ${base.wrong} wrong, ${base.misplaced} at a wrong place`,
);
for (const [group, values] of Object.entries(tuning)) {
  for (const [key, value] of Object.entries(values)) {
    const name = `${group}.${key}`;
    const isNamed = only.split(",").some((one) => one === group || one === name);
    if (only === "" ? OF_PICTURES.has(group) : !isNamed) continue;
    const results: string[] = [];
    for (const factor of [0.8, 1.2]) {
      const varied = await readerWith(`${name} = ${variedBy(key, value, factor)}`);
      results.push(difference(await score(varied, group)));
    }
    console.log(`${name} ${value}: ${results.join(" | ")}`);
  }
}

/** A fifth less or more; of small counts one, as a fifth of three lines is no line. */
function variedBy(key: string, value: number, factor: number): number {
  if (!Number.isInteger(value)) return value * factor;
  if (value >= 10) return Math.round(value * factor);
  return IS_COUNT.test(key) ? value + Math.sign(factor - 1) : value * factor;
}

async function sampleOf(path: string, truth: TrueFile): Promise<Sample> {
  const file = await readableFile(readFileSync(path));
  return { file, truth, document: await readFile(asItIs, file) };
}

async function readFile(
  modules: ProgrammeReaderModules,
  file: Sample["file"],
): Promise<DocumentPages> {
  const recogniser = await modules.startRecogniser();
  const document = await modules.pagesOf(
    { ...file, drawPages: false },
    async (picture, number) => ({
      number,
      ...(await recogniser.read(sharp(picture))),
    }),
  );
  await recogniser.end();
  if (typeof document === "string") throw new Error(`a sample was refused: ${document}`);
  return document;
}

async function score(modules: ProgrammeReaderModules, group: string | null): Promise<Score> {
  const sum: Score = { expected: 0, missing: 0, wrong: 0, misplaced: 0 };
  for (const sample of samples) {
    const found = await eventsOf(sample, modules, group);
    const { missing, wrong, places } = compare(found, sample.truth);
    sum.expected += sample.truth.events.length;
    sum.missing += missing.length;
    sum.wrong += wrong.length;
    sum.misplaced += sample.truth.events.length - missing.length - places;
  }
  for (const { lines, events } of KINDS) {
    const on = Temporal.PlainDate.from(KINDS_READ_ON);
    const found = modules.readProgramme([pageOf(lines)], on).map(eventLine);
    sum.expected += events.length;
    sum.missing += events.filter((line) => !found.includes(line)).length;
    sum.wrong += found.filter((line) => !events.includes(line)).length;
  }
  return sum;
}

async function eventsOf(
  { file, document }: Sample,
  modules: ProgrammeReaderModules,
  group: string | null,
): Promise<ProgrammeEvent[]> {
  const isPicture = document.way === "LOCAL_OCR";
  const isReadAnew = group !== null && (isPicture ? OF_PICTURES.has(group) : group === "PDF_TEXT");
  const { pages } = isReadAnew ? await readFile(modules, file) : document;
  return modules.readProgramme(pages, today);
}

function difference({ missing, wrong, misplaced }: Score): string {
  const parts = [
    missing === base.missing ? "" : signed(base.missing - missing),
    wrong === base.wrong ? "" : `wrong ${signed(wrong - base.wrong)}`,
    misplaced === base.misplaced ? "" : `p ${signed(misplaced - base.misplaced)}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "=" : parts.join(" ");
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
