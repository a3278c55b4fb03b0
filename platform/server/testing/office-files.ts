import { strToU8, zipSync } from "fflate";

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "application/vnd.openxmlformats-officedocument";
/** Begin of the types of relationships between parts. */
export const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export const WORD_TYPE = `${OFFICE}.wordprocessingml.document`;
export const EXCEL_TYPE = `${OFFICE}.spreadsheetml.sheet`;

/** The parts of an office file by their names. */
export type OfficeParts = Readonly<Record<string, string | Uint8Array>>;

/** Returns `[Content_Types].xml` with the types of parts by their names. */
export function contentTypes(types: Readonly<Record<string, string>>, more = ""): string {
  const overrides = Object.entries(types).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${more}${overrides.join("")}</Types>`;
}

/** Returns a part of relationships, each with the last word of its type, its target and attributes. */
export function relations(
  ...all: readonly (readonly [type: string, target: string, more?: string])[]
) {
  const each = all.map(([type, target, more = ""], index) => {
    const whole = type.includes("/") ? type : `${RELATION}/${type}`;
    return `<Relationship Id="rId${index + 1}" Type="${whole}" Target="${target}" ${more}/>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}

const WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** A letter of one line, as Word keeps it. */
export const WORD_PARTS = {
  "[Content_Types].xml": contentTypes({ "word/document.xml": `${WORD_TYPE}.main+xml` }),
  "_rels/.rels": relations(["officeDocument", "word/document.xml"]),
  "word/document.xml": `<w:document xmlns:w="${WORDS}"><w:body><w:p><w:r><w:t>Liebe Mitglieder</w:t></w:r></w:p></w:body></w:document>`,
} satisfies OfficeParts;

/** A table of one cell, as Excel keeps it. */
export const EXCEL_PARTS = {
  "[Content_Types].xml": contentTypes({
    "xl/workbook.xml": `${EXCEL_TYPE}.main+xml`,
    "xl/worksheets/sheet1.xml": `${OFFICE}.spreadsheetml.worksheet+xml`,
  }),
  "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
  "xl/workbook.xml": `<workbook xmlns="${SHEETS}" xmlns:r="${RELATION}"><sheets><sheet name="Plan" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relations(["worksheet", "worksheets/sheet1.xml"]),
  "xl/worksheets/sheet1.xml": `<worksheet xmlns="${SHEETS}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Dienst</t></is></c></row></sheetData></worksheet>`,
} satisfies OfficeParts;

/** Returns the parts as the bytes of a file. */
export function officeBytes(parts: OfficeParts): Buffer {
  const all = Object.entries(parts).map(
    ([name, part]) => [name, typeof part === "string" ? strToU8(part) : part] as const,
  );
  return Buffer.from(zipSync(Object.fromEntries(all), { mtime: "2026-01-01T12:00:00" }));
}

export const docx = (): Buffer => officeBytes(WORD_PARTS);
export const xlsx = (): Buffer => officeBytes(EXCEL_PARTS);
