import type { z } from "zod";
import { GENDER_LABELS, GENDERS, MEMBER_STATUSES, STATUS_LABELS, STATUSES } from "./choices.ts";
import { DERIVED_LABELS } from "./derived-fields.ts";
import {
  bic,
  choice,
  country,
  day,
  emailAddress,
  type Field,
  iban,
  line,
  lineOrEmpty,
  multiline,
  phoneNumber,
  postalCode,
  requiredLine,
} from "./field-kinds.ts";

/**
 * Every field of a member, in the order of answers, list columns and files. Shapes of the
 * interface, SQL, history, forms, lists, imports, exports and erasure follow from these rows; see
 * docs/adding-a-feature.md.
 */
export const MEMBER_FIELDS = {
  memberNumber: {
    column: "member_number",
    label: "Mitgliedsnummer",
    section: "membership",
    access: "own",
    ...requiredLine(30),
    sort: "index",
    erase: "keep",
    importNames: `Mitgliedsnummer, Mitgliedsnr, Mitgliednummer, Mitgliednr, Mitgl.-Nr., Mitglnr,
      Mgl.-Nr., Mgnr, MNr, Mitglieds-ID, Mitglied ID, Member number, Membership number, Member ID,
      Membership ID, Externe Mitgliedsnummer, Interne Mitgliedsnummer, Mitgliedsnummer intern,
      Vereinsnummer, Adressnummer, Adress-Nr., Personennummer, Personen-Nr., Kundennummer, Nummer,
      Nr., ID, Mitglied Nr, Name Nr, Kennnummer, Kennziffer, Stammnummer, Registernummer, Personalnr.,
      Pers.-Nr., Persnr, M-Nr., Mitgl.Nr, Mitglieds-Nr., Member no., Customer ID`,
  },
  salutation: {
    column: "salutation",
    label: "Anrede",
    section: "person",
    access: "own",
    ...line(50),
    sort: "scan",
    erase: "null",
    importNames: `Anrede, Anredeform, Salutation, Name Anrede, Anr., Anredeschlüssel,
      Anredekennzeichen, Anrede-Code`,
  },
  title: {
    column: "title",
    label: "Titel",
    section: "person",
    access: "own",
    ...line(100),
    sort: "scan",
    erase: "null",
    importNames: `Titel, Akad. Titel, Akademischer Titel, Titel Grad, Academic title,
      Name Titel, Name Prefix, Akad. Grad, Akademischer Grad, Grad, Namenszusatz, Zusatz, Title`,
  },
  firstname: {
    column: "first_name",
    label: "Vorname",
    section: "person",
    access: "own",
    ...lineOrEmpty(100),
    sort: "index",
    erase: { to: "Anonymisiertes" },
    importNames: `Vorname, Vornamen, Vorn., Rufname, Vorname Rufname, First name, Given name,
      Prename, Forename, Name Vor, Name Vorname, vor`,
  },
  lastname: {
    column: "last_name",
    label: "Nachname",
    section: "person",
    access: "own",
    ...requiredLine(100),
    sort: "index",
    erase: { to: "Mitglied" },
    importNames: `Nachname, Familienname, Zuname, Nachn., Name, Name Firma, Firma Nachname,
      Last name, Surname, Family name, Name Nach, Name Nachname, nach, Familienname Firma,
      Nachname Firma`,
  },
  email: {
    column: "email",
    label: "E-Mail",
    section: "contact",
    access: "selfService",
    ...emailAddress,
    sort: "index",
    erase: "null",
    importNames: `E-Mail, E-Mail-Adresse, E-Mail privat, Private E-Mail, E-Mail-Adresse privat,
      E-mail 1 Value, Mail, Mailadresse, E-Mail 1, Email address, Primäre E-Mail, Haupt-E-Mail,
      Haupt-E-Mail-Adresse, Kontakt E-Mail, Kontakt Mail, Elektronische Post`,
  },
  phone: {
    column: "phone",
    label: "Telefon",
    section: "contact",
    access: "selfService",
    ...phoneNumber,
    sort: "index",
    erase: "null",
    importNames: `Telefon, Telefon privat, Private Telefonnummer, Phone 1 Value, Telefonnummer,
      Telefonnr., Tel. privat, Tel., Tel.-Nr., Tel-Nummer, Festnetz, Festnetznummer,
      Telefon Festnetz, Tel. Festnetz, Rufnummer, Telefon zu Hause, Telefon 1, Fon, Phone,
      Phone number, Home phone, Telefon Nummer, Kontakt Telefon, Kontakt Telefon privat,
      Kontakt Telefon Festnetz, Kontakt Telefon home, Telefonnummer privat, Telefonnummer Festnetz`,
  },
  mobile: {
    column: "mobile",
    label: "Mobil",
    section: "contact",
    access: "selfService",
    ...phoneNumber,
    sort: "index",
    erase: "null",
    importNames: `Mobil, Handy, Mobiltelefon, Handynummer, Handynr., Handy-Nr., Mobilnummer,
      Mobilnr., Mobilfunk, Mobilfunknummer, Mobiltelefonnummer, Telefon mobil, Tel. mobil,
      Tel. Handy, Telefon Handy, Mobil privat,
      Telefonnummer mobil, Phone mobile, Handy privat, Natel, Mobile, Mobile phone, Cell phone,
      Cell, Kontakt Mobil, Kontakt Handy, Kontakt Telefon mobil, Kontakt Telefon Handy,
      Mobiltelefon privat, Handynummer privat, Mobilnummer privat`,
  },
  street: {
    column: "street",
    label: "Straße",
    section: "address",
    access: "selfService",
    ...line(200),
    sort: "index",
    erase: "null",
    importNames: `Straße, Str., Straße privat, Private Straße, Straße Nr., Straße Hausnummer,
      Straße Hausnr., Straße u. Nr., Straße und Nr., Straße u. Hausnr., Straße und Hausnummer,
      Strasse 1, Adresszeile, Adresszeile 1, Anschrift Straße, Adresse Straße, Street,
      Street address, Address 1 Street, Home street, Home address, Adresse, Anschrift,
      Postanschrift`,
  },
  addressAddition: {
    column: "address_addition",
    label: "Adresszusatz",
    section: "address",
    access: "selfService",
    ...line(200),
    sort: "scan",
    erase: "null",
    importNames: `Adresszusatz, Adress-Zusatz, Anschriftenzusatz, Adresszeile 2, Adresse 2,
      Straße 2, Zusatz, c/o, Adressergänzung, Zusätzliche Adresszeile, Zusatzzeile,
      Address addition, Adresse Zusatz, Zusatzadresse, Adresszusatz 1`,
  },
  postalCode: {
    column: "postal_code",
    label: "PLZ",
    section: "address",
    access: "selfService",
    ...postalCode,
    sort: "index",
    erase: "null",
    importNames: `PLZ, Postleitzahl, Postleitz., Postleitzahl privat, PLZ privat,
      Address 1 Postal Code, Home postal code, PLZ Wohnort, Zip, Zip code, Postal code, Postcode,
      Anschrift PLZ, Adresse PLZ`,
  },
  city: {
    column: "city",
    label: "Ort",
    section: "address",
    access: "selfService",
    ...line(100),
    sort: "index",
    erase: "null",
    importNames: `Ort, Wohnort, Ort privat, Address 1 City, Home city, Stadt, Ortschaft, Gemeinde,
      City, Town, Anschrift Ort, Adresse Ort`,
  },
  country: {
    column: "country",
    label: "Land",
    section: "address",
    access: "selfService",
    ...country,
    sort: "scan",
    erase: "null",
    importNames: `Land, Staat, Land Region privat, Land privat, Address 1 Country, Home country,
      LKZ, Länderkennz., Länderkennzeichen, Länderkürzel, Ländercode, Country, Country code,
      Adresse Land, Anschrift Land`,
  },
  birthday: {
    column: "birthday",
    label: "Geburtstag",
    section: "person",
    access: "own",
    ...day,
    sort: "index",
    filter: "range",
    erase: "year",
    importNames: `Geburtsdatum, Geburtstag, Geb.-Dat., Geb.-Datum, Geb.dat., Gebdat, Geb.-Tag, Geb.,
      geb. am, geboren, geboren am, Geburt, Birthday, Birthdate, Date of birth, DOB,
      Person Geburtsdatum, Geburtsdat., Geb. Dat.`,
  },
  gender: {
    column: "gender",
    label: "Geschlecht",
    section: "person",
    access: "own",
    ...choice(GENDERS, GENDER_LABELS, { otherwise: "UNSPECIFIED", shown: GENDERS }),
    sort: "scan",
    filter: "choice",
    erase: "keep",
    importNames: `Geschlecht, Geschl., Gender, Sex, m/w, w/m, m/w/d, w/m/d, männlich weiblich,
      Person Geschlecht`,
  },
  joinedOn: {
    column: "joined_on",
    label: "Eintritt",
    section: "membership",
    access: "own",
    ...day,
    sort: "index",
    filter: "range",
    erase: "keep",
    importNames: `Eintritt, Eintrittsdatum, Mitgliedsbeginn, Eintritt am, Eintr., Eintr.-Datum,
      Vereinseintritt, Eintritt Verein, eingetreten am, Mitglied seit, Mitglied ab, Beitritt,
      Beitrittsdatum, Beitritt am, Aufnahme, Aufnahmedatum, Aufnahme am, Beginn,
      Beginn Mitgliedschaft, Beginn der Mitgliedschaft, Mitgliedschaft Beginn, Mitgliedschaft seit,
      Mitgliedschaft von, Mitgliedschaft ab, Dabei seit, Join date, Joined, Entry date,
      Member since, Mitglied ab Datum, im Verein seit, im Club seit, Zugang, Zugangsdatum, aufgenommen am,
      Vereinsmitglied seit, Mitgl. seit, Start date, Member from, Entered, Anmeldedatum, angemeldet am`,
  },
  terminatedOn: {
    column: "terminated_on",
    label: "Kündigung",
    section: "membership",
    access: "office",
    ...day,
    sort: "index",
    erase: "null",
    importNames: `Kündigung, Kündigungsdatum, Kündigung am, gekündigt, gekündigt am,
      Kündigung eingegangen, Kündigungseingang, Datum der Kündigung`,
  },
  leftOn: {
    column: "left_on",
    label: "Austritt",
    section: "membership",
    access: "own",
    ...day,
    sort: "index",
    filter: "range",
    erase: "keep",
    importNames: `Austritt, Austrittsdatum, Mitgliedsende, Austritt am, Austritt zum, Austr.,
      Vereinsaustritt, Austritt Verein, ausgetreten am, ausgetreten, Mitglied bis,
      Mitgliedschaft bis, Mitgliedschaft Ende, Ende Mitgliedschaft, Ende der Mitgliedschaft, Abgang,
      Abmeldung, Exit date, Leaving date, Member until,
      ausgeschieden, ausgeschieden am, ausgeschieden zum, Ende, Mitgliedschaft beendet, abgemeldet,
      abgemeldet am, Left, Left on, Exit, End date, Member to, ausgetr., Abgangsdatum, Austritt per,
      Mitgl. bis, Ausscheiden, Ausscheidedatum, Kündigung zum, gekündigt zum, Kündigung per`,
  },
  deceasedOn: {
    column: "deceased_on",
    label: "Verstorben am",
    section: "membership",
    access: "office",
    ...day,
    sort: "index",
    erase: "null",
    importNames: `verstorben am, verstorben, Sterbedatum, Sterbetag, Todestag, Todesdatum,
      gestorben, gestorben am, Tod am, Date of death, Deceased, verst., verst. am, gest., gest. am, Tod,
      Todesfall, Died, Sterbedat., Death date`,
  },
  status: {
    column: "status",
    label: "Status",
    section: "membership",
    access: "own",
    /** FORMER follows from `leftOn` and can't be entered. */
    ...choice(MEMBER_STATUSES, STATUS_LABELS, { otherwise: "ACTIVE", shown: STATUSES }),
    sort: "scan",
    filter: "choice",
    erase: "keep",
    importNames: `Status, Mitgliedsstatus, Mitgliederstatus, Mitgliedstatus, Status Mitglied,
      Mitgliedsart, Mitgliedschaftsart, Mitgliedsform, Mitgliedschaft, Mitgliedschaft Status,
      Membership status, aktiv passiv`,
  },
  accountHolder: {
    column: "account_holder",
    label: "Kontoinhaber",
    section: "bank",
    access: "protected",
    ...line(200),
    sort: "scan",
    erase: "null",
    importNames: `Kontoinhaber, Kontoinh., Abweichender Kontoinhaber, Kontoinhaberin, Inhaber,
      Bank Kontoinhaber, SEPA Inhaber, SEPA Kontoinhaber, Account holder, Zahler, Konto Inhaber,
      Kto.-Inhaber, Kto-Inh., abw. Kontoinhaber, Kontoinhaber abweichend, Name Kontoinhaber, Zahlende,
      Zahlungspflichtiger, Beitragszahler, Account owner`,
  },
  iban: {
    column: "iban",
    label: "IBAN",
    section: "bank",
    access: "protected",
    ...iban,
    sort: "scan",
    erase: "null",
    importNames: `IBAN, IBAN-Nr., IBAN-Nummer, SEPA-IBAN, Bank IBAN, Konto IBAN, Kontonummer IBAN,
      IBAN Konto, IBAN Lastschrift, IBAN SEPA`,
  },
  bic: {
    column: "bic",
    label: "BIC",
    section: "bank",
    access: "protected",
    ...bic,
    sort: "scan",
    erase: "null",
    importNames: "BIC, SWIFT, BIC SWIFT, SWIFT BIC, SWIFT-Code, BIC-Code, SEPA BIC, Bank BIC",
  },
  mandateReference: {
    column: "mandate_reference",
    label: "Mandatsreferenz",
    section: "bank",
    access: "protected",
    ...line(60),
    sort: "scan",
    erase: "null",
    importNames: `Mandatsreferenz, Mandatsreferenznummer, Mandatsref., Mandats-Ref.,
      Mandatsreferenz-Nr., Mandatsnummer, SEPA-Mandat, SEPA Mandatsreferenz, Mandatsreferenz SEPA,
      Mandat, Mandate reference, SEPA Mandatsref., SEPA Mandatsreferenznummer`,
  },
  notes: {
    column: "notes",
    label: "Notizen",
    section: "notes",
    access: "protected",
    ...multiline(10_000),
    erase: "null",
    importNames: `Notizen, Notiz, Bemerkung, Bemerkungen, Anmerkung, Anmerkungen, Kommentar,
      Kommentare, Hinweis, Hinweise, Notes, Note, Sonstiges, Freitext, Info, Memo, Anm., Bem.,
      Bemerk., Bemerkg., Anmerkg., Remarks, Remark, Comment, Comments, Vermerk, Vermerke, Zusatzinfo,
      Sonst., Besonderheiten, Interne Notiz, Notizfeld`,
  },
} as const satisfies Record<string, Field>;

type Rows = typeof MEMBER_FIELDS;
export type MemberField = keyof Rows;
/** Column of the table `member` that holds a field. */
export type ColumnOf<K extends MemberField> = Rows[K]["column"];
/** A member's values as they are entered and stored. */
export type FieldValues = { [K in MemberField]: z.output<Rows[K]["input"]> };
/** The fields whose property has one of these values. */
export type FieldsWith<Property extends keyof Field, Value extends Field[Property]> = {
  [K in MemberField]: Rows[K] extends Record<Property, Value> ? K : never;
}[MemberField];

export const FIELD_KEYS = Object.keys(MEMBER_FIELDS) as MemberField[];

/** Returns the row of a field, for what is done with all of them alike. */
export function fieldOf(key: MemberField): Field {
  return MEMBER_FIELDS[key];
}

export function isMemberField(name: string): name is MemberField {
  return Object.hasOwn(MEMBER_FIELDS, name);
}

/** Returns the fields whose property has one of these values, in the order of the table. */
export function fieldsWith<Property extends keyof Field, const Value extends Field[Property]>(
  property: Property,
  ...values: readonly Value[]
): FieldsWith<Property, Value>[] {
  return FIELD_KEYS.filter((key): key is FieldsWith<Property, Value> =>
    (values as readonly unknown[]).includes(fieldOf(key)[property]),
  );
}

/** Returns the zod shape of some fields: of what forms send or of what answers hold. */
export function shapeOf<Side extends "input" | "output", K extends MemberField>(
  side: Side,
  keys: readonly K[],
): { [Key in K]: Rows[Key][Side] } {
  return Object.fromEntries(keys.map((key) => [key, MEMBER_FIELDS[key][side]])) as {
    [Key in K]: Rows[Key][Side];
  };
}

/** Seen, filtered, sorted and searched with MANAGE_USER only. */
export const PROTECTED_USER_FIELDS = fieldsWith("access", "protected");
/** Seen by everybody who sees members. */
export const OPEN_USER_FIELDS = fieldsWith("access", "office", "own", "selfService");
/** Part of one's own profile. */
export const OWN_PROFILE_FIELDS = fieldsWith("access", "own", "selfService");
/** Changed by members themselves. */
export const SELF_SERVICE_FIELDS = fieldsWith("access", "selfService");

/** What a member's row shows besides its fields. */
const COMPUTED_LABELS = {
  groups: "Gruppen",
  ...DERIVED_LABELS,
  loginState: "Zugang",
  createdAt: "Angelegt am",
  updatedAt: "Geändert am",
} as const;
export type UserField = MemberField | keyof typeof COMPUTED_LABELS;

/** German names of everything that a member's row shows. */
export const USER_FIELD_LABELS: Readonly<Record<UserField, string>> = {
  ...(Object.fromEntries(FIELD_KEYS.map((key) => [key, fieldOf(key).label])) as Record<
    MemberField,
    string
  >),
  ...COMPUTED_LABELS,
};
