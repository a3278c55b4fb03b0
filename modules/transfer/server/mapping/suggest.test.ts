import { expect, test } from "vitest";
import { transferFields } from "../../member-fields.ts";
import { suggestEntries } from "./suggest.ts";

const FIELDS = transferFields(
  false,
  [{ key: "fee", label: "Jahresbeitrag (Cent)", kind: "NUMBER", options: [] }],
  [{ id: "0192d3a0-0000-7000-8000-000000000001", name: "Volleyball", groupName: null }],
);

/** Names as a program or a person writes them, with a row of contents; and the fields they are. */
function targets(columns: Record<string, string | string[]>): Record<string, string | null> {
  const names = Object.keys(columns);
  const values = Object.values(columns).map((value) => (Array.isArray(value) ? value : [value]));
  const rows = Array.from({ length: Math.max(...values.map(({ length }) => length)) }, (_, row) =>
    values.map((column) => column[row] ?? column[0] ?? ""),
  );
  return Object.fromEntries(
    suggestEntries(names, rows, FIELDS).map(({ column, entry }) => [
      column,
      entry?.targetField ?? null,
    ]),
  );
}

test.each([
  [
    "people's own lists",
    {
      "Mitgl.-Nr.": "12",
      Name: "Müller",
      "Vorn.": "Eva",
      "Geb.-Dat.": "1.2.1990",
      "PLZ/Ort": "73033 Göppingen",
      "Straße u. Nr.": "Weg 4",
      "Tel. privat": "040 123456",
      Handy: "0171 123456",
      Eintritt: "1.1.2000",
      "Abteilung(en)": "Turnen",
      IBAN: "",
    },
    [
      "memberNumber",
      "lastname",
      "firstname",
      "birthday",
      "postalCodeAndCity",
      "street",
      "phone",
      "mobile",
      "joinedOn",
      "groups",
      "iban",
    ],
  ],
  [
    "ClubDesk",
    {
      Nachname: "Müller",
      Vorname: "Eva",
      Firma: "",
      Anrede: "Frau",
      Titel: "",
      Adresse: "Weg 4",
      "Adress-Zusatz": "",
      Postleitzahl: "73033",
      Ort: "Göppingen",
      Land: "Deutschland",
      Nationalität: "",
      "Telefon Privat": "040 123456",
      "Telefon Geschäft": "040 99",
      "Telefon Mobil": "0171 123456",
      "E-Mail": "eva@example.org",
      "E-Mail Alternativ": "",
      Geburtsdatum: "01.02.1990",
      Geschlecht: "weiblich",
      Status: "aktiv",
      Eintritt: "01.01.2000",
      Austritt: "",
    },
    [
      "lastname",
      "firstname",
      null,
      "salutation",
      "title",
      "street",
      "addressAddition",
      "postalCode",
      "city",
      "country",
      null,
      "phone",
      null,
      "mobile",
      "email",
      null,
      "birthday",
      "gender",
      "status",
      "joinedOn",
      "leftOn",
    ],
  ],
  [
    "easyVerein",
    {
      Mitgliedsnummer: "12",
      "Privat: Vorname": "Eva",
      "Privat: Nachname": "Müller",
      Eintrittsdatum: "2000-01-01",
      Austrittsdatum: "",
      Kontoinhaber: "Eva",
      BIC: "",
      "SEPA-Mandatsreferenz": "M1",
    },
    [
      "memberNumber",
      "firstname",
      "lastname",
      "joinedOn",
      "leftOn",
      "accountHolder",
      "bic",
      "mandateReference",
    ],
  ],
  [
    "Vereinsflieger",
    {
      MitgliedNr: "12",
      Nachname: "Müller",
      Vorname: "Eva",
      Straße: "Weg 4",
      PLZ: "73033",
      Ort: "Göppingen",
      "E-Mail": "e@example.org",
      Telefon: "040 123456",
      Mobil: "0171 123456",
      "Geb.-datum": "01.02.1990",
      Mitgliedsstatus: "aktives Mitglied",
      Sparten: "Segelflug",
    },
    [
      "memberNumber",
      "lastname",
      "firstname",
      "street",
      "postalCode",
      "city",
      "email",
      "phone",
      "mobile",
      "birthday",
      "status",
      "groups",
    ],
  ],
  [
    "hitobito",
    {
      Vorname: "Eva",
      Nachname: "Müller",
      Haupt_E_Mail: "eva@example.org",
      Strasse: "Weg",
      Hausnummer: "4",
      "Zusätzliche Adresszeile": "",
      PLZ: "8001",
      Ort: "Zürich",
      Land: "CH",
      Geburtstag: "01.02.1990",
    },
    [
      "firstname",
      "lastname",
      "email",
      "street",
      null,
      "addressAddition",
      "postalCode",
      "city",
      "country",
      "birthday",
    ],
  ],
  [
    "one name for two",
    { Name: ["Müller, Eva", "Maier, Uwe"], Mail: "eva@example.org" },
    ["fullName", "email"],
  ],
  [
    "own fields and groups",
    { "Jahresbeitrag (Cent)": "8400", Volleyball: "x" },
    ["cf.fee", "group:0192d3a0-0000-7000-8000-000000000001"],
  ],
  [
    "our own keys",
    { MEMBERNUMBER: "12", ID: "0192d3a0-0000-7000-8000-000000000001" },
    ["memberNumber", "id"],
  ],
] as const)("columns of %s are known", (_name, columns, fields) => {
  expect(Object.values(targets(columns as unknown as Record<string, string>))).toEqual(fields);
});

test("columns without a telling name are known by what stands in them", () => {
  expect(
    targets({
      A: ["DE67000000000000007687", "DE60 0000 0000 0000 0077 16"],
      B: ["eva@example.org", "uwe@example.org"],
      C: ["0171 1234567", "+49 160 1234567"],
      D: ["m", "w"],
      E: ["01.02.1990", "03.04.1985"],
      F: ["rot", "blau"],
    }),
  ).toEqual({ A: "iban", B: "email", C: "mobile", D: "gender", E: null, F: null });
});

test("days that could be several things are left to the user, with what they could be", () => {
  const [suggestion] = suggestEntries(["Datum"], [["01.02.1990"], ["03.04.1985"]], FIELDS);
  expect(suggestion).toEqual({
    column: "Datum",
    entry: null,
    candidates: ["birthday", "joinedOn", "leftOn"],
    reason: "CONTENT",
  });
});

test("the second of two columns for one field stays with the user; house numbers go behind the street", () => {
  const found = suggestEntries(
    ["Telefon", "Tel.", "Strasse", "Hausnr."],
    [["040 123456", "040 999999", "Weg", "4"]],
    FIELDS,
  );
  expect(found.map(({ entry }) => entry?.targetField ?? null)).toEqual([
    "phone",
    null,
    "street",
    null,
  ]);
  expect(found[1]?.candidates).toEqual(["phone"]);
  expect(found[2]?.entry?.transforms).toEqual([
    { kind: "JOIN", with: ["Hausnr."], separator: " " },
  ]);
});

test("a fax is no telephone, and the parents' address not the child's, unless the user says so", () => {
  const found = suggestEntries(
    ["Fax", "E-Mail Eltern"],
    [["040 123456", "eltern@example.org"]],
    FIELDS,
  );
  expect(found.map(({ entry, candidates }) => ({ entry, candidates }))).toEqual([
    { entry: null, candidates: ["phone", "mobile"] },
    { entry: null, candidates: ["email"] },
  ]);
});

test("cents become euros", () => {
  const [suggestion] = suggestEntries(["Jahresbeitrag (Cent)"], [["8400"]], FIELDS);
  expect(suggestion?.entry?.transforms).toEqual([
    { kind: "NUMBER", decimal: ",", factor: 0.01, places: null },
  ]);
});

test("counted rows are no member numbers, and a second telephone with mobile numbers is a mobile", () => {
  const names = [
    "Nr.",
    "Name",
    "Vorname",
    "Telefon",
    "Telefon 2",
    "Erziehungsberechtigter 1 E-Mail",
    "Abteilung1",
    "Abteilung2",
  ];
  const row = (number: string) => [
    number,
    "Müller",
    "Eva",
    "040 123456",
    "0171 3920001",
    "eltern@example.org",
    "Turnen",
    "Tanz",
  ];
  const counted = suggestEntries(names, [row("1"), row("2"), row("3")], FIELDS);
  expect(counted.map(({ entry }) => entry?.targetField ?? null)).toEqual([
    null,
    "lastname",
    "firstname",
    "phone",
    "mobile",
    null,
    "groups",
    "groups",
  ]);
  expect(counted[0]?.candidates).toEqual(["memberNumber"]);
  expect(suggestEntries(names, [row("17"), row("4")], FIELDS)[0]?.entry?.targetField).toBe(
    "memberNumber",
  );
});

test("columns of a file without names are known by what stands in them, wherever they stand", () => {
  const found = suggestEntries(
    ["Spalte 1", "Spalte 5", "Spalte 8", "Spalte 9"],
    [["Eva", "DE67000000000000007687", "eva@example.org", "0171 3920001"]],
    FIELDS,
  );
  expect(found.map(({ entry }) => entry?.targetField ?? null)).toEqual([
    null,
    "iban",
    "email",
    "mobile",
  ]);
});
