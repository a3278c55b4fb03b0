import {
  GENDER_LABELS,
  GENDERS,
  MEMBER_STATUSES,
  STATUS_LABELS,
  USER_FIELD_LABELS,
  type UserField,
} from "#modules/members/contract.ts";

/** How a field's values are read and written. */
export const FIELD_KINDS = [
  "TEXT",
  "MULTILINE",
  "NUMBER",
  "DATE",
  "BOOLEAN",
  "CHOICE",
  "MULTI_CHOICE",
  "EMAIL",
  "PHONE",
  "COUNTRY",
  "POSTAL_CODE",
  "IBAN",
  "BIC",
  /** Names of groups, `Abteilung->Mannschaft` for those of a parent; several in one cell. */
  "GROUPS",
  /** Several fields in one column: a whole name, postal code and city … */
  "COMPOSITE",
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/**
 * Keys are the field names of `User`; custom fields `cf.{key}`, membership in one group
 * `group:{id}` (yes/no). `id` finds a member by the product's own id.
 */
export type FieldKey =
  | Exclude<UserField, "loginState" | "createdAt" | "updatedAt">
  | "id"
  | `cf.${string}`
  | `group:${string}`;

export interface TransferField {
  /** A `FieldKey`, or a composite or export-only one. */
  key: string;
  /** German; with `groupName` shown as `groupName->name`. */
  name: string;
  groupName: string | null;
  kind: FieldKind;
  choices: readonly { value: string; label: string }[];
}

const SECTIONS = {
  Person: ["memberNumber", "salutation", "title", "firstname", "lastname", "birthday", "gender"],
  Anschrift: ["street", "addressAddition", "postalCode", "city", "country"],
  Kontakt: ["email", "phone", "mobile"],
  Mitgliedschaft: ["status", "joinedOn", "terminatedOn", "leftOn", "deceasedOn", "groups"],
  Bank: ["accountHolder", "iban", "bic", "mandateReference"],
  Sonstiges: ["notes"],
} as const satisfies Record<string, readonly UserField[]>;

const KINDS: Partial<Record<UserField, FieldKind>> = {
  birthday: "DATE",
  joinedOn: "DATE",
  terminatedOn: "DATE",
  leftOn: "DATE",
  deceasedOn: "DATE",
  gender: "CHOICE",
  status: "CHOICE",
  country: "COUNTRY",
  postalCode: "POSTAL_CODE",
  email: "EMAIL",
  phone: "PHONE",
  mobile: "PHONE",
  iban: "IBAN",
  bic: "BIC",
  notes: "MULTILINE",
  groups: "GROUPS",
};

const CHOICES: Partial<Record<UserField, TransferField["choices"]>> = {
  gender: GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] })),
  status: MEMBER_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
};

/** Several fields in one column; reading one sets the fields that it is made of. */
export const COMPOSITE_FIELDS = {
  /** `Müller, Eva` or `Eva Müller`. */
  fullName: { name: "Vor- und Nachname", groupName: "Person", parts: ["firstname", "lastname"] },
  /** `73033 Göppingen`. */
  postalCodeAndCity: { name: "PLZ und Ort", groupName: "Anschrift", parts: ["postalCode", "city"] },
  /** `Hauptstr. 4, 73033 Göppingen`, in one line or several. */
  address: {
    name: "Anschrift in einem Feld",
    groupName: "Anschrift",
    parts: ["addressAddition", "street", "postalCode", "city"],
  },
} as const satisfies Record<
  string,
  { name: string; groupName: string; parts: readonly FieldKey[] }
>;
export type CompositeKey = keyof typeof COMPOSITE_FIELDS;

const BASE: readonly TransferField[] = Object.entries(SECTIONS).flatMap(([groupName, keys]) =>
  keys.map((key) => ({
    key,
    name: USER_FIELD_LABELS[key],
    groupName,
    kind: KINDS[key] ?? "TEXT",
    choices: CHOICES[key] ?? [],
  })),
);
const COMPOSITES: readonly TransferField[] = Object.entries(COMPOSITE_FIELDS).map(
  ([key, { name, groupName }]) => ({
    key,
    name,
    groupName,
    kind: "COMPOSITE",
    choices: [],
  }),
);
const ID: TransferField = {
  key: "id",
  name: "Kennung (ID)",
  groupName: "Sonstiges",
  kind: "TEXT",
  choices: [],
};
const EXPORT_ONLY: readonly TransferField[] = [
  { key: "age", name: "Alter", groupName: "Person", kind: "NUMBER", choices: [] },
  {
    key: "membershipYears",
    name: "Mitgliedsjahre",
    groupName: "Mitgliedschaft",
    kind: "NUMBER",
    choices: [],
  },
  {
    key: "createdAt",
    name: USER_FIELD_LABELS.createdAt,
    groupName: "Sonstiges",
    kind: "DATE",
    choices: [],
  },
  {
    key: "updatedAt",
    name: USER_FIELD_LABELS.updatedAt,
    groupName: "Sonstiges",
    kind: "DATE",
    choices: [],
  },
];

interface OwnField {
  key: string;
  label: string;
  kind: "TEXT" | "NUMBER" | "DATE" | "BOOLEAN" | "CHOICE" | "MULTI_CHOICE";
  options: readonly string[];
}

/** Everything that can be imported (or exported) in this club, in the order of the pickers. */
export function transferFields(
  isExport: boolean,
  ownFields: readonly OwnField[],
  groups: readonly { id: string; name: string; groupName: string | null }[],
): TransferField[] {
  return [
    ...BASE,
    ...COMPOSITES,
    ...(isExport ? EXPORT_ONLY : []),
    ID,
    ...ownFields.map(({ key, label, kind, options }) => ({
      key: `cf.${key}`,
      name: label,
      groupName: "Eigene Felder",
      kind: kind === "TEXT" ? ("MULTILINE" as const) : kind,
      choices: options.map((value) => ({ value, label: value })),
    })),
    ...groups.map(({ id, name, groupName }) => ({
      key: `group:${id}`,
      name: groupName === null ? name : `${groupName}->${name}`,
      groupName: "Gruppen",
      kind: "BOOLEAN" as const,
      choices: [],
    })),
  ];
}
