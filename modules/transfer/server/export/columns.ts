import type { CustomField } from "#modules/tenants/contract.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import { PROTECTED_USER_FIELDS, USER_FIELD_LABELS, type UserRow } from "#modules/users/contract.ts";
import { type Holder, listColumns, type SheetCell } from "#modules/users/server/public.ts";
import { fieldProblem } from "#platform/server/app-error.ts";
import type { ReadTx } from "#platform/server/database.ts";
import type { ExportFormat } from "../../export-contract.ts";
import { MAX_PDF_COLUMNS } from "./formats/pdf.ts";
import type { ExportOptions } from "./tables.ts";

/** A column of the file. */
export interface ExportColumn {
  heading: string;
  /** The member fields it is made of. */
  fields: readonly string[];
  cell(row: UserRow): SheetCell;
}

/** What decides the columns. */
export interface ColumnChoice {
  format: ExportFormat;
  mappingConfigId: number | null;
  options: ExportOptions;
  /** Of a saved view. */
  viewColumns: readonly string[] | null;
}

/** What fits on a sheet of paper. */
const ON_PAPER = ["memberNumber", "lastname", "firstname", "birthday", "street", "postalCode", "city", "phone", "mobile", "status"];
const PROTECTED = new Set<string>(PROTECTED_USER_FIELDS);
/** Known to the club's own pages only. */
const INTERNAL = new Set<string>(["loginState", "createdAt", "updatedAt"]);

/** The columns of a file, in order. Refuses fields that the reader may not see. */
export async function exportColumns(tx: ReadTx, { format, mappingConfigId, options, viewColumns }: ColumnChoice, reader: Holder): Promise<ExportColumn[]> {
  if (mappingConfigId !== null) throw fieldProblem("mappingConfigId", "Diese Zuordnung gibt es nicht.", "NOT_FOUND");
  const own = await customFields(tx);
  const names = viewColumns !== null && viewColumns.length > 0 ? viewColumns : usualColumns(format, options, own);
  if (format === "PDF" && names.length > MAX_PDF_COLUMNS) {
    throw fieldProblem("format", `Auf einem Blatt haben höchstens ${MAX_PDF_COLUMNS} Spalten Platz. Bitte wählen Sie weniger aus.`, "TOO_MANY");
  }
  return listColumns(names, own, reader).map(({ label, value }, index) => ({ heading: label, fields: [names[index] ?? ""], cell: value }));
}

function usualColumns(format: ExportFormat, { protectedFields }: ExportOptions, own: readonly CustomField[]): string[] {
  if (format === "PDF") return protectedFields ? [...ON_PAPER, "iban", "notes"] : ON_PAPER;
  const known = Object.keys(USER_FIELD_LABELS).filter((name) => !INTERNAL.has(name) && (protectedFields || !PROTECTED.has(name)));
  return [...known, ...own.map(({ key }) => `cf.${key}`)];
}

export function holdProtectedFields(columns: readonly ExportColumn[]): boolean {
  return columns.some(({ fields }) => fields.some((field) => PROTECTED.has(field)));
}
