import type { CustomField } from "#modules/tenants/contract.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import {
  DERIVED_FIELDS,
  PROTECTED_USER_FIELDS,
  USER_FIELD_LABELS,
} from "#modules/members/contract.ts";
import {
  type ExportedMember,
  type Holder,
  listColumns,
  seesProtectedFields,
} from "#modules/members/server/public.ts";
import { type SheetCell } from "#platform/server/documents/sheet-cells.ts";
import { fieldProblem } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { ExportFormat } from "../../export-contract.ts";
import type { MappingEntry } from "../../mapping-contract.ts";
import type { TransferField } from "../../member-fields.ts";
import { defaultExportEntries, exportColumns } from "../mapping/export-row.ts";
import { clubFields } from "../mapping/mappings.ts";
import { selectMapping } from "../mapping/queries.ts";
import { MAX_PDF_COLUMNS } from "./formats/pdf.ts";
import type { ExportOptions } from "./stored-values.ts";

/** A column of the file. */
export interface ExportColumn {
  heading: string;
  /** The member fields it is made of. */
  fields: readonly string[];
  cell(row: ExportedMember): SheetCell;
}

/** What decides the columns. */
export interface ColumnChoice {
  format: ExportFormat;
  mappingConfigId: number | null;
  options: ExportOptions;
  /** Of a saved view. */
  viewColumns: readonly string[] | null;
  /** Reference date. */
  day: string;
}

/** What fits on a sheet of paper. */
const ON_PAPER = [
  "memberNumber",
  "lastname",
  "firstname",
  "birthday",
  "street",
  "postalCode",
  "city",
  "phone",
  "mobile",
  "status",
];
const PROTECTED = new Set<string>(PROTECTED_USER_FIELDS);
/** Known to the club's own pages only. */
const INTERNAL = new Set<string>([...DERIVED_FIELDS, "loginState", "createdAt", "updatedAt"]);

/** The columns of a file, in order. Refuses fields that the reader may not see. */
export async function columnsOf(
  tx: ReadTx,
  choice: ColumnChoice,
  reader: Holder,
): Promise<ExportColumn[]> {
  const { format, mappingConfigId, options, viewColumns, day } = choice;
  const fields = await clubFields(tx, true);
  const own = await customFields(tx);
  const names =
    viewColumns !== null && viewColumns.length > 0
      ? viewColumns
      : usualColumns(format, options, own);
  const columns =
    mappingConfigId === null
      ? names.flatMap((name) => namedColumn(name, fields, own, day, reader))
      : (await mappedEntries(tx, mappingConfigId, fields)).map((entry) =>
          entryColumn(entry, fields, day),
        );
  if (format === "PDF" && columns.length > MAX_PDF_COLUMNS) {
    throw fieldProblem(
      "format",
      `Auf einem Blatt haben höchstens ${MAX_PDF_COLUMNS} Spalten Platz. Bitte wählen Sie weniger aus.`,
      "TOO_MANY",
    );
  }
  if (holdProtectedFields(columns) && !seesProtectedFields(reader)) {
    const path = mappingConfigId === null ? "viewId" : "mappingConfigId";
    throw fieldProblem(
      path,
      "Bankdaten und Notizen dürfen Sie nicht sehen und also auch nicht exportieren.",
      "PROTECTED_FIELD",
      "FORBIDDEN",
    );
  }
  return columns;
}

async function mappedEntries(
  tx: ReadTx,
  id: number,
  fields: readonly TransferField[],
): Promise<readonly MappingEntry[]> {
  const mapping = await selectMapping(tx, id);
  if (mapping?.is_export !== true)
    throw fieldProblem("mappingConfigId", "Diese Zuordnung gibt es nicht.", "NOT_FOUND");
  if (mapping.entries.length === 0)
    throw fieldProblem(
      "mappingConfigId",
      `In der Zuordnung „${mapping.name}“ steht noch keine Spalte.`,
    );
  const known = new Set(["", ...fields.map(({ key }) => key)]);
  const lost = mapping.entries.find((entry) => !fieldsOf(entry).every((field) => known.has(field)));
  if (lost !== undefined)
    throw fieldProblem(
      "mappingConfigId",
      `Das Feld der Spalte „${lost.targetField}“ in der Zuordnung „${mapping.name}“ gibt es nicht mehr.`,
    );
  return mapping.entries;
}

function fieldsOf({ sourceField, transforms }: MappingEntry): string[] {
  return [
    sourceField,
    ...transforms.flatMap((transform) => (transform.kind === "JOIN" ? transform.with : [])),
  ];
}

function entryColumn(
  entry: MappingEntry,
  fields: readonly TransferField[],
  day: string,
): ExportColumn {
  const [cell = () => null] = exportColumns([entry], fields, { today: day }).writers;
  return {
    heading: entry.targetField,
    fields: fieldsOf(entry),
    cell,
  };
}

/** A column under its own name: a field of exports, or one that only the list on screen knows. */
function namedColumn(
  name: string,
  fields: readonly TransferField[],
  own: readonly CustomField[],
  day: string,
  reader: Holder,
): ExportColumn[] {
  const [entry] = defaultExportEntries(fields, [name]);
  if (entry !== undefined) return [entryColumn(entry, fields, day)];
  return listColumns([name], own, reader).map(({ label, value }) => ({
    heading: label,
    fields: [name],
    cell: value,
  }));
}

function usualColumns(
  format: ExportFormat,
  { protectedFields }: ExportOptions,
  own: readonly CustomField[],
): string[] {
  if (format === "PDF") return protectedFields ? [...ON_PAPER, "iban", "notes"] : ON_PAPER;
  const known = Object.keys(USER_FIELD_LABELS).filter(
    (name) => !INTERNAL.has(name) && (protectedFields || !PROTECTED.has(name)),
  );
  return [...known, ...own.map(({ key }) => `cf.${key}`)];
}

export function holdProtectedFields(columns: readonly ExportColumn[]): boolean {
  return columns.some(({ fields }) => fields.some((field) => PROTECTED.has(field)));
}
