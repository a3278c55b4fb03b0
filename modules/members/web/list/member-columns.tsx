import {
  formatDate,
  formatDateTime,
  formatNumber,
  groupPrefixed,
} from "#platform/web/format/format.ts";
import type { Column } from "#platform/web/ui/table/DataTable.tsx";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import type { CustomField } from "#modules/tenants/contract.ts";
import type { ListedUser } from "../../contract.ts";
import { LOGIN_STATE_LABELS } from "../../choices.ts";
import { isDerivedField } from "../../derived-fields.ts";
import type { CustomFieldValue } from "../../custom-field-values.ts";
import {
  fieldOf,
  isMemberField,
  type MemberField,
  USER_FIELD_LABELS,
  type UserField,
} from "../../fields.ts";
import { ROW_FIELDS, type RowField, USER_SORT_FIELDS } from "../../user-filter.ts";
import { fieldText } from "../field-text.ts";
import classes from "../members.module.css";
import { usePhoneText } from "../phones/use-phone-text.ts";
import { columnFields, isAmong, SHOWN_AT_FIRST } from "./column-fields.ts";
import { StatusBadge } from "./StatusBadge.tsx";
import { texts } from "../texts.ts";

/** The first column shows the name; a file gets it in two. */
const NAME = "name";
const ON_PHONE: readonly UserField[] = ["memberNumber", "city", "status"];
/**
 * Columns of the list: all fields of a member and the club's own ones; protected ones for readers
 * who may see them.
 */
export function memberColumns(
  customFields: readonly CustomField[],
  seesProtected: boolean,
): Column<ListedUser>[] {
  return [
    {
      key: NAME,
      title: "Name",
      sortField: "lastname",
      render: (row) => <NameCell row={row} />,
      print: (row) => `${row.lastname}, ${row.firstname}`,
    },
    ...columnFields(seesProtected).map((field) => ({
      key: field,
      title: field === "memberNumber" ? texts.list.numberColumn : USER_FIELD_LABELS[field],
      render: (row: ListedUser) => valueOf(row, field),
      ...(isAmong(USER_SORT_FIELDS, field) ? { sortField: field } : {}),
      hiddenAtFirst: !SHOWN_AT_FIRST.includes(field),
      onPhone: ON_PHONE.includes(field),
    })),
    ...customFields.map((field) => ({
      key: `cf.${field.key}`,
      title: field.label,
      sortField: `cf.${field.key}`,
      hiddenAtFirst: true,
      render: (row: ListedUser) => (
        <CutText text={customValueText(row.customFields?.[field.key], field.kind)} />
      ),
    })),
  ];
}

/** What the server has to send of each row for these columns, and for the cards of a phone. */
export function fieldsFor(visible: readonly string[]): RowField[] {
  const shown = new Set<string>(
    [...visible, ...ON_PHONE].flatMap((key) => {
      if (key.startsWith("cf.")) return ["customFields"];
      if (key === "status") return [key, "leftOn"];
      return isMemberField(key) && fieldOf(key).kind === "PHONE" ? [key, "country"] : [key];
    }),
  );
  return ROW_FIELDS.filter((field) => shown.has(field));
}

/** The fields a file gets for the columns on screen. */
export function exportColumns(visible: readonly string[]): string[] {
  return [
    "lastname",
    "firstname",
    ...visible.filter((key) => ![NAME, "firstname", "lastname"].includes(key)),
  ];
}

function NameCell({ row }: { row: ListedUser }) {
  return (
    <span className={classes.nameCell}>
      <ProfilePicture person={row} size={28} revision={row.updatedAt} />
      <span>
        {row.lastname}, {row.firstname}
      </span>
    </span>
  );
}

/** What is not there was not asked for yet: a column that has just been chosen. */
function valueOf(row: ListedUser, field: UserField) {
  if (field === "status")
    return (
      row.status && <StatusBadge person={{ status: row.status, leftOn: row.leftOn ?? null }} />
    );
  if (field === "loginState") return row.loginState && LOGIN_STATE_LABELS[row.loginState];
  if (field === "createdAt" || field === "updatedAt") return formatDateTime(row[field]);
  if (field === "groups") return <GroupsCell groups={row.groups ?? []} />;
  // A year has no point after its thousands, and nobody is that old.
  if (isDerivedField(field)) return row[field];
  if (fieldOf(field).kind === "PHONE")
    return <PhoneCell number={row[field] ?? null} country={row.country ?? null} />;
  const text = fieldText(field, row[field] ?? null);
  return isCut(field) ? <CutText text={text} /> : text;
}

/** Texts may be longer than their column; days, choices and account numbers have one length. */
function isCut(field: MemberField): boolean {
  return !["DATE", "CHOICE", "IBAN"].includes(fieldOf(field).kind);
}

function GroupsCell({ groups }: { groups: NonNullable<ListedUser["groups"]> }) {
  return <CutText text={groups.map(groupPrefixed).join(", ")} />;
}

function PhoneCell({ number, country }: { number: string | null; country: string | null }) {
  return <CutText text={usePhoneText(number ?? "", country)} />;
}

/** Rows stay one line high; what does not fit is read by pointing at it, and printed in full. */
function CutText({ text }: { text: string }) {
  return (
    <span className={classes.cut} title={text}>
      {text}
    </span>
  );
}

/** A value of an custom field as a person writes it. */
export function customValueText(
  value: CustomFieldValue | undefined,
  kind: CustomField["kind"],
): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (typeof value === "number") return formatNumber(value);
  return kind === "DATE" ? formatDate(value) : value;
}
