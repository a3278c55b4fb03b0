import iconv from "iconv-lite";
import { writeOds, writeXlsx } from "hucre";
import { type CellName, CELLS } from "./cells.ts";
import type { Cell, Expected, Habit, Render } from "./habits.ts";
import { IDLE_CELLS, type IdleName } from "./idle-cells.ts";
import type { Kind } from "./kind.ts";
import { people, type Person } from "./people.ts";
import { Chance } from "./random.ts";

/** A list with what a reader who knows the club would take from each of its people, in order. */
export interface MadeList {
  name: string;
  bytes: Buffer;
  expected: Expected[];
  /** What each column gives, in the order of the file; null: nothing. */
  columns: { heading: string; cell: string }[];
}

const PEOPLE = 60;
const GROUPS = ["Turnen", "Handball", "Tanz", "Tischtennis"];
const HABIT: Habit = {
  date: "DMY",
  phone: "SPACE",
  gender: ["m", "w"],
  status: ["aktiv", "passiv", "Ehrenmitglied"],
  nothing: "",
  nothingShare: 0,
  yes: "ja",
  no: "nein",
  groupSign: ", ",
};

interface Column {
  heading: string;
  cell: string;
  render: Render;
}

export function rendererOf(cell: CellName | IdleName): Render {
  return { ...IDLE_CELLS, ...CELLS }[cell];
}

/** Returns the list of a kind that this seed makes. */
export async function makeList(kind: Kind, seed: number): Promise<MadeList> {
  const chance = new Chance(seed);
  const groups = kind.groups ?? GROUPS;
  const codes = groups.map((name, at): [string, string] => [name, kind.groupCodes?.[at] ?? name]);
  const habit = { ...HABIT, ...kind.habit, groupCodes: new Map(codes) };
  const members = people(chance, PEOPLE, groups);
  const columns = columnsOf(kind, groups);
  const expected: Expected[] = [];
  const rows = members.map((person) => {
    const gives: Expected = {};
    const cells = columns.map(({ render }) => {
      const cell = render(person, habit, chance);
      merge(gives, cell.gives);
      return cell.text === "" && chance.is(habit.nothingShare) ? habit.nothing : cell.text;
    });
    expected.push(gives);
    return cells;
  });
  const table = withStrays(kind, columns, rows, members);
  return {
    name: `${kind.name} ${seed}.${(kind.format ?? "CSV").toLowerCase()}`,
    bytes:
      kind.format === "JSON"
        ? nested(columns, rows)
        : await written(kind, table, kind.legendSheet === undefined ? [] : codes),
    expected,
    columns: columns.map(({ heading, cell }) => ({ heading, cell })),
  };
}

function columnsOf({ columns }: Kind, groups: readonly string[]): Column[] {
  return columns.flatMap((plan): Column[] => {
    const [heading, cell, ticked] = plan;
    if (cell !== "ticks") return [{ heading, cell, render: rendererOf(cell) }];
    return groups.map((group) => ({
      heading: `${heading}->${group}`,
      cell,
      render: (person): Cell =>
        person.groups.includes(group) ? { text: ticked, gives: { groups: [group] } } : { text: "" },
    }));
  });
}

function merge(into: Expected, more: Expected = {}): void {
  for (const [field, value] of Object.entries(more)) {
    const before = into[field];
    into[field] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
}

function withStrays(
  { strays = [], name, statusLegend, habit }: Kind,
  columns: readonly Column[],
  rows: readonly string[][],
  members: readonly Person[],
): string[][] {
  const has = (stray: (typeof strays)[number]) => strays.includes(stray);
  const above = columns.map(({ heading }) => heading.split("->").slice(0, -1).join(" "));
  const names = columns.map(({ heading }) => heading.split("->").at(-1) ?? "");
  const table: string[][] = [];
  if (has("TITLE")) table.push([`Mitgliederliste ${name} e. V.`], ["Stand: 30.09.2026"], []);
  if (above.some((text) => text !== ""))
    table.push(above.map((text, at) => (text === above[at - 1] ? "" : text)));
  if (names.some((text) => text !== "")) table.push(names);
  if (has("EXAMPLE")) table.push(exampleRow(columns));
  const parts = has("SECTIONS") ? 3 : 1;
  const size = Math.ceil(rows.length / parts);
  for (let part = 0; part < parts; part++) {
    const own = rows.slice(part * size, (part + 1) * size);
    if (has("SECTIONS")) table.push([["Aktive", "Passive", "Jugend"][part] ?? ""]);
    for (const [at, row] of own.entries()) {
      if (has("REPEATED_HEADINGS") && at > 0 && at % 12 === 0) table.push(names);
      if (has("BLANK_LINES") && at % 10 === 5) table.push([]);
      table.push(row);
    }
    if (has("SUBTOTALS")) table.push(["", `Zwischensumme: ${own.length}`]);
  }
  if (has("SUM")) table.push([], ["Summe", String(members.length)]);
  if (statusLegend === true) {
    const [active, passive, honorary] = habit?.status ?? HABIT.status;
    table.push([], [`Status: ${active} = aktiv, ${passive} = passiv, ${honorary} = Ehrenmitglied`]);
  }
  if (has("LEGEND")) table.push([], ["Legende: A = aktiv, P = passiv"], ["* = Vorstand"]);
  if (has("FOOTER")) table.push([], ["gedruckt am 01.10.2026, Seite 1 von 1"]);
  return table;
}

function exampleRow(columns: readonly Column[]): string[] {
  return columns.map(({ cell }) => {
    if (/name|last|first/i.test(cell)) return "Mustermann, Max";
    if (/birthday|On$/.test(cell)) return "01.01.1970";
    if (/placed/.test(cell)) return "12345 Musterstadt";
    return /street/.test(cell) ? "Musterstr. 1" : "Beispiel";
  });
}

/** Records of records, as interfaces of programs give them. */
function nested(columns: readonly Column[], rows: readonly string[][]): Buffer {
  const records = rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (const [at, { heading }] of columns.entries()) {
      const [first = "", second] = heading.split("->");
      const value = row[at] === "" ? null : (row[at] ?? null);
      if (second === undefined) record[first] = value;
      else record[first] = { ...(record[first] as Record<string, unknown>), [second]: value };
    }
    return record;
  });
  return Buffer.from(JSON.stringify({ members: records }));
}

/** A day or a number where a text looks like one. */
function typedCell(text: string): Date | number | string {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) return new Date(`${year}-${month}-${day}T00:00:00Z`);
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

async function written(
  { format = "CSV", delimiter = ";", encoding = "utf8", legendSheet, typed }: Kind,
  table: readonly string[][],
  codes: readonly [name: string, code: string][],
): Promise<Buffer> {
  if (format !== "CSV") {
    const cell = (text: string) => (text === "" ? null : typed === true ? typedCell(text) : text);
    const sheets = [
      { name: "Mitglieder", rows: table.map((row) => row.map(cell)) },
      ...(legendSheet === undefined
        ? []
        : [
            {
              name: legendSheet,
              rows: [["Kürzel", "Bedeutung"], ...codes.map(([name, code]) => [code, name])],
            },
          ]),
    ];
    return Buffer.from(await (format === "ODS" ? writeOds({ sheets }) : writeXlsx({ sheets })));
  }
  const width = Math.max(...table.map(({ length }) => length));
  const quoted = (text: string) =>
    /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const text = table
    .map((row) => Array.from({ length: width }, (_, at) => quoted(row[at] ?? "")).join(delimiter))
    .join("\r\n");
  switch (encoding) {
    case "utf8":
      return Buffer.from(text);
    case "utf8bom":
      return Buffer.from(`\uFEFF${text}`);
    case "utf16le":
      return iconv.encode(text, "utf16le", { addBOM: true });
    case "utf16be":
      return iconv.encode(text, "utf16be", { addBOM: true });
    case "cp1252":
    case "cp850":
    case "cp437":
      return iconv.encode(text, encoding);
    case "macroman":
      return iconv.encode(text, "macintosh");
  }
}
