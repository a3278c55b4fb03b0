import { findDates } from "../dates/date-expressions.ts";
import type { Entry } from "./list-entry.ts";
import { bare, beginAndEnd, findTimes, WHOLE_DAY } from "../dates/times.ts";
import { cleanTitle, titleAndPlace, withoutPreposition } from "./title-and-place.ts";
import { isPlace } from "./vocabulary.ts";

/** "Sa", "Mo–Fr", "Sa/So", "Samstag" in a cell of its own. */
const ONLY_WEEKDAYS = /^\p{Lu}\p{L}{1,9}\.?(?:\s?[–/+&-]\s?\p{Lu}\p{L}{1,9}\.?)?,?$/u;

/** What a column of a table holds, by its heading. */
export type ColumnRole =
  | "DATE"
  | "END_DATE"
  | "WEEKDAY"
  | "TIME"
  | "END_TIME"
  | "TITLE"
  | "HOME"
  | "GUEST"
  | "PLACE"
  | "NOTE"
  | "MONTH"
  | null;

const HEADINGS: readonly (readonly [RegExp, Exclude<ColumnRole, null>])[] = [
  [
    /^(?:datum|termin|wann|von|beginn datum|tag(?:\s*\/\s*datum)?|wochentag,? datum|datum\s*\/\s*\p{L}+|datum und (?:uhr)?zeit)$/iu,
    "DATE",
  ],
  [/^(?:bis|enddatum|ende datum)$/iu, "END_DATE"],
  [/^(?:wochentag|wt\.?)$/iu, "WEEKDAY"],
  [/^monat$/iu, "MONTH"],
  [
    /^(?:uhrzeit|zeit|beginn|uhr|start|anfang|anfangszeit|anstoß|anpfiff|anwurf|spielbeginn|um)$/iu,
    "TIME",
  ],
  [/^(?:ende|endzeit)$/iu, "END_TIME"],
  [
    /^(?:veranstaltung(?:en)?|anlass|was|ereignis|bezeichnung|titel|programm|aktivität|thema|event|art der veranstaltung|name|begegnung|paarung|spiel|gegner|inhalt|übung|beschreibung)$/iu,
    "TITLE",
  ],
  [/^(?:heim(?:mannschaft|team|verein)?|gastgeber|mannschaft 1|team 1)$/iu, "HOME"],
  [/^(?:gast(?:mannschaft|team|verein)?|gäste|auswärts|mannschaft 2|team 2)$/iu, "GUEST"],
  [
    /^(?:ort|wo|veranstaltungsort|treffpunkt|lokal|location|lokalität|platz|halle|ort\s*\/\s*treffpunkt|austragungsort|spielort|sportstätte|raum|adresse)$/iu,
    "PLACE",
  ],
  [
    /^(?:bemerkung(?:en)?|hinweis(?:e)?|info(?:s|rmationen)?|wer|zuständig|verantw\.?|verantwortlich(?:e|er|e\/r)?|leiter(?:in)?|übungsleiter(?:in)?|ausbilder(?:in)?|betreuer(?:in)?|ansprechperson|bem\.?|sonstiges|mitbringen|kleidung|abteilung|leitung|organisation|organisator|anmeldung|anmeldeschluss|meldeschluss|ansprechpartner|kontakt|gruppe|veranstalter|kosten|eintritt|kategorie|sparte|nr\.?|lfd\.? ?nr\.?)$/iu,
    "NOTE",
  ],
];

/** True for what stands above columns of tables: "Datum", "Uhrzeit", "Was". */
export function isColumnName(text: string): boolean {
  const name = text.trim().replace(/:$/, "");
  return HEADINGS.some(([pattern]) => pattern.test(name));
}

/**
 * The roles of a table's columns when the cells are its headings; null when they are not. Most must
 * be known words.
 */
export function rolesOf(cells: readonly string[]): ColumnRole[] | null {
  const named = cells.filter((cell) => cell.trim() !== "");
  const roles = cells.map(
    (cell) =>
      HEADINGS.find(([pattern]) => pattern.test(cell.trim().replace(/:$/, "")))?.[1] ?? null,
  );
  const known = roles.filter((role) => role !== null).length;
  const isHead =
    known === named.length ||
    (known >= 2 &&
      known * 2 >= named.length &&
      named.every((cell) => cell.length < 30 && !/\d/.test(cell)));
  return named.length > 0 && isHead ? roles : null;
}

/**
 * Reads a row of a table: by the headings of its columns where there are any, otherwise by what the
 * cells look like.
 */
export function rowEntry(
  written: readonly string[],
  headings: readonly ColumnRole[],
  monthAround: boolean,
): Entry {
  const { cells, roles } = withGames(written, headings);
  const { date, beside, used, endTimes } = dateOfRow(cells, roles, monthAround);
  const expression = findDates(date, { monthAround })[0] ?? null;
  const timed = cells.flatMap((cell, index) =>
    !used.has(index) &&
    roles[index] !== "NOTE" &&
    (roles[index] === "TIME" || findTimes(cell).length > 0)
      ? [index]
      : [],
  );
  const timeText = [
    beside,
    ...timed.filter((index) => roles[index] !== "END_TIME").map((index) => cells[index] ?? ""),
  ];
  let found = timeText.flatMap((text) => findTimes(bare(text)));
  // "15 Uhr, mit Anmeldung" among the remarks: the only time that is told.
  if (found.length === 0)
    found = cells.flatMap((cell, index) => (roles[index] === "NOTE" ? findTimes(cell) : []));
  const times = beginAndEnd(found);
  const ending = cells.findIndex((_, index) => roles[index] === "END_TIME");
  if (ending !== -1) {
    times.end ??= findTimes(bare(cells[ending] ?? ""))[0]?.start ?? null;
    used.add(ending);
  }
  times.end ??= endTimes[0]?.start ?? null;
  const wholeDay = cells.some((cell) => WHOLE_DAY.test(cell));
  const dated = [...used][0];
  const words = cells.map((cell, index) =>
    used.has(index) ? (index === dated ? withoutTimes(beside) : "") : withoutTimes(cell),
  );
  const at = (role: ColumnRole) =>
    words.filter((word, index) => roles[index] === role && cleanTitle(word) !== "").join(", ");
  const title = at("TITLE");
  const location = at("PLACE");
  const notes = words
    .filter((word, index) => roles[index] === "NOTE" && /\p{L}{2}/u.test(word))
    .map(cleanTitle);
  const place = location === "" ? null : withoutPreposition(cleanTitle(location));
  if (title !== "") {
    const rest = words
      .filter((word, index) => roles[index] == null && !used.has(index) && /\p{L}{2}/u.test(word))
      .map(cleanTitle);
    const other = place === null ? rest.findIndex((text) => isPlace(text)) : -1;
    const named = other === -1 ? place : withoutPreposition(rest.splice(other, 1)[0] ?? "");
    return {
      expression,
      times,
      wholeDay,
      title: cleanTitle(title),
      location: named,
      guessedPlace: false,
      notes: [...notes, ...rest],
    };
  }
  const told = titleAndPlace(
    words.filter((_, index) => roles[index] !== "NOTE" && roles[index] !== "PLACE").join("\t"),
  );
  return {
    expression,
    times,
    wholeDay,
    title: told.title,
    location: place ?? told.location,
    guessedPlace: place === null && told.guessedPlace,
    notes: [...told.rest, ...notes],
  };
}

/** "SV Altheim", "–", "FC Neudorf" in cells beside one another are one game. */
function withGames(
  written: readonly string[],
  headings: readonly ColumnRole[],
): { cells: readonly string[]; roles: readonly ColumnRole[] } {
  const home = headings.indexOf("HOME");
  const guest = headings.indexOf("GUEST");
  if (home !== -1 && guest > home) {
    const teams = [written[home] ?? "", written[guest] ?? ""].map((team) =>
      team.replace(/^[\s–—-]+|[\s–—-]+$/gu, ""),
    );
    const game = teams.every((team) => team !== "") ? teams.join(" – ") : teams.join("");
    return {
      cells: written.map((cell, index) =>
        index === home ? game : index > home && index <= guest ? "" : cell,
      ),
      roles: headings.map((role, index) => (index === home ? "TITLE" : role)),
    };
  }
  const dash = written.findIndex(
    (cell, index) =>
      /^[–—-]$/u.test(cell.trim()) &&
      isTeam(written[index - 1] ?? "") &&
      isTeam(written[index + 1] ?? ""),
  );
  if (dash === -1) return { cells: written, roles: headings };
  return {
    cells: written.map((cell, index) =>
      index === dash - 1
        ? `${cell.trim()} – ${(written[dash + 1] ?? "").trim()}`
        : index === dash || index === dash + 1
          ? ""
          : cell,
    ),
    roles: headings,
  };
}

function isTeam(cell: string): boolean {
  return /\p{L}{2}/u.test(cell) && findDates(cell).length === 0 && findTimes(cell).length === 0;
}

/**
 * The row's date as one text, from as many cells as it takes, and what else stands in the first of
 * them.
 */
function dateOfRow(cells: readonly string[], roles: readonly ColumnRole[], monthAround: boolean) {
  const used = new Set<number>();
  const holds = (cell: string) => findDates(cell, { monthAround }).length > 0;
  const find = (wanted: readonly ColumnRole[]) =>
    cells.findIndex((cell, index) => wanted.includes(roles[index] ?? null) && holds(cell));
  const known = find(["DATE", null]);
  const dated = known === -1 ? find(["TIME", "WEEKDAY"]) : known;
  if (dated === -1) return { date: "", beside: "", used, endTimes: [] };
  used.add(dated);
  const first = cells[dated] ?? "";
  const expression = findDates(first, { monthAround })[0];
  // What else stands in the date's cell: a time, or the words of a narrow table.
  const beside =
    expression === undefined
      ? ""
      : `${first.slice(0, expression.from)} ${first.slice(expression.to)}`;
  let date = first;
  const weekday = cells.findIndex(
    (cell, index) =>
      index !== dated &&
      ONLY_WEEKDAYS.test(cell.trim()) &&
      findDates(`${cell} 1.1.`)[0]?.days[0]?.weekday != null,
  );
  if (weekday !== -1) {
    date = `${cells[weekday] ?? ""} ${date}`;
    used.add(weekday);
  }
  const until = cells.findIndex(
    (cell, index) =>
      index !== dated &&
      (roles[index] === "END_DATE" || roles[index] === "END_TIME") &&
      findDates(cell).length > 0,
  );
  if (until === -1) return { date, beside, used, endTimes: [] };
  const last = cells[until] ?? "";
  const end = findDates(last)[0];
  used.add(until);
  const isSame =
    end !== undefined &&
    expression !== undefined &&
    first.slice(expression.from, expression.to) === last.slice(end.from, end.to);
  if (!isSame && end !== undefined)
    date = `${date.slice(0, date.length - first.length)}${first.slice(0, expression?.to)} – ${last.slice(end.from, end.to)}`;
  return { date, beside, used, endTimes: findTimes(last, end === undefined ? [] : [end]) };
}

function withoutTimes(cell: string): string {
  let text = cell.replace(WHOLE_DAY, " ");
  for (const { from, to } of findTimes(text).toReversed())
    text = `${text.slice(0, from)} ${text.slice(to)}`;
  return text;
}
