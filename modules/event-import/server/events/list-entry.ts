import type { DateExpression } from "../dates/date-expressions.ts";
import { isOnlyDate } from "../dates/date-starts.ts";
import type { Item } from "../layout/items.ts";
import { isSentence, sentencesOf, titlesBefore } from "./prose.ts";
import { beginAndEnd, findTimes, WHOLE_DAY } from "../dates/times.ts";
import { cleanTitle, hasEvent, titleAndPlace } from "./title-and-place.ts";
import { isNoEvent, isPlace } from "./vocabulary.ts";
import { HEADINGS, TEXTS } from "../tuning.ts";

/** One entry of a list or row of a table, its parts told apart. */
export interface Entry {
  expression: DateExpression | null;
  times: ReturnType<typeof beginAndEnd>;
  wholeDay: boolean;
  title: string;
  location: string | null;
  guessedPlace: boolean;
  notes: string[];
}

/** "Grünhausen, den 3. Februar 2027" above a letter. */
export function isLetterhead(text: string, dates: readonly DateExpression[]): boolean {
  const [first] = dates;
  const lead = first === undefined ? "" : text.slice(0, first.from);
  const isAlone =
    first !== undefined &&
    /^[\s.]*$/.test(text.slice(first.to)) &&
    first.form === "SINGLE" &&
    first.days[0]?.year != null;
  return (
    isAlone &&
    /^\p{Lu}[\p{L}\s./()-]{2,40},\s*(?:den|am|der|im)?\s*$/u.test(lead) &&
    !hasEvent(lead) &&
    (/den\s*$/u.test(lead) || !isPlace(lead.replace(/,.*$/, "")))
  );
}

/** A heading that names an event, not the programme or the club. */
export function isName(heading: Item): boolean {
  const text = heading.cells.join(" ").trim();
  return (
    text.length < HEADINGS.mostLetters &&
    !/(?<!\p{L})(?:20\d\d|programm|termine|terminplan|kalender|übersicht|e\.\s?v\.?|lädt|laden|präsentiert|einladung|verein|aushang|rundschreiben|vorschau|veranstaltungen|jahresplan)/iu.test(
      text,
    ) &&
    !isSentence(text) &&
    /\p{L}{3}/u.test(text)
  );
}

/** Begins as sentences do, ends with a full stop, and is long enough for one. */
const RUNNING =
  /^(?:der|die|das|den|dem|bei|nach|unsere?[rnms]?|am|im|vom|eine?[rnms]?|jede[rnms]?|für|auch|zu[mr]?)\s(?:\S+\s){4,}\S+\.$/iu;

/** An entry of a list begins with its date, or is too short and verbless for a sentence. */
export function isListed(text: string, dates: readonly DateExpression[]): boolean {
  const first = dates[0];
  if (first === undefined) return false;
  const lead = text.slice(0, first.from);
  const head = sentencesOf(text)[0] ?? text;
  const begins = /^\s*(?:(?:am|vom|von|ab)\s+)?$/iu.test(lead);
  if (begins)
    return (
      !isSentence(head.slice(0, TEXTS.listedHead)) ||
      /^[^.!?]{0,40}[:–]\s/u.test(head.slice(first.to))
    );
  if (
    text.length >= TEXTS.mostListed ||
    isSentence(text) ||
    RUNNING.test(text) ||
    titlesBefore(text, dates) !== null
  )
    return false;
  return (
    sentencesOf(text).length === 1 && !isNoEvent(lead, text.slice(first.to)) && !isOnlyDate(lead)
  );
}

export function listEntry(
  text: string,
  expression: DateExpression | null,
  others: readonly DateExpression[],
): Entry {
  const times = findTimes(text, expression === null ? others : [expression, ...others]);
  const used = beginAndEnd(times);
  let remainder = text;
  const notes: string[] = [];
  // A deadline inside the entry goes into the notes with its clause.
  for (const other of others.toReversed()) {
    const clause = Math.max(
      remainder.lastIndexOf(",", other.from),
      remainder.lastIndexOf("(", other.from),
      remainder.lastIndexOf("\n", other.from),
      remainder.lastIndexOf(" – ", other.from),
      lastAsking(remainder.slice(0, other.from)),
      expression?.to ?? 0,
    );
    const end = /[,\n)]/.exec(remainder.slice(other.to));
    const to = end === null ? remainder.length : other.to + end.index + 1;
    notes.push(cleanTitle(remainder.slice(clause, to).replace(/[()]/g, " ")));
    remainder = remainder.slice(0, clause) + " ".repeat(to - clause) + remainder.slice(to);
  }
  const cuts = [...(expression === null ? [] : [expression]), ...times].filter(
    (cut) => cut.to <= remainder.length,
  );
  for (const { from, to } of cuts.toSorted((a, b) => b.from - a.from))
    remainder = `${remainder.slice(0, from)} \u00b7 ${remainder.slice(to)}`;
  const wholeDay = WHOLE_DAY.test(remainder);
  const { title, location, rest, guessedPlace } = titleAndPlace(
    remainder.replace(WHOLE_DAY, " \u00b7 "),
  );
  return {
    expression,
    times: used,
    wholeDay,
    title,
    location,
    guessedPlace,
    notes: [...rest, ...notes.toReversed()].filter((note) => note !== ""),
  };
}

/**
 * Where the last request in a text begins, for which its author may have set no mark: "Kuchen
 * backen Bitte bis 2.5. melden".
 */
function lastAsking(text: string): number {
  return text.search(
    /\s(?:bitte|um anmeldung|anmeldung(?:en)?|anmeldeschluss|meldeschluss|rückmeldung(?:en)?|karten|(?:karten)?vorverkauf|abgabe)(?!\p{L})(?!.*\s(?:bitte|anmeldung|karten)(?!\p{L}))/iu,
  );
}

export function timeText(entry: Entry): string {
  const { start } = entry.times;
  return start === null
    ? ""
    : `${start.hour}${start.minute === 0 ? "" : `.${String(start.minute).padStart(2, "0")}`} Uhr `;
}
