import fc from "fast-check";
import { expect, test } from "vitest";
import { DELIMITERS, type Encoding, ENCODINGS } from "../../../table-formats.ts";
import { decoderOf } from "./decoder.ts";
import { readHere, readWhole } from "../testing.ts";
import { runs } from "#platform/testing/properties.ts";

/** Encodings with one byte for each sign: told apart by words, so that random letters don't do. */
const ONE_BYTE = new Set<Encoding>(["WINDOWS-1252", "MACINTOSH", "IBM850"]);

/** A text as bytes of an encoding; Windows-1252 with its signs between 0x80 and 0x9F. */
function encoded(text: string, encoding: Encoding, mark: boolean): Uint8Array {
  if (encoding === "UTF-8") return new TextEncoder().encode((mark ? "\ufeff" : "") + text);
  if (ONE_BYTE.has(encoding)) {
    const signs = new Map(
      Array.from({ length: 256 }, (_, byte) => [decoderOf(encoding)(Uint8Array.of(byte)), byte]),
    );
    return Uint8Array.from([...text], (sign) => signs.get(sign) ?? 0x3f);
  }
  const bytes = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
  return encoding === "UTF-16LE" ? bytes : bytes.swap16();
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

test("any table written as CSV reads back, in any encoding and with any delimiter", async () => {
  const cell = fc.oneof(
    fc.stringMatching(/^[A-Za-zÄÖÜäöüßé€„“ 0-9,;|"\n\t'.-]{0,12}$/),
    fc.constantFrom(
      "Müller",
      "31.12.1999",
      "",
      "a;b",
      'sagt "ja"',
      "Zeile 1\nZeile 2",
      "1.250,00 €",
    ),
  );
  const table = fc.integer({ min: 2, max: 6 }).chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 8,
    }),
  );
  const run = fc.asyncProperty(
    table,
    fc.constantFrom(...DELIMITERS),
    // DOS knew no euro and no German quotation marks.
    fc.constantFrom(...ENCODINGS.filter((encoding) => encoding !== "IBM850")),
    fc.boolean(),
    fc.constantFrom("\n", "\r\n"),
    async (rows, delimiter, encoding, mark, lineEnd) => {
      const names = ["Vorname", "Nachname", "Straße", "PLZ", "Ort", "Bemerkung"].slice(
        0,
        rows[0]?.length,
      );
      const text =
        [names, ...rows].map((cells) => cells.map(quoted).join(delimiter)).join(lineEnd) + lineEnd;
      // What is no data: blank rows. And an apostrophe before a formula's sign is our own.
      const expected = rows
        .filter((cells) => cells.some((value) => value.trim() !== ""))
        .map((cells) =>
          cells.map((value) => (/^'+[=+\-@\t\r]/.test(value) ? value.slice(1) : value)),
        );
      fc.pre(expected.length > 0);
      const read = await readHere(
        encoded(text, encoding, mark || encoding.startsWith("UTF-16")),
        ONE_BYTE.has(encoding) ? { encoding } : {},
      );
      expect(read.columns).toEqual(names);
      expect(read.rows.map(({ cells }) => cells)).toEqual(expected);
      expect(read.rows.flatMap(({ problems }) => problems)).toEqual([]);
    },
  );
  await fc.assert(run, runs(50));
});

test.each(["WINDOWS-1252", "MACINTOSH", "IBM850"] as const)(
  "umlauts say which old encoding a file has: %s",
  async (encoding) => {
    const text =
      "Vorname;Nachname;Straße\r\nJörg;Weiß;Am Ährenfeld 3\r\nZoë;Öztürk-Groß;Überlinger Str. 1\r\n";
    const read = await readHere(encoded(text, encoding, false));
    expect(read.detected.encoding).toBe(encoding);
    expect(read.rows.map(({ cells }) => cells.join(" "))).toEqual([
      "Jörg Weiß Am Ährenfeld 3",
      "Zoë Öztürk-Groß Überlinger Str. 1",
    ]);
  },
);

test("German quotation marks, dashes and the euro are no umlauts of other times", async () => {
  const text = "Name;Notiz\r\nKlein;„Chef“ – zahlt 12€ monatlich\r\nGroß;sagt „ja“\r\n";
  expect((await readHere(encoded(text, "WINDOWS-1252", false))).detected.encoding).toBe(
    "WINDOWS-1252",
  );
});

test("finds column names below titles and empty lines, and can be told otherwise", async () => {
  const text =
    "Mitgliederliste TSV;;\n\nStand: 01.10.2026;;\n\nVorname;Nachname;Geb.-Dat.\nEva;Müller;01.02.1990\n";
  const found = await readWhole(text);
  expect(found.detected).toMatchObject({ format: "CSV", delimiter: ";", headerRow: 5 });
  expect(found.rows).toEqual([{ line: 6, cells: ["Eva", "Müller", "01.02.1990"], problems: [] }]);
  const told = await readWhole("Eva;Müller\nUwe;Maier\n", { headerRow: 0 });
  expect(told.columns).toEqual(["Spalte 1", "Spalte 2"]);
  expect(told.rows.map(({ cells }) => cells[0])).toEqual(["Eva", "Uwe"]);
  const later = await readWhole("Eva;Müller\nVorname;Nachname\nUwe;Maier\n", { headerRow: 2 });
  expect(later.columns).toEqual(["Vorname", "Nachname"]);
});

test("headings above several columns stand before the names", async () => {
  const { columns } = await readWhole(
    "Person;;Anschrift;\nVorname;Nachname;PLZ;Ort\nEva;Müller;01067;Dresden\n",
  );
  expect(columns).toEqual([
    "Person->Vorname",
    "Person->Nachname",
    "Anschrift->PLZ",
    "Anschrift->Ort",
  ]);
});

test("names that come twice and columns without a name stay apart", async () => {
  const { columns } = await readWhole(
    "Vorname;Nachname;Telefon;Telefon;\nEva;Müller;040 1;040 2;x\n",
  );
  expect(columns).toEqual(["Vorname", "Nachname", "Telefon", "Telefon (2)", "Spalte 5"]);
});

test("rows that are too short or too long are faulty, with their line", async () => {
  const { rows } = await readWhole(
    'Vorname;Nachname;Ort\nEva;"Zeile 1\r\nZeile 2";Köln\n\nUwe;Maier\nIna;Groß;Bonn;zu;viel\nOtto;Klein;Ulm;;\n;;\nZoe;Lang;Jena\nPia;Kurz;Gera\n',
  );
  expect(rows.map(({ line }) => line)).toEqual([2, 5, 6, 7, 9, 10]);
  expect(rows.map(({ problems }) => problems.length)).toEqual([0, 1, 1, 0, 0, 0]);
  expect(rows[1]?.problems[0]).toEqual({
    column: "Ort",
    message: "Zeile 5 hat nur 2 statt 3 Spalten. Bitte prüfen Sie, ob etwas fehlt.",
  });
});

test("texts that a spreadsheet would run come back as they were", async () => {
  const { rows } = await readWhole(
    "Nachname;Telefon;Bemerkung;PLZ\nMüller;'+49 40 1234;'=SUMME(A1:A3);=\"01067\"\n'Ndrangheta;'-;''=1;04109\n",
  );
  expect(rows[0]?.cells).toEqual(["Müller", "+49 40 1234", "=SUMME(A1:A3)", "01067"]);
  expect(rows[1]?.cells).toEqual(["'Ndrangheta", "-", "'=1", "04109"]);
});

test("a file that is cut off inside of a letter keeps its umlauts; what can't be read is told", async () => {
  const whole = new TextEncoder().encode(`Vorname;Nachname\n${"Jörg;Müller\n".repeat(10)}Uwe;Groß`);
  const { detected, rows } = await readWhole(whole.slice(0, -1));
  expect(detected.encoding).toBe("UTF-8");
  expect(rows[0]?.cells).toEqual(["Jörg", "Müller"]);
  expect(rows.at(-1)?.problems.map(({ column }) => column)).toEqual(["Nachname"]);
  const wrong = await readWhole(encoded("Vorname;Nachname\nJörg;Müller\n", "WINDOWS-1252", false), {
    encoding: "UTF-8",
  });
  expect(wrong.rows[0]?.problems).toHaveLength(2);
});

test("names of JavaScript's own things are columns like others", async () => {
  const { columns, rows } = await readWhole("__proto__;constructor;Nachname\na;b;c\n");
  expect(columns).toEqual(["__proto__", "constructor", "Nachname"]);
  expect(rows[0]?.cells).toEqual(["a", "b", "c"]);
});

test.each([
  ["nothing at all", "", "Die Datei ist leer."],
  [
    "an open quote",
    'Vorname;Nachname\nEva;"Müller\n',
    /Ab Zeile 2.* fehlt ein schließendes Anführungszeichen/,
  ],
  ["zero bytes", "Vorname;Nachname\nEva;Mü\0ller\n", /Zeile 2, Spalte 2/],
  ["names without data", "Vorname;Nachname\n", /keine Daten/],
  ["a PDF", "%PDF-1.7 …", /PDF/],
  ["a web page", "<html><table><tr><td>Name</td></tr></table>", /HTML/],
  ["too many columns", `${"a;".repeat(16_000)}\n`, /Zeile 1 hat 16\.001 Spalten; höchstens 1\.000/],
])("%s: a German sentence", async (_name, content, sentence) => {
  await expect(readWhole(content)).rejects.toThrow(sentence);
});
