import countries from "i18n-iso-countries";
import { isValidBIC, isValidIBAN, electronicFormatIBAN } from "ibantools";
import type { FieldError } from "#platform/contract/problem.ts";
import { AppError, invalidValues } from "#platform/server/http/app-error.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import {
  type CustomFieldValue,
  FIELD_KEYS,
  type FieldKind,
  fieldOf,
  type UserCreate,
} from "../../contract.ts";

/** What is checked of a member, whichever way it comes in. */
export type MemberValues = Omit<UserCreate, "memberNumber">;

const EARLIEST = "1800-01-01";

/** What is wrong with a value of these kinds, in German; nothing for a good one. */
const KIND_PROBLEMS: Partial<Record<FieldKind, (value: string) => string | undefined>> = {
  DATE: (value) => (value < EARLIEST ? "Dieses Datum liegt zu weit zurück." : undefined),
  PHONE: (value) =>
    (value.match(/\d/g)?.length ?? 0) < 3 ? "Bitte eine Telefonnummer eingeben." : undefined,
  COUNTRY: (value) => (countries.isValid(value) ? undefined : "Dieses Land gibt es nicht."),
  IBAN: (value) =>
    isValidIBAN(electronicFormatIBAN(value) ?? "")
      ? undefined
      : "Diese IBAN ist nicht gültig. Bitte prüfen Sie die Ziffern.",
  BIC: (value) =>
    isValidBIC(value.replaceAll(" ", "").toUpperCase())
      ? undefined
      : "Dieser BIC ist nicht gültig.",
};
/** The fields with such a check; found once, since imports check many rows. */
const CHECKS = FIELD_KEYS.flatMap((field) => {
  const problemOf = KIND_PROBLEMS[fieldOf(field).kind];
  return problemOf === undefined ? [] : [{ field, problemOf }];
});

/** Refuses values that no member can have; all problems at once, each at its field. */
export function checkMember(
  values: MemberValues,
  definitions: readonly CustomField[],
  today: string,
): void {
  const errors = memberProblems(values, definitions, today);
  if (errors.length > 0) throw invalidValues(errors);
  const order = impossibleDates(values);
  if (order.length > 0)
    throw new AppError("UNPROCESSABLE", { errors: order, detail: order[0]?.message ?? "" });
}

export function memberProblems(
  values: MemberValues,
  definitions: readonly CustomField[],
  today: string,
): FieldError[] {
  const errors = kindProblems(values);
  const refuse = (path: string, message: string) => errors.push({ path, code: "INVALID", message });
  if (values.birthday !== null && values.birthday > today)
    refuse("birthday", "Der Geburtstag darf nicht in der Zukunft liegen.");
  if (values.deceasedOn !== null && values.deceasedOn > today)
    refuse("deceasedOn", "Der Sterbetag darf nicht in der Zukunft liegen.");
  errors.push(...customFieldProblems(values.customFields, definitions));
  return errors;
}

/** Returns what is wrong with these values by the kinds of their fields. */
export function kindProblems(values: Partial<UserCreate>): FieldError[] {
  const errors: FieldError[] = [];
  for (const { field, problemOf } of CHECKS) {
    const value = values[field];
    const message = typeof value === "string" ? problemOf(value) : undefined;
    if (message !== undefined) errors.push({ path: field, code: "INVALID", message });
  }
  return errors;
}

/** Days in an order that no life has. */
export function impossibleDates(values: MemberValues): FieldError[] {
  const errors: FieldError[] = [];
  const { joinedOn, leftOn, birthday, deceasedOn } = values;
  if (joinedOn !== null && leftOn !== null && leftOn < joinedOn)
    errors.push({
      path: "leftOn",
      code: "BEFORE_JOINED",
      message: "Der Austritt liegt vor dem Eintritt.",
    });
  if (birthday !== null && deceasedOn !== null && deceasedOn < birthday)
    errors.push({
      path: "deceasedOn",
      code: "BEFORE_BIRTHDAY",
      message: "Der Sterbetag liegt vor dem Geburtstag.",
    });
  return errors;
}

function isEmpty(value: CustomFieldValue | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

export function customFieldProblems(
  values: Readonly<Record<string, CustomFieldValue>>,
  fields: readonly CustomField[],
): FieldError[] {
  const errors: FieldError[] = [];
  const byKey = new Map(fields.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(values)) {
    const field = byKey.get(key);
    const message =
      field === undefined
        ? "Dieses Feld gibt es nicht."
        : isEmpty(value)
          ? undefined
          : customFieldProblem(field, value);
    if (message !== undefined)
      errors.push({
        path: `customFields.${key}`,
        code: field === undefined ? "UNKNOWN_FIELD" : "INVALID",
        message,
      });
  }
  for (const { key, required, kind } of fields) {
    if (required && kind !== "BOOLEAN" && isEmpty(values[key]))
      errors.push({ path: `customFields.${key}`, code: "REQUIRED", message: "Bitte ausfüllen." });
  }
  return errors;
}

function customFieldProblem(
  { kind, options }: CustomField,
  value: CustomFieldValue,
): string | undefined {
  switch (kind) {
    case "TEXT":
      return typeof value === "string" &&
        // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
        !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value) &&
        value.isWellFormed()
        ? undefined
        : "Bitte einen Text eingeben.";
    case "NUMBER":
      return typeof value === "number" && Number.isFinite(value)
        ? undefined
        : "Bitte eine Zahl eingeben.";
    case "DATE":
      return typeof value === "string" && isDate(value) ? undefined : "Bitte ein Datum eingeben.";
    case "BOOLEAN":
      return typeof value === "boolean" ? undefined : "Bitte Ja oder Nein wählen.";
    case "CHOICE":
      return typeof value === "string" && options.includes(value)
        ? undefined
        : "Bitte einen Eintrag der Liste wählen.";
    case "MULTI_CHOICE":
      return Array.isArray(value) && value.every((entry) => options.includes(entry))
        ? undefined
        : "Bitte Einträge der Liste wählen.";
  }
}

function isDate(value: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) &&
    new Date(`${value}T00:00:00Z`).toISOString().startsWith(value) &&
    value >= EARLIEST
  );
}

/** Empty values are absent: a field without a value has no key. */
export function withoutEmpty(
  values: Readonly<Record<string, CustomFieldValue>>,
): Record<string, CustomFieldValue> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}
