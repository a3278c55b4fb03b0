import { ROLES, TICKS_ROLE } from "#modules/transfer/server/mapping/columns/roles.ts";
import { type CellName, CELLS } from "./cells.ts";
import type { Habit, Render } from "./habits.ts";
import type { IdleName } from "./idle-cells.ts";
import { rendererOf } from "./make-list.ts";
import { people } from "./people.ts";
import { Chance } from "./random.ts";

/** One column as lists have it, and what it is. */
export interface LearningColumn {
  role: string;
  heading: string;
  /** A name that is not to be known, so that headings are learnt that nobody has heard of. */
  unknown: string | undefined;
  texts: string[];
}

/** What stands in columns of each role, each as often as the others of it. */
const CONTENTS: Record<string, readonly (CellName | IdleName | keyof typeof EXTRA)[]> = {
  memberNumber: ["memberNumber", "memberNumberPrefixed", "memberNumberZeros"],
  salutation: ["salutation", "salutation", "salutation", "salutationCode"],
  title: ["title"],
  firstname: ["firstname", "firstname", "titledFirstname"],
  lastname: ["lastname", "lastname", "titledLastname"],
  email: ["email", "email", "email", "emails", "emails", "namedEmail"],
  phone: ["phone", "phone", "oneNumber"],
  mobile: ["mobile"],
  phones: ["phones", "phones", "phonesLines", "oneNumber", "numbersMarked"],
  street: ["street", "street", "streetAlone"],
  addressAddition: ["addressAddition"],
  postalCode: ["postalCode", "postalCode", "postalCodeNumber", "postalCodeAbroad"],
  city: ["city"],
  country: ["countryCode", "countryName"],
  birthday: ["birthday", "birthday", "birthday", "birthday", "birthdayOrNone", "birthdayWithAge"],
  gender: ["gender"],
  joinedOn: ["joinedOn", "joinedOn", "joinedOn", "joinedOn", "joinedOrYear"],
  leftOn: ["leftOn"],
  terminatedOn: ["leftOn"],
  deceasedOn: ["deceasedOn"],
  status: ["status"],
  accountHolder: ["accountHolder", "joinedName"],
  iban: ["iban", "iban", "ibanSpaced", "ibanSpaced", "ibanOfBank"],
  bic: ["bic"],
  lastnamePrefix: ["particle"],
  mandateReference: ["mandateReference"],
  notes: ["notes"],
  fullName: [
    "lastFirst",
    "lastFirst",
    "firstLast",
    "firstLast",
    "lastFirstTitled",
    "lastFirstPlain",
  ],
  postalCodeAndCity: ["placed", "placed", "placedWithCountry", "placedAbroad"],
  address: ["address", "address", "addressLines", "addressPlaceFirst"],
  groups: ["groups", "groups", "groups", "groups", "firstGroup", "numberedGroup"],
  id: ["uuid"],
  ticks: ["tick"],
  houseNumber: ["houseNumber", "houseNumberPlain"],
  houseNumberAddition: ["houseNumberAddition"],
  birthDay: ["birthDay"],
  birthMonth: ["birthMonth"],
  birthYear: ["birthYear"],
  counter: ["running"],
  wholeName: ["joinedName", "joinedNameComma"],
  greeting: ["letterGreeting"],
  age: ["age"],
  birthPlace: ["birthPlace", "city"],
  maidenName: ["maidenName"],
  middleName: ["maidenName", "firstname", "blank"],
  years: ["years"],
  fee: ["fee", "feeNumber"],
  feeKind: ["feeKind"],
  payment: ["payment", "consent"],
  mandateDay: ["mandateDay"],
  bankName: ["bankName"],
  bankCode: ["bankCode"],
  account: ["account"],
  fax: ["fax", "phone"],
  workPhone: ["workPhone"],
  furtherPhone: ["workPhone", "phone"],
  furtherMobile: ["mobile"],
  workEmail: ["workEmail"],
  furtherEmail: ["workEmail", "email"],
  emailKind: ["feeKind"],
  workAddress: ["street", "city", "postalCode", "address", "blank"],
  region: ["birthPlace", "blank"],
  parentName: ["parentName"],
  parentPhone: ["parentPhone"],
  parentEmail: ["parentEmail"],
  company: ["company"],
  website: ["website"],
  job: ["job"],
  office: ["office"],
  nation: ["nation"],
  marital: ["feeKind"],
  changed: ["changed", "mandateDay"],
  pass: ["pass", "account"],
  licenceDay: ["mandateDay", "honoured"],
  size: ["size"],
  familyKey: ["running", "pass"],
  consent: ["consent", "tick"],
  skill: ["swimming"],
  wedding: ["wedding"],
  honoured: ["honoured"],
  someDay: ["birthday", "joinedOn", "mandateDay", "honoured"],
  leavingReason: ["swimming", "notes"],
  loginName: ["loginName"],
  key: ["key", "uuid"],
  other: [
    "running",
    "fee",
    "feeKind",
    "payment",
    "mandateDay",
    "company",
    "consent",
    "size",
    "job",
    "wedding",
    "birthPlace",
    "pass",
    "notes",
    "years",
    "blank",
    "account",
  ],
};

const MEANINGLESS =
  `Spalte 3,A,Feld 7,xy,Daten,Eintrag,Angabe,neu,Wert,Info 2,Text,Sp. 4,K1,Diverses,ok,
  Vermerk,Column 5,Unnamed: 3`
    .split(",")
    .map((name) => name.trim());
const GROUPS = [
  ["Turnen", "Handball", "Tanz", "Tischtennis"],
  ["Sopran", "Alt", "Tenor", "Bass"],
  ["Löschzug", "Jugendfeuerwehr", "Altersabteilung"],
  ["1. Herren", "2. Herren", "Damen", "U15"],
  ["Orchester", "Bläserklasse", "Vorstand", "Förderkreis"],
];
const WORDS_BEFORE = ["", "", "", "", "Mitglied->", "Person->", "Kontakt->", "Stammdaten->"];
const NOTHING = ["", "", "", "-"];

/** Returns columns of every role, those without a heading of their own among them. */
export function learningColumns(seed: number, perRole: number): LearningColumn[] {
  const chance = new Chance(seed);
  return ROLES.flatMap(({ key, names, field }) =>
    Array.from(
      { length: Math.round(perRole * (COMMON.has(key) ? 2.5 : field === null ? 0.7 : 1.2)) },
      () => learningColumn(chance, key, names),
    ),
  );
}

function learningColumn(chance: Chance, role: string, names: readonly string[]): LearningColumn {
  const contents = CONTENTS[role];
  if (contents === undefined) throw new Error(`nothing is known of columns of ${role}`);
  const groups = chance.of(GROUPS);
  const habit = someHabit(chance);
  const nothing = chance.of(NOTHING);
  const cell = chance.of(contents);
  const render = isExtra(cell) ? EXTRA[cell] : rendererOf(cell);
  const count = chance.of([3, 8, 25, 60, 120]);
  const isEmpty = chance.is(0.06);
  const texts = people(chance, count, groups).map((person) => {
    const { text } = render(person, habit, chance);
    return isEmpty ? "" : text === "" ? nothing : text;
  });
  // What is written for nothing is taken out before a column is looked at.
  const read = texts.map((text) => (text === nothing ? "" : text));
  if (role === TICKS_ROLE) {
    const above = ROLES.find(({ key }) => key === "groups")?.names ?? [];
    return {
      role,
      heading: `${chance.of(above)}->${chance.of(groups)}`,
      unknown: undefined,
      texts: read,
    };
  }
  if (role === "other")
    return {
      role,
      heading: chance.of([
        ...MEANINGLESS,
        ...groups,
        "Parkausweis",
        "Beet",
        "Spind",
        "Hund",
        "Boot",
      ]),
      unknown: undefined,
      texts: read,
    };
  const name = chance.of(names);
  const heading = `${chance.of(WORDS_BEFORE)}${spelt(chance, name)}`;
  const isTelling = !isEmpty && TELLING.has(role);
  const way = chance.next();
  if (isTelling && way < (COMMON.has(role) ? 0.15 : 0.3))
    return { role, heading: chance.of(MEANINGLESS), unknown: undefined, texts: read };
  return { role, heading, unknown: way < 0.6 ? name : undefined, texts: read };
}

/** Roles that nearly every list has a column of. */
const COMMON = new Set([
  "firstname",
  "lastname",
  "street",
  "postalCode",
  "city",
  "phone",
  "mobile",
  "email",
  "birthday",
  "joinedOn",
  "groups",
  "memberNumber",
  "other",
]);

/** Roles that a reader sees from the contents alone. */
const TELLING = new Set([
  "iban",
  "email",
  "birthday",
  "salutation",
  "gender",
  "title",
  "postalCodeAndCity",
  "fullName",
  "street",
  "postalCode",
  "mobile",
  "address",
  "firstname",
  "lastname",
  "phone",
  "phones",
  "city",
  "memberNumber",
]);

const EXTRA = {
  tick: (_person, _habit, chance) => ({
    text: chance.is(0.3) ? chance.of(["x", "x", "X", "1", "ja"]) : "",
  }),
  salutationCode: ({ gender }) => ({ text: gender === "FEMALE" ? "2" : "1" }),
  particle: (_person, _habit, chance) => ({
    text: chance.is(0.08) ? chance.of(["von", "van", "de", "von der", "zu", "van de"]) : "",
  }),
  joinedOrYear: (person, habit, chance) =>
    chance.is(0.5) ? { text: person.joinedOn.slice(0, 4) } : CELLS.joinedOn(person, habit, chance),
  numberedGroup: ({ groups }, _habit, chance) => ({
    text: groups.length === 0 ? "" : `0${chance.between(1, 6)}0`,
  }),
  uuid: ({ number }) => ({ text: `0192d3a0-0000-7000-8000-00000000${number}` }),
  loginName: ({ firstname, lastname }) => ({
    text: `${firstname}.${lastname}`.toLowerCase().replace(/[^a-z.]/g, ""),
  }),
} satisfies Record<string, Render>;

function isExtra(cell: string): cell is keyof typeof EXTRA {
  return Object.hasOwn(EXTRA, cell);
}

function someHabit(chance: Chance): Habit {
  return {
    date: chance.of(["DMY", "DMY", "DMY", "DMYY", "ISO", "ISOTIME", "LOOSE", "MDY", "WORDS"]),
    phone: chance.of(["SPACE", "SLASH", "PLUS", "BRACKETS", "DASH"]),
    gender: chance.of([
      ["m", "w"],
      ["männlich", "weiblich"],
      ["male", "female"],
      ["M", "F"],
      ["1", "2"],
      ["Herr", "Frau"],
    ] as const),
    status: chance.of([
      ["aktiv", "passiv", "Ehrenmitglied"],
      ["A", "P", "E"],
      ["active", "passive", "honorary"],
    ] as const),
    nothing: "",
    nothingShare: 0,
    yes: chance.of(["ja", "J", "x", "1", "true"]),
    no: chance.of(["nein", "N", "", "0", "false"]),
    groupSign: chance.of([", ", "/", "; ", " | ", "\n"]),
  };
}

function spelt(chance: Chance, name: string): string {
  const way = chance.next();
  if (way < 0.08) return name.toUpperCase();
  if (way < 0.16) return name.toLowerCase();
  if (way < 0.22) return name.replace(/[ .-]+/g, "_");
  if (way < 0.26) return `${name}:`;
  return way < 0.3 ? `${name} *` : name;
}
