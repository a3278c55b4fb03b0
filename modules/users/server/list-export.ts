import { Readable } from "node:stream";
import { fieldProblem } from "#platform/server/app-error.ts";
import type { ReadTx } from "#platform/server/database.ts";
import type { ByteAnswer } from "#platform/server/implement.ts";
import type { Principal } from "#platform/server/principal.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import {
  type CustomFieldValue,
  GENDER_LABELS,
  LOGIN_STATE_LABELS,
  PROTECTED_USER_FIELDS,
  STATUS_LABELS,
  USER_FIELD_LABELS,
  type UserField,
  type UserFilter,
  type UserRow,
} from "../contract.ts";
import { toFilter, toOrder } from "./list-filter.ts";
import { selectMemberIds } from "./list-queries.ts";
import { type Holder, seesProtectedFields } from "./permissions.ts";
import { selectMembers } from "./queries.ts";
import { toUserRow } from "./records.ts";
import { type SheetCell, xlsxStream } from "./xlsx.ts";

export interface ListExport {
  ids?: readonly string[] | undefined;
  filter?: UserFilter | undefined;
  format: "CSV" | "XLSX";
  columns: readonly string[];
  sort: string;
  dir: "ASC" | "DESC";
}

/** A column of a file: its German heading and what it says of a member. */
export interface ListColumn {
  label: string;
  value(row: UserRow): SheetCell;
}

const BATCH = 1_000;
const MOST_ROWS = 200_000;
const DATES = new Set<string>(["birthday", "joinedOn", "terminatedOn", "leftOn", "deceasedOn"]);

/** What the list shows, as a file: German headings and values, in the list's order. */
export async function exportList(tx: ReadTx, wanted: ListExport, today: string, reader: Principal): Promise<ByteAnswer> {
  const columns = listColumns(wanted.columns, await customFields(tx), reader);
  const filter = await toFilter(tx, wanted.filter ?? { includeSubgroups: false }, today);
  const ids = await selectMemberIds(tx, wanted.ids === undefined ? filter : { ...filter, ids: wanted.ids }, await toOrder(tx, wanted, reader), MOST_ROWS);
  const rows: SheetCell[][] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const record of await selectMembers(tx, ids.slice(start, start + BATCH), filter.day)) {
      const row = toUserRow(record, filter.day, reader);
      rows.push(columns.map(({ value }) => value(row)));
    }
  }
  const headings = columns.map(({ label }) => label);
  const name = `Mitglieder ${today}`;
  return wanted.format === "CSV" ? toCsv(name, headings, rows) : toXlsx(name, headings, rows);
}

/** The columns of these names; one that is not there or that the reader may not see is refused at its place. */
export function listColumns(names: readonly string[], ownFields: readonly CustomField[], reader: Holder): ListColumn[] {
  return names.map((name, index) => {
    const own = ownFields.find(({ key }) => `cf.${key}` === name);
    if (own !== undefined) return { label: own.label, value: (row) => ownValue(own, row.customFields[own.key]) };
    if (!Object.hasOwn(USER_FIELD_LABELS, name)) throw fieldProblem(`columns.${index}`, "Diese Spalte gibt es nicht.", "UNKNOWN_FIELD");
    if ((PROTECTED_USER_FIELDS as readonly string[]).includes(name) && !seesProtectedFields(reader)) {
      throw fieldProblem(`columns.${index}`, "Diese Spalte dürfen Sie nicht sehen.", "PROTECTED_FIELD", "FORBIDDEN");
    }
    return { label: USER_FIELD_LABELS[name as UserField], value: (row) => fieldValue(row, name as UserField) };
  });
}

function fieldValue(row: UserRow, field: UserField): SheetCell {
  if (field === "groups") return row.groups.map(({ name, groupName }) => (groupName === null ? name : `${groupName}->${name}`)).join(", ");
  if (field === "gender") return GENDER_LABELS[row.gender];
  if (field === "status") return STATUS_LABELS[row.status];
  if (field === "loginState") return LOGIN_STATE_LABELS[row.loginState];
  const value = row[field];
  if (value === null) return null;
  if (DATES.has(field)) return new Date(`${value}T00:00:00Z`);
  return field === "createdAt" || field === "updatedAt" ? new Date(`${value.slice(0, 10)}T00:00:00Z`) : value;
}

function ownValue({ kind }: CustomField, value: CustomFieldValue | undefined): SheetCell {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (Array.isArray(value)) return value.join(", ");
  return kind === "DATE" && typeof value === "string" ? new Date(`${value}T00:00:00Z`) : value;
}

/**
 * A cell that a spreadsheet would run as a formula gets an apostrophe in front; our own import takes it off again.
 * Texts that have apostrophes before such a sign already get one more, or the import would take one of theirs.
 */
export function neutralised(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function germanDate(date: Date): string {
  const [year, month, day] = date.toISOString().slice(0, 10).split("-");
  return `${day}.${month}.${year}`;
}

function csvText(cell: SheetCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return germanDate(cell);
  if (typeof cell === "number") return String(cell).replace(".", ",");
  const text = neutralised(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** UTF-8 with byte order mark and semicolons: what a German Excel opens without asking. */
function toCsv(name: string, headings: readonly string[], rows: readonly SheetCell[][]): ByteAnswer {
  function* lines() {
    yield `\u{feff}${headings.map(csvText).join(";")}\r\n`;
    for (const row of rows) yield `${row.map(csvText).join(";")}\r\n`;
  }
  return { contentType: "text/csv; charset=utf-8", content: Readable.from(batched(lines())), headers: attachment(`${name}.csv`) };
}

function* batched(lines: Iterable<string>): Generator<Buffer> {
  let text = "";
  for (const line of lines) {
    text += line;
    if (text.length > 64 * 1024) {
      yield Buffer.from(text);
      text = "";
    }
  }
  if (text !== "") yield Buffer.from(text);
}

function toXlsx(name: string, headings: readonly string[], rows: readonly SheetCell[][]): ByteAnswer {
  const harmless = rows.map((row) => row.map((cell) => (typeof cell === "string" ? neutralised(cell) : cell)));
  return {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    content: xlsxStream("Mitglieder", headings, harmless),
    headers: attachment(`${name}.xlsx`),
  };
}

export function attachment(fileName: string): Record<string, string> {
  return { "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}` };
}
