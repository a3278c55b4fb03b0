import { expect, test } from "vitest";
import type { MappingEntry } from "../../mapping-contract.ts";
import { transferFields } from "../../member-fields.ts";
import { missingColumns, rowMapper } from "./row-mapper.ts";

const FIELDS = transferFields(
  false,
  [
    { key: "fee", label: "Beitrag", kind: "NUMBER", options: [] },
    { key: "news", label: "Newsletter", kind: "BOOLEAN", options: [] },
    { key: "shirt", label: "Trikot", kind: "CHOICE", options: ["S", "M", "XL"] },
    { key: "posts", label: "Ämter", kind: "MULTI_CHOICE", options: ["Kasse", "Presse, Web"] },
  ],
  [{ id: "0192d3a0-0000-7000-8000-000000000001", name: "Turnen", groupName: null }],
);
const CONTEXT = { today: "2026-11-01", dateOrder: "DMY" as const };

/** One cell for one field. */
function read(
  field: string,
  cell: string | number | boolean | Date | null,
  transforms: MappingEntry["transforms"] = [],
  context = {},
) {
  const map = rowMapper(
    ["Spalte"],
    [{ sourceField: "Spalte", targetField: field, transforms }],
    FIELDS,
    { ...CONTEXT, ...context },
  );
  const row = map([cell]);
  const [problem] = row.problems;
  return problem === undefined ? row.values.get(field) : `! ${problem.message}`;
}

test.each([
  ["31.12.1999", "1999-12-31"],
  ["1.2.2000", "2000-02-01"],
  [" 31.12.99 ", "1999-12-31"],
  ["16.04.21", "2021-04-16"],
  ["1999-12-31", "1999-12-31"],
  ["1999-12-31T00:00:00+01:00", "1999-12-31"],
  ["19991231", "1999-12-31"],
  ["31. Dezember 1999", "1999-12-31"],
  ["3. Mär 99", "1999-03-03"],
  ["Fr., 31.12.1999", "1999-12-31"],
  ["31/12/1999", "1999-12-31"],
  ["31.12.1999 00:00:00", "1999-12-31"],
  [36525, "1999-12-31"],
  ["36525", "1999-12-31"],
  [new Date("1999-12-31"), "1999-12-31"],
  ["5-Mai-2001", "2001-05-05"],
  ["March 1, 1980", "1980-03-01"],
  ["00.00.0000", null],
  ["31.12.9999", null],
  ["-", null],
  ["31.02.1975", "! „31.02.1975“ ist kein Datum: Diesen Tag gibt es nicht."],
  ["29.02.1999", "! „29.02.1999“ ist kein Datum: Diesen Tag gibt es nicht."],
  ["1975", "! „1975“ ist nur ein Jahr. Nötig sind Tag und Monat."],
  ["bald", "! „bald“ ist kein Datum. Verständlich ist zum Beispiel 31.12.1999."],
  ["2031-04-01", "! Der Geburtstag liegt in der Zukunft (01.04.2031)."],
])("birthday %s → %s", (cell, value) => {
  expect(read("birthday", cell)).toBe(value);
});

test("days with strokes follow the file's order, those with points never", () => {
  expect(read("birthday", "03/04/1990")).toBe("1990-04-03");
  expect(read("birthday", "03/04/1990", [], { dateOrder: "MDY" })).toBe("1990-03-04");
  expect(read("birthday", "03.04.1990", [], { dateOrder: "MDY" })).toBe("1990-04-03");
  expect(read("birthday", "03/04/1990", [{ kind: "DATE", format: "MM/DD/YYYY" }])).toBe(
    "1990-03-04",
  );
});

test("a year of two digits is the one that a life makes sense with", () => {
  const entries = ["birthday", "joinedOn", "leftOn"].map((targetField) => ({
    sourceField: targetField,
    targetField,
    transforms: [],
  }));
  const map = rowMapper(["birthday", "joinedOn", "leftOn"], entries, FIELDS, CONTEXT);
  const days = (...cells: string[]) => [...map(cells).values.values()];
  expect(days("01.02.20", "01.05.1950", "")).toEqual(["1920-02-01", "1950-05-01", null]);
  expect(days("01.02.1990", "01.05.05", "31.12.27")).toEqual([
    "1990-02-01",
    "2005-05-01",
    "2027-12-31",
  ]);
  expect(days("01.02.1950", "01.05.70", "31.12.99")).toEqual([
    "1950-02-01",
    "1970-05-01",
    "1999-12-31",
  ]);
});

test.each([
  ["phone", "040/66 96-94 38", "+494066969438"],
  ["phone", "(040) 66969438", "+494066969438"],
  ["phone", "0049 40 66969438", "+494066969438"],
  ["phone", "+49 (0) 40 66969438", "+494066969438"],
  ["phone", "tel:+49-40-66969438", "+494066969438"],
  ["phone", "+43 1 234567", "+431234567"],
  ["phone", "66969438", "66969438"],
  ["phone", "040 66969438 (Oma)", "040 66969438 (Oma)"],
  ["mobile", 17604069062, "+4917604069062"],
  ["mobile", 4917604069062, "+4917604069062"],
  ["mobile", "1,76041E+10", "! „1,76041E+10“: Excel hat Ziffern der Telefonnummer verloren."],
  ["phone", "keins", "! „keins“ ist keine Telefonnummer."],
  ["postalCode", 1067, "01067"],
  ["postalCode", "D-73033", "73033"],
  ["email", " Eva.MUELLER@Example.org ", "eva.mueller@example.org"],
  ["email", "Eva Müller <eva@example.org>", "eva@example.org"],
  ["email", "zwei@@example.org", "! „zwei@@example.org“ ist keine E-Mail-Adresse."],
  ["iban", "de60 0000 0000 0000 0077 16", "DE60000000000000007716"],
  [
    "iban",
    "DE73000000000000020060",
    "! „DE73000000000000020060“ ist keine gültige IBAN. Bitte prüfen Sie die Ziffern.",
  ],
  ["gender", "w", "FEMALE"],
  ["gender", "Herr", "MALE"],
  ["gender", "divers", "DIVERSE"],
  ["gender", "?", null],
  ["gender", "Ei", "! „Ei“ gibt es nicht zur Auswahl (weiblich, männlich, divers, keine Angabe)."],
  ["status", "Ehrenmitglied", "HONORARY"],
  ["status", "Aktives Mitglied", "ACTIVE"],
  ["status", "ausgetreten", undefined],
  ["country", "Deutschland", "DE"],
  ["country", "A", "AT"],
  ["country", "CHE", "CH"],
  ["country", "Atlantis", "! Ein Land „Atlantis“ gibt es nicht."],
  ["cf.fee", "1.250,00 €", 1250],
  ["cf.fee", "84,5", 84.5],
  ["cf.fee", "1250.50", 1250.5],
  ["cf.fee", "viel", "! „viel“ ist keine Zahl."],
  ["cf.news", "X", true],
  ["cf.news", "nein ", false],
  ["cf.news", "vielleicht", "! „vielleicht“ ist weder ja noch nein."],
  ["cf.shirt", "xl", "XL"],
  ["cf.shirt", "XXL", "! „XXL“ gibt es nicht zur Auswahl (S, M, XL)."],
  ["lastname", " von  der Heide\t", "von  der Heide"],
  ["lastname", "Mu\u0308ller", "Müller"],
  ["memberNumber", 1001, "1001"],
  ["notes", "Zeile 1\r\nZeile 2 ", "Zeile 1\nZeile 2"],
  ["lastname", "   ", null],
] as const)("%s %s → %s", (field, cell, value) => {
  expect(read(field, cell)).toEqual(value);
});

test("several names in a cell become a list; those with commas stand one a line", () => {
  expect(read("groups", "Fußball , Turnen;Turnen")).toEqual(["Fußball", "Turnen"]);
  expect(read("groups", "Fußball > x, Turnen -> Bambini")).toEqual([
    "Fußball > x",
    "Turnen->Bambini",
  ]);
  expect(read("groups", "Tanz, Jazz\n")).toEqual(["Tanz, Jazz"]);
  expect(read("cf.posts", "Presse, Web")).toEqual(["Presse, Web"]);
  expect(read("cf.posts", "kasse\nPresse, Web")).toEqual(["Kasse", "Presse, Web"]);
});

test("several fields in one column are taken apart", () => {
  const parts = (field: string, cell: string) =>
    Object.fromEntries(
      rowMapper(
        ["S"],
        [{ sourceField: "S", targetField: field, transforms: [] }],
        FIELDS,
        CONTEXT,
      )([cell]).values,
    );
  expect(parts("fullName", "Müller, Eva Maria")).toEqual({
    lastname: "Müller",
    firstname: "Eva Maria",
  });
  expect(parts("fullName", "Dr. Eva von der Heide")).toEqual({
    title: "Dr.",
    firstname: "Eva",
    lastname: "von der Heide",
  });
  expect(parts("fullName", "Bäckerei Kühn GmbH")).toEqual({
    lastname: "Bäckerei Kühn GmbH",
    firstname: null,
  });
  expect(parts("postalCodeAndCity", "D-01067 Dresden")).toEqual({
    country: "DE",
    postalCode: "01067",
    city: "Dresden",
  });
  expect(parts("address", "Hauptstr. 4, 73033 Göppingen")).toMatchObject({
    street: "Hauptstr. 4",
    postalCode: "73033",
    city: "Göppingen",
  });
  expect(parts("street", "Reuterstr. 115\nc/o Sonnenhof")).toEqual({
    street: "Reuterstr. 115",
    addressAddition: "c/o Sonnenhof",
  });
});

test("postal codes of four digits stay where the file is Austrian or Swiss", () => {
  const sample = [1010, 4020, 5020].map((code) => ({ cells: [code] }));
  expect(read("postalCode", 1010, [], { sample })).toBe("1010");
  const entries = ["country", "postalCode"].map((field) => ({
    sourceField: field,
    targetField: field,
    transforms: [],
  }));
  const map = rowMapper(["postalCode", "country"], entries, FIELDS, CONTEXT);
  expect(map(["8001", "CH"]).values.get("postalCode")).toBe("8001");
  expect(map(["1067", "DE"]).warnings).toEqual([
    {
      column: "postalCode",
      field: "postalCode",
      message: "Der PLZ 1067 fehlte die führende Null; ergänzt zu 01067.",
    },
  ]);
});

test("a postal code that its country does not have is taken, and named as a hint", () => {
  const entries = ["country", "postalCode"].map((field) => ({
    sourceField: field,
    targetField: field,
    transforms: [],
  }));
  const map = rowMapper(["postalCode", "country"], entries, FIELDS, CONTEXT);
  for (const [code, country, message] of [
    ["730333", "DE", "Eine deutsche Postleitzahl hat fünf Ziffern. (730333)"],
    ["73033", "AT", "Eine österreichische Postleitzahl hat vier Ziffern. (73033)"],
    ["100", "FR", "Diese Postleitzahl passt nicht zum Land. (100)"],
  ] as const) {
    const row = map([code, country]);
    expect(row.values.get("postalCode")).toBe(code);
    expect(row.problems).toEqual([]);
    expect(row.warnings).toEqual([{ column: "postalCode", field: "postalCode", message }]);
  }
  expect(map(["SW1A 1AA", "GB"]).warnings).toEqual([]);
});

test("a blank cell says nothing, the clear word empties; crosses alone mean no where they are missing", () => {
  const entries = [
    { sourceField: "Ort", targetField: "city", transforms: [] },
    { sourceField: "Abo", targetField: "cf.news", transforms: [] },
    {
      sourceField: "Turnen",
      targetField: "group:0192d3a0-0000-7000-8000-000000000001",
      transforms: [],
    },
  ];
  const sample = [{ cells: ["Köln", "x", "x"] }, { cells: ["Bonn", "", ""] }];
  const map = rowMapper(["Ort", "Abo", "Turnen"], entries, FIELDS, {
    ...CONTEXT,
    clearWord: "leer",
    sample,
  });
  expect([...map(["", "", ""]).values]).toEqual([
    ["city", null],
    ["cf.news", false],
    ["group:0192d3a0-0000-7000-8000-000000000001", null],
  ]);
  const cleared = map(["LEER", "x", "ja"]);
  expect([...cleared.cleared]).toEqual(["city"]);
  expect(cleared.values.get("cf.news")).toBe(true);
});

test("transforms are done in order", () => {
  expect(read("lastname", "MÜLLER", [{ kind: "LOWER" }])).toBe("müller");
  expect(read("lastname", "strauß", [{ kind: "UPPER" }])).toBe("STRAUSS");
  expect(read("cf.fee", 8400, [{ kind: "NUMBER", decimal: ",", factor: 0.01, places: null }])).toBe(
    84,
  );
  expect(
    read("firstname", "Müller / Eva / Maria", [
      { kind: "SPLIT", separator: "/", part: 2, rest: false },
    ]),
  ).toBe("Eva");
  expect(
    read("firstname", "Müller Eva Maria", [{ kind: "SPLIT", separator: " ", part: 2, rest: true }]),
  ).toBe("Eva Maria");
  expect(
    read("lastname", "Eva Maria Müller", [
      { kind: "SPLIT", separator: " ", part: -1, rest: false },
    ]),
  ).toBe("Müller");
  expect(read("country", null, [{ kind: "CONSTANT", value: "DE", onlyWhenEmpty: true }])).toBe(
    "DE",
  );
  const values = {
    kind: "VALUES" as const,
    values: [{ from: "Beitragsfrei", to: "HONORARY" }],
    otherwise: "PROBLEM" as const,
  };
  expect(read("status", "beitragsfrei ", [values])).toBe("HONORARY");
  expect(read("status", "sonstwas", [values])).toBe(
    "! „sonstwas“ steht nicht in der Wertetabelle.",
  );
  const join = {
    sourceField: "Straße",
    targetField: "street",
    transforms: [{ kind: "JOIN" as const, with: ["Nr", "Zusatz"], separator: " " }],
  };
  expect(
    rowMapper(
      ["Straße", "Nr", "Zusatz"],
      [join],
      FIELDS,
      CONTEXT,
    )(["Hauptstr.", 4, ""]).values.get("street"),
  ).toBe("Hauptstr. 4");
});

test("of several columns for one field the first that says something counts; groups grow", () => {
  const entries = [
    { sourceField: "Tel", targetField: "phone", transforms: [] },
    { sourceField: "Tel 2", targetField: "phone", transforms: [] },
    { sourceField: "Abteilung", targetField: "groups", transforms: [] },
    { sourceField: "Gruppe", targetField: "groups", transforms: [] },
  ];
  const { values } = rowMapper(
    ["Tel", "Tel 2", "Abteilung", "Gruppe"],
    entries,
    FIELDS,
    CONTEXT,
  )(["", "040 66969438", "Turnen", "Bambini, Turnen"]);
  expect(values.get("phone")).toBe("+494066969438");
  expect(values.get("groups")).toEqual(["Turnen", "Bambini"]);
});

test("a saved mapping finds its columns though they are written a little differently", () => {
  const entries = [
    { sourceField: "Geb.-Dat.", targetField: "birthday", transforms: [] },
    { sourceField: "Straße", targetField: "street", transforms: [] },
    { sourceField: "Fax", targetField: "notes", transforms: [] },
  ];
  expect(missingColumns(["geb. dat", "STRASSE"], entries)).toEqual(["Fax"]);
  expect(
    rowMapper(
      ["geb. dat", "STRASSE"],
      entries,
      FIELDS,
      CONTEXT,
    )(["1.2.1990", "Weg 1"]).values.get("birthday"),
  ).toBe("1990-02-01");
});

test.each([
  ["3514710206", "+493514710206"],
  ["491713920001", "+491713920001"],
  ["7,1619900123E+10", "+4971619900123"],
  ["4710206", "4710206"],
  ["1,76041E+10", "! „1,76041E+10“: Excel hat Ziffern der Telefonnummer verloren."],
])("a telephone number that a spreadsheet took for a number: %s", (text, number) => {
  expect(read("phone", text)).toBe(number);
});

test.each([
  ["Name Vorname", "Müller Eva", "Müller", "Eva"],
  ["Nach- und Vorname", "von Weiß Jörg Uwe", "von Weiß", "Jörg Uwe"],
  ["Name, Vorname", "Müller, Eva", "Müller", "Eva"],
  ["Name", "Eva von Weiß", "von Weiß", "Eva"],
  ["Vorname Name", "Eva Müller", "Müller", "Eva"],
])(
  "a whole name is read in the order that its column says: %s",
  (column, text, lastname, firstname) => {
    const row = rowMapper(
      [column],
      [{ sourceField: column, targetField: "fullName", transforms: [] }],
      FIELDS,
      CONTEXT,
    )([text]);
    expect(Object.fromEntries(row.values)).toEqual({ lastname, firstname });
  },
);

test("signs that nobody sees are no part of a value", () => {
  expect([
    read("lastname", "\u200bMüller\u00ad\ufeff"),
    read("email", "eva@example.org\u200b"),
    read("lastname", "Mu\u0308ller"),
  ]).toEqual(["Müller", "eva@example.org", "Müller"]);
});
