import type { MatchKey } from "../../../import-contract.ts";
import type { KnownPerson } from "./member-queries.ts";
import { Features, foldName, reasonsForSame } from "./persons.ts";
import type { StagedRow } from "../rows/row-record.ts";
import type { FieldValues } from "../stored-values.ts";

/** A member with what they are compared by. */
type Known = KnownPerson & { features: Features };

/** The reader has to say who of these is meant. */
interface Doubt {
  kind: "AMBIGUOUS";
  message: string;
  candidates: { id: string; reasons: string[] }[];
}

/**
 * Whom a row means; `onlyByName`: what would have to be asked if somebody else in the file has the
 * same name.
 */
export type Match =
  | { kind: "MEMBER"; id: string; onlyByName?: Doubt }
  | { kind: "NOBODY" }
  | Doubt
  | { kind: "FAULTY"; message: string; field: string };

/** What is known of the file besides the row. */
export interface FileKnowledge {
  /** Its member numbers: members with one of these have a row of their own. */
  numbers: ReadonlySet<string>;
  /** Members that came with earlier files of the same source. */
  ofSource: ReadonlySet<string>;
}

/** Members that rows may mean, to be asked quickly. */
export class KnownPersons {
  readonly #byId: Map<string, Known>;
  readonly #byNumber: Map<string, Known>;
  readonly #byEmail: Map<string, Known[]>;
  readonly #byBirthday: Map<string | null, Known[]>;
  readonly #bySound: Map<string, Known[]>;

  constructor(persons: readonly KnownPerson[]) {
    const all = persons.map((person) => ({ ...person, features: new Features(person) }));
    const known = all.filter(({ anonymised }) => !anonymised);
    this.#byId = new Map(known.map((person) => [person.id, person]));
    this.#byNumber = new Map(all.map((person) => [person.memberNumber, person]));
    this.#byEmail = Map.groupBy(
      known.filter(({ email }) => email !== null),
      ({ email }) => email?.toLowerCase() ?? "",
    );
    this.#byBirthday = Map.groupBy(known, ({ birthday }) => birthday);
    this.#bySound = Map.groupBy(known, ({ nameSound }) => nameSound);
  }

  /** By the keys in their order. */
  match(
    row: StagedRow,
    features: Features,
    matchKeys: readonly MatchKey[],
    file: FileKnowledge,
  ): Match {
    const number = textOf(row.given, "memberNumber");
    for (const key of matchKeys) {
      const found = living(this.#found(key, row.given, features));
      const [first, ...others] = found;
      if (first === undefined) continue;
      if (first.anonymised)
        return {
          kind: "FAULTY",
          field: "memberNumber",
          message:
            "Diese Mitgliedsnummer gehörte einem gelöschten Mitglied und wird nicht neu vergeben.",
        };
      if (others.length > 0)
        return ambiguous("Mehrere Mitglieder passen zu dieser Zeile.", found, features);
      if (key === "MEMBER_NUMBER" && isSomebodyElse(first, features))
        return ambiguous(
          "Die Mitgliedsnummer gehört jemandem mit anderem Namen und anderem Geburtstag.",
          found,
          features,
        );
      if (
        key !== "ID" &&
        key !== "MEMBER_NUMBER" &&
        number !== null &&
        number !== first.memberNumber &&
        matchKeys.includes("MEMBER_NUMBER")
      )
        return this.#underOtherNumber(first, features, file.numbers);
      return { kind: "MEMBER", id: first.id };
    }
    const similar = this.#similar(features, file.numbers);
    return similar.kind === "AMBIGUOUS" && number === null && matchKeys.includes("NAME_BIRTHDAY")
      ? this.#knownByName(similar, features, file)
      : similar;
  }

  person(id: string): KnownPerson | undefined {
    return this.#byId.get(id);
  }

  /** A list with nothing but names: who came with it before comes with it again. */
  #knownByName(similar: Doubt, features: Features, { ofSource }: FileKnowledge): Match {
    const [only, ...others] = similar.candidates;
    const person = only === undefined || others.length > 0 ? undefined : this.#byId.get(only.id);
    const isKnown =
      person !== undefined &&
      ofSource.has(person.id) &&
      person.features.nameKey === features.nameKey;
    return isKnown ? { kind: "MEMBER", id: person.id, onlyByName: similar } : similar;
  }

  #found(key: MatchKey, given: FieldValues, features: Features): Known[] {
    switch (key) {
      case "ID": {
        const person = this.#byId.get(textOf(given, "id")?.toLowerCase() ?? "");
        return person === undefined ? [] : [person];
      }
      case "MEMBER_NUMBER": {
        const person = this.#byNumber.get(textOf(given, "memberNumber") ?? "");
        return person === undefined ? [] : [person];
      }
      case "NAME_BIRTHDAY":
        return features.person.lastname === "" || features.person.birthday === null
          ? []
          : this.#namesakes(features, features.person.birthday);
      case "EMAIL":
        // Families share an address: the first name has to be the same, or missing in the file.
        return (this.#byEmail.get(features.person.email?.toLowerCase() ?? "") ?? []).filter(
          ({ features: other }) => features.firstKey === "" || features.firstKey === other.firstKey,
        );
    }
  }

  #namesakes(features: Features, birthday: string): Known[] {
    return (this.#byBirthday.get(birthday) ?? []).filter(
      ({ features: other }) => features.nameKey === other.nameKey,
    );
  }

  /**
   * The same person by name, with another number: two records of one person, or the number is
   * wrong.
   */
  #underOtherNumber(person: Known, features: Features, numbersInFile: ReadonlySet<string>): Match {
    if (numbersInFile.has(person.memberNumber)) return { kind: "NOBODY" };
    return ambiguous(
      `Das kann ${nameOf(person)} sein, dort steht aber die Mitgliedsnummer ${person.memberNumber}.`,
      [person],
      features,
    );
  }

  /** Without a birthday, here or there, people are compared by the sound of the name. */
  #withoutBirthday(features: Features): Known[] {
    const [sound] = features.sounds;
    return (this.#bySound.get(sound) ?? []).filter(
      ({ birthday }) => birthday === null || features.person.birthday === null,
    );
  }

  #similar(features: Features, numbersInFile: ReadonlySet<string>): Match {
    const near = new Set([
      ...(features.person.birthday === null
        ? []
        : (this.#byBirthday.get(features.person.birthday) ?? [])),
      ...this.#withoutBirthday(features),
    ]);
    const similar = [...near].filter(
      (person) =>
        !person.inTrash &&
        !numbersInFile.has(person.memberNumber) &&
        reasonsForSame(features, person.features).length > 0,
    );
    return similar.length === 0
      ? { kind: "NOBODY" }
      : ambiguous("Dieses Mitglied gibt es vielleicht schon.", similar, features);
  }
}

/** Members in the trash are meant only when no other member is. */
function living(found: Known[]): Known[] {
  const there = found.filter(({ inTrash }) => !inTrash);
  return there.length > 0 ? there : found;
}

/** Nothing of the name and not the birthday either is the one the number belongs to. */
function isSomebodyElse(person: Known, given: Features): boolean {
  const { features } = person;
  const { lastname, birthday } = given.person;
  if (lastname === "" || (birthday !== null && birthday === person.birthday)) return false;
  return (
    given.firstKey !== features.firstKey &&
    foldName(lastname) !== foldName(person.lastname) &&
    given.words !== features.words
  );
}

function ambiguous(message: string, persons: readonly Known[], features: Features): Doubt {
  return {
    kind: "AMBIGUOUS",
    message,
    candidates: persons
      .slice(0, 10)
      .map((person) => ({ id: person.id, reasons: reasonsForSame(features, person.features) })),
  };
}

function nameOf({ firstname, lastname }: KnownPerson): string {
  return `${firstname} ${lastname}`.trim();
}

function textOf(given: FieldValues, field: string): string | null {
  const value = given[field];
  return typeof value === "string" && value !== "" ? value : null;
}
