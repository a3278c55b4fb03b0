import { FIRST_NAMES, LAST_NAMES, PLACES, STREETS } from "./names.ts";
import { Chance } from "../random.ts";

/** A made-up member, in the words of the members' interface. */
export interface DemoPerson {
  salutation: string | null;
  title: string | null;
  firstname: string;
  lastname: string;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  birthday: string;
  gender: "FEMALE" | "MALE" | "DIVERSE";
  joinedOn: string;
  terminatedOn: string | null;
  leftOn: string | null;
  status: "ACTIVE" | "PASSIVE" | "HONORARY";
  accountHolder: string | null;
  iban: string | null;
  mandateReference: string | null;
  age: number;
}

interface Family {
  lastname: string;
  street: string;
  place: (typeof PLACES)[number];
  phone: string | null;
  iban: string;
}

/**
 * About `count` people, many of them in families. Phone numbers are unassigned ones; IBANs
 * name no bank.
 */
export function demoPeople(count: number, today: Date): DemoPerson[] {
  const chance = new Chance(1898);
  const people: DemoPerson[] = [];
  while (people.length < count) {
    const family: Family = {
      lastname: chance.oneOf(LAST_NAMES),
      street: `${chance.oneOf(STREETS)} ${chance.between(1, 84)}${chance.happens(0.1) ? "a" : ""}`,
      place: chance.oneOf(PLACES),
      phone: chance.happens(0.6) ? `07161 ${chance.between(10_000, 99_999)}` : null,
      iban: demoIban(chance.between(1, 9_999_999)),
    };
    const parentAge = chance.between(24, 82);
    const members = [parentAge];
    if (parentAge > 28 && chance.happens(0.45)) members.push(parentAge + chance.between(-5, 5));
    if (parentAge > 30 && parentAge < 56)
      for (let child = chance.between(0, 4); child > 0; child--)
        members.push(Math.max(4, parentAge - chance.between(22, 36)));
    for (const age of members) people.push(person(chance, family, age, people.length, today));
  }
  return people.slice(0, count);
}

function person(
  chance: Chance,
  family: Family,
  age: number,
  index: number,
  today: Date,
): DemoPerson {
  const gender = chance.happens(0.01) ? "DIVERSE" : chance.happens(0.47) ? "FEMALE" : "MALE";
  const generation = age >= 62 ? "old" : age >= 36 ? "middle" : age >= 18 ? "young" : "child";
  const firstname = chance.oneOf(FIRST_NAMES[gender === "FEMALE" ? "FEMALE" : "MALE"][generation]);
  const year = today.getFullYear();
  const birthday = day(year - age, chance);
  const joinedYear =
    year - Math.min(age - 3, chance.happens(0.25) ? chance.between(25, 60) : chance.between(0, 24));
  const hasLeft = chance.happens(0.08);
  const leavesSoon = !hasLeft && chance.happens(0.03);
  const leftOn = hasLeft
    ? `${chance.between(Math.min(joinedYear + 1, year - 1), year - 1)}-12-31`
    : leavesSoon
      ? `${year}-12-31`
      : null;
  const adult = age >= 18;
  const pays = chance.happens(0.75);
  return {
    salutation: gender === "FEMALE" ? "Frau" : gender === "MALE" ? "Herr" : null,
    title: adult && chance.happens(0.03) ? chance.oneOf(["Dr.", "Prof. Dr."]) : null,
    firstname,
    lastname: family.lastname,
    email: adult
      ? chance.happens(0.86)
        ? `${addressPart(firstname)}.${addressPart(family.lastname)}${index}@example.org`
        : null
      : chance.happens(0.5)
        ? `familie.${addressPart(family.lastname)}@example.org`
        : null,
    phone: family.phone,
    mobile: age >= 12 && chance.happens(0.7) ? `0171 39200${chance.between(10, 99)}` : null,
    street: family.street,
    postalCode: family.place.postalCode,
    city: family.place.city,
    country: "DE",
    birthday,
    gender,
    joinedOn:
      joinedYear >= year
        ? `${year}-01-01`
        : `${joinedYear}-${chance.oneOf(["01-01", "03-15", "07-01", "09-01", "10-15"])}`,
    terminatedOn: leavesSoon ? `${year}-09-${String(chance.between(10, 29))}` : null,
    leftOn,
    status:
      year - joinedYear >= 50 ? "HONORARY" : adult && chance.happens(0.18) ? "PASSIVE" : "ACTIVE",
    accountHolder: pays && !adult ? `Familie ${family.lastname}` : null,
    iban: pays ? family.iban : null,
    mandateReference: pays ? `TSV-${String(1000 + index)}` : null,
    age,
  };
}

function day(year: number, chance: Chance): string {
  return `${year}-${String(chance.between(1, 12)).padStart(2, "0")}-${String(chance.between(1, 28)).padStart(2, "0")}`;
}

function addressPart(name: string): string {
  const plain: Record<string, string> = {
    ä: "ae",
    ö: "oe",
    ü: "ue",
    ß: "ss",
    ı: "i",
    ø: "o",
    ł: "l",
  };
  return name
    .toLowerCase()
    .replace(/[äöüßıøł]/g, (sign) => plain[sign] ?? sign)
    .normalize("NFD")
    .replace(/[^a-z]+/g, (gap) => (gap.includes(" ") || gap.includes("-") ? "-" : ""))
    .replace(/^-|-$/g, "");
}

/** Bank code 00000000, which no bank has; the checksum is right. */
function demoIban(account: number): string {
  const digits = `00000000${String(account).padStart(10, "0")}`;
  const check = 98n - (BigInt(`${digits}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${digits}`;
}
