import { z } from "zod";
import { date, id } from "#platform/contract/fields.ts";
import { pageQuery } from "#platform/contract/paging.ts";

export const GENDERS = ["FEMALE", "MALE", "DIVERSE", "UNSPECIFIED"] as const;
export const GENDER_LABELS: Record<(typeof GENDERS)[number], string> = {
  FEMALE: "weiblich",
  MALE: "männlich",
  DIVERSE: "divers",
  UNSPECIFIED: "keine Angabe",
};

/** Statuses that are entered. */
export const MEMBER_STATUSES = ["ACTIVE", "PASSIVE", "HONORARY"] as const;
/** Statuses as shown: FORMER when `leftOn` is past on the reference date. */
export const STATUSES = [...MEMBER_STATUSES, "FORMER"] as const;
export type Status = (typeof STATUSES)[number];
export const STATUS_LABELS: Record<Status, string> = {
  ACTIVE: "aktiv",
  PASSIVE: "passiv",
  HONORARY: "Ehrenmitglied",
  FORMER: "ausgetreten",
};

export const LOGIN_STATES = ["NONE", "INVITED", "ACTIVE", "DISABLED"] as const;
export const LOGIN_STATE_LABELS: Record<(typeof LOGIN_STATES)[number], string> = {
  NONE: "kein Zugang",
  INVITED: "eingeladen",
  ACTIVE: "aktiv",
  DISABLED: "gesperrt",
};

/**
 * German names of a member's fields: columns, forms, history, exports and data sheets all take them
 * from here.
 */
export const USER_FIELD_LABELS = {
  memberNumber: "Mitgliedsnummer",
  salutation: "Anrede",
  title: "Titel",
  firstname: "Vorname",
  lastname: "Nachname",
  email: "E-Mail",
  phone: "Telefon",
  mobile: "Mobil",
  street: "Straße",
  addressAddition: "Adresszusatz",
  postalCode: "PLZ",
  city: "Ort",
  country: "Land",
  birthday: "Geburtstag",
  gender: "Geschlecht",
  joinedOn: "Eintritt",
  terminatedOn: "Kündigung",
  leftOn: "Austritt",
  deceasedOn: "Verstorben am",
  status: "Status",
  accountHolder: "Kontoinhaber",
  iban: "IBAN",
  bic: "BIC",
  mandateReference: "Mandatsreferenz",
  notes: "Notizen",
  groups: "Gruppen",
  loginState: "Zugang",
  createdAt: "Angelegt am",
  updatedAt: "Geändert am",
} as const;
export type UserField = keyof typeof USER_FIELD_LABELS;

/** Seen, filtered, sorted and searched with MANAGE_USER only. */
export const PROTECTED_USER_FIELDS = [
  "accountHolder",
  "iban",
  "bic",
  "mandateReference",
  "notes",
] as const;

/** Fields the list can be sorted by; own fields too, as `cf.key`. */
export const USER_SORT_FIELDS = [
  "lastname",
  "firstname",
  "memberNumber",
  "salutation",
  "title",
  "email",
  "phone",
  "mobile",
  "street",
  "addressAddition",
  "postalCode",
  "city",
  "country",
  "birthday",
  "gender",
  "joinedOn",
  "terminatedOn",
  "leftOn",
  "deceasedOn",
  "status",
  "loginState",
  "createdAt",
  "updatedAt",
  "accountHolder",
  "iban",
  "bic",
  "mandateReference",
] as const;

/**
 * Values of the club's own fields by key: text, number, ISO date, yes/no, choice, multiple choice.
 * Null empties a field.
 */
export const customFieldValue = z
  .union([z.string().max(5_000), z.number(), z.boolean(), z.array(z.string().max(200)).max(100)])
  .nullable();
export const customFieldValues = z.record(z.string().max(60), customFieldValue);
export type CustomFieldValue = z.infer<typeof customFieldValue>;

/** `true`/`false` in an address, a boolean in a body. */
const flag = z.union([z.boolean(), z.stringbool()]);

/** `ACTIVE,PASSIVE`, a repeated parameter, or an array in a body. */
function listOf<const V extends readonly [string, ...string[]]>(values: V) {
  return z.preprocess(
    (value) => (typeof value === "string" ? value.split(",") : value),
    z.array(z.enum(values)).min(1).max(values.length),
  );
}

const filterFields = {
  /**
   * Every word must occur in name, member number, e-mail or city; umlauts and accents are folded
   * both ways.
   */
  q: z.string().max(200).optional(),
  group: id.optional(),
  includeSubgroups: flag.default(false),
  status: listOf(STATUSES).optional(),
  gender: listOf(GENDERS).optional(),
  loginState: listOf(LOGIN_STATES).optional(),
  /** Reference date of status and group membership; default today. */
  asOf: date.optional(),
  joinedFrom: date.optional(),
  joinedTo: date.optional(),
  leftFrom: date.optional(),
  leftTo: date.optional(),
  birthdayFrom: date.optional(),
  birthdayTo: date.optional(),
};

/**
 * Only `cf.{key}` may stand beside the named parameters; anything else is refused, never ignored.
 */
function onlyOwnFields(
  value: Record<string, unknown>,
  known: object,
  refuse: (key: string, message: string) => void,
): void {
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(known, key)) continue;
    if (!/^cf\.[\w-]{1,60}$/.test(key)) refuse(key, "Diesen Parameter gibt es nicht.");
    else if (typeof value[key] !== "string" || value[key].length > 200)
      refuse(key, "Bitte einen Wert angeben.");
  }
}

function withOwnFields<const Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object(shape)
    .catchall(z.unknown())
    .superRefine((value, context) => {
      onlyOwnFields(value as Record<string, unknown>, shape, (key, message) =>
        context.addIssue({ code: "custom", path: [key], message }),
      );
    });
}

/**
 * The list's filter; own fields as `cf.key` (text: part of it, else equal; `a..b` is a range of
 * numbers or dates).
 */
export const userFilter = withOwnFields(filterFields);
export type UserFilter = z.output<typeof userFilter>;

const { sort: _sort, ...paging } = pageQuery(["lastname"]);
export const userSearchQuery = withOwnFields({
  ...filterFields,
  ...paging,
  sort: z
    .union([z.enum(USER_SORT_FIELDS), z.string().regex(/^cf\.[\w-]{1,60}$/)])
    .default("lastname"),
});
export type UserSearchQuery = z.output<typeof userSearchQuery>;
