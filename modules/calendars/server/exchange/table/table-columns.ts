import type { TableCell } from "#platform/server/documents/table.ts";
import type { TableRow } from "#platform/server/documents/table-file.ts";

/** What a column can hold. BEGIN and END may be days, times or both: their cells say which. */
const NAMES = {
  title: [
    "titel",
    "betreff",
    "veranstaltung",
    "thema",
    "anlass",
    "bezeichnung",
    "ereignis",
    "event",
    "subject",
    "title",
    "summary",
    "was",
    "name",
    "aktivitat",
  ],
  day: [
    "datum",
    "startdatum",
    "beginndatum",
    "anfangsdatum",
    "datumvon",
    "vondatum",
    "beginntam",
    "startam",
    "startdate",
    "date",
    "wann",
  ],
  begin: ["beginn", "start", "von", "anfang", "begin"],
  endDay: ["enddatum", "datumbis", "bisdatum", "endetam", "enddate", "schlussdatum"],
  end: ["ende", "bis", "end", "schluss"],
  time: [
    "uhrzeit",
    "zeit",
    "startzeit",
    "beginnzeit",
    "anfangszeit",
    "beginntum",
    "uhrzeitvon",
    "vonuhrzeit",
    "starttime",
    "time",
    "uhr",
  ],
  endTime: ["endzeit", "endetum", "uhrzeitbis", "bisuhrzeit", "endtime"],
  location: [
    "ort",
    "veranstaltungsort",
    "location",
    "wo",
    "platz",
    "halle",
    "lokal",
    "raum",
    "spielort",
    "spielstatte",
    "sportstatte",
    "austragungsort",
    "place",
  ],
  description: [
    "beschreibung",
    "bemerkung",
    "bemerkungen",
    "notiz",
    "notizen",
    "info",
    "infos",
    "hinweis",
    "hinweise",
    "details",
    "description",
    "inhalt",
    "kommentar",
    "text",
    "sonstiges",
    "anmerkung",
    "anmerkungen",
  ],
  allDay: ["ganztagig", "ganztagigesereignis", "ganztags", "alldayevent", "allday", "ganzertag"],
  uid: ["uid"],
  // Fixture lists have no title but two teams.
  home: ["heim", "heimmannschaft", "heimverein", "heimteam", "gastgeber"],
  away: ["gast", "gastmannschaft", "gastverein", "gastteam", "auswarts", "gegner"],
} as const;

export type Column = keyof typeof NAMES;
export type Columns = Partial<Record<Column, number>>;

/**
 * `Tag` beside a date is the day of the week; `Termin` is what happens, or when, beside a column
 * that says what.
 */
const AMBIGUOUS = new Map<string, readonly Column[]>([
  ["tag", ["day"]],
  ["termin", ["title", "day"]],
]);

const BY_NAME = new Map<string, Column>(
  Object.entries(NAMES).flatMap(([column, names]) =>
    names.map((name) => [name, column as Column] as const),
  ),
);
/** How far down the headings are looked for: titles and empty lines may stand above them. */
const SEARCHED_ROWS = 30;

/**
 * The row of headings, by the names that stand in it; undefined when no row has a title and a day.
 */
export function findColumns(
  rows: readonly TableRow[],
): { columns: Columns; headingAt: number } | undefined {
  for (const [headingAt, { cells }] of rows.slice(0, SEARCHED_ROWS).entries()) {
    const columns = columnsOf(cells.map(foldCell));
    const isNamed =
      columns.title !== undefined || (columns.home !== undefined && columns.away !== undefined);
    if (isNamed && (columns.day !== undefined || columns.begin !== undefined))
      return { columns, headingAt };
  }
  return undefined;
}

/**
 * The first column of each meaning; one with an ambiguous name only where no other has its meaning.
 */
function columnsOf(names: readonly string[]): Columns {
  const columns: Columns = {};
  const take = (index: number, column: Column | undefined) => {
    if (column !== undefined) columns[column] ??= index;
  };
  for (const [index, name] of names.entries())
    if (!AMBIGUOUS.has(name)) take(index, BY_NAME.get(name));
  for (const [index, name] of names.entries()) {
    const means = AMBIGUOUS.get(name);
    if (means !== undefined) {
      take(
        index,
        means.find((column) => columns[column] === undefined),
      );
    }
  }
  return columns;
}

function foldCell(cell: TableCell): string {
  return typeof cell === "string"
    ? cell
        .normalize("NFD")
        .replace(/[^a-z]/gi, "")
        .toLowerCase()
    : "";
}
