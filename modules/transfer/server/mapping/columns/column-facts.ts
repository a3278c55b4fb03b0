import { SHAPE_NAMES, isDay, shapeOf } from "./shapes.ts";
import { readDate } from "../values/read-dates.ts";

/** What is known of a column by its cells alone, as numbers from 0 to 1. */
export const FACT_NAMES: readonly string[] = [
  ...SHAPE_NAMES,
  ...["empty", "rare", "some", "half", "most", "full"].map((name) => `filled:${name}`),
  ...["one", "few", "part", "many", "all"].map((name) => `different:${name}`),
  ...["1950", "1970", "1985", "2000", "2010", "2020", "2025", "later"].map(
    (name) => `year:${name}`,
  ),
  "counted",
  "constant",
];

const FILLED = [0, 0.06, 0.35, 0.7, 0.97];
const DIFFERENT = [0.03, 0.2, 0.6, 0.97];
const YEARS = [1950, 1970, 1985, 2000, 2010, 2020, 2025];

/** Returns the facts of a column; `texts` are its cells, of blank ones "". */
export function factsOf(texts: readonly string[]): number[] {
  const facts = Array.from({ length: FACT_NAMES.length }, () => 0);
  const filled = texts.filter((text) => text !== "");
  const count = filled.length;
  for (const text of filled) addTo(facts, shapeOf(text), 1 / count);
  let base = SHAPE_NAMES.length;
  addTo(facts, base + stepOf(texts.length === 0 ? 0 : count / texts.length, FILLED), 1);
  base += FILLED.length + 1;
  const different = new Set(filled).size;
  if (count > 0) addTo(facts, base + stepOf(different / count, DIFFERENT), 1);
  base += DIFFERENT.length + 1;
  const years = filled.flatMap(yearOf);
  for (const year of years) addTo(facts, base + stepOf(year, YEARS), 1 / years.length);
  base += YEARS.length + 1;
  facts[base] = count > 1 && filled.every((text, at) => text === String(at + 1)) ? 1 : 0;
  facts[base + 1] = count > 3 && different === 1 ? 1 : 0;
  return facts;
}

function addTo(facts: number[], at: number, value: number): void {
  facts[at] = (facts[at] ?? 0) + value;
}

function stepOf(value: number, steps: readonly number[]): number {
  const found = steps.findIndex((step) => value <= step);
  return found === -1 ? steps.length : found;
}

function yearOf(text: string): number[] {
  if (/^(?:19|20)\d\d$/.test(text)) return [Number(text)];
  if (!isDay(text)) return [];
  const read = readDate(text, "DMY", "2026-12-31");
  return read !== undefined && "day" in read ? [Number(read.day.slice(0, 4))] : [];
}
