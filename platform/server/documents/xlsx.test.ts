import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { SheetCell } from "./sheet-cells.ts";
import { unzip } from "#platform/server/testing/unzip.ts";
import { xlsxStream } from "./xlsx.ts";

async function sheet(headings: string[], rows: SheetCell[][]): Promise<string> {
  return (
    unzip(await buffer(xlsxStream("Mitglieder", headings, rows)))
      .get("xl/worksheets/sheet1.xml")
      ?.toString() ?? ""
  );
}

test("writes texts, numbers and days with their addresses", async () => {
  const xml = await sheet(
    ["Name", "Beitrag", "Geburtstag"],
    [
      ["Groß & <Söhne>", 84.5, new Date("1999-12-31T00:00:00Z")],
      [null, null, "x"],
    ],
  );
  expect(xml).toContain(
    '<c r="A1" s="2" t="inlineStr"><is><t xml:space="preserve">Name</t></is></c>',
  );
  expect(xml).toContain(
    '<c r="A2" s="0" t="inlineStr"><is><t xml:space="preserve">Groß &#38; &#60;Söhne&#62;</t></is></c>',
  );
  expect(xml).toContain('<c r="B2"><v>84.5</v></c><c r="C2" s="1"><v>36525</v></c>');
  expect(xml).toContain('<row r="3"><c r="C3"');
});

test("a telephone number is a text as it is, and stays one when its cell is edited", async () => {
  const xml = await sheet(["=Nummer"], [["+49 171 3920036", "=1+1"]]);
  expect(xml).toContain(
    '<c r="A2" s="3" t="inlineStr"><is><t xml:space="preserve">+49 171 3920036</t></is></c>',
  );
  expect(xml).toContain(">&#39;=1+1<");
  expect(xml).toContain(">&#39;=Nummer<");
  expect(xml).not.toContain("<f>");
  const styles = unzip(await buffer(xlsxStream("Mitglieder", ["A"], []))).get("xl/styles.xml");
  expect(styles?.toString()).toContain('numFmtId="49" applyNumberFormat="1" quotePrefix="1"');
});

test("leaves out signs that XML can't hold, and counts columns beyond Z", async () => {
  const xml = await sheet(
    Array.from({ length: 28 }, (_, index) => `S${index}`),
    [["a\u0000b\u001fc"]],
  );
  expect(xml).toContain(">abc<");
  expect(xml).toContain('<c r="AB1"');
});

test("is a package with all its parts", async () => {
  const parts = unzip(await buffer(xlsxStream("Mitglieder", ["A"], [])));
  expect([...parts.keys()].toSorted()).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/workbook.xml",
    "xl/worksheets/sheet1.xml",
  ]);
});
