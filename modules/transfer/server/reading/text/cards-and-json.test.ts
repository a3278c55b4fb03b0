import { expect, test } from "vitest";
import { readWhole } from "../testing.ts";

const CARDS = [
  "BEGIN:VCARD",
  "VERSION:3.0",
  "N:Müller;Eva;Maria;Dr.;",
  "FN:Dr. Eva Müller",
  "TEL;TYPE=HOME,VOICE:069/90009378",
  "TEL;CELL;PREF:+49 171 3920054",
  "EMAIL;TYPE=INTERNET,HOME:eva@example.org",
  "EMAIL;TYPE=pref:haupt@example.org",
  "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQ",
  " AAAQABAAD/2wBDAAgGBgcGBQgHBwcJ",
  "ADR;TYPE=HOME:;Hinterhaus;Euckenstr. 7 b;Lüne",
  " burg;;21335;Deutschland",
  "CATEGORIES:Turnen,Tanz\\, Jazz",
  "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Sch=C3=B6ne Gr=C3=BC=",
  "=C3=9Fe=0AZeile 2",
  "BDAY:--0326",
  "X-VEREINSHEIM-MEMBERNUMBER:4711",
  "END:VCARD",
  "",
  "BEGIN:VCARD",
  "VERSION:4.0",
  "KIND:org",
  "FN:Bäckerei Kühn GmbH",
  "ORG:Bäckerei Kühn GmbH",
  'TEL;VALUE=uri;TYPE="work,voice":tel:+492214710852',
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:4.0",
  "KIND:group",
  "FN:Vorstand",
  "MEMBER:urn:uuid:1",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:4.0",
  "FN:Uwe Maier",
  "N:Maier;Uwe;;;",
  "item1.EMAIL:uwe@example.org",
  "BDAY:19640514",
  "GENDER:M",
  "END:VCARD",
].join("\r\n");

test("cards of any version become one table", async () => {
  const { columns, rows, warnings, detected } = await readWhole(CARDS);
  expect(detected).toMatchObject({ format: "VCARD", encoding: "UTF-8" });
  const people = rows.map(({ line, cells }) => ({
    line,
    ...Object.fromEntries(
      columns.flatMap((name, index) => (cells[index] === null ? [] : [[name, cells[index]]])),
    ),
  }));
  expect(people).toEqual([
    {
      line: 1,
      Titel: "Dr.",
      Vorname: "Eva Maria",
      Nachname: "Müller",
      Geburtstag: "--03-26",
      "E-Mail": "haupt@example.org",
      "E-Mail 2": "eva@example.org",
      Telefon: "069/90009378",
      Mobil: "+49 171 3920054",
      Straße: "Euckenstr. 7 b",
      Adresszusatz: "Hinterhaus",
      PLZ: "21335",
      Ort: "Lüneburg",
      Land: "Deutschland",
      Gruppen: "Turnen\nTanz, Jazz",
      Notizen: "Schöne Grüße\nZeile 2",
      MEMBERNUMBER: "4711",
    },
    {
      line: 20,
      Nachname: "Bäckerei Kühn GmbH",
      "Telefon dienstlich": "+492214710852",
      Organisation: "Bäckerei Kühn GmbH",
      Art: "Organisation",
    },
    {
      line: 33,
      Vorname: "Uwe",
      Nachname: "Maier",
      Geburtstag: "1964-05-14",
      Geschlecht: "männlich",
      "E-Mail": "uwe@example.org",
    },
  ]);
  expect(warnings).toEqual([
    "Das Bild auf einer Karte wird nicht übernommen.",
    "Eine Karte beschreibt eine Gruppe und keine Person; sie wurde ausgelassen.",
  ]);
});

test.each([
  [
    "a card without its end",
    "BEGIN:VCARD\nVERSION:3.0\nN:Müller;Eva\n",
    /Die Karte ab Zeile 1 hat kein Ende/,
  ],
  [
    "a card in a card",
    "BEGIN:VCARD\nN:A;B\nBEGIN:VCARD\nEND:VCARD\n",
    /In Zeile 3 beginnt eine Karte/,
  ],
  ["a zero byte", "BEGIN:VCARD\nN:A\0;B\nEND:VCARD\n", /Zeile 2/],
  [
    "JSON cut off",
    '{\n"mitglieder": [\n{"name": "Müller"},\n{"name": ',
    /fehlerhaft \(Zeile 4, Spalte \d+\).*abgeschnitten/,
  ],
  ["JSON without a list", "[1, 2, 3]", /keine Liste von Datensätzen/],
  [
    "JSON far too deep",
    JSON.stringify([JSON.parse(`${'{"a":'.repeat(60)}1${"}".repeat(60)}`)]),
    /zu tief verschachtelt/,
  ],
  ["an empty list", '{"mitglieder": []}', /keine Liste|leer/],
])("%s: a German sentence", async (_name, content, sentence) => {
  await expect(readWhole(content)).rejects.toThrow(sentence);
});

test("records with things inside of things become columns with a path", async () => {
  const record = {
    nr: 7,
    name: { vor: "Eva", nach: "Müller" },
    telefon: [
      { art: "mobil", nummer: "0176 1" },
      { art: "privat", nummer: "040 1" },
      { art: "mobil", nummer: "0176 2" },
    ],
    abteilungen: ["Turnen", "Fußball"],
    gruppen: ["Tanz, Jazz"],
    sepa: null,
    __proto__x: "a",
    "=formel": "'=1",
  };
  const { columns, rows } = await readWhole(
    JSON.stringify({ stand: "2026", mitglieder: [record, { nr: 8, aktiv: true }] }),
  );
  expect(columns).toEqual([
    "nr",
    "name->vor",
    "name->nach",
    "telefon mobil",
    "telefon privat",
    "telefon mobil 2",
    "abteilungen",
    "gruppen",
    "__proto__x",
    "=formel",
    "aktiv",
  ]);
  expect(rows[0]?.cells).toEqual([
    7,
    "Eva",
    "Müller",
    "0176 1",
    "040 1",
    "0176 2",
    "Turnen, Fußball",
    "Tanz, Jazz",
    "a",
    "'=1",
    null,
  ]);
  expect(rows[1]).toMatchObject({
    line: 2,
    cells: [8, null, null, null, null, null, null, null, null, null, true],
  });
});

test("keys named like JavaScript's own are data", async () => {
  const { columns, rows } = await readWhole(
    '[{"__proto__": "a", "constructor": "b", "name": {"__proto__": {"x": 1}}}]',
  );
  expect(columns).toEqual(["__proto__", "constructor", "name->__proto__->x"]);
  expect(rows[0]?.cells).toEqual(["a", "b", 1]);
});

test("a list of lists is a table with its column names above, and brackets around a column's name make no JSON", async () => {
  const lists = await readWhole('[["Vorname", "Nachname"], ["Eva", "Müller"], [], ["Uwe", null]]');
  expect([lists.columns, lists.rows.map(({ line, cells }) => [line, ...cells])]).toEqual([
    ["Vorname", "Nachname"],
    [
      [2, "Eva", "Müller"],
      [4, "Uwe", null],
    ],
  ]);
  const text = await readWhole("[Id];Nachname\n17;Müller\n");
  expect([text.detected.format, text.columns]).toEqual(["CSV", ["[Id]", "Nachname"]]);
});

test("records under a key each are a list, and names in a list of objects one cell", async () => {
  const { columns, rows } = await readWhole(
    '{"7": {"name": "Müller", "gruppen": [{"id": 1, "name": "Turnen"}, {"id": 2, "name": "Tanz"}]}, "8": {"name": "Maier", "gruppen": []}}',
  );
  expect(columns).toEqual(["Schlüssel", "name", "gruppen"]);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["7", "Müller", "Turnen, Tanz"],
    ["8", "Maier", ""],
  ]);
});

test("commas in names stay: escaped ones, those of version 2.1, and those with a space behind", async () => {
  const card = (version: string, name: string) =>
    `BEGIN:VCARD\nVERSION:${version}\nN:${name};;;\nEND:VCARD\n`;
  const { rows } = await readWhole(
    card("3.0", "Müller\\, geb. Klein;Eva") +
      card("2.1", "Weiß,Graf;Uwe, Ole") +
      card("4.0", "Groß, Dr.;Ida,Maria"),
  );
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["Eva", "Müller, geb. Klein"],
    ["Uwe, Ole", "Weiß,Graf"],
    ["Ida Maria", "Groß, Dr."],
  ]);
});

test("one record a line is a list too", async () => {
  const { rows } = await readWhole('{"name": "Müller"}\n{"name": "Maier"}\n');
  expect(rows.map(({ cells }) => cells)).toEqual([["Müller"], ["Maier"]]);
});
