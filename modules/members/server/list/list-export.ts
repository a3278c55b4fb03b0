import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { ByteAnswer } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import {
  type CustomFieldValue,
  fieldsWith,
  GENDER_LABELS,
  LOGIN_STATE_LABELS,
  PROTECTED_USER_FIELDS,
  STATUS_LABELS,
  USER_FIELD_LABELS,
  type UserField,
  type UserFilter,
} from "../../contract.ts";
import type { ExportedMember } from "./exported-member-queries.ts";
import { toFilter, toOrder } from "./list-filter.ts";
import { selectPackedIds } from "./list-queries.ts";
import { type Holder, seesProtectedFields } from "../rights/permissions.ts";
import { memberBatches, type Reading } from "./member-batches.ts";
import type { SheetCell } from "#platform/server/documents/sheet-cells.ts";
import { type TableColumn, tableFile } from "./table-file.ts";
import { wantedBy } from "./wanted-of-members.ts";

export interface ListExport {
  ids?: readonly string[] | undefined;
  filter?: UserFilter | undefined;
  format: "CSV" | "XLSX";
  columns: readonly string[];
  sort: string;
  dir: "ASC" | "DESC";
}

export type ListColumn = TableColumn<ExportedMember>;

/** Longer lists are refused rather than cut off. */
const MOST_ROWS = 200_000;
/** Values that are days, or begin with one. */
const DAYS = new Set<UserField>([...fieldsWith("kind", "DATE"), "createdAt", "updatedAt"]);

/**
 * What the list shows, as a file: German headings and values, in the list's order. Written while it
 * is sent; if something breaks in the middle, so does the connection, and no one takes the
 * beginning for the whole.
 */
export async function exportList(
  read: Reading,
  wanted: ListExport,
  today: string,
  reader: Principal,
): Promise<ByteAnswer> {
  const { columns, ids, day } = await read(async (tx) => {
    const filter = await toFilter(tx, wanted.filter ?? { includeSubgroups: false }, today);
    return {
      columns: listColumns(wanted.columns, await customFields(tx), reader),
      ids: await selectPackedIds(
        tx,
        wanted.ids === undefined ? filter : { ...filter, ids: wanted.ids },
        await toOrder(tx, wanted, reader),
        MOST_ROWS + 1,
      ),
      day: filter.day,
    };
  });
  if (ids.length > MOST_ROWS) throw tooMany();
  const rows = await begun(
    memberBatches({ read, wanted: wantedBy(wanted.columns, reader), day }, ids),
  );
  const file = { name: `Mitglieder ${today}`, sheet: "Mitglieder", format: wanted.format };
  return tableFile(file, columns, rows);
}

function tooMany(): AppError {
  const detail = `Das sind mehr als ${MOST_ROWS.toLocaleString("de")} Mitglieder. Bitte schränken Sie die Liste ein.`;
  return new AppError("UNPROCESSABLE", { code: "TOO_MANY", detail });
}

/**
 * Waits for the first portion: what fails by then is answered as an error instead of a broken file.
 */
async function begun<T>(portions: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const first = await portions.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* portions;
  })();
}

/**
 * The columns of these names; one that is not there or that the reader may not see is refused at
 * its place.
 */
export function listColumns(
  names: readonly string[],
  clubFields: readonly CustomField[],
  reader: Holder,
): ListColumn[] {
  return names.map((name, index) => {
    const own = clubFields.find(({ key }) => `cf.${key}` === name);
    if (own !== undefined)
      return { label: own.label, value: (row) => ownValue(own, row.customFields[own.key]) };
    if (!Object.hasOwn(USER_FIELD_LABELS, name))
      throw fieldProblem(`columns.${index}`, "Diese Spalte gibt es nicht.", "UNKNOWN_FIELD");
    if (
      (PROTECTED_USER_FIELDS as readonly string[]).includes(name) &&
      !seesProtectedFields(reader)
    ) {
      throw fieldProblem(
        `columns.${index}`,
        "Diese Spalte dürfen Sie nicht sehen.",
        "PROTECTED_FIELD",
        "FORBIDDEN",
      );
    }
    return {
      label: USER_FIELD_LABELS[name as UserField],
      value: reading(name as UserField),
    };
  });
}

function reading(field: UserField): ListColumn["value"] {
  if (field === "groups")
    return ({ groups }) =>
      groups
        .map(({ name, groupName }) => (groupName === null ? name : `${groupName}->${name}`))
        .join(", ");
  if (field === "gender") return ({ gender }) => GENDER_LABELS[gender];
  if (field === "status") return ({ status }) => STATUS_LABELS[status];
  if (field === "loginState") return ({ loginState }) => LOGIN_STATE_LABELS[loginState];
  if (!DAYS.has(field)) return (row) => row[field];
  return (row) => {
    const value = row[field];
    return typeof value === "string" ? new Date(`${value.slice(0, 10)}T00:00:00Z`) : value;
  };
}

function ownValue({ kind }: CustomField, value: CustomFieldValue | undefined): SheetCell {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (Array.isArray(value)) return value.join(", ");
  return kind === "DATE" && typeof value === "string" ? new Date(`${value}T00:00:00Z`) : value;
}
