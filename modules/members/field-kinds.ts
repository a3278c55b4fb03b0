import { z } from "zod";
import { date, optional, requiredText, text } from "#platform/contract/fields.ts";

/** Says how a value is checked, entered, shown, compared, exported and read from files. */
export type FieldKind =
  | "TEXT"
  | "MULTILINE"
  | "EMAIL"
  | "PHONE"
  | "POSTAL_CODE"
  | "COUNTRY"
  | "DATE"
  | "CHOICE"
  | "IBAN"
  | "BIC";

/** Parts of forms, profiles, data sheets and pickers, in their order. */
export const FIELD_SECTIONS = [
  "person",
  "contact",
  "address",
  "membership",
  "bank",
  "notes",
] as const;
export type FieldSection = (typeof FIELD_SECTIONS)[number];

interface FieldBasics {
  /** Of the table `member`. */
  column: string;
  /** German name, everywhere. */
  label: string;
  section: FieldSection;
  kind: FieldKind;
  /** What a form sends. */
  input: z.ZodType;
  /** What an answer holds. */
  output: z.ZodType;
  /** Of a text, in characters. */
  maxLength?: number;
  /** Of a CHOICE: what can be entered. */
  choices?: readonly { value: string; label: string }[];
  /** Of a CHOICE: German names of all values that are shown. */
  labels?: Readonly<Record<string, string>>;
  /** Whether lists can be sorted by it: read from an index, or all rows compared. Absent: not. */
  sort?: "index" | "scan";
  /**
   * What columns of files are called that hold it, with commas between, the surest first: in the
   * exports of ClubDesk, easyVerein, Vereinsflieger, Admidio, hitobito, SPG-Verein, Linear and
   * Netxp, in address books, and in the lists that people make themselves. Case, umlauts, spaces
   * and signs don't count. The label is known without standing here.
   */
  importNames?: string;
  /** What stays when the person is anonymised: nothing, the year, the value, or this text. */
  erase: "null" | "year" | "keep" | { to: string };
}

/** Only the office (MANAGE_USER) sees it, filters by it and sorts by it; others read null. */
interface ProtectedField extends FieldBasics {
  access: "protected";
  nullable: true;
  filter?: never;
}

interface OpenField extends FieldBasics {
  /**
   * Everybody who sees members reads it. `own`: the member reads it in the own profile as well.
   * `selfService`: and changes it there.
   */
  access: "office" | "own" | "selfService";
  /** Whether a member may have no value. */
  nullable: boolean;
  /**
   * Which filter the list has for it: one or several of the choices, a range of days, or a part of
   * the text. Absent: none.
   */
  filter?: "choice" | "range" | "contains";
}

/** One row of `MEMBER_FIELDS`. */
export type Field = ProtectedField | OpenField;

/** A text that may be empty, and is null then. */
function optionalText<const Kind extends FieldKind, Input extends z.ZodType>(
  kind: Kind,
  maxLength: number,
  input: Input,
) {
  return {
    kind,
    maxLength,
    nullable: true,
    input: optional(input),
    output: z.string().nullable(),
  } as const;
}

export function line(maxLength: number) {
  return optionalText("TEXT", maxLength, text(maxLength));
}

export function requiredLine(maxLength: number) {
  return {
    kind: "TEXT",
    maxLength,
    nullable: false,
    input: requiredText(maxLength),
    output: z.string(),
  } as const;
}

/** A line that is the empty text where there is nothing to say, and never null. */
export function lineOrEmpty(maxLength: number) {
  const input = text(maxLength)
    .nullish()
    .transform((value) => value ?? "");
  return { kind: "TEXT", maxLength, nullable: false, input, output: z.string() } as const;
}

export function multiline(maxLength: number) {
  return optionalText("MULTILINE", maxLength, text(maxLength, { multiline: true }));
}

export const emailAddress = optionalText(
  "EMAIL",
  254,
  z.email({ error: "Bitte eine gültige E-Mail-Adresse eingeben." }).max(254),
);
export const phoneNumber = optionalText("PHONE", 60, text(60));
export const postalCode = optionalText("POSTAL_CODE", 20, text(20));
export const iban = optionalText("IBAN", 60, text(60));
export const bic = optionalText("BIC", 20, text(20));
/** ISO 3166, two letters. */
export const country = optionalText(
  "COUNTRY",
  2,
  z.string().regex(/^[A-Z]{2}$/, { error: "Bitte ein Land auswählen." }),
);

export const day = {
  kind: "DATE",
  nullable: true,
  input: optional(date),
  output: date.nullable(),
} as const;

/**
 * One of some values, never none: `otherwise` when nothing is sent. `shown`: what answers may hold,
 * where that is more than can be entered.
 */
export function choice<const Value extends string, const Shown extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value | Shown, string>>,
  { otherwise, shown }: { otherwise: NoInfer<Value>; shown: readonly Shown[] },
) {
  return {
    kind: "CHOICE",
    nullable: false,
    input: z.enum(values, { error: "Bitte einen Eintrag der Liste wählen." }).default(otherwise),
    output: z.enum(shown),
    choices: values.map((value) => ({ value, label: labels[value] })),
    labels,
  } as const;
}
