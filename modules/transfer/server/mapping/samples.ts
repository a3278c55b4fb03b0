import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { requirePermission, type Principal } from "#platform/server/http/principal.ts";
import type { TableCell } from "#platform/server/documents/table.ts";
import type { UserFilter } from "#modules/members/contract.ts";
import {
  selectMemberIds,
  selectMembers,
  toFilter,
  toOrder,
  toUserRow,
} from "#modules/members/server/public.ts";
import type { MappingEntry, SampleRow, SampleTable } from "../../mapping-contract.ts";
import type { TransferField } from "../../member-fields.ts";
import { isComposite, partsOfCell } from "./values/composites.ts";
import { exportColumns } from "./export-row.ts";
import { clubFields } from "./mappings.ts";
import { cellText } from "./values/cell-text.ts";
import type { FieldValue } from "./values/read-values.ts";
import { type MappedRow, rowMapper } from "./row-mapper.ts";

export interface SampleRequest {
  isExport: boolean;
  entries: readonly MappingEntry[];
  /** Rows of a file, for imports. */
  table?: SampleTable | undefined;
  /** Which members, for exports. */
  filter?: UserFilter | undefined;
  today: string;
  reader: Principal;
}

const SAMPLE_ROWS = 10;

/** The first ten rows as a mapping makes them; nothing is kept. */
export async function sampleRows(
  tx: ReadTx,
  { isExport, entries, table, filter, today, reader }: SampleRequest,
): Promise<SampleRow[]> {
  const fields = await clubFields(tx, isExport);
  if (isExport) return exportSample(tx, entries, fields, { filter, today, reader });
  if (table === undefined)
    throw fieldProblem("table", "Bitte zuerst eine Datei auswählen.", "REQUIRED");
  return importSample(table, entries, fields, today);
}

function importSample(
  table: SampleTable,
  entries: readonly MappingEntry[],
  fields: readonly TransferField[],
  today: string,
): SampleRow[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const map = rowMapper(table.columns, entries, fields, {
    today,
    dateOrder: table.dateOrder,
    sample: table.rows.map((cells) => ({ cells })),
    legend: table.legend.map(({ code, meaning }) => [code, meaning] as const),
  });
  return table.rows.slice(0, SAMPLE_ROWS).map((cells) => {
    const row = map(cells);
    return {
      values: entries.map(({ sourceField, targetField }) => ({
        before: cellText(cells[table.columns.indexOf(sourceField)] ?? null),
        after: shownField(row, targetField, byKey),
      })),
      problems: [...row.problems, ...row.warnings].map(({ column, message }) => ({
        column,
        message,
      })),
    };
  });
}

function shownField(
  { values }: MappedRow,
  key: string,
  byKey: ReadonlyMap<string, TransferField>,
): string {
  const keys = isComposite(key) ? ["title", ...Object.keys(partsOfCell(key, ""))] : [key];
  return keys
    .map((own) => shownValue(values.get(own) ?? null, byKey.get(own)))
    .filter((text) => text !== "")
    .join(" · ");
}

function shownValue(value: FieldValue, field: TransferField | undefined): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "number") return value.toLocaleString("de");
  if (typeof value === "string" && field?.kind === "DATE")
    return cellText(new Date(`${value}T00:00:00Z`));
  const label = field?.choices.find((choice) => choice.value === value)?.label;
  return label ?? cellText(value);
}

async function exportSample(
  tx: ReadTx,
  entries: readonly MappingEntry[],
  fields: readonly TransferField[],
  { filter, today, reader }: Pick<SampleRequest, "filter" | "today" | "reader">,
): Promise<SampleRow[]> {
  requirePermission(reader, "QUERY_USER");
  const members = await toFilter(tx, filter ?? { includeSubgroups: false }, today);
  const ids = await selectMemberIds(
    tx,
    members,
    await toOrder(tx, { sort: "lastname", dir: "ASC" }, reader),
    SAMPLE_ROWS,
  );
  const rows = (await selectMembers(tx, ids, members.day)).map((record) =>
    toUserRow(record, members.day, reader),
  );
  const after = exportColumns(entries, fields, { today: members.day });
  const before = exportColumns(
    entries.map((entry) => ({ ...entry, transforms: [] })),
    fields,
    { today: members.day },
  );
  return rows.map((row) => {
    const sources = before.cells(row);
    return {
      values: after.cells(row).map((cell, index) => ({
        before: cellText(sources[index] ?? null),
        after: cellText(cell),
      })),
      problems: [],
    };
  });
}

/** A cell as it goes to a page, which has no days of its own. */
export function plainCell(cell: TableCell): string | number | boolean | null {
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : cell;
}

export function unreadableTable(message: string): AppError {
  return new AppError("UNPROCESSABLE", { code: "UNREADABLE_TABLE", detail: message });
}
