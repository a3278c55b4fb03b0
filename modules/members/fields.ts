import type { z } from "zod";
import { GENDER_LABELS, GENDERS, MEMBER_STATUSES, STATUS_LABELS, STATUSES } from "./choices.ts";
import {
  bic,
  choice,
  country,
  day,
  emailAddress,
  type Field,
  iban,
  line,
  lineOrEmpty,
  multiline,
  phoneNumber,
  postalCode,
  requiredLine,
} from "./field-kinds.ts";

/**
 * Every field of a member, in the order of answers, list columns and files. Shapes of the
 * interface, SQL, history, forms, lists, imports, exports and erasure follow from these rows; see
 * docs/adding-a-feature.md.
 */
export const MEMBER_FIELDS = {
  memberNumber: {
    column: "member_number",
    label: "Mitgliedsnummer",
    section: "membership",
    access: "own",
    ...requiredLine(30),
    sort: "index",
    erase: "keep",
  },
  salutation: {
    column: "salutation",
    label: "Anrede",
    section: "person",
    access: "own",
    ...line(50),
    sort: "scan",
    erase: "null",
  },
  title: {
    column: "title",
    label: "Titel",
    section: "person",
    access: "own",
    ...line(100),
    sort: "scan",
    erase: "null",
  },
  firstname: {
    column: "first_name",
    label: "Vorname",
    section: "person",
    access: "own",
    ...lineOrEmpty(100),
    sort: "index",
    erase: { to: "Anonymisiertes" },
  },
  lastname: {
    column: "last_name",
    label: "Nachname",
    section: "person",
    access: "own",
    ...requiredLine(100),
    sort: "index",
    erase: { to: "Mitglied" },
  },
  email: {
    column: "email",
    label: "E-Mail",
    section: "contact",
    access: "selfService",
    ...emailAddress,
    sort: "index",
    erase: "null",
  },
  phone: {
    column: "phone",
    label: "Telefon",
    section: "contact",
    access: "selfService",
    ...phoneNumber,
    sort: "index",
    erase: "null",
  },
  mobile: {
    column: "mobile",
    label: "Mobil",
    section: "contact",
    access: "selfService",
    ...phoneNumber,
    sort: "index",
    erase: "null",
  },
  street: {
    column: "street",
    label: "Straße",
    section: "address",
    access: "selfService",
    ...line(200),
    sort: "index",
    erase: "null",
  },
  addressAddition: {
    column: "address_addition",
    label: "Adresszusatz",
    section: "address",
    access: "selfService",
    ...line(200),
    sort: "scan",
    erase: "null",
  },
  postalCode: {
    column: "postal_code",
    label: "PLZ",
    section: "address",
    access: "selfService",
    ...postalCode,
    sort: "index",
    erase: "null",
  },
  city: {
    column: "city",
    label: "Ort",
    section: "address",
    access: "selfService",
    ...line(100),
    sort: "index",
    erase: "null",
  },
  country: {
    column: "country",
    label: "Land",
    section: "address",
    access: "selfService",
    ...country,
    sort: "scan",
    erase: "null",
  },
  birthday: {
    column: "birthday",
    label: "Geburtstag",
    section: "person",
    access: "own",
    ...day,
    sort: "index",
    filter: "range",
    erase: "year",
  },
  gender: {
    column: "gender",
    label: "Geschlecht",
    section: "person",
    access: "own",
    ...choice(GENDERS, GENDER_LABELS, { otherwise: "UNSPECIFIED", shown: GENDERS }),
    sort: "scan",
    filter: "choice",
    erase: "keep",
  },
  joinedOn: {
    column: "joined_on",
    label: "Eintritt",
    section: "membership",
    access: "own",
    ...day,
    sort: "index",
    filter: "range",
    erase: "keep",
  },
  terminatedOn: {
    column: "terminated_on",
    label: "Kündigung",
    section: "membership",
    access: "office",
    ...day,
    sort: "index",
    erase: "null",
  },
  leftOn: {
    column: "left_on",
    label: "Austritt",
    section: "membership",
    access: "own",
    ...day,
    sort: "index",
    filter: "range",
    erase: "keep",
  },
  deceasedOn: {
    column: "deceased_on",
    label: "Verstorben am",
    section: "membership",
    access: "office",
    ...day,
    sort: "index",
    erase: "null",
  },
  status: {
    column: "status",
    label: "Status",
    section: "membership",
    access: "own",
    /** FORMER follows from `leftOn` and can't be entered. */
    ...choice(MEMBER_STATUSES, STATUS_LABELS, { otherwise: "ACTIVE", shown: STATUSES }),
    sort: "scan",
    filter: "choice",
    erase: "keep",
  },
  accountHolder: {
    column: "account_holder",
    label: "Kontoinhaber",
    section: "bank",
    access: "protected",
    ...line(200),
    sort: "scan",
    erase: "null",
  },
  iban: {
    column: "iban",
    label: "IBAN",
    section: "bank",
    access: "protected",
    ...iban,
    sort: "scan",
    erase: "null",
  },
  bic: {
    column: "bic",
    label: "BIC",
    section: "bank",
    access: "protected",
    ...bic,
    sort: "scan",
    erase: "null",
  },
  mandateReference: {
    column: "mandate_reference",
    label: "Mandatsreferenz",
    section: "bank",
    access: "protected",
    ...line(60),
    sort: "scan",
    erase: "null",
  },
  notes: {
    column: "notes",
    label: "Notizen",
    section: "notes",
    access: "protected",
    ...multiline(10_000),
    erase: "null",
  },
} as const satisfies Record<string, Field>;

type Rows = typeof MEMBER_FIELDS;
export type MemberField = keyof Rows;
/** Column of the table `member` that holds a field. */
export type ColumnOf<K extends MemberField> = Rows[K]["column"];
/** A member's values as they are entered and stored. */
export type FieldValues = { [K in MemberField]: z.output<Rows[K]["input"]> };
/** The fields whose property has one of these values. */
export type FieldsWith<Property extends keyof Field, Value extends Field[Property]> = {
  [K in MemberField]: Rows[K] extends Record<Property, Value> ? K : never;
}[MemberField];

export const FIELD_KEYS = Object.keys(MEMBER_FIELDS) as MemberField[];

/** Returns the row of a field, for what is done with all of them alike. */
export function fieldOf(key: MemberField): Field {
  return MEMBER_FIELDS[key];
}

export function isMemberField(name: string): name is MemberField {
  return Object.hasOwn(MEMBER_FIELDS, name);
}

/** Returns the fields whose property has one of these values, in the order of the table. */
export function fieldsWith<Property extends keyof Field, const Value extends Field[Property]>(
  property: Property,
  ...values: readonly Value[]
): FieldsWith<Property, Value>[] {
  return FIELD_KEYS.filter((key): key is FieldsWith<Property, Value> =>
    (values as readonly unknown[]).includes(fieldOf(key)[property]),
  );
}

/** Returns the zod shape of some fields: of what forms send or of what answers hold. */
export function shapeOf<Side extends "input" | "output", K extends MemberField>(
  side: Side,
  keys: readonly K[],
): { [Key in K]: Rows[Key][Side] } {
  return Object.fromEntries(keys.map((key) => [key, MEMBER_FIELDS[key][side]])) as {
    [Key in K]: Rows[Key][Side];
  };
}

/** Seen, filtered, sorted and searched with MANAGE_USER only. */
export const PROTECTED_USER_FIELDS = fieldsWith("access", "protected");
/** Seen by everybody who sees members. */
export const OPEN_USER_FIELDS = fieldsWith("access", "office", "own", "selfService");
/** Part of one's own profile. */
export const OWN_PROFILE_FIELDS = fieldsWith("access", "own", "selfService");
/** Changed by members themselves. */
export const SELF_SERVICE_FIELDS = fieldsWith("access", "selfService");

/** What a member's row shows besides its fields. */
const COMPUTED_LABELS = {
  groups: "Gruppen",
  loginState: "Zugang",
  createdAt: "Angelegt am",
  updatedAt: "Geändert am",
} as const;
export type UserField = MemberField | keyof typeof COMPUTED_LABELS;

/** German names of everything that a member's row shows. */
export const USER_FIELD_LABELS: Readonly<Record<UserField, string>> = {
  ...(Object.fromEntries(FIELD_KEYS.map((key) => [key, fieldOf(key).label])) as Record<
    MemberField,
    string
  >),
  ...COMPUTED_LABELS,
};
