import type { Person } from "./people.ts";
import { type Cell, dialled, type Expected, type Render, written } from "./habits.ts";

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

/** Some live abroad, and only theirs bear a letter; their numbers would be anybody's guess. */
function placeOf({ number, postalCode, city, phone, mobile }: Person): {
  prefix: string;
  gives: Expected;
} {
  if (phone !== null || mobile !== null)
    return { prefix: "", gives: { postalCode, city, country: "DE" } };
  if (number % 3 === 0)
    return { prefix: "A-", gives: { postalCode: "6900", city: "Bregenz", country: "AT" } };
  if (number % 3 === 1)
    return { prefix: "CH-", gives: { postalCode: "8280", city: "Kreuzlingen", country: "CH" } };
  return { prefix: "", gives: { postalCode, city, country: "DE" } };
}

function groupAt(place: number): Render {
  return ({ groups }) => {
    const group = groups[place];
    return group === undefined ? { text: "" } : { text: group, gives: { groups: [group] } };
  };
}

function numberAt(place: number): Render {
  return (person, habit) => {
    const numbers = (["mobile", "phone"] as const).filter((key) => person[key] !== null);
    const key = numbers[place];
    const number = key === undefined ? null : person[key];
    return key === undefined || number === null
      ? { text: "" }
      : given(key, international(number), dialled(number, habit));
  };
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
    gives: { postalCode, city, country: "DE" },
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
  postalCodeAbroad: (person) => {
    const { prefix, gives } = placeOf(person);
    const { postalCode = "", country = "" } = gives;
    return { text: `${prefix}${String(postalCode)}`, gives: { postalCode, country } };
  },
  cityAbroad: (person) => {
    const { city = "" } = placeOf(person).gives;
    return { text: String(city), gives: { city } };
  },
  placedAbroad: (person) => {
    const { prefix, gives } = placeOf(person);
    return { text: `${prefix}${String(gives["postalCode"])} ${String(gives["city"])}`, gives };
  },
  addressPlaceFirst: (person) => ({
    text: `${person.postalCode} ${person.city}, ${streetOf(person)}`,
    gives: { street: streetOf(person), postalCode: person.postalCode, city: person.city },
  }),
  lastFirstPlain: ({ firstname, lastname }) => ({
    text: `${lastname} ${firstname}`,
    gives: { lastname, firstname },
  }),
  lastFirstTitled: ({ firstname, lastname, title }) => ({
    text: `${lastname}, ${title === null ? "" : `${title} `}${firstname}`,
    gives: { lastname, firstname, ...(title === null ? {} : { title }) },
  }),
  birthdayWithAge: ({ birthday }, habit) =>
    given(
      "birthday",
      birthday,
      `${written(birthday, habit)} (${2026 - Number(birthday.slice(0, 4))})`,
    ),
  birthdayOrNone: ({ birthday, number }, habit) =>
    number % 4 === 0 ? { text: "0.0.00" } : given("birthday", birthday, written(birthday, habit)),
  namedEmail: ({ email, firstname, lastname }) =>
    given("email", email, `${firstname} ${lastname} <${email ?? ""}>`),
  numbersMarked: (person, habit) => ({
    text: [
      person.phone === null ? "" : `${dialled(person.phone, habit)} (p)`,
      person.mobile === null ? "" : `${dialled(person.mobile, habit)} (mobil)`,
    ]
      .filter((number) => number !== "")
      .join(", "),
    gives: numbers(person),
  }),
  firstNumber: numberAt(0),
  secondNumber: numberAt(1),
  firstGroup: groupAt(0),
  secondGroup: groupAt(1),
  thirdGroup: groupAt(2),
  codedGroups: ({ groups }, { groupSign, groupCodes }) =>
    groups.length === 0
      ? { text: "" }
      : {
          text: groups.map((name) => groupCodes?.get(name) ?? name).join(groupSign),
          gives: { groups },
        },
  ibanOfBank: ({ iban }, _habit, chance) =>
    given("iban", iban, `${iban ?? ""} (${chance.of(["Sparkasse", "Volksbank", "ING"])})`),
  bic: (_person, _habit, chance) =>
    given("bic", chance.of(["GENODEF1XXX", "DEUTDEFF", "COBADEFFXXX", "NOLADE21KIE"])),
} as const satisfies Record<string, Render>;

export type CellName = keyof typeof CELLS;
