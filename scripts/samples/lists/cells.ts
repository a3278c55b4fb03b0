import type { Chance } from "./random.ts";
import type { Person } from "./people.ts";

/** How the people who keep a list write things. */
export interface Habit {
  date: "DMY" | "DMYY" | "ISO" | "ISOTIME" | "WORDS" | "MDY" | "LOOSE";
  phone: "SPACE" | "SLASH" | "PLUS" | "BRACKETS" | "DASH";
  gender: readonly [male: string, female: string];
  status: readonly [active: string, passive: string, honorary: string];
  /** What they write where there is nothing. */
  nothing: string;
  /** How often they write it instead of leaving the cell empty. */
  nothingShare: number;
  yes: string;
  no: string;
  groupSign: string;
}

export type Expected = Record<string, string | number | boolean | string[]>;
/** A column of a list: what stands in it, and which fields of the product have to come of it. */
export interface Cell {
  text: string;
  gives?: Expected;
}
export type Render = (person: Person, habit: Habit, chance: Chance) => Cell;

const MONTHS =
  `Januar,Februar,März,April,Mai,Juni,Juli,August,September,Oktober,November,Dezember`.split(",");

export function written(iso: string, { date }: Habit): string {
  const [year = "", month = "", day = ""] = iso.split("-");
  switch (date) {
    case "DMY":
      return `${day}.${month}.${year}`;
    case "DMYY":
      return `${day}.${month}.${year.slice(2)}`;
    case "ISO":
      return iso;
    case "ISOTIME":
      return `${iso} 00:00:00`;
    case "MDY":
      return `${month}/${day}/${year}`;
    case "LOOSE":
      return `${Number(day)}.${Number(month)}.${year}`;
    case "WORDS":
      return `${Number(day)}. ${MONTHS[Number(month) - 1] ?? ""} ${year}`;
  }
}

export function dialled(number: string, { phone }: Habit): string {
  const [area = "", rest = ""] = number.split(" ");
  switch (phone) {
    case "SPACE":
      return number;
    case "SLASH":
      return `${area}/${rest}`;
    case "DASH":
      return `${area}-${rest}`;
    case "BRACKETS":
      return `(${area}) ${rest}`;
    case "PLUS":
      return `+49 ${area.slice(1)} ${rest}`;
  }
}

function international(number: string): string {
  return `+49${number.replace(" ", "").slice(1)}`;
}

function given(field: string, value: string | null, text = value ?? ""): Cell {
  return value === null || value === "" ? { text: "" } : { text, gives: { [field]: value } };
}

function dated(field: "birthday" | "joinedOn" | "leftOn" | "deceasedOn"): Render {
  return (person, habit) => {
    const value = person[field];
    return value === null ? { text: "" } : given(field, value, written(value, habit));
  };
}

function numbers(person: Person): Expected {
  return {
    ...(person.phone === null ? {} : { phone: international(person.phone) }),
    ...(person.mobile === null ? {} : { mobile: international(person.mobile) }),
  };
}

function houseOf({ house, houseAddition }: Person): string {
  return houseAddition === "" ? house : `${house} ${houseAddition}`;
}

function streetOf(person: Person): string {
  return `${person.street} ${houseOf(person)}`;
}

function emailPart(person: Person): Expected {
  return person.email === null ? {} : { email: person.email };
}

/** Columns that fields come of. */
export const CELLS = {
  memberNumber: ({ number }) => given("memberNumber", String(number)),
  memberNumberPrefixed: ({ number }) => given("memberNumber", `MV${number}`),
  memberNumberZeros: ({ number }) => given("memberNumber", String(number).padStart(6, "0")),
  salutation: ({ gender }) => given("salutation", gender === "FEMALE" ? "Frau" : "Herr"),
  title: ({ title }) => given("title", title),
  firstname: ({ firstname }) => given("firstname", firstname),
  lastname: ({ lastname }) => given("lastname", lastname),
  lastnameUpper: ({ lastname }) => given("lastname", lastname),
  titledLastname: ({ lastname, title }) => ({
    text: title === null ? lastname : `${title} ${lastname}`,
    gives: { lastname, ...(title === null ? {} : { title }) },
  }),
  titledFirstname: ({ firstname, title }) => ({
    text: title === null ? firstname : `${title} ${firstname}`,
    gives: { firstname, ...(title === null ? {} : { title }) },
  }),
  lastFirst: ({ firstname, lastname }) => ({
    text: `${lastname}, ${firstname}`,
    gives: { lastname, firstname },
  }),
  firstLast: ({ firstname, lastname }) => ({
    text: `${firstname} ${lastname}`,
    gives: { lastname, firstname },
  }),
  gender: ({ gender }, habit) => given("gender", gender, habit.gender[gender === "MALE" ? 0 : 1]),
  street: (person) => given("street", streetOf(person)),
  streetAlone: (person) => ({ text: person.street, gives: { street: streetOf(person) } }),
  houseNumber: (person) => ({ text: houseOf(person) }),
  houseNumberPlain: ({ house }) => ({ text: house }),
  houseNumberAddition: ({ houseAddition }) => ({ text: houseAddition }),
  addressAddition: ({ addressAddition }) => given("addressAddition", addressAddition),
  postalCode: ({ postalCode }) => given("postalCode", postalCode),
  postalCodeNumber: ({ postalCode }) => given("postalCode", postalCode, String(Number(postalCode))),
  city: ({ city }) => given("city", city),
  placed: ({ postalCode, city }) => ({
    text: `${postalCode} ${city}`,
    gives: { postalCode, city },
  }),
  placedWithCountry: ({ postalCode, city }) => ({
    text: `D-${postalCode} ${city}`,
    gives: { postalCode, city },
  }),
  address: (person) => ({
    text: `${streetOf(person)}, ${person.postalCode} ${person.city}`,
    gives: { street: streetOf(person), postalCode: person.postalCode, city: person.city },
  }),
  addressLines: (person) => ({
    text: `${streetOf(person)}\n${person.postalCode} ${person.city}`,
    gives: { street: streetOf(person), postalCode: person.postalCode, city: person.city },
  }),
  countryCode: () => given("country", "DE", "D"),
  countryName: () => given("country", "DE", "Deutschland"),
  email: ({ email }) => given("email", email),
  emails: (person) => ({
    text: [person.email, person.email === null ? null : person.secondEmail]
      .filter((one) => one !== null)
      .join("; "),
    gives: emailPart(person),
  }),
  phone: ({ phone }, habit) =>
    phone === null ? { text: "" } : given("phone", international(phone), dialled(phone, habit)),
  mobile: ({ mobile }, habit) =>
    mobile === null ? { text: "" } : given("mobile", international(mobile), dialled(mobile, habit)),
  phones: (person, habit) => ({
    text: [person.phone, person.mobile]
      .flatMap((number) => (number === null ? [] : [dialled(number, habit)]))
      .join(habit.phone === "SLASH" ? ", " : " / "),
    gives: numbers(person),
  }),
  phonesLines: (person, habit) => ({
    text: [
      person.phone === null ? "" : `privat: ${dialled(person.phone, habit)}`,
      person.mobile === null ? "" : `mobil: ${dialled(person.mobile, habit)}`,
    ]
      .filter((line) => line !== "")
      .join("\n"),
    gives: numbers(person),
  }),
  oneNumber: ({ phone, mobile }, habit) => {
    const number = mobile ?? phone;
    return number === null
      ? { text: "" }
      : given(mobile === null ? "phone" : "mobile", international(number), dialled(number, habit));
  },
  birthday: dated("birthday"),
  birthDay: ({ birthday }) => ({ text: String(Number(birthday.slice(8))), gives: { birthday } }),
  birthMonth: ({ birthday }) => ({ text: String(Number(birthday.slice(5, 7))) }),
  birthYear: ({ birthday }) => ({ text: birthday.slice(0, 4) }),
  joinedOn: dated("joinedOn"),
  leftOn: dated("leftOn"),
  deceasedOn: dated("deceasedOn"),
  status: ({ status }, habit) =>
    given("status", status, habit.status[["ACTIVE", "PASSIVE", "HONORARY"].indexOf(status)]),
  groups: ({ groups }, { groupSign }) =>
    groups.length === 0 ? { text: "" } : { text: groups.join(groupSign), gives: { groups } },
  iban: ({ iban }) => given("iban", iban),
  ibanSpaced: ({ iban }) => given("iban", iban, iban?.replace(/(.{4})(?=.)/g, "$1 ")),
  accountHolder: ({ accountHolder }) => given("accountHolder", accountHolder),
  mandateReference: ({ mandateReference }) => given("mandateReference", mandateReference),
  notes: ({ notes }) => given("notes", notes),
} as const satisfies Record<string, Render>;

/** Columns that nothing may come of: what the product has no field for, or what others say already. */
export const IDLE_CELLS = {
  running: ({ number }) => ({ text: String(number - 1000) }),
  joinedName: ({ firstname, lastname }) => ({ text: `${firstname} ${lastname}` }),
  joinedNameComma: ({ firstname, lastname }) => ({ text: `${lastname}, ${firstname}` }),
  letterGreeting: ({ gender, lastname }) => ({
    text: `Sehr geehrte${gender === "FEMALE" ? " Frau" : "r Herr"} ${lastname}`,
  }),
  age: ({ birthday }) => ({ text: String(2026 - Number(birthday.slice(0, 4))) }),
  birthYear: ({ birthday }) => ({ text: birthday.slice(0, 4) }),
  birthPlace: (_person, _habit, chance) => ({
    text: chance.is(0.4) ? chance.of(["Leipzig", "Ulm", "Izmir", "Halle"]) : "",
  }),
  maidenName: ({ gender }, _habit, chance) => ({
    text: gender === "FEMALE" && chance.is(0.3) ? chance.of(["Huber", "Wolf", "Seidel"]) : "",
  }),
  years: ({ joinedOn }) => ({ text: String(2026 - Number(joinedOn.slice(0, 4))) }),
  fee: (_person, _habit, chance) => ({ text: `${chance.of([30, 60, 84, 120])},00 €` }),
  feeNumber: (_person, _habit, chance) => ({ text: String(chance.of([30, 60, 84, 120])) }),
  feeKind: (_person, _habit, chance) => ({
    text: chance.of(["Erwachsene", "Jugend", "Familie", "Rentner"]),
  }),
  payment: (_person, _habit, chance) => ({
    text: chance.of(["Lastschrift", "Rechnung", "bar", "Überweisung"]),
  }),
  mandateDay: ({ iban, joinedOn }, habit) => ({
    text: iban === null ? "" : written(joinedOn < "2014-02-01" ? "2014-02-01" : joinedOn, habit),
  }),
  bankName: ({ iban }, _habit, chance) => ({
    text: iban === null ? "" : chance.of(["Sparkasse", "Volksbank eG", "Postbank", "ING"]),
  }),
  bankCode: (_person, _habit, chance) => ({ text: String(chance.between(10_000_000, 79_999_999)) }),
  account: (_person, _habit, chance) => ({ text: String(chance.between(100_000, 99_999_999)) }),
  fax: ({ phone }, habit, chance) => ({
    text: phone !== null && chance.is(0.2) ? dialled(`${phone}9`, habit) : "",
  }),
  workPhone: (_person, habit, chance) => ({
    text: chance.is(0.3) ? dialled(`069 ${chance.between(200_000, 999_999)}`, habit) : "",
  }),
  workEmail: (_person, _habit, chance) => ({
    text: chance.is(0.3) ? `buero${chance.between(1, 99)}@firma.example` : "",
  }),
  parentName: ({ lastname, birthday }, _habit, chance) => ({
    text: birthday > "2008" ? `${chance.of(["Sandra", "Olaf", "Nadine"])} ${lastname}` : "",
  }),
  parentPhone: ({ birthday }, habit, chance) => ({
    text: birthday > "2008" ? dialled(`0172 ${chance.between(2_000_000, 9_000_000)}`, habit) : "",
  }),
  parentEmail: ({ birthday }, _habit, chance) => ({
    text: birthday > "2008" ? `eltern${chance.between(1, 999)}@example.org` : "",
  }),
  company: (_person, _habit, chance) => ({
    text: chance.is(0.06) ? chance.of(["Bäckerei Kühn GmbH", "Elektro Ott KG"]) : "",
  }),
  website: (_person, _habit, chance) => ({
    text: chance.is(0.05) ? "https://www.example.org" : "",
  }),
  job: (_person, _habit, chance) => ({
    text: chance.is(0.5) ? chance.of(["Lehrerin", "Schreiner", "Rentner", "Schüler"]) : "",
  }),
  office: (_person, _habit, chance) => ({
    text: chance.is(0.08) ? chance.of(["Kassenwart", "Schriftführerin", "Beisitzer"]) : "",
  }),
  nation: (_person, _habit, chance) => ({ text: chance.of(["deutsch", "deutsch", "türkisch"]) }),
  changed: (_person, _habit, chance) => ({
    text: `${String(chance.between(10, 28))}.09.2026 1${chance.between(0, 9)}:02`,
  }),
  pass: ({ number }) => ({ text: `0815-${number}` }),
  size: (_person, _habit, chance) => ({ text: chance.of(["S", "M", "L", "XL", "164"]) }),
  key: ({ number }) => ({ text: `kontakt-${number}` }),
  consent: (_person, { yes, no }, chance) => ({ text: chance.is(0.7) ? yes : no }),
  swimming: (_person, _habit, chance) => ({ text: chance.of(["Bronze", "Silber", "", ""]) }),
  wedding: (_person, habit, chance) => ({
    text: chance.is(0.3)
      ? written(`${chance.between(1970, 2020)}-06-1${chance.between(0, 9)}`, habit)
      : "",
  }),
  honoured: (_person, habit, chance) => ({
    text: chance.is(0.15) ? written(`${chance.between(1990, 2025)}-03-01`, habit) : "",
  }),
  blank: () => ({ text: "" }),
} as const satisfies Record<string, Render>;

export type CellName = keyof typeof CELLS;
export type IdleName = keyof typeof IDLE_CELLS;
