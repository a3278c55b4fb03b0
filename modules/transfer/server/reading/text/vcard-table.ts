import type { TableCell } from "#platform/server/documents/table.ts";
import { UnreadableTable } from "#platform/server/documents/table.ts";
import { LIMITS, tooManyRows } from "../table.ts";
import { type Card, type CardProperty, cardsOf, partsOf, unescapedText } from "./vcard-lines.ts";

export interface CardTable {
  columns: string[];
  /** `line` is the one of BEGIN:VCARD. */
  rows: { line: number; cells: TableCell[] }[];
  warnings: string[];
}

/**
 * Columns in the order of an address list; what no card has is left out. Others follow as they
 * come.
 */
const ORDER = [
  "Anrede",
  "Titel",
  "Vorname",
  "Nachname",
  "Geburtstag",
  "Geschlecht",
  "E-Mail",
  "E-Mail 2",
  "Telefon",
  "Telefon 2",
  "Mobil",
  "Mobil 2",
  "Telefon dienstlich",
  "Fax",
  "Straße",
  "Adresszusatz",
  "PLZ",
  "Ort",
  "Land",
  "Gruppen",
  "Organisation",
  "Notizen",
];

const OWN = "X-VEREINSHEIM-";

/**
 * People of an address book, one a row. Pictures are left out; cards of whole groups are no people.
 */
export async function cardTable(pieces: AsyncIterable<string>): Promise<CardTable> {
  const people: { line: number; values: Map<string, string> }[] = [];
  const skipped = { pictures: 0, groups: 0, addresses: 0 };
  for await (const card of cardsOf(pieces)) {
    if (people.length >= LIMITS.rows) throw new UnreadableTable(tooManyRows());
    if (first(card, "KIND")?.value.trim().toLowerCase() === "group") skipped.groups++;
    else people.push({ line: card.line, values: personOf(card) });
    if (card.properties.some(({ name }) => name === "PHOTO")) skipped.pictures++;
    if (card.properties.filter(({ name }) => name === "ADR").length > 1) skipped.addresses++;
  }
  if (people.length === 0)
    throw new UnreadableTable("In der Datei steht keine Karte einer Person.");
  const used = new Set(people.flatMap(({ values }) => [...values.keys()]));
  const columns = [
    ...ORDER.filter((name) => used.has(name)),
    ...[...used].filter((name) => !ORDER.includes(name)),
  ].slice(0, LIMITS.columns);
  return {
    columns,
    rows: people.map(({ line, values }) => ({
      line,
      cells: columns.map((name) => values.get(name) ?? null),
    })),
    warnings: sentences(skipped),
  };
}

function sentences({
  pictures,
  groups,
  addresses,
}: {
  pictures: number;
  groups: number;
  addresses: number;
}): string[] {
  const found: string[] = [];
  if (pictures > 0)
    found.push(
      pictures === 1
        ? "Das Bild auf einer Karte wird nicht übernommen."
        : `Die Bilder auf ${pictures} Karten werden nicht übernommen.`,
    );
  if (groups > 0)
    found.push(
      groups === 1
        ? "Eine Karte beschreibt eine Gruppe und keine Person; sie wurde ausgelassen."
        : `${groups} Karten beschreiben Gruppen und keine Personen; sie wurden ausgelassen.`,
    );
  if (addresses > 0)
    found.push(
      addresses === 1
        ? "Eine Karte hat mehrere Anschriften; nur die erste wird übernommen."
        : `${addresses} Karten haben mehrere Anschriften; nur die jeweils erste wird übernommen.`,
    );
  return found;
}

function first(card: Card, name: string): CardProperty | undefined {
  return preferred(card.properties.filter((property) => property.name === name))[0];
}

/** The preferred one first: `PREF=1`, `TYPE=pref`. */
function preferred(properties: readonly CardProperty[]): CardProperty[] {
  const rank = (property: CardProperty) => {
    if (typesOf(property).has("pref")) return 0;
    const pref = Number(property.parameters.get("PREF")?.[0] ?? Number.NaN);
    return Number.isNaN(pref) ? 101 : pref;
  };
  return properties.toSorted((a, b) => rank(a) - rank(b));
}

function typesOf({ parameters }: CardProperty): Set<string> {
  return new Set((parameters.get("TYPE") ?? []).map((type) => type.toLowerCase()));
}

function personOf(card: Card): Map<string, string> {
  const values = new Map<string, string>();
  const set = (column: string, value: string | undefined) => {
    if (value !== undefined && value !== "" && !values.has(column)) values.set(column, value);
  };
  const add = (column: string, value: string) => {
    let own = column;
    for (let number = 2; values.has(own) && values.get(own) !== value; number++)
      own = `${column} ${number}`;
    set(own, value);
  };
  nameOf(card, set);
  set("Geburtstag", birthdayOf(first(card, "BDAY")));
  for (const mail of preferred(card.properties.filter(({ name }) => name === "EMAIL")))
    add("E-Mail", unescapedText(mail.value).replace(/^mailto:/i, ""));
  for (const phone of preferred(card.properties.filter(({ name }) => name === "TEL")))
    add(phoneColumn(phone), unescapedText(phone.value).replace(/^tel:/i, ""));
  addressOf(preferred(card.properties.filter(({ name }) => name === "ADR"))[0], set);
  for (const property of card.properties) remaining(property, set);
  return values;
}

type Setter = (column: string, value: string | undefined) => void;

function nameOf(card: Card, set: Setter): void {
  const written = severalNames(
    first(card, "N")?.value ?? "",
    first(card, "VERSION")?.value.trim() === "2.1",
  );
  const [family = "", given = "", more = "", prefix = ""] = partsOf(written, ";");
  const shown = unescapedText(first(card, "FN")?.value ?? "");
  const isCompany =
    first(card, "KIND")?.value.trim().toLowerCase() === "org" ||
    /^COMPANY$/i.test(first(card, "X-ABSHOWAS")?.value ?? "");
  if (isCompany || (family === "" && given === "")) {
    const [organisation = ""] = partsOf(first(card, "ORG")?.value ?? "", ";");
    const space = shown.lastIndexOf(" ");
    const isPerson = !isCompany && organisation === "" && space > 0;
    set(
      "Nachname",
      isPerson
        ? shown.slice(space + 1)
        : isCompany || organisation === ""
          ? shown || organisation
          : organisation,
    );
    if (isPerson) set("Vorname", shown.slice(0, space));
    if (isCompany) set("Art", "Organisation");
    return;
  }
  set("Nachname", family === "" ? given : family);
  if (family !== "") set("Vorname", [given, more].filter((part) => part !== "").join(" "));
  set(/^(?:herr|frau|familie)$/i.test(prefix) ? "Anrede" : "Titel", prefix);
}

/**
 * Several names in one part are parted by commas; those that belong to a name are escaped. Not so
 * in version 2.1, and programs that forget to escape write a space behind a name's own comma.
 */
function severalNames(names: string, isOld: boolean): string {
  return isOld
    ? names
    : names.replace(/(\\[\s\S])|,(?!\s)/g, (_whole, escape?: string) => escape ?? " ");
}

/** ISO, or `--03-26` when the year is not given. */
function birthdayOf(property: CardProperty | undefined): string | undefined {
  if (property === undefined) return undefined;
  const text = unescapedText(property.value);
  const parts = /^(\d{4}|--)-?(\d{2})-?(\d{2})(?:T.*)?$/.exec(text);
  if (parts === null) return text;
  const [, year = "", month, day] = parts;
  const isUnknown =
    year === "--" || property.parameters.get("X-APPLE-OMIT-YEAR")?.includes(year) === true;
  return isUnknown ? `--${month}-${day}` : `${year}-${month}-${day}`;
}

function phoneColumn(property: CardProperty): string {
  const types = typesOf(property);
  if (types.has("fax")) return "Fax";
  if (types.has("cell") || types.has("iphone"))
    return types.has("work") ? "Mobil dienstlich" : "Mobil";
  return types.has("work") ? "Telefon dienstlich" : "Telefon";
}

function addressOf(property: CardProperty | undefined, set: Setter): void {
  if (property === undefined) return;
  const [box = "", addition = "", street = "", city, _region, postalCode, country] = partsOf(
    property.value,
    ";",
  );
  set(
    "Straße",
    street === "" && box !== "" ? `Postfach ${box.replace(/^postfach\s*/i, "")}` : street,
  );
  set("Adresszusatz", addition);
  set("PLZ", postalCode);
  set("Ort", city);
  set("Land", country);
}

const GENDERS: Record<string, string> = {
  M: "männlich",
  F: "weiblich",
  O: "divers",
  N: "keine Angabe",
  U: "keine Angabe",
};

function remaining(property: CardProperty, set: Setter): void {
  const text = unescapedText(property.value);
  switch (property.name) {
    case "NOTE":
      return set("Notizen", text);
    case "CATEGORIES": {
      const names = partsOf(property.value, ",").filter((name) => name !== "");
      // As our own exports write it: one a line where a name holds a sign that would part it, a
      // single one too.
      const isParted = names.some((name) => /[,;|]/.test(name));
      return set(
        "Gruppen",
        isParted ? `${names.join("\n")}${names.length === 1 ? "\n" : ""}` : names.join(", "),
      );
    }
    case "GENDER":
      return set("Geschlecht", GENDERS[text.charAt(0).toUpperCase()]);
    case "ORG": {
      const [organisation, ...units] = partsOf(property.value, ";");
      set("Organisation", organisation);
      return set("Organisationseinheit", units.filter((unit) => unit !== "").join(", "));
    }
    case "NICKNAME":
      return set("Spitzname", text);
    case "ROLE":
      return set("Funktion", text);
    case "ANNIVERSARY":
      return set("Jahrestag", text);
    case "DEATHDATE":
      return set("Verstorben am", text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"));
    default:
      // What our own exports have and no standard property takes.
      if (property.name.startsWith(OWN)) set(property.name.slice(OWN.length), text);
  }
}
