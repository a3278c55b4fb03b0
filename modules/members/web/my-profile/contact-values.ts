import type { FormErrors } from "@mantine/form";
import type { CustomField } from "#modules/tenants/contract.ts";
import type { BodyInput } from "#platform/contract/route.ts";
import { formatDate, formatNumber } from "#platform/web/format/format.ts";
import {
  SELF_SERVICE_FIELDS,
  USER_FIELD_LABELS,
  type CustomFieldValue,
  type Me,
  type usersContract,
} from "../../contract.ts";
import { enteredProblem } from "../../postal-code-digits.ts";
import { type Entered, enteredValues, sentValues } from "../form/entered-values.ts";

export const MAIL_LABELS: Record<Me["settings"]["messageMail"], string> = {
  IMMEDIATE: "Sofort bei jeder Nachricht",
  DAILY: "Einmal am Tag gesammelt",
  NONE: "Keine E-Mails",
};

export type SelfServiceField = (typeof SELF_SERVICE_FIELDS)[number];

/** The form's values: contact data and the mail setting by name, custom fields by key. */
export interface ContactValues extends Entered<SelfServiceField>, Record<string, unknown> {
  messageMail: Me["settings"]["messageMail"];
  customFields: Record<string, CustomFieldValue>;
}

export function valuesOf(me: Me, fields: readonly CustomField[]): ContactValues {
  return {
    ...enteredValues(SELF_SERVICE_FIELDS, me),
    messageMail: me.settings.messageMail,
    customFields: Object.fromEntries(
      fields
        .filter((field) => field.selfService)
        .map(({ key }) => [key, me.customFields[key] ?? null]),
    ),
  };
}

export function bodyOf(
  values: ContactValues,
  version: number,
): BodyInput<typeof usersContract.updateMe> {
  return {
    ...sentValues(SELF_SERVICE_FIELDS, values),
    settings: { messageMail: values.messageMail },
    customFields: values.customFields,
    version,
  };
}

export function validateContact(
  values: ContactValues,
  fields: readonly CustomField[],
  stored?: Me,
): FormErrors {
  const postalCode = enteredProblem(values, stored);
  const missing = fields.filter(
    (field) => field.selfService && field.required && isEmpty(values.customFields[field.key]),
  );
  return {
    ...(postalCode === undefined ? {} : { postalCode }),
    ...Object.fromEntries(
      missing.map((field) => [`customFields.${field.key}`, "Bitte ausfüllen."]),
    ),
  };
}

function isEmpty(value: CustomFieldValue | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

export function labelsOf(fields: readonly CustomField[]): Record<string, string> {
  return {
    ...USER_FIELD_LABELS,
    messageMail: "E-Mail bei Nachrichten",
    customFields: "Weitere Angaben",
    ...Object.fromEntries(fields.map((field) => [`customFields.${field.key}`, field.label])),
  };
}

/** The value of an custom field as text. */
export function shownCustomValue(value: CustomFieldValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (typeof value === "number") return formatNumber(value);
  if (Array.isArray(value)) return value.join(", ");
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value;
}

/** A value of the form as a reader understands it, for the choice after a conflict. */
export function shownContactValue(
  fields: readonly CustomField[],
  field: string,
  value: unknown,
): string {
  if (value === null || value === "") return "leer";
  if (field === "messageMail") return MAIL_LABELS[value as Me["settings"]["messageMail"]];
  if (field === "customFields") {
    const values = value as Record<string, CustomFieldValue>;
    return fields
      .filter((one) => one.key in values)
      .map((one) => `${one.label}: ${shownCustomValue(values[one.key]) || "leer"}`)
      .join("; ");
  }
  return String(value);
}
