import { dialled, type Render, written } from "./habits.ts";

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
  secondEmail: ({ email, secondEmail }) => ({ text: email === null ? "" : (secondEmail ?? "") }),
  emailLabel: ({ email }) => ({ text: email === null ? "" : "* Home" }),
  numberLabel: ({ mobile, phone }) => ({
    text: mobile === null ? (phone === null ? "" : "Home") : "Mobile",
  }),
  secondNumberLabel: ({ mobile, phone }) => ({
    text: mobile === null || phone === null ? "" : "Home",
  }),
  idleAddress: ({ street, house, postalCode, city }) => ({
    text: `${street} ${house}\n${postalCode} ${city}\nDE`,
  }),
  smtp: ({ email }) => ({ text: email === null ? "" : "SMTP" }),
  noGender: () => ({ text: "Keine Angabe" }),
  noGenderEnglish: () => ({ text: "Unspecified" }),
  noDay: () => ({ text: "0.0.00" }),
  noDayEnglish: () => ({ text: "0/0/00" }),
  falseWord: () => ({ text: "Falsch" }),
  normalWord: () => ({ text: "Normal" }),
  rank: (_person, _habit, chance) => ({ text: chance.of(["FM", "OFM", "HFM", "LM", "BM", "FMA"]) }),
  blank: () => ({ text: "" }),
} as const satisfies Record<string, Render>;

export type IdleName = keyof typeof IDLE_CELLS;
