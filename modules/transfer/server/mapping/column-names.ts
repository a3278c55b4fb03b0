import { type Field, FIELD_KEYS, fieldOf } from "#modules/members/contract.ts";
import { type FieldNames, NameLookup } from "./name-lookup.ts";

/**
 * What else columns of files are called; the names of a member's fields stand in their rows. The
 * first names are the surest.
 */
export const OTHER_NAMES: Record<string, string> = {
  fullName: `
    Name Vorname, Vorname Name, Nachname Vorname, Vorname Nachname, Vor- und Nachname,
    Vor- Nachname, Vor- u. Nachname, Name und Vorname, Nach- und Vorname, Vollständiger Name,
    Ganzer Name, Mitgliedsname, Mitglied, Anzeigename, Full name, Display name, Name,
    Vor- und Zuname, Zuname Vorname, Familienname Vorname, Name des Mitglieds, Person, Spieler, Sänger,
    Sängerin, Teilnehmer, Pächter, Schütze, Sportler, Kamerad, Name Mitglied, Kontaktname, Name komplett,
    Member name, Member, Mitglied (Name), Name u. Vorname, Name + Vorname`,
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
    Fachschaften, Stimme, Stimmlage, Stimmgruppe, Register, Register/Gruppe, Orchester, Ensemble, Chor,
    Zug, Züge, Einheit, Löschzug, Kompanie, Garde, Formation, Kurs, Kurse, Kursgruppe, Klasse,
    Trainingsgruppe, Jugendgruppe, Ortsgruppe, Stamm, Meute, Trupp, Arbeitsgruppe, Arbeitskreis, Bereich,
    Bereiche, Disziplin, Disziplinen, Ausschuss, Mitgliedergruppe, Labels, Departments, Team name,
    Group Membership, Sektion, Sektionen, Gliederung, Fachverband, Zugehörigkeit, Gardezugehörigkeit,
    Abteilungszugehörigkeit, Gruppennamen, Stimmfach, Mannschaft(en), Gruppe(n), Sparte/Abteilung`,
  phones: `
    Tel./Handy, Telefon / Handy, Tel. und Handy, Telefon/Mobil, Telefon und Mobil, Tel. / Mobil,
    Telefonnummern, Festnetz/Mobil, Festnetz und Handy, Telefon (Festnetz/mobil), Rufnummern, Nummer,
    Kontaktdaten, Kontakt, Tel. o. Handy, Phones, Telefon oder Handy, Erreichbar unter`,
  id: `
    Kennung (ID), Kennung, Vereinsheim-ID, UUID, Interne ID, UID`,
};

/** Every field with its names. */
export const COLUMN_NAMES: readonly FieldNames[] = [
  ...FIELD_KEYS.map((key) => [key, namesOf(fieldOf(key))] as const),
  ...Object.entries(OTHER_NAMES),
];

function namesOf({ importNames, label }: Field): string {
  return importNames === undefined ? label : `${importNames}, ${label}`;
}

export const columnNames = new NameLookup(COLUMN_NAMES);
