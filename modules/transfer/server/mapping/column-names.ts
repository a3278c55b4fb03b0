import { FIELD_KEYS, fieldOf, isMemberField } from "#modules/members/contract.ts";

/**
 * What columns are called in German clubs: in the exports of ClubDesk, easyVerein, Vereinsflieger,
 * Admidio, hitobito, SPG-Verein, Linear and Netxp, in address books, and in the lists that people
 * make themselves. Compared without case, umlauts, spaces and signs (see `nameKey`). The first
 * names of a field are the surest. A field's label is known without standing here.
 */
const NAMES: Record<string, string> = {
  memberNumber:
    "Mitgliedsnummer, Mitgliedsnr, Mitgliednummer, Mitgliednr, Mitgl.-Nr., Mitglnr, Mgl.-Nr., Mgnr, MNr, Mitglieds-ID, Mitglied ID, Member number, Membership number, Member ID, Membership ID, Externe Mitgliedsnummer, Interne Mitgliedsnummer, Mitgliedsnummer intern, Vereinsnummer, Adressnummer, Adress-Nr., Personennummer, Personen-Nr., Kundennummer, Nummer, Nr., ID, Mitglied Nr, Name Nr",
  salutation: "Anrede, Anredeform, Salutation, Name Anrede",
  title:
    "Titel, Akad. Titel, Akademischer Titel, Titel Grad, Titel Vorname, Academic title, Name Titel, Name Prefix, Akad. Grad, Akademischer Grad",
  firstname:
    "Vorname, Vornamen, Vorn., Rufname, Vorname Rufname, First name, Given name, Prename, Forename, Name Vor, Name Vorname, vor",
  lastname:
    "Nachname, Familienname, Zuname, Nachn., Name, Name Firma, Firma Nachname, Last name, Surname, Family name, Name Nach, Name Nachname, nach, Familienname Firma, Nachname Firma",
  fullName:
    "Name Vorname, Vorname Name, Nachname Vorname, Vorname Nachname, Vor- und Nachname, Vor- Nachname, Vor- u. Nachname, Name und Vorname, Nach- und Vorname, Vollständiger Name, Ganzer Name, Mitgliedsname, Mitglied, Anzeigename, Full name, Display name, Name",
  birthday:
    "Geburtsdatum, Geburtstag, Geb.-Dat., Geb.-Datum, Geb.dat., Gebdat, Geb.-Tag, Geb., geb. am, geboren, geboren am, Geburt, Birthday, Birthdate, Date of birth, DOB, Person Geburtsdatum, Geburtsdat., Geb. Dat.",
  gender:
    "Geschlecht, Geschl., Gender, Sex, m/w, w/m, m/w/d, w/m/d, männlich weiblich, Person Geschlecht",
  street:
    "Straße, Str., Straße privat, Private Straße, Straße Nr., Straße Hausnummer, Straße Hausnr., Straße u. Nr., Straße und Nr., Straße u. Hausnr., Straße und Hausnummer, Strasse 1, Adresszeile, Adresszeile 1, Anschrift Straße, Adresse Straße, Street, Street address, Address 1 Street, Home street, Home address, Adresse, Anschrift, Postanschrift",
  houseNumber: "Hausnummer, Haus-Nr., Hausnr., Hnr, Nr. Haus, House number",
  addressAddition:
    "Adresszusatz, Adress-Zusatz, Anschriftenzusatz, Adresszeile 2, Adresse 2, Straße 2, Zusatz, c/o, Adressergänzung, Zusätzliche Adresszeile, Zusatzzeile, Address addition, Adresse Zusatz, Zusatzadresse, Adresszusatz 1",
  postalCode:
    "PLZ, Postleitzahl, Postleitz., Postleitzahl privat, PLZ privat, Address 1 Postal Code, Home postal code, PLZ Wohnort, Zip, Zip code, Postal code, Postcode, Anschrift PLZ, Adresse PLZ",
  city: "Ort, Wohnort, Ort privat, Address 1 City, Home city, Stadt, Ortschaft, Gemeinde, City, Town, Anschrift Ort, Adresse Ort",
  postalCodeAndCity:
    "PLZ Ort, PLZ Wohnort, PLZ und Ort, PLZ u. Ort, Postleitzahl Ort, Postleitzahl und Ort, PLZ Stadt",
  address:
    "Anschrift komplett, Komplette Anschrift, Vollständige Anschrift, Ganze Anschrift, Anschrift, Postanschrift, Adresse, Wohnadresse",
  country:
    "Land, Staat, Land Region privat, Land privat, Address 1 Country, Home country, LKZ, Länderkennz., Länderkennzeichen, Länderkürzel, Ländercode, Country, Country code, Adresse Land, Anschrift Land",
  email:
    "E-Mail, E-Mail-Adresse, E-Mail privat, Private E-Mail, E-Mail-Adresse privat, E-mail 1 Value, Mail, Mailadresse, E-Mail 1, Email address, Primäre E-Mail, Haupt-E-Mail, Haupt-E-Mail-Adresse, Kontakt E-Mail, Kontakt Mail, Elektronische Post",
  phone:
    "Telefon, Telefon privat, Private Telefonnummer, Phone 1 Value, Telefonnummer, Telefonnr., Tel. privat, Tel., Tel.-Nr., Tel-Nummer, Festnetz, Festnetznummer, Telefon Festnetz, Tel. Festnetz, Rufnummer, Telefon zu Hause, Telefon 1, Fon, Phone, Phone number, Home phone, Telefon Nummer, Kontakt Telefon, Kontakt Telefon privat, Kontakt Telefon Festnetz, Kontakt Telefon home, Telefonnummer privat, Telefonnummer Festnetz, Telefon Handy, Tel. Handy, Tel. u. Handy, Telefon und Handy",
  mobile:
    "Mobil, Handy, Mobiltelefon, Handynummer, Handynr., Handy-Nr., Mobilnummer, Mobilnr., Mobilfunk, Mobilfunknummer, Mobiltelefonnummer, Telefon mobil, Tel. mobil, Tel. Handy, Telefon Handy, Tel. u. Handy, Telefon und Handy, Mobil privat, Telefonnummer mobil, Phone mobile, Handy privat, Natel, Mobile, Mobile phone, Cell phone, Cell, Kontakt Mobil, Kontakt Handy, Kontakt Telefon mobil, Kontakt Telefon Handy, Mobiltelefon privat, Handynummer privat, Mobilnummer privat",
  joinedOn:
    "Eintritt, Eintrittsdatum, Mitgliedsbeginn, Eintritt am, Eintr., Eintr.-Datum, Vereinseintritt, Eintritt Verein, eingetreten am, Mitglied seit, Mitglied ab, Beitritt, Beitrittsdatum, Beitritt am, Aufnahme, Aufnahmedatum, Aufnahme am, Beginn, Beginn Mitgliedschaft, Beginn der Mitgliedschaft, Mitgliedschaft Beginn, Mitgliedschaft seit, Mitgliedschaft von, Mitgliedschaft ab, Dabei seit, Join date, Joined, Entry date, Member since, Mitglied ab Datum",
  terminatedOn:
    "Kündigung, Kündigungsdatum, Kündigung am, gekündigt, gekündigt am, Kündigung eingegangen, Kündigungseingang, Datum der Kündigung",
  leftOn:
    "Austritt, Austrittsdatum, Mitgliedsende, Austritt am, Austritt zum, Austr., Vereinsaustritt, Austritt Verein, ausgetreten am, ausgetreten, Mitglied bis, Mitgliedschaft bis, Mitgliedschaft Ende, Ende Mitgliedschaft, Ende der Mitgliedschaft, Abgang, Abmeldung, Exit date, Leaving date, Member until",
  deceasedOn:
    "verstorben am, verstorben, Sterbedatum, Sterbetag, Todestag, Todesdatum, gestorben, gestorben am, Tod am, Date of death, Deceased",
  status:
    "Status, Mitgliedsstatus, Mitgliederstatus, Mitgliedstatus, Status Mitglied, Mitgliedsart, Mitgliedschaftsart, Mitgliedsform, Mitgliedschaft, Mitgliedschaft Status, Membership status, aktiv passiv",
  accountHolder:
    "Kontoinhaber, Kontoinh., Abweichender Kontoinhaber, Kontoinhaberin, Inhaber, Bank Kontoinhaber, SEPA Inhaber, SEPA Kontoinhaber, Account holder, Zahler, Konto Inhaber, Kto.-Inhaber, Kto-Inh.",
  iban: "IBAN, IBAN-Nr., IBAN-Nummer, SEPA-IBAN, Bank IBAN, Konto IBAN, Kontonummer IBAN, IBAN Konto, IBAN Lastschrift, IBAN SEPA",
  bic: "BIC, SWIFT, BIC SWIFT, SWIFT BIC, SWIFT-Code, BIC-Code, SEPA BIC, Bank BIC",
  mandateReference:
    "Mandatsreferenz, Mandatsreferenznummer, Mandatsref., Mandats-Ref., Mandatsreferenz-Nr., Mandatsnummer, SEPA-Mandat, SEPA Mandatsreferenz, Mandatsreferenz SEPA, Mandat, Mandate reference, SEPA Mandatsref., SEPA Mandatsreferenznummer",
  notes:
    "Notizen, Notiz, Bemerkung, Bemerkungen, Anmerkung, Anmerkungen, Kommentar, Kommentare, Hinweis, Hinweise, Notes, Note, Sonstiges, Freitext, Info, Memo, Anm., Bem., Bemerk.",
  groups:
    "Gruppen, Gruppe, Mitgliedergruppen, Mitgliedsgruppen, Gruppen Untergruppen, Abteilungen, Abteilung, Abteilung(en), Sparten, Sparte, Sparte(n), Gruppenzugehörigkeit, Gruppierung, Gruppierungen, Sportarten, Sportart, Mannschaften, Mannschaft, Untergruppen, Untergruppe, Team, Teams, Riege, Riegen, Ressort, Fachbereich, Kategorien, Groups, Categories, Abt., Fachschaft, Fachschaften",
  id: "Kennung (ID), Kennung, Vereinsheim-ID, UUID, Interne ID, UID",
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

const KNOWN = new Map<string, Known[]>();
for (const field of new Set([...Object.keys(NAMES), ...FIELD_KEYS])) {
  const label = isMemberField(field) ? [fieldOf(field).label] : [];
  for (const [rank, name] of [...(NAMES[field]?.split(",") ?? []), ...label].entries()) {
    const key = nameKey(name);
    const known = KNOWN.get(key) ?? [];
    if (!known.some((other) => other.field === field)) known.push({ field, rank });
    KNOWN.set(key, known);
  }
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
