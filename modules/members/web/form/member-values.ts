import type { CustomField } from "#modules/tenants/contract.ts";
import type { User } from "../../contract.ts";
import type { CustomFieldValue } from "../../custom-field-values.ts";
import { FIELD_KEYS, type MemberField, USER_FIELD_LABELS } from "../../fields.ts";
import { enteredProblem } from "../../postal-code-digits.ts";
import { texts } from "../texts.ts";
import { type Entered, enteredValues, sentValues } from "./entered-values.ts";

/** What the form holds: its fields as their inputs do, custom fields by key. */
export interface MemberValues extends Entered<MemberField>, Record<string, unknown> {
  customFields: Record<string, CustomFieldValue>;
}

/** The values of a new member's form: the club's country, from today on. */
export function emptyValues(customFields: readonly CustomField[], joinedOn: string): MemberValues {
  return {
    ...enteredValues(FIELD_KEYS, { joinedOn, country: "DE" }),
    customFields: ownValues({}, customFields),
  };
}

export function valuesOf(user: User, customFields: readonly CustomField[]): MemberValues {
  return {
    ...enteredValues(FIELD_KEYS, { ...user, status: user.enteredStatus }),
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
  const own = Object.entries(values.customFields).map(([key, value]) => [
    key,
    value === "" || (Array.isArray(value) && value.length === 0) ? null : value,
  ]);
  return {
    ...sentValues(FIELD_KEYS, values),
    // A new member without one gets the next free number.
    memberNumber: values.memberNumber.trim() || null,
    customFields: Object.fromEntries(own) as Record<string, CustomFieldValue>,
  };
}

/** What can be said before the server is asked of values in place of what is stored. */
export function checkValues(values: MemberValues, stored?: User): Record<string, string> {
  const errors: Record<string, string> = {};
  if (values.firstname.trim() === "") errors.firstname = texts.form.missing;
  if (values.lastname.trim() === "") errors.lastname = texts.form.missing;
  if (values.joinedOn && values.leftOn && values.leftOn < values.joinedOn)
    errors.leftOn = texts.form.leftBeforeJoined;
  const postalCode = enteredProblem(values, stored);
  if (postalCode !== undefined) errors.postalCode = postalCode;
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
