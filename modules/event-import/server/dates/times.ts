import { remembered } from "./remembered.ts";
import { hourInWords, HOUR_WORD } from "./hour-words.ts";

/** Times of day in a text and what is said about the whole day. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

export interface TimeExpression {
  from: number;
  to: number;
  start: TimeOfDay;
  end: TimeOfDay | null;
  /** What the time is said to be of. */
  label: "BEGIN" | "END" | "DOORS" | "MEET" | null;
  /** "halb acht" says neither morning nor evening. */
  guessed: boolean;
}

const CLOCK = String.raw`(\d{1,2})(?:\s?[.:]\s?(\d{2}))?`;
const UNIT = String.raw`\s?(?:uhr|h)(?![\p{L}])`;
const LABEL = String.raw`(?:(?<label>beginn|start|anpfiff|anstoß|ab|um|von|ende|bis|einlass|saalöffnung|hallenöffnung|treffen|treff|treffpunkt|abfahrt)(?:\s|:|\s?ist\s)*(?:ca\.?|gegen|um|etwa|ab)?\s*)?`;
const RANGE = new RegExp(
  String.raw`(?<![\d.:\p{L}])${LABEL}${CLOCK}(?:${UNIT})?\s?(?:–|—|-|−|bis|und)(?:\s(?:ca\.?|gegen|etwa))?\s?${CLOCK}${UNIT}`,
  "giu",
);
const SINGLE = new RegExp(
  String.raw`(?<![\d.:\p{L}])${LABEL}${CLOCK}${UNIT}(?:\s?(?<part>abends|nachmittags))?`,
  "giu",
);
/** "19 Uhr 30", but not "19 Uhr 30 Jahre Chor". */
const SPOKEN = new RegExp(
  String.raw`(?<![\d.:\p{L}])${LABEL}(\d{1,2})\s?uhr\s(\d{2})(?![\d.:%€]|\s?(?:[–—-]\s?\d|uhr|h\b|euro|€|jahr|km|min|kinder|person|pl[äa]tz|teiln))`,
  "giu",
);
/** "14:00", "14:00–17:30" without "Uhr". */
const COLON = new RegExp(
  String.raw`(?<![\d.:\p{L}])${LABEL}(\d{1,2})\s?:\s?(\d{2})(?:\s?(?:–|—|-|−|bis)\s?(\d{1,2})\s?:\s?(\d{2}))?(?![\d:])`,
  "giu",
);
/** "19.30" or "9.00 - 12.00" alone in its cell. */
const CELL =
  /^\s*(?:ab\s|um\s)?(\d{1,2})\.(\d{2})(?:\s?(?:–|—|-|−|bis)\s?(\d{1,2})[.](\d{2}))?\s*$/iu;
const WORDS = new RegExp(
  String.raw`(?<![\d.:\p{L}])${LABEL}(?<words>${HOUR_WORD})(?![\p{L}])`,
  "giu",
);
/** Stands where a date was taken out. */
const BLANK = "·";
/** "3. Feb., 19.30: Sitzung": a time without "Uhr" right after its date. */
const AFTER_DATE =
  /(?<=·{3}[\s,–-]*)(?:um\s|ab\s)?(\d{1,2})\.(\d{2})(?:\s?(?:–|—|-|bis)\s?(\d{1,2})\.(\d{2}))?(?![\d.]|\s?(?:€|euro|m\b|km\b))(?=\s*(?:[:,;|)]|[–—-]\s|\p{L}|$))/giu;

/** "9.30 Hochamt": a time without "Uhr" before what happens; days have a dot at their end. */
const LEADING =
  /^\s*(?:ab\s|um\s)?([01]?\d|2[0-3])\.([0-5]\d)(?:\s?(?:–|—|-|−|bis)\s?([01]?\d|2[0-3])\.([0-5]\d))?(?=\s+["„»(]?\p{Lu}(?!UR)|\s+(?:gemeinsame|offene|öffentliche)\p{L}*\s)(?!\s+(?:€|EUR|Euro|Mio|Prozent|Punkte|Meter|Kilometer|Mitglieder))/gu;

const LABELS: Record<string, TimeExpression["label"]> = {
  beginn: "BEGIN",
  start: "BEGIN",
  anpfiff: "BEGIN",
  anstoß: "BEGIN",
  ende: "END",
  bis: "END",
  einlass: "DOORS",
  saalöffnung: "DOORS",
  hallenöffnung: "DOORS",
  treff: "MEET",
  treffen: "MEET",
  treffpunkt: "MEET",
  abfahrt: "MEET",
};

export const WHOLE_DAY =
  /(?<![\p{L}])(?:ganztägig|ganztags|ganzer\s+tag|den\s+ganzen\s+tag|ganztaegig)(?![\p{L}])/iu;

/**
 * Every time in the text. Where `dates` stand there is none: "21. 15 Uhr" may be a day and an hour.
 */
export function findTimes(
  text: string,
  dates: readonly { from: number; to: number }[] = [],
): readonly TimeExpression[] {
  const places = dates.map(({ from, to }) => `${from}-${to}`).join();
  return known(`${places} ${text}`, () => timesIn(text, dates));
}

const known = remembered<readonly TimeExpression[]>();

function timesIn(text: string, dates: readonly { from: number; to: number }[]): TimeExpression[] {
  const found: TimeExpression[] = [];
  const blanked = dates.reduce(
    (rest, { from, to }) => rest.slice(0, from) + BLANK.repeat(to - from) + rest.slice(to),
    text,
  );
  const put = (
    match: RegExpMatchArray,
    start: TimeOfDay | null,
    end: TimeOfDay | null,
    guessed: boolean,
  ) => {
    const from = match.index ?? 0;
    const to = from + match[0].length;
    if (start === null || found.some((other) => from < other.to && other.from < to)) return;
    found.push({
      from,
      to,
      start,
      end,
      label: LABELS[match.groups?.label?.toLowerCase() ?? ""] ?? null,
      guessed,
    });
  };
  const add = (
    match: RegExpMatchArray,
    hours: readonly [
      string | undefined,
      string | undefined,
      string | undefined,
      string | undefined,
    ],
  ) =>
    put(
      match,
      timeOf(hours[0], hours[1], match.groups?.part),
      hours[2] === undefined ? null : timeOf(hours[2], hours[3]),
      false,
    );
  for (const match of blanked.matchAll(SPOKEN))
    add(match, [match[2], match[3], undefined, undefined]);
  for (const match of blanked.matchAll(RANGE)) add(match, [match[2], match[3], match[4], match[5]]);
  for (const match of blanked.matchAll(SINGLE))
    add(match, [match[2], match[3], undefined, undefined]);
  for (const match of blanked.matchAll(COLON)) add(match, [match[2], match[3], match[4], match[5]]);
  for (const match of blanked.matchAll(WORDS)) {
    const said = hourInWords(match.groups?.words ?? "");
    if (said !== null) put(match, said.time, null, said.guessed);
  }
  for (const match of blanked.matchAll(AFTER_DATE))
    add(match, [match[1], match[2], match[3], match[4]]);
  if (found[0]?.from !== 0)
    for (const match of blanked.matchAll(LEADING))
      add(match, [match[1], match[2], match[3], match[4]]);
  const cell = CELL.exec(blanked);
  if (cell !== null && found.length === 0) add(cell, [cell[1], cell[2], cell[3], cell[4]]);
  return found.toSorted((a, b) => a.from - b.from);
}

function timeOf(
  hour: string | undefined,
  minute: string | undefined,
  part?: string,
): TimeOfDay | null {
  const time = { hour: Number(hour), minute: Number(minute ?? 0) };
  if (part !== undefined && time.hour < 12) time.hour += 12;
  if (time.hour === 24 && time.minute === 0) return { hour: 23, minute: 59 };
  return time.hour <= 23 && time.minute <= 59 ? time : null;
}

/** The beginning and end that an event's times say together: the doors open before it begins. */
export function beginAndEnd(times: readonly TimeExpression[]): {
  start: TimeOfDay | null;
  end: TimeOfDay | null;
  used: TimeExpression[];
} {
  const begins = times.filter((time) => time.label !== "END");
  const begin =
    begins.find((time) => time.label === "BEGIN") ??
    begins.find((time) => time.label === null) ??
    begins[0];
  const ending = times.find((time) => time.label === "END" && time !== begin);
  const end = begin?.end ?? ending?.start ?? null;
  return {
    start: begin?.start ?? null,
    end,
    used: [begin, ending].filter((time) => time !== undefined),
  };
}

/** Returns the text of a cell of times, where "19" and "19.30" need no "Uhr", with it. */
export function bare(text: string): string {
  const trimmed = text.trim();
  return /^(?:ab\s|um\s)?\d{1,2}(?:\s?[–-]\s?\d{1,2})?$/.test(trimmed) ? `${trimmed} Uhr` : trimmed;
}
