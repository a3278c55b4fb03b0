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
  ).toEqual({ A: "iban", B: "email", C: "mobile", D: "gender", E: "birthday", F: null });
});

test("days that could be several things are left to the user, with what they could be", () => {
  const [suggestion] = suggestEntries(["Datum"], [["01.02.1990"], ["03.04.1985"]], FIELDS);
  expect(suggestion).toMatchObject({
    column: "Datum",
    entry: null,
    candidates: ["birthday", "joinedOn", "leftOn"],
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
  expect(found[1]?.candidates[0]).toBe("phone");
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
    "firstname",
    "iban",
    "email",
    "mobile",
  ]);
});

/** A column each, row by row. */
function suggested(columns: Record<string, string[]>) {
  const rows = Array.from(
    { length: Math.max(...Object.values(columns).map(({ length }) => length)) },
    (_, at) => Object.values(columns).map((cells) => cells[at] ?? ""),
  );
  return suggestEntries(Object.keys(columns), rows, FIELDS);
}

test("a name is what the others leave over: last name beside a first name, nothing beside both", () => {
  const target = (columns: Record<string, string[]>) =>
    suggested(columns).map(({ entry }) => entry?.targetField ?? null);
  const given = ["Eva", "Jörg", "Zoë"];
  const family = ["Müller", "Weiß", "Groß"];
  expect(target({ Name: family, Rufname: given })).toEqual(["lastname", "firstname"]);
  expect(
    target({
      "Given Name": given,
      "Family Name": family,
      Name: given.map((name, at) => `${name} ${family[at]}`),
    }),
  ).toEqual(["firstname", "lastname", null]);
  expect(target({ Name: family.map((name, at) => `${name}, ${given[at]}`) })).toEqual(["fullName"]);
});

test("what stands in a column outweighs its heading: academic titles under „Zusatz“, days that few have under „ausgeschieden zum“", () => {
  const found = suggested({
    Vorname: ["Eva", "Jörg", "Zoë", "Ida"],
    Name: ["Müller", "Weiß", "Groß", "Klein"],
    Zusatz: ["Dr.", "", "Prof. Dr.", ""],
    "geb. am": ["01.03.1980", "24.12.1975", "29.02.2012", "05.05.1999"],
    "dabei seit": ["01.01.1990", "01.07.1999", "01.09.2020", "01.01.2015"],
    "ausgeschieden zum": ["", "", "31.12.2025", ""],
    "verst.": ["12.03.2026", "", "", ""],
    "abw. Kontoinhaber": ["", "", "Olaf Groß", ""],
    "Register/Gruppe": ["Alt/Kinderchor", "Bass", "Alt", "Bass"],
  });
  expect(found.map(({ entry }) => entry?.targetField ?? null)).toEqual([
    "firstname",
    "lastname",
    "title",
    "birthday",
    "joinedOn",
    "leftOn",
    "deceasedOn",
    "accountHolder",
    "groups",
  ]);
});

test("columns that are ticked below a common heading are groups, by the names of the columns", () => {
  const [turning] = suggested({ "Abteilung->Yoga": ["x", "", "x"], Name: ["Weiß, Jörg"] });
  expect(turning?.entry).toEqual({
    sourceField: "Abteilung->Yoga",
    targetField: "groups",
    transforms: [{ kind: "VALUES", values: [{ from: "x", to: "Yoga" }], otherwise: "EMPTY" }],
  });
});

test("a birth date in three columns, and a house number with its addition, are put together", () => {
  const found = suggested({
    Tag: ["1", "24"],
    Monat: ["3", "12"],
    Jahr: ["1980", "1975"],
    Straße: ["Lange Gasse", "Hauptstr."],
    "Hausnr.": ["12", "4"],
    Zusatz: ["a", ""],
  });
  expect(found.flatMap(({ entry }) => entry ?? [])).toEqual([
    {
      sourceField: "Tag",
      targetField: "birthday",
      transforms: [{ kind: "JOIN", with: ["Monat", "Jahr"], separator: "." }],
    },
    {
      sourceField: "Straße",
      targetField: "street",
      transforms: [{ kind: "JOIN", with: ["Hausnr.", "Zusatz"], separator: " " }],
    },
  ]);
});

test("how sure a column is goes with it: a known name is not doubted, contents alone are", () => {
  const [known, unnamed] = suggested({
    "E-Mail": ["eva@example.org", "uwe@example.org"],
    "Spalte 2": ["m", "w"],
  });
  expect(known).toMatchObject({ doubtful: false, reason: "NAME" });
  expect(known?.confidence).toBeGreaterThan(0.9);
  expect(unnamed).toMatchObject({
    reason: "CONTENT",
    doubtful: true,
    entry: { targetField: "gender" },
  });
});

test("a thousand columns of a stranger are judged all the same, and no heading breaks it", () => {
  const names = [
    "__proto__",
    "constructor",
    "\u202eliaM-E",
    "=1+1",
    "a".repeat(500),
    "->",
    "",
    "🙂",
  ];
  const wide = [...names, ...Array.from({ length: 1_000 }, (_, at) => `Spalte ${at + 1}`)];
  const found = suggestEntries(wide, [wide.map((_name, at) => `${at}`)], FIELDS);
  expect(found).toHaveLength(wide.length);
  const taken = found.flatMap(({ entry }) => entry?.targetField ?? []);
  expect(new Set(taken).size).toBe(taken.length);
});
