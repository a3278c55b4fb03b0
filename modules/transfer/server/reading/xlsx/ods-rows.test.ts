import { writeOds } from "hucre";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { readHere } from "../testing.ts";

const encoder = new TextEncoder();

function ods(content: string): Uint8Array {
  return zipSync({
    mimetype: encoder.encode("application/vnd.oasis.opendocument.spreadsheet"),
    "content.xml": encoder.encode(content),
  });
}

function sheet(rows: string, name = "Blatt"): string {
  return `<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet><table:table table:name="${name}">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
}

const text = (value: string) =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;

test("texts, numbers, days and truths of a spreadsheet come as they are", async () => {
  const bytes = await writeOds({
    sheets: [
      {
        name: "Mitglieder",
        rows: [
          ["Nachname", "Vorname", "Geburtsdatum", "Beitrag"],
          ["Müller", "Eva", new Date("1980-03-01T00:00:00Z"), 12.5],
          ["Weiß", "Jörg", null, 30],
        ],
      },
    ],
  });
  const table = await readHere(bytes);
  expect(table.columns).toEqual(["Nachname", "Vorname", "Geburtsdatum", "Beitrag"]);
  expect(table.sample.map(({ cells }) => cells)).toEqual([
    ["Müller", "Eva", new Date("1980-03-01T00:00:00Z"), 12.5],
    ["Weiß", "Jörg", null, 30],
  ]);
});

test("repeated cells count, empty ends don't, and notes to cells are not their words", async () => {
  const table = await readHere(
    ods(
      sheet(
        row(text("Nachname"), text("Vorname"), text("Ort")) +
          row(
            `<table:table-cell office:value-type="string"><office:annotation><text:p>Notiz</text:p></office:annotation><text:p>von<text:s text:c="1"/>Berg</text:p></table:table-cell>`,
            `<table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>Ulm</text:p></table:table-cell>`,
            `<table:table-cell table:number-columns-repeated="16000"/>`,
          ) +
          `<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
      ),
    ),
  );
  expect(table.sample.map(({ cells }) => cells)).toEqual([["von Berg", "Ulm", "Ulm"]]);
});

test.each([
  [
    "a row that is said to come a million times",
    sheet(
      `<table:table-row table:number-rows-repeated="1048576">${text("x")}${text("y")}</table:table-row>`,
    ),
  ],
  [
    "a cell that is said to come a million times",
    sheet(
      row(
        `<table:table-cell table:number-columns-repeated="1000000" office:value-type="string"><text:p>x</text:p></table:table-cell>`,
      ),
    ),
  ],
  ["a document that ends in the middle", sheet(row(text("x"))).slice(0, -60)],
  ["declared entities", `<!DOCTYPE x [<!ENTITY a "b">]>${sheet(row(text("&amp;")))}`],
])("%s is refused with a sentence", async (_name, content) => {
  await expect(readHere(ods(content))).rejects.toThrow(/\p{L}{4,}.*\./u);
});
