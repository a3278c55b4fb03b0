import { shownValue } from "#modules/changelog/web/public.ts";
import { USER_FIELD_LABELS } from "#modules/members/contract.ts";
import { displayName, formatDate, formatNumber } from "#platform/web/format/format.ts";
import type { ImportRow } from "../../import-contract.ts";

type RowField = ImportRow["fields"][number];
type Member = NonNullable<ImportRow["user"]>;

/** A value as a reader understands it; nothing is "leer", so that emptying is seen. */
export function fieldValue(field: RowField, side: "oldValue" | "newValue"): string {
  if (field.masked && side === "oldValue") return "nicht sichtbar";
  return shownValue(field.field, field[side]) || "leer";
}

const ORDER = ["memberNumber", ...Object.keys(USER_FIELD_LABELS)];

/**
 * The fields of a row in the order in which an office reads them; the club's own ones come last.
 */
export function orderedFields(row: ImportRow): RowField[] {
  const place = ({ field }: RowField) =>
    ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length;
  return row.fields.toSorted((a, b) => place(a) - place(b));
}

export function rowName(row: ImportRow): string {
  return (row.user && displayName(row.user)) || row.name || "Ohne Namen";
}

/** `Zeile 17` */
export function rowPlace(row: ImportRow): string {
  return row.row === null ? "" : `Zeile ${formatNumber(row.row)}`;
}

/** What tells two people of one name apart. */
export function memberWords(member: Member): string {
  return [
    member.memberNumber && `Nr. ${member.memberNumber}`,
    member.birthday && `geboren ${formatDate(member.birthday)}`,
    member.email,
    member.city,
    member.inTrash && "im Papierkorb",
  ]
    .filter(Boolean)
    .join(" · ");
}
