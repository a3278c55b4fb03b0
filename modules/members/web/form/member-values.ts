import type { CustomField } from "#modules/tenants/contract.ts";
import type { User } from "../../contract.ts";
import type { CustomFieldValue } from "../../custom-field-values.ts";
import { USER_FIELD_LABELS } from "../../fields.ts";
import { formatIban } from "./iban.ts";
import { texts } from "../texts.ts";

const TEXT_FIELDS = [
  "memberNumber",
  "salutation",
  "title",
  "firstname",
  "lastname",
  "email",
  "phone",
  "mobile",
  "street",
  "addressAddition",
  "postalCode",
  "city",
  "accountHolder",
  "iban",
  "bic",
  "mandateReference",
  "notes",
] as const;
const DATE_FIELDS = ["birthday", "joinedOn", "terminatedOn", "leftOn", "deceasedOn"] as const;

type Texts = Record<(typeof TEXT_FIELDS)[number], string>;
type Dates = Record<(typeof DATE_FIELDS)[number], string | null>;

/** What the form holds: texts as typed, dates as `YYYY-MM-DD`, custom fields by key. */
export interface MemberValues extends Texts, Dates, Record<string, unknown> {
  country: string | null;
  gender: User["gender"];
  status: User["enteredStatus"];
  customFields: Record<string, CustomFieldValue>;
}

/** A form for nobody yet: the club's country, active, from today on. */
export function emptyValues(customFields: readonly CustomField[], joinedOn: string): MemberValues {
  return {
    ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, ""])) as Texts),
    ...(Object.fromEntries(DATE_FIELDS.map((name) => [name, null])) as Dates),
    joinedOn,
    country: "DE",
    gender: "UNSPECIFIED",
    status: "ACTIVE",
    customFields: ownValues({}, customFields),
  };
}

export function valuesOf(user: User, customFields: readonly CustomField[]): MemberValues {
  return {
    ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, user[name] ?? ""])) as Texts),
    ...(Object.fromEntries(DATE_FIELDS.map((name) => [name, user[name]])) as Dates),
    iban: formatIban(user.iban),
    country: user.country,
    gender: user.gender,
    status: user.enteredStatus,
    customFields: ownValues(user.customFields, customFields),
  };
}

/** Every custom field gets a value, so that its input is never uncontrolled. */
function ownValues(
  values: Readonly<Record<string, CustomFieldValue>>,
  customFields: readonly CustomField[],
): Record<string, CustomFieldValue> {
  const entries = customFields.map(({ key, kind }) => [
    key,
    values[key] ?? (kind === "MULTI_CHOICE" ? [] : kind === "TEXT" ? "" : null),
  ]);
  return Object.fromEntries(entries) as Record<string, CustomFieldValue>;
}

/** The form as the server takes it: empty inputs are empty fields. */
export function bodyOf(values: MemberValues) {
  const { country, gender, status, customFields } = values;
  const plain = Object.fromEntries(
    TEXT_FIELDS.map((name) => [name, values[name].trim() === "" ? null : values[name].trim()]),
  ) as Record<keyof Texts, string | null>;
  const dates = Object.fromEntries(DATE_FIELDS.map((name) => [name, values[name]])) as Dates;
  const own = Object.entries(customFields).map(([key, value]) => [
    key,
    value === "" || (Array.isArray(value) && value.length === 0) ? null : value,
  ]);
  return {
    ...plain,
    ...dates,
    firstname: values.firstname.trim(),
    lastname: values.lastname.trim(),
    country,
    gender,
    status,
    customFields: Object.fromEntries(own) as Record<string, CustomFieldValue>,
  };
}

/** What can be said before the server is asked. */
export function checkValues(values: MemberValues): Record<string, string> {
  const errors: Record<string, string> = {};
  if (values.firstname.trim() === "") errors.firstname = texts.form.missing;
  if (values.lastname.trim() === "") errors.lastname = texts.form.missing;
  if (values.joinedOn && values.leftOn && values.leftOn < values.joinedOn)
    errors.leftOn = texts.form.leftBeforeJoined;
  return errors;
}

/** German names of the form's fields, own ones included. */
export function formLabels(customFields: readonly CustomField[]): Record<string, string> {
  return {
    ...USER_FIELD_LABELS,
    ...Object.fromEntries(customFields.map(({ key, label }) => [`customFields.${key}`, label])),
  };
}

/** The form flattened to its fields, for comparing states. */
export function fieldsOf(values: MemberValues): Record<string, CustomFieldValue> {
  const { customFields, ...plain } = values;
  const own = Object.entries(customFields).map(([key, value]) => [`customFields.${key}`, value]);
  return { ...(plain as Record<string, CustomFieldValue>), ...Object.fromEntries(own) } as Record<
    string,
    CustomFieldValue
  >;
}

/** The inverse: fields put back into the form's shape. */
export function withFields(
  values: MemberValues,
  fields: Readonly<Record<string, CustomFieldValue>>,
): MemberValues {
  const next = { ...values, customFields: { ...values.customFields } };
  for (const [path, value] of Object.entries(fields)) {
    if (path.startsWith("customFields."))
      next.customFields[path.slice("customFields.".length)] = value;
    else Object.assign(next, { [path]: value });
  }
  return next;
}
