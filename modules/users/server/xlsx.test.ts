import { buffer } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { type SheetCell, xlsxStream } from "./xlsx.ts";

/** The parts of a ZIP file, found by its central directory. */
function unzip(file: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(file.lastIndexOf(Buffer.from("PK\u0005\u0006")) + 16);
  while (file.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extraLength, commentLength] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30), file.readUInt16LE(at + 32)];
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
    const content = file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    parts.set(file.toString("utf8", at + 46, at + 46 + nameLength), content.toString("utf8"));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return parts;
}

async function sheet(headings: string[], rows: SheetCell[][]): Promise<string> {
  return unzip(await buffer(xlsxStream("Mitglieder", headings, rows))).get("xl/worksheets/sheet1.xml") ?? "";
}

it("writes texts, numbers and days with their addresses", async () => {
  const xml = await sheet(
    ["Name", "Beitrag", "Geburtstag"],
    [
      ["Groß & <Söhne>", 84.5, new Date("1999-12-31T00:00:00Z")],
      [null, null, "x"],
    ],
  );
  expect(xml).toContain('<c r="A1" s="2" t="inlineStr"><is><t xml:space="preserve">Name</t></is></c>');
  expect(xml).toContain('<c r="A2" s="0" t="inlineStr"><is><t xml:space="preserve">Groß &#38; &#60;Söhne&#62;</t></is></c>');
  expect(xml).toContain('<c r="B2"><v>84.5</v></c><c r="C2" s="1"><v>36525</v></c>');
  expect(xml).toContain('<row r="3"><c r="C3"');
});

it("leaves out signs that XML can't hold, and counts columns beyond Z", async () => {
  const xml = await sheet(
    Array.from({ length: 28 }, (_, index) => `S${index}`),
    [["a\u0000b\u001fc"]],
  );
  expect(xml).toContain(">abc<");
  expect(xml).toContain('<c r="AB1"');
});

it("is a package with all its parts", async () => {
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
