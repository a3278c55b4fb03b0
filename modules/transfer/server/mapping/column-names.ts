import { type Field, FIELD_KEYS, fieldOf } from "#modules/members/contract.ts";

/**
 * What else columns of files are called; the names of a member's fields stand in their rows. The
 * first names are the surest.
 */
const OTHER_NAMES: Record<string, string> = {
  fullName: `
    Name Vorname, Vorname Name, Nachname Vorname, Vorname Nachname, Vor- und Nachname,
    Vor- Nachname, Vor- u. Nachname, Name und Vorname, Nach- und Vorname, Vollständiger Name,
    Ganzer Name, Mitgliedsname, Mitglied, Anzeigename, Full name, Display name, Name`,
  houseNumber: `
    Hausnummer, Haus-Nr., Hausnr., Hnr, Nr. Haus, House number`,
  postalCodeAndCity: `
    PLZ Ort, PLZ Wohnort, PLZ und Ort, PLZ u. Ort, Postleitzahl Ort, Postleitzahl und Ort,
    PLZ Stadt`,
  address: `
    Anschrift komplett, Komplette Anschrift, Vollständige Anschrift, Ganze Anschrift, Anschrift,
    Postanschrift, Adresse, Wohnadresse`,
  groups: `
    Gruppen, Gruppe, Mitgliedergruppen, Mitgliedsgruppen, Gruppen Untergruppen, Abteilungen,
    Abteilung, Abteilung(en), Sparten, Sparte, Sparte(n), Gruppenzugehörigkeit, Gruppierung,
    Gruppierungen, Sportarten, Sportart, Mannschaften, Mannschaft, Untergruppen, Untergruppe, Team,
    Teams, Riege, Riegen, Ressort, Fachbereich, Kategorien, Groups, Categories, Abt., Fachschaft,
    Fachschaften`,
  id: `
    Kennung (ID), Kennung, Vereinsheim-ID, UUID, Interne ID, UID`,
};

/**
 * Letters and digits only, umlauts and their spellings as one: `Geb.-Dat.` and `gebdat`, `Straße`
 * and `Strasse`.
 */
export function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/([aou])e/g, "$1")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

interface Known {
  field: string;
  /** 0 is the surest. */
  rank: number;
}

/** Every name with its field: compared without case, umlauts, spaces and signs (see `nameKey`). */
const NAMES: readonly (readonly [field: string, names: string])[] = [
  ...FIELD_KEYS.map((key) => [key, namesOf(fieldOf(key))] as const),
  ...Object.entries(OTHER_NAMES),
];

function namesOf({ importNames, label }: Field): string {
  return importNames === undefined ? label : `${importNames}, ${label}`;
}

const KNOWN = new Map<string, Known[]>();
for (const [field, names] of NAMES)
  for (const [rank, name] of names.split(",").entries()) {
    const key = nameKey(name);
    const known = KNOWN.get(key) ?? [];
    if (!known.some((other) => other.field === field)) known.push({ field, rank });
    KNOWN.set(key, known);
  }

/**
 * What forms say about how to fill a column in: `Geburtsdatum (TT.MM.JJJJ)`, `E-Mail (freiwillig)`.
 */
const HOW_TO_FILL_IN =
  /[([]\s*(?:[tdmjy]{1,4}(?:[.\-/ ]+[tdmjy]{1,4}){1,2}\.?|optional|freiwillig|pflicht(?:feld|angabe)?|falls vorhanden|bitte .*|z\. ?b\. .*)\s*[)\]]/gi;

/**
 * Fields that a column of this name may hold, the likeliest first. `Person->Nachname` is looked up
 * whole, then its end.
 */
export function fieldsNamed(column: string): Known[] {
  const parts = column.replace(HOW_TO_FILL_IN, " ").split("->");
  for (let from = 0; from < parts.length; from++) {
    const key = nameKey(parts.slice(from).join(" "));
    // `Privat: Vorname` is the first name all the same; `E-Mail 1` and `Telefon (1)` are the first
    // of several.
    const known =
      KNOWN.get(key) ??
      KNOWN.get(key.replace(/1$/, "")) ??
      KNOWN.get(key.replace(/^(?:privat|person|mitglied|kontakt|stammdaten)e?/, ""));
    if (known !== undefined) return known.toSorted((a, b) => a.rank - b.rank);
    // Of groups every one counts: `Abteilung 2`.
    const numbered =
      KNOWN.get(key.replace(/[2-9]$/, ""))?.filter(({ field }) => field === "groups") ?? [];
    if (numbered.length > 0) return numbered;
  }
  return [];
}

/** Whether a text is what some column would be called. */
export function isKnownName(text: string): boolean {
  return fieldsNamed(text).length > 0;
}
