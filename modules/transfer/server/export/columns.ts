import { customFields } from "#modules/tenants/server/public.ts";
import { PROTECTED_USER_FIELDS, USER_FIELD_LABELS, type UserRow } from "#modules/users/contract.ts";
import { type Holder, listColumns, type SheetCell } from "#modules/users/server/public.ts";
import { fieldProblem } from "#platform/server/app-error.ts";
import type { ReadTx } from "#platform/server/database.ts";
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
  mappingConfigId: number | null;
  options: ExportOptions;
  /** Of a saved view. */
  viewColumns: readonly string[] | null;
}

const PROTECTED = new Set<string>(PROTECTED_USER_FIELDS);
/** Known to the club's own pages only. */
const INTERNAL = new Set<string>(["loginState", "createdAt", "updatedAt"]);

/** The columns of a file, in order. Refuses fields that the reader may not see. */
export async function exportColumns(tx: ReadTx, { mappingConfigId, options, viewColumns }: ColumnChoice, reader: Holder): Promise<ExportColumn[]> {
  if (mappingConfigId !== null) throw fieldProblem("mappingConfigId", "Diese Zuordnung gibt es nicht.", "NOT_FOUND");
  const own = await customFields(tx);
  const names =
    viewColumns !== null && viewColumns.length > 0
      ? viewColumns
      : [
          ...Object.keys(USER_FIELD_LABELS).filter((name) => !INTERNAL.has(name) && (options.protectedFields || !PROTECTED.has(name))),
          ...own.map(({ key }) => `cf.${key}`),
        ];
  return listColumns(names, own, reader).map(({ label, value }, index) => ({ heading: label, fields: [names[index] ?? ""], cell: value }));
}

export function holdProtectedFields(columns: readonly ExportColumn[]): boolean {
  return columns.some(({ fields }) => fields.some((field) => PROTECTED.has(field)));
}
