import { nameSound } from "#modules/members/server/public.ts";
import { searchWords } from "#platform/contract/fold.ts";
import { isSameTelephone } from "../../mapping/values/phone-numbers.ts";
import type { FieldValues } from "../stored-values.ts";

/** Who a row or a record is about, as far as telling people apart goes. */
export interface Person {
  firstname: string;
  lastname: string;
  birthday: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  street: string | null;
  postalCode: string | null;
}

/** A person with what they are compared by; worked out when it is asked for, once. */
export class Features {
  readonly person: Person;
  #sounds: readonly [string, string] | undefined;
  #words: string | undefined;
  #firstKey: string | undefined;
  #nameKey: string | undefined;

  constructor(person: Person) {
    this.person = person;
  }

  /** Of the whole name, and of the name with its parts swapped, as it easily happens on forms. */
  get sounds(): readonly [string, string] {
    const { firstname, lastname } = this.person;
    return (this.#sounds ??= [nameSound(firstname, lastname), nameSound(lastname, firstname)]);
  }

  get words(): string {
    return (this.#words ??= searchWords(`${this.person.firstname} ${this.person.lastname}`)
      .sort()
      .join(" "));
  }

  get firstKey(): string {
    return (this.#firstKey ??= foldName(this.person.firstname));
  }

  get nameKey(): string {
    return (this.#nameKey ??= `${this.firstKey}|${foldName(this.person.lastname)}`);
  }
}

/** Spelling apart: umlauts, accents, hyphens and spaces make no difference. */
export function foldName(name: string): string {
  return searchWords(name).join("");
}

export function personOf(given: FieldValues): Person {
  const text = (field: string) =>
    typeof given[field] === "string" && given[field] !== "" ? given[field] : null;
  return {
    firstname: text("firstname") ?? "",
    lastname: text("lastname") ?? "",
    birthday: text("birthday"),
    email: text("email"),
    phone: text("phone"),
    mobile: text("mobile"),
    street: text("street"),
    postalCode: text("postalCode"),
  };
}

/**
 * German sentences why two may be the same person; none: they are not taken for it. Twins and
 * namesakes are not.
 */
export function reasonsForSame(a: Features, b: Features): string[] {
  const [one, other] = [a.person, b.person];
  if (one.lastname === "" || other.lastname === "") return [];
  if (one.birthday !== null && other.birthday !== null && one.birthday !== other.birthday)
    return [];
  const sameName = a.words === b.words;
  if (one.birthday === null || other.birthday === null)
    return sameName ? ["Der Name ist gleich."] : [];
  if (sameName) return ["Name und Geburtstag sind gleich."];
  if (one.firstname !== "" && other.firstname !== "" && a.sounds.includes(b.sounds[0]))
    return ["Der Name klingt gleich, und der Geburtstag ist derselbe."];
  if (a.firstKey !== "" && a.firstKey === b.firstKey) {
    const shared = sharedContact(one, other);
    if (shared !== undefined) return [`Vorname, Geburtstag und ${shared} sind gleich.`];
  }
  return [];
}

function sharedContact(a: Person, b: Person): string | undefined {
  if (a.email !== null && a.email.toLowerCase() === b.email?.toLowerCase()) return "E-Mail-Adresse";
  const phones = [a.phone, a.mobile].filter((phone) => phone !== null);
  const others = [b.phone, b.mobile].filter((phone) => phone !== null);
  if (phones.some((phone) => others.some((other) => isSameTelephone(phone, other))))
    return "Telefonnummer";
  if (
    a.street !== null &&
    b.street !== null &&
    a.postalCode === b.postalCode &&
    foldName(a.street) === foldName(b.street)
  )
    return "Anschrift";
  return undefined;
}
