import { FIELD_KEYS, fieldOf } from "#modules/members/contract.ts";
import { OTHER_NAMES } from "../column-names.ts";

/**
 * What columns of lists are: fields of members, parts of such, and what members have no field for.
 * The last are named too: a column that is known for something else is taken for no field.
 */
export interface Role {
  key: string;
  /** What columns of it are called. */
  names: readonly string[];
  /** The field that it fills by itself; null: none. */
  field: string | null;
  /** Any number of columns may have it. */
  isShared: boolean;
}

/** Parts of a field that several columns make up, by the one that stands for it. */
export const PART_ROLES: Record<string, string> = {
  houseNumber: `
    Hausnummer, Haus-Nr., Hausnr., Hnr, Hs.-Nr., HsNr, Nr. Haus, Nr., House number`,
  houseNumberAddition: `
    Hausnummernzusatz, Hausnr.-Zusatz, Zusatz Hausnummer, Hnr-Zusatz, HsNr Zusatz, Zusatz`,
  lastnamePrefix: `
    Namenszusatz, Namensvorsatz, Vorsatzwort, Namensvorsatzwort, NZusatz, Adelszusatz, Adelsprädikat,
    Adelstitel, Nachname Präfix, Präfix, Vorsatz, Name Zusatz, Name Vorsatz, Nachname Zusatz, Prefix`,
  birthDay: `
    Geburtstag Tag, Geb. Tag, Tag, GebTag, Geburtsdatum Tag, Tag der Geburt, Birth day, Birthday day`,
  birthMonth: `
    Geburtsmonat, Geb. Monat, Monat, GebMonat, Geburtsdatum Monat, Birth month, Month`,
  birthYear: `
    Geburtsjahr, Geb. Jahr, Jahr, GebJahr, Jahrgang, Geburtsdatum Jahr, Birth year, Year of birth,
    Jg.`,
};

/** Groups that are ticked, one in each column; its name is the column's. */
const TICKS = "ticks";

/** Columns that members have no field for. */
const FOREIGN_NAMES: Record<string, string> = {
  counter: `
    lfd. Nr., Lfd. Nummer, laufende Nummer, lfd, Lfd., Zeile, Pos., Position, #, Nr., Zähler, Platz,
    Index, Row, No.`,
  wholeName: `
    Anzeigename, Vollname, Vollständiger Name, Adressname, Name komplett, Display name, File as,
    Speichern unter, Kurzname, Suchname, Matchcode, Sortiername, Name 1 Zeile`,
  greeting: `
    Briefanrede, Anrede Brief, Briefanredeform, Anredezeile, Grußformel, Anrede lang, Letter salutation`,
  age: "Alter, Lebensalter, Age, Alter in Jahren, wird, wird alt, Alter am Stichtag, Alter heute",
  birthPlace: `
    Geburtsort, Geb.-Ort, Geb. Ort, geboren in, Place of birth, Birthplace, Geburtsland`,
  maidenName: `
    Geburtsname, Geb.-Name, Mädchenname, geborene, geb. Name, Maiden name, Birth name, früherer Name`,
  middleName: `
    Zweiter Vorname, Weitere Vornamen, 2. Vorname, Middle name, Additional name, Spitzname, Nickname,
    Übername, Name Suffix, Suffix, Phonetic first name, Phonetic last name`,
  years: `
    Mitgliedsjahre, Jahre, Jahre Mitglied, Vereinsjahre, Jahre im Verein, Dauer, Zugehörigkeit,
    Mitgliedsdauer, Years, Membership years`,
  fee: `
    Beitrag, Jahresbeitrag, Mitgliedsbeitrag, Beitragshöhe, Betrag, Beitrag EUR, Beitrag in Euro,
    Fee, Membership fee, Beitrag jährlich, Beitragssatz, Spende, Jahresspende, Pacht, Gebühr, Saldo,
    offener Betrag, Umlage, Summe, Schulden, Kautionsbetrag, Punkte`,
  feeKind: `
    Beitragsart, Beitragsgruppe, Beitragsklasse, Beitragsgr., Tarif, Beitragstyp, Beitragsschlüssel,
    Fee group, Preisgruppe, Familienbeitrag, Ermäßigung, Staffel`,
  payment: `
    Zahlungsart, Zahlungsweise, Zahlweise, Zahlart, Zahlungsrhythmus, Einzug, Bankeinzug, Lastschrift,
    Payment method, Rechnung, Rechnungsversand, bezahlt, bezahlt am, Zahlungsziel, Turnus, SEPA`,
  mandateDay: `
    Mandatsdatum, Mandat vom, Datum des Mandats, SEPA-Datum, Unterschriftsdatum, Mandat Datum,
    Datum Mandat, SEPA-Mandat vom, Mandate date, Mandat gültig ab, Mandat unterschrieben am`,
  bankName: `
    Bank, Kreditinstitut, Geldinstitut, Bankname, Name der Bank, Bank name, Institut, Bankbezeichnung,
    Bankverbindung`,
  bankCode: "BLZ, Bankleitzahl, Bank code, Sort code",
  account: "Konto, Kontonummer, Konto-Nr., Kto.-Nr., Kto.Nr., Ktonr, Account number, Account",
  fax: `
    Fax, Telefax, Faxnummer, Fax privat, Fax geschäftlich, Fax-Nr., Home Fax, Business Fax, Faxnr.`,
  workPhone: `
    Telefon geschäftlich, Tel. geschäftlich, Tel. gesch., Tel. dienstlich, Telefon dienstl., Tel. d.,
    Telefon Arbeit, Telefon Firma, Telefon Büro, Business phone, Work phone, Mobil geschäftlich,
    Handy dienstlich, Telefon (geschäftlich), Telefon Geschäft, Telefon beruflich, Pager, Telex,
    Telefon 2 geschäftlich, Company main phone, Telefonnummer Arbeit, Durchwahl`,
  furtherPhone: `
    Telefon 2, Telefon 3, Telefon (2), Tel. 2, Phone 2 - Value, Phone 3 - Value, weitere Telefonnummer,
    Telefon alternativ, Telefon (privat 2), Home phone 2, Other phone, Zweitnummer, Weiteres Telefon`,
  furtherMobile: "Mobil 2, Handy 2, Mobiltelefon 2, Handy 3, Zweithandy, weitere Mobilnummer",
  workEmail: `
    E-Mail geschäftlich, E-Mail dienstlich, E-Mail gesch., E-Mail Arbeit, E-Mail Firma, Work email,
    E-Mail (geschäftlich), Mail dienstlich, Business email, E-Mail beruflich`,
  furtherEmail: `
    E-Mail 2, E-Mail 3, E-Mail alternativ, Zweite E-Mail, 2. E-Mail, E-mail 2 - Value, Mail 2,
    weitere E-Mail, Secondary email, Alternative E-Mail, E-Mail-Adresse 2, E-Mail-2-Adresse, Email 2,
    E-mail 2 Address, Zusätzliche E-Mail`,
  emailKind: `
    E-Mail-Typ, E-mail 1 - Label, E-mail 1 - Type, Phone 1 - Label, Phone 1 - Type, Address 1 - Label,
    E-Mail: Angezeigter Name, E-mail Display Name, E-mail Type, Telefonart, Address 1 - Type`,
  workAddress: `
    Straße geschäftlich, Ort geschäftlich, Postleitzahl geschäftlich, Business street, Business city,
    Business postal code, PLZ Firma, Ort Firma, Straße Firma, Land geschäftlich, Work address,
    Firmenanschrift, Weitere Straße, Weitere Postleitzahl, Weiterer Ort, Other street, Other city,
    Other postal code, Rechnungsadresse, Rechnungsanschrift, Lieferadresse, Region geschäftlich,
    Business country, Dienstort, PLZ geschäftlich`,
  region: `
    Bundesland, Region, Region privat, Kanton, Landkreis, Kreis, Bezirk, Ortsteil, Stadtteil, State,
    Home state, Address 1 - Region, Provinz, Gemeindeschlüssel, Postfach, PO Box, Address 1 - PO Box`,
  parentName: `
    Eltern, Erziehungsberechtigte, Erziehungsberechtigter, Name der Eltern, Name Eltern, Mutter, Vater,
    Sorgeberechtigte, Gesetzlicher Vertreter, Vormund, Parent, Parents, Guardian, Name Mutter,
    Name Vater, Ehepartner, Partner, Spouse, Kontaktperson, Ansprechpartner, Notfallkontakt,
    Familienmitglied, Hauptmitglied, Zahlendes Mitglied, Kinder, Children, Eltern Vorname,
    Eltern Nachname`,
  parentPhone: `
    Telefon Eltern, Handy Mutter, Handy Vater, Notfallnummer, Notfalltelefon, Notfall Telefon,
    Emergency phone, Emergency contact, Tel. Eltern, Mobil Eltern, Telefonnummer Vater,
    Telefonnummer Mutter, Elternhandy, Notruf, Assistant's phone, Telefon Notfall`,
  parentEmail: `
    E-Mail Eltern, Mail Eltern, E-Mail Mutter, E-Mail Vater, Email parents, E-Mail Erziehungsberechtigte,
    Weitere E-Mail Mutter, E-Mail Elternteil`,
  company: `
    Firma, Unternehmen, Firmenname, Company, Organisation, Organization Name, Arbeitgeber, Institution,
    Organisation 1 - Name, Organization 1 - Name, Verein, Dienststelle, Organisationseinheit`,
  website: `
    Webseite, Homepage, Internet, Website, URL, WWW, Internetadresse, Web, Web page, Foto, Bild, Photo,
    Social Media, Instagram, Facebook`,
  job: `
    Beruf, Tätigkeit, Profession, Job, Occupation, Job title, Position im Beruf, Berufsbezeichnung,
    Branche, Schule, Klasse, Organization Title, Ausbildung`,
  office: `
    Funktion, Amt, Vereinsamt, Funktionen, Ämter, Rolle, Vereinsrolle, Position, Role, Vorstandsamt,
    Aufgabe, Funktion im Verein, Rollen, Ehrenamt, Dienstgrad, Rang, Dienststellung`,
  nation: "Nationalität, Staatsangehörigkeit, Nation, Nationality, Staatsbürgerschaft, Staatsang.",
  marital: "Familienstand, Zivilstand, Marital status, Konfession, Religion, Sprache, Language",
  changed: `
    Letzte Änderung, geändert am, Änderungsdatum, Stand, updated_at, created_at, angelegt am, erstellt,
    erfasst am, Datum der Erfassung, Last modified, Geändert, Erstelldatum, Modified, Bearbeitet am`,
  pass: `
    Passnummer, Pass-Nr., Spielerpass, Ausweisnummer, Lizenz, Lizenznummer, Startpass, Spielernummer,
    Kartennummer, Schlüsselnummer, Kennzeichen, Steuernummer, Steuer-ID, Vertragsnummer, Rückennummer,
    Chipnummer, Waffenbesitzkarte, Rechnungsnummer, Kundenkonto, Debitor, Debitorennummer, Zugangscode,
    Schließfach, Verbandsnummer, Startnummer, DTB-ID, Spielerpassnummer`,
  licenceDay: `
    Lizenz bis, Lizenz gültig bis, Passdatum, Spielrecht ab, gültig bis, Führungszeugnis,
    Führungszeugnis vom, letzte Untersuchung, Prüfung, Prüfung am, Impfung, Erste Hilfe am, Kurs am,
    Tauglich bis, Probezeit bis, Antrag vom, Antragsdatum, Schnuppertraining, Anmeldung vom`,
  size: `
    T-Shirt-Größe, Größe, Konfektionsgröße, Kleidergröße, Trikotnummer, Shirt size, Schuhgröße, Gewicht,
    Kostümgröße`,
  familyKey: `
    Familie, Familiennummer, Familien-ID, Familien-Nr., Haushalt, Family ID, Haushaltsnummer`,
  consent: `
    Einwilligung, Foto-Einwilligung, Datenschutz, DSGVO, Newsletter, Fotoerlaubnis, Post erwünscht,
    Rundschreiben, Mailing, Einverständnis, Consent, Zustimmung, Vereinszeitung, Ehrenmitglied,
    Schlüssel, aktiv, Zeitung, Kontakt erlaubt, Bildrechte, WhatsApp, Verteiler, Vegetarier,
    Beitragsfrei, Zahlt, Benutzer 1, Privat, Vertraulichkeit`,
  skill: `
    Abzeichen, Schwimmabzeichen, Instrument, Qualifikation, Trainerschein, Führerschein, Ausbildungen,
    Bootsklasse, Leistungsklasse, Handicap, Spielstärke, Gürtel, Graduierung, Allergien, Krankenkasse,
    Hobbys, Sport`,
  wedding:
    "Hochzeitstag, Hochzeit, Wedding, Jahrestag, Anniversary, Namenstag, Taufe, Verheiratet seit",
  honoured: `
    Ehrung, Ehrungen, geehrt am, Ehrung am, Jubiläum, letzte Ehrung, Ehrennadel, 25 Jahre, 40 Jahre,
    Auszeichnung, Ehrenmitglied seit, Ehrung Datum, nächste Ehrung, Jubiläen`,
  someDay: "Datum, Date, Tag, am, vom, Zeitpunkt, Termin, Day, Dat., Datum 1, Datum 2",
  leavingReason:
    "Austrittsgrund, Grund, Kündigungsgrund, Grund des Austritts, Abgangsgrund, Reason",
  loginName: "Benutzername, Login, Username, Benutzer, Passwort, Nutzername, Anmeldename, Kennwort",
  key: "Satznummer, Datensatz, Record ID, Schlüssel intern, GUID, Key, Hash, Interne Nummer, PK, Sync-ID",
};

export const OTHER_ROLE = "other";

function listed(names: string): string[] {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Every role, those of fields first. */
export const ROLES: readonly Role[] = [
  ...FIELD_KEYS.map((key): Role => {
    const { importNames, label } = fieldOf(key);
    return role(key, importNames === undefined ? label : `${importNames}, ${label}`, key);
  }),
  ...Object.entries(OTHER_NAMES)
    .filter(([key]) => key !== "houseNumber")
    .map(([key, names]) => role(key, names, key, key === "groups")),
  role(TICKS, "", null, true),
  ...Object.entries(PART_ROLES).map(([key, names]) => role(key, names, null)),
  ...Object.entries(FOREIGN_NAMES).map(([key, names]) => role(key, names, null, true)),
  role(OTHER_ROLE, "", null, true),
];

function role(key: string, names: string, field: string | null, isShared = false): Role {
  return { key, names: listed(names), field, isShared };
}

export const TICKS_ROLE = TICKS;
