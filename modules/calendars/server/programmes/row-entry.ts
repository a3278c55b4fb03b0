import { findDates } from "./date-expressions.ts";
import type { Entry } from "./list-entry.ts";
import { beginAndEnd, findTimes, WHOLE_DAY } from "./times.ts";
import { cleaned, titleAndPlace, withoutPreposition } from "./title-and-place.ts";

/** What a column of a table holds, by its heading. */
export type ColumnRole = "DATE" | "END_DATE" | "WEEKDAY" | "TIME" | "END_TIME" | "TITLE" | "PLACE" | "NOTE" | null;

const HEADINGS: readonly (readonly [RegExp, Exclude<ColumnRole, null>])[] = [
  [/^(?:datum|termin|wann|von|beginn datum|tag(?:\s*\/\s*datum)?|wochentag,? datum|datum\s*\/\s*\p{L}+|datum und (?:uhr)?zeit)$/iu, "DATE"],
  [/^(?:bis|enddatum|ende datum)$/iu, "END_DATE"],
  [/^(?:wochentag|wt\.?)$/iu, "WEEKDAY"],
  [/^(?:uhrzeit|zeit|beginn|uhr|start|anfang|anfangszeit)$/iu, "TIME"],
  [/^(?:ende|endzeit)$/iu, "END_TIME"],
  [/^(?:veranstaltung(?:en)?|anlass|was|ereignis|bezeichnung|titel|programm|aktivität|thema|event|art der veranstaltung|name)$/iu, "TITLE"],
  [/^(?:ort|wo|veranstaltungsort|treffpunkt|lokal|location|lokalität|platz|halle|ort\s*\/\s*treffpunkt|austragungsort)$/iu, "PLACE"],
  [
    /^(?:bemerkung(?:en)?|hinweis(?:e)?|info(?:s|rmationen)?|wer|zuständig|verantwortlich(?:e)?|abteilung|leitung|organisation|organisator|anmeldung|anmeldeschluss|meldeschluss|ansprechpartner|kontakt|gruppe|veranstalter|kosten|eintritt|kategorie|sparte|nr\.?|lfd\.? ?nr\.?)$/iu,
    "NOTE",
  ],
];

/** The roles of a table's columns when the cells are its headings; null when they are not. */
export function rolesOf(cells: readonly string[]): ColumnRole[] | null {
  const named = cells.filter((cell) => cell.trim() !== "");
  const roles = cells.map((cell) => HEADINGS.find(([pattern]) => pattern.test(cell.trim().replace(/:$/, "")))?.[1] ?? null);
  return named.length > 0 && roles.filter((role) => role !== null).length === named.length ? roles : null;
}

/** Reads a row of a table: by the headings of its columns where there are any, otherwise by what the cells look like. */
export function rowEntry(cells: readonly string[], roles: readonly ColumnRole[], monthAround: boolean): Entry {
  const dated = cells.findIndex((cell, index) => (roles[index] === "DATE" || roles[index] == null) && findDates(cell, { monthAround }).length > 0);
  const used = new Set<number>();
  let date = "";
  if (dated !== -1) {
    date = cells[dated] ?? "";
    used.add(dated);
    const weekday = cells.findIndex(
      (cell, index) => index !== dated && /^\p{Lu}\p{L}{1,9}\.?,?$/u.test(cell.trim()) && findDates(`${cell} 1.1.`)[0]?.days[0]?.weekday != null,
    );
    if (weekday !== -1) {
      date = `${cells[weekday] ?? ""} ${date}`;
      used.add(weekday);
    }
    const until = cells.findIndex((cell, index) => roles[index] === "END_DATE" && findDates(cell).length > 0);
    if (until !== -1) {
      date = `${date} – ${cells[until] ?? ""}`;
      used.add(until);
    }
  }
  const expression = findDates(date, { monthAround })[0] ?? null;
  // What else stands in the date's cell: a time, or the words of a narrow table.
  const beside = expression === null ? "" : `${date.slice(0, expression.from)} ${date.slice(expression.to)}`;
  const timed = cells.flatMap((cell, index) =>
    !used.has(index) && roles[index] !== "NOTE" && (roles[index] === "TIME" || findTimes(cell).length > 0) ? [index] : [],
  );
  const timeText = [beside, ...timed.filter((index) => roles[index] !== "END_TIME").map((index) => cells[index] ?? "")];
  const times = beginAndEnd(timeText.flatMap((text) => findTimes(bare(text))));
  const ending = cells.findIndex((_, index) => roles[index] === "END_TIME");
  if (ending !== -1) {
    times.end ??= findTimes(bare(cells[ending] ?? ""))[0]?.start ?? null;
    used.add(ending);
  }
  const wholeDay = cells.some((cell) => WHOLE_DAY.test(cell));
  const words = cells.map((cell, index) => (used.has(index) ? (index === dated ? withoutTimes(beside) : "") : withoutTimes(cell)));
  const at = (role: ColumnRole) => words.filter((word, index) => roles[index] === role && cleaned(word) !== "").join(", ");
  const title = at("TITLE");
  const location = at("PLACE");
  const notes = words.filter((word, index) => roles[index] === "NOTE" && /\p{L}{2}/u.test(word)).map(cleaned);
  if (title !== "") {
    const place = location === "" ? null : withoutPreposition(cleaned(location));
    return { expression, times, wholeDay, title: cleaned(title), location: place, guessedPlace: false, notes };
  }
  const found = titleAndPlace(words.filter((_, index) => roles[index] !== "NOTE" && roles[index] !== "PLACE").join("\t"));
  return {
    expression,
    times,
    wholeDay,
    title: found.title,
    location: location === "" ? found.location : withoutPreposition(cleaned(location)),
    guessedPlace: location === "" && found.guessedPlace,
    notes: [...found.rest, ...notes],
  };
}

/** "19.30" in a column of times needs no "Uhr". */
function bare(text: string): string {
  const trimmed = text.trim();
  return /^(?:ab\s|um\s)?\d{1,2}(?:\s?[–-]\s?\d{1,2})?$/.test(trimmed) ? `${trimmed} Uhr` : trimmed;
}

function withoutTimes(cell: string): string {
  let text = cell.replace(WHOLE_DAY, " ");
  for (const { from, to } of findTimes(text).toReversed()) text = `${text.slice(0, from)} ${text.slice(to)}`;
  return text;
}
