import fc from "fast-check";
import { deflateSync, strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { refuseTooManyTexts } from "./shared-texts-limit.ts";
import { xlsxSheets } from "./table-file.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const LIMITS = { maxRows: 100, maxColumns: 10 };

/** A workbook of one cell, with this part of shared texts under a name of its own. */
function workbook(shared: string, name = "sharedStrings.xml"): Uint8Array {
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"/>`;
  const parts = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}">${related("r0", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook ${MAIN} xmlns:r="${REL}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}">${related("r1", "worksheet", "worksheets/sheet1.xml")}${related("r2", "sharedStrings", name)}</Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${MAIN}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
    [`xl/${name}`]: shared,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])),
  );
}

test("a workbook with a few texts is read", async () => {
  const [rows] = await xlsxSheets(workbook(`<sst ${MAIN}><si><t>Probe</t></si></sst>`), LIMITS);
  expect(rows?.map(({ cells }) => cells)).toEqual([["Probe"]]);
});

test.each(["sharedStrings.xml", "worksheets/sheet9.xml"])(
  "one with more than a million ends early, in a part called %s as well",
  async (name) => {
    const file = workbook(`<sst ${MAIN} uniqueCount="1">${"<si/>".repeat(1_000_001)}</sst>`, name);
    const before = process.memoryUsage().rss;
    await expect(xlsxSheets(file, LIMITS)).rejects.toThrow(
      "mehr als eine Million verschiedene Texte",
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  },
);

test("each text is counted once, wherever the file is cut and whatever stands between", () => {
  const filler = fc
    .stringMatching(/^[a-z<>/ ]{0,90}$/)
    .filter((text) => !/<si[\s/>]?$|<si[\s/>]/.test(text));
  const element = fc.constantFrom("<si/>", "<si>", "<x:si >");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(filler, element), { maxLength: 40 }),
      fc.boolean(),
      (parts, isDeflated) => {
        const bytes = strToU8(parts.map(([text, si]) => `${text} ${si}`).join(""));
        const entry = { packed: isDeflated ? deflateSync(bytes) : bytes, isDeflated };
        expect(() => refuseTooManyTexts([entry], parts.length)).not.toThrow();
        if (parts.length > 0)
          expect(() => refuseTooManyTexts([entry], parts.length - 1)).toThrow(
            "mehr als eine Million",
          );
      },
    ),
  );
});
