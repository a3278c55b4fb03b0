import { Readable } from "node:stream";
import { ZipArchive } from "archiver";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readWhole } from "../testing.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";

interface SheetPart {
  name: string;
  state?: string;
  /** What stands in `<worksheet>`. */
  xml: string;
}

/** A workbook as Excel would write it, with whatever a test puts in. */
function workbook(
  sheets: SheetPart[],
  {
    properties = "",
    styles = "",
    shared = [] as string[],
    parts = {} as Record<string, string>,
  } = {},
): Uint8Array {
  const related = sheets.map(
    (_sheet, index) =>
      `<Relationship Id="rId${index + 1}" Type="${REL}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const files: Record<string, string> = {
    "xl/workbook.xml": `<?xml version="1.0"?><workbook ${MAIN} xmlns:r="${REL}"><workbookPr ${properties}/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}">${related.join("")}<Relationship Id="s" Type="${REL}/styles" Target="/xl/styles.xml"/><Relationship Id="t" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet ${MAIN}>${styles}</styleSheet>`,
    "xl/sharedStrings.xml": `<sst ${MAIN}>${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<?xml version="1.0"?><worksheet ${MAIN}>${xml}</worksheet>`,
      ]),
    ),
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
}

const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const HEADINGS = `<row r="1">${text("A1", "Vorname")}${text("B1", "Nachname")}${text("C1", "Geburtsdatum")}</row>`;
const people = (cell: string) =>
  `<sheetData>${HEADINGS}<row r="2">${text("A2", "Eva")}${text("B2", "Müller")}${cell}</row></sheetData>`;
const DAYS =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>';

test("days are counted from 1900 or from 1904, as the workbook says", async () => {
  const day = '<c r="C2" s="1"><v>36525</v></c>';
  const usual = await readWhole(workbook([{ name: "Liste", xml: people(day) }], { styles: DAYS }));
  expect(usual.rows[0]?.cells[2]).toEqual(new Date("1999-12-31"));
  const mac = await readWhole(
    workbook([{ name: "Liste", xml: people(day) }], { styles: DAYS, properties: 'date1904="1"' }),
  );
  expect(mac.rows[0]?.cells[2]).toEqual(new Date("2004-01-01"));
});

test("zeros that a format shows are kept; formulas come as their values, errors as problems", async () => {
  const zeros = await readWhole(
    workbook([{ name: "Liste", xml: people('<c r="C2" s="2"><v>1067</v></c>') }], { styles: DAYS }),
  );
  expect(zeros.rows[0]?.cells[2]).toBe("01067");
  const formula = await readWhole(
    workbook([
      { name: "Liste", xml: people('<c r="C2" t="str"><f>A2&amp;B2</f><v>EvaMüller</v></c>') },
    ]),
  );
  expect(formula.rows[0]?.cells[2]).toBe("EvaMüller");
  const failed = await readWhole(
    workbook([{ name: "Liste", xml: people('<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>') }]),
  );
  expect(failed.rows[0]?.problems).toEqual([
    {
      column: "Geburtsdatum",
      message: "Die Formel in dieser Zelle ergibt in Excel den Fehler #DIV/0!.",
      ofCell: true,
    },
  ]);
  const unworked = await readWhole(
    workbook([{ name: "Liste", xml: people('<c r="C2"><f>TODAY()</f></c>') }]),
  );
  expect(unworked.rows[0]?.problems).toEqual([
    {
      column: "Geburtsdatum",
      message: expect.stringContaining("Formel ohne Ergebnis"),
      ofCell: true,
    },
  ]);
});

test("shared texts with formatted runs are put together, readings of Japanese left out", async () => {
  const shared = [
    "<t>Vorname</t>",
    "<r><t>Nach</t></r><r><rPr><b/></rPr><t>name</t></r>",
    "<t>Eva</t><rPh sb='0' eb='1'><t>エヴァ</t></rPh>",
    "<t>M&#252;ller &amp; S_x00F6_hne</t>",
  ];
  const cell = (reference: string, index: number) =>
    `<c r="${reference}" t="s"><v>${index}</v></c>`;
  const xml = `<sheetData><row r="3">${cell("A3", 0)}${cell("B3", 1)}</row><row r="4">${cell("A4", 2)}${cell("B4", 3)}</row></sheetData>`;
  const { columns, rows } = await readWhole(workbook([{ name: "Liste", xml }], { shared }));
  expect(columns).toEqual(["Vorname", "Nachname"]);
  expect(rows).toEqual([{ line: 4, cells: ["Eva", "Müller & Söhne"], problems: [] }]);
});

test("merged headings go over their columns only; hidden columns are told", async () => {
  const xml =
    `<cols><col min="4" max="4" width="9" hidden="1"/></cols><sheetData><row r="1">${text("A1", "Mitglieder des TSV")}</row>` +
    `<row r="2">${text("B2", "Person")}${text("D2", "Intern")}</row>` +
    `<row r="3">${text("A3", "Nr.")}${text("B3", "Vorname")}${text("C3", "Nachname")}${text("D3", "Kürzel")}</row>` +
    `<row r="4">${text("A4", "1")}${text("B4", "Eva")}${text("C4", "Müller")}${text("D4", "em")}</row></sheetData>` +
    '<mergeCells count="2"><mergeCell ref="A1:D1"/><mergeCell ref="B2:C2"/></mergeCells>';
  const { columns, detected, warnings } = await readWhole(workbook([{ name: "Liste", xml }]));
  expect(detected.headerRow).toBe(3);
  expect(columns).toEqual(["Nr.", "Person->Vorname", "Person->Nachname", "Intern->Kürzel"]);
  expect(warnings).toEqual(["In Excel ausgeblendet: „Intern->Kürzel“."]);
});

test("the sheet of members is taken, another one can be chosen, hidden ones stand back", async () => {
  const other = `<sheetData><row r="1">${text("A1", "Konto")}${text("B1", "Betrag")}</row><row r="2">${text("A2", "Kasse")}<c r="B2"><v>12.5</v></c></row></sheetData>`;
  const sheets = [
    { name: "Kasse", xml: other },
    { name: "Archiv", state: "hidden", xml: people(text("C2", "1.2.1990")) },
    { name: "Mitglieder", xml: people(text("C2", "1.2.1990")) },
  ];
  const best = await readWhole(workbook(sheets));
  expect(best.detected).toMatchObject({
    sheet: "Mitglieder",
    sheets: [{ name: "Kasse" }, { name: "Archiv", hidden: true }, { name: "Mitglieder" }],
  });
  const chosen = await readWhole(workbook(sheets), { sheet: "Kasse" });
  expect(chosen.rows[0]?.cells).toEqual(["Kasse", 12.5]);
  await expect(readWhole(workbook(sheets), { sheet: "Nirgends" })).rejects.toThrow(
    "Ein Tabellenblatt „Nirgends“ gibt es in der Datei nicht.",
  );
});

/** Some 700 MB in a file of less than one. */
async function bomb(): Promise<Buffer> {
  const zip = new ZipArchive({ zlib: { level: 1 } });
  zip.append(
    `<workbook ${MAIN} xmlns:r="${REL}"><sheets><sheet name="Liste" sheetId="1" r:id="r1"/></sheets></workbook>`,
    { name: "xl/workbook.xml" },
  );
  zip.append(
    `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${REL}/worksheet" Target="sheet.xml"/></Relationships>`,
    {
      name: "xl/_rels/workbook.xml.rels",
    },
  );
  const wide = Buffer.from(`<row${" ".repeat(128 * 1024)}/>`);
  zip.append(
    Readable.from([
      Buffer.from(`<worksheet ${MAIN}><sheetData>`),
      ...Array.from({ length: 5_600 }, () => wide),
    ]),
    { name: "xl/sheet.xml" },
  );
  void zip.finalize();
  return Buffer.concat(await Array.fromAsync(zip as Readable as AsyncIterable<Buffer>));
}

const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level === 0 ? "" : level};`.repeat(10)}">`).join("")}]>`;

test.each([
  [
    "cut in half",
    () => workbook([{ name: "Liste", xml: people("") }]).slice(0, 700),
    /Excel-Datei ist beschädigt/,
  ],
  [
    "whose rows have no end",
    () => workbook([{ name: "Liste", xml: people("").replace("</row></sheetData>", "") }]),
    /unvollständig/,
  ],
  [
    "of which no sheet is left",
    () => zipSync({ "xl/workbook.xml": strToU8(`<workbook ${MAIN}><sheets/></workbook>`) }),
    /kein Tabellenblatt/,
  ],
  [
    "that is another archive",
    () => zipSync({ "foto.txt": strToU8("nichts") }),
    /ZIP-Archiv, aber keine Excel-Datei/,
  ],
  [
    "with entities that explode",
    () =>
      workbook([{ name: "Liste", xml: people("") }], {
        parts: { "xl/sharedStrings.xml": `${laughs}<sst><si><t>&lol9;</t></si></sst>` },
      }),
    /Anweisungen/,
  ],
  [
    "with a cell in column XFD",
    () => workbook([{ name: "Liste", xml: people('<c r="XFD2"><v>1</v></c>') }]),
    /Zeile 2 hat 16\.384 Spalten; höchstens 1\.000/,
  ],
  [
    "of the old binary kind",
    () =>
      Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
        Buffer.alloc(600),
      ]),
    /alten Format/,
  ],
])("a workbook %s: a German sentence", async (_name, file, sentence) => {
  await expect(readWhole(file())).rejects.toThrow(sentence);
});

test("a bomb is stopped by what comes out of it, whatever its directory says", async () => {
  const file = await bomb();
  expect(file.length).toBeLessThan(8 * 1024 * 1024);
  await expect(readWhole(file)).rejects.toThrow("Die Excel-Datei ist ausgepackt zu groß.");
}, 60_000);

test.each([
  ["that says so", `<sst ${MAIN} uniqueCount="1000001"><si><t>a</t></si></sst>`],
  ["that hides it", `<sst ${MAIN} uniqueCount="1">${"<si/>".repeat(1_000_001)}</sst>`],
])("more than a million texts end a file early, one %s", async (_name, xml) => {
  const file = workbook([{ name: "Liste", xml: people("") }], {
    parts: { "xl/sharedStrings.xml": xml },
  });
  await expect(readWhole(file)).rejects.toThrow("mehr als eine Million verschiedene Texte");
});

test("more rows than anybody has members are refused", async () => {
  const rows = Array.from(
    { length: 200_010 },
    (_, row) => `<row r="${row + 2}"><c r="A${row + 2}"><v>1</v></c></row>`,
  ).join("");
  await expect(
    readWhole(workbook([{ name: "Liste", xml: `<sheetData>${HEADINGS}${rows}</sheetData>` }])),
  ).rejects.toThrow(/zu viele Zeilen; höchstens 200\.000/);
}, 60_000);

test("rows that a filter hides in Excel are read, and that is said", async () => {
  const xml = people(text("C2", "1.2.1990")).replace(
    "</row></sheetData>",
    `</row><row r="3" hidden="1">${text("A3", "Uwe")}${text("B3", "Maier")}</row></sheetData>`,
  );
  const { rows, warnings } = await readWhole(workbook([{ name: "Liste", xml }]));
  expect(rows.map(({ cells }) => cells[0])).toEqual(["Eva", "Uwe"]);
  expect(warnings).toEqual([
    "Eine Zeile ist in Excel ausgeblendet, vielleicht durch einen Filter. Sie wird mit eingelesen.",
  ]);
});
