import { findDates } from "../dates/date-expressions.ts";
import { findTimes } from "../dates/times.ts";
import type { FoundEvent } from "../events/found-event.ts";
import { isSentence } from "../events/prose.ts";
import { isColumnName, rolesOf } from "../events/row-entry.ts";
import { hasEvent, isNote } from "../events/title-and-place.ts";
import { isHoliday, isNoEvent, isPlace } from "../events/vocabulary.ts";
import type { Page } from "../documents/pages.ts";
import { usualSize, type Item } from "./items.ts";
import { median, type Line } from "./lines.ts";
import { RECORD_SHAPES } from "./records.ts";
import { EMPHASIS } from "../tuning.ts";
import { WEIGHTS } from "./weights.ts";

/** How a part of a page is read: line by line, by records of a shape, or not at all. */
export const SHAPES = ["LINES", ...RECORD_SHAPES, "NOTHING"] as const;
export type Shape = (typeof SHAPES)[number];

/** "Narrenzunft Hexenloch": who invites. Names of teams are none: fixtures are of nothing else. */
const CLUB =
  /(?:verein|zunft|kapelle|feuerwehr|gemeinde|club|klub|verband|gilde|freunde|chor|bund)(?!\p{L})/iu;

/** What speaks for a reading of a part, and against it; counts, so that parts add up. */
export const FEATURES = [
  "events",
  "eventWord",
  "place",
  "digits",
  "long",
  "odd",
  "note",
  "columnName",
  "clubName",
  "headedRow",
  "weekdayAgrees",
  "weekdayDiffers",
  "timed",
  "placed",
  "longDescription",
  "datedDescription",
  "sameTitle",
  "sentence",
  "emphasised",
  "headline",
  "headlineLeft",
  "onlyDate",
  "unlikeOthers",
  "datesLeft",
  "timesLeft",
  "wordsLeft",
  "backwards",
  "part",
  ...SHAPES.map((shape) => `${shape} events` as const),
] as const;
export type Features = Record<(typeof FEATURES)[number], number>;

/** What a part holds, whatever the reading. */
export interface PartContent {
  dates: { day: number; month: number | null }[];
  times: number;
  /** Words of letters, in lower case, with the height and weight of their letters. */
  words: { text: string; stands: boolean; isHeadline: boolean }[];
}

/** `headline`: height of letters from which on they are a headline of the page. */
export function contentOf(
  lines: readonly Line[],
  { dayAlone, headline }: { dayAlone: boolean; headline: number },
): PartContent {
  const words = lines.flatMap((line) => line.segments.flatMap((segment) => segment.words));
  const usual = median(words.map(({ size }) => size));
  const dates: PartContent["dates"] = [];
  let times = 0;
  for (const line of lines) {
    for (const { text } of line.segments) {
      const found = findDates(text, { monthAround: dayAlone });
      times += findTimes(text, found).length;
      found.forEach(({ from, to, days: [first] }, index) => {
        if (
          first !== undefined &&
          !isNoEvent(text.slice(found[index - 1]?.to ?? 0, from), text.slice(to))
        )
          dates.push({ day: first.day, month: first.month });
      });
    }
  }
  const lettered = words.flatMap((word) =>
    wordsIn(word.text).map((text) => ({
      text,
      stands: word.bold || word.size > usual * EMPHASIS.stands,
      isHeadline: word.size >= headline,
    })),
  );
  return {
    dates,
    times,
    words: lettered,
  };
}

export function featuresOf(
  shape: Shape,
  events: readonly FoundEvent[],
  { content, items }: { content: PartContent; items: readonly Item[] },
): Features {
  const features = Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features;
  const signatures = events.map(signatureOf);
  const usual = mostFrequent(signatures);
  const standing = new Set(content.words.filter(({ stands }) => stands).map(({ text }) => text));
  const headlines = new Set(
    content.words.filter(({ isHeadline }) => isHeadline).map(({ text }) => text),
  );
  const told = new Set<string>();
  const titles = new Set<string>();
  const hours = new Set<string>();
  events.forEach((event, index) => {
    const { title, description, location } = event;
    const words = wordsIn(title);
    const isHeadline = words.some((word) => headlines.has(word));
    features.events++;
    features[`${shape} events`]++;
    if (hasEvent(title)) features.eventWord++;
    // "Rock am See" in the largest letters is a name, though it speaks of a lake.
    const isAlone = event.startTime !== null && location === null && description === null;
    if (isPlace(title) && !hasEvent(title) && !isHeadline && !isAlone) features.place++;
    if (/\d/.test(title)) features.digits++;
    if (words.length > 6 || title.length > 50) features.long++;
    if (isOdd(title)) features.odd++;
    if (isNote(title) || (isHoliday(title) && event.startTime === null)) features.note++;
    if (isColumnName(title) || (location !== null && isColumnName(location))) features.columnName++;
    if (CLUB.test(title) && !hasEvent(title)) features.clubName++;
    if (event.weekday === "DIFFERS") features.weekdayDiffers++;
    if (event.weekday === "AGREES") features.weekdayAgrees++;
    if (event.startTime !== null) {
      features.timed++;
      hours.add(`${event.startTime.hour}:${event.startTime.minute}`);
    }
    if (location !== null) features.placed++;
    if (description !== null && description.length > 100) features.longDescription++;
    if (
      description !== null &&
      (findDates(description).length > 0 || findTimes(description).length > 0)
    )
      features.datedDescription++;
    if (shape !== "ALL" && titles.has(title.toLowerCase())) features.sameTitle++;
    titles.add(title.toLowerCase());
    if (words.some((word) => standing.has(word))) features.emphasised++;
    if (isHeadline) features.headline++;
    if (signatures[index] !== usual) features.unlikeOthers++;
    for (const word of [...words, ...wordsIn(location ?? ""), ...wordsIn(description ?? "")])
      told.add(word);
    const before = events[index - 1];
    if (before !== undefined && Temporal.PlainDate.compare(before.start, event.start) > 0)
      features.backwards++;
  });
  features.datesLeft = content.dates.filter(
    ({ day, month }) =>
      !events.some(
        ({ start, end }) =>
          (start.day === day && (month === null || start.month === month)) ||
          (end.day === day && (month === null || end.month === month)),
      ),
  ).length;
  features.timesLeft = Math.max(
    0,
    content.times - events.filter(({ startTime }) => startTime !== null).length,
  );
  features.wordsLeft = content.words.filter(({ text }) => !told.has(text)).length / 10;
  features.sentence = items.filter(
    ({ kind, cells }) => kind === "RECORD" && isSentence(cells.slice(2).join(" ")),
  ).length;
  if ([...headlines].some((word) => !told.has(word))) features.headlineLeft = 1;
  if (shape === "ALL" && events.length === 1 && content.dates.length <= 1) features.onlyDate = 1;
  if (shape === "LINES" && items.some(isTableHead)) features.headedRow = events.length;
  features.part = 1;
  return features;
}

/** Names the columns of the date and of what happens. */
function isTableHead({ kind, cells }: Item): boolean {
  const roles = kind === "ROW" ? rolesOf(cells) : null;
  return roles !== null && roles.includes("TITLE") && roles.some((role) => role !== "TITLE");
}

export function scoreOf(features: Features): number {
  let sum = 0;
  for (const name of FEATURES) sum += features[name] * (WEIGHTS[name] ?? 0);
  return sum;
}

/** Returns the height of letters from which on they are a headline of a page. */
export function headlineOf(page: Page): number {
  const largest = page.words.reduce((most, { size }) => Math.max(most, size), 0);
  return Math.max(usualSize(page) * EMPHASIS.headline, largest * EMPHASIS.asLarge);
}

/** What an event has: records of one shape have the same. */
function signatureOf({ startTime, location, title }: FoundEvent): string {
  return `${startTime !== null} ${location !== null} ${wordsIn(title).length > 4}`;
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

function isOdd(title: string): boolean {
  return (
    /^\p{Ll}/u.test(title) ||
    /^(?:am|im|in|zum|zur|beim|bei|nach|vor|wir|alle|wer|wie|es|man|ab|mit|für|tage|unsere?)\s/iu.test(
      title,
    ) ||
    isSentence(title) ||
    /(?<!\p{L})(?:der|die|das|den|dem|im|in|am|mit|für|und|um|von|vom|bis|ab)$/iu.test(title) ||
    !/\p{L}{3}/u.test(title) ||
    /^(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|mo|di|mi|do|fr|sa|so|uhr)$/iu.test(
      title,
    )
  );
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
}
