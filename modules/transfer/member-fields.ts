import {
  DERIVED_FIELDS,
  type Field,
  FIELD_KEYS,
  fieldOf,
  type FieldSection,
  type MemberField,
  USER_FIELD_LABELS,
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
export type FieldKey = MemberField | "groups" | "id" | `cf.${string}` | `group:${string}`;

export interface TransferField {
  /** A `FieldKey`, or a composite or export-only one. */
  key: string;
  /** German; with `groupName` shown as `groupName->name`. */
  name: string;
  groupName: string | null;
  kind: FieldKind;
  choices: readonly { value: string; label: string }[];
}

/**
 * Sections of the pickers with the sections of the table that they show. `first`: fields that stand
 * in front, wherever the table has them.
 */
const SECTIONS: readonly { name: string; of: FieldSection; first?: readonly MemberField[] }[] = [
  { name: "Person", of: "person", first: ["memberNumber"] },
  { name: "Anschrift", of: "address" },
  { name: "Kontakt", of: "contact" },
  { name: "Mitgliedschaft", of: "membership", first: ["status"] },
  { name: "Bank", of: "bank" },
  { name: "Sonstiges", of: "notes" },
];
const PLACED = new Set(SECTIONS.flatMap(({ first = [] }) => first));

const GROUPS: TransferField = {
  key: "groups",
  name: USER_FIELD_LABELS.groups,
  groupName: "Mitgliedschaft",
  kind: "GROUPS",
  choices: [],
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
  /** `040 12345 / 0171 1234567`: told apart by the numbers and by words before them. */
  phones: { name: "Telefon und Mobil", groupName: "Kontakt", parts: ["phone", "mobile"] },
} as const satisfies Record<
  string,
  { name: string; groupName: string; parts: readonly FieldKey[] }
>;
export type CompositeKey = keyof typeof COMPOSITE_FIELDS;

const BASE: readonly TransferField[] = SECTIONS.flatMap(({ name, of, first = [] }) => [
  ...[...first, ...FIELD_KEYS.filter((key) => fieldOf(key).section === of && !PLACED.has(key))].map(
    (key) => transferField(key, fieldOf(key), name),
  ),
  ...(name === GROUPS.groupName ? [GROUPS] : []),
]);

function transferField(key: MemberField, field: Field, groupName: string): TransferField {
  return { key, name: field.label, groupName, kind: field.kind, choices: field.choices ?? [] };
}

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
  ...DERIVED_FIELDS.map((key): TransferField => ({
    key,
    name: USER_FIELD_LABELS[key],
    groupName: key === "membershipYears" ? "Mitgliedschaft" : "Person",
    kind: "NUMBER",
    choices: [],
  })),
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

interface NamedCustomField {
  key: string;
  label: string;
  kind: "TEXT" | "NUMBER" | "DATE" | "BOOLEAN" | "CHOICE" | "MULTI_CHOICE";
  options: readonly string[];
}

/** Everything that can be imported (or exported) in this club, in the order of the pickers. */
export function transferFields(
  isExport: boolean,
  customFields: readonly NamedCustomField[],
  groups: readonly { id: string; name: string; groupName: string | null }[],
): TransferField[] {
  return [
    ...BASE,
    ...COMPOSITES,
    ...(isExport ? EXPORT_ONLY : []),
    ID,
    ...customFields.map(({ key, label, kind, options }) => ({
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
