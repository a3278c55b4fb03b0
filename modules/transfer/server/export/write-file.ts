import { MAX_PDF_ROWS, type ExportFormat } from "../../export-contract.ts";
import type { ExportedRow } from "./exported-rows.ts";
import { csvFile } from "./formats/csv.ts";
import { textEncoding } from "./formats/encodings.ts";
import { jsonFile } from "./formats/json.ts";
import { xlsxFile } from "./formats/xlsx.ts";
import type { ExportOptions } from "./tables.ts";

export const CONTENT_TYPES: Record<ExportFormat, string> = {
  CSV: "text/csv",
  XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  JSON: "application/json",
  VCARD: "text/vcard",
  PDF: "application/pdf",
};

export interface FileWish {
  format: ExportFormat;
  options: ExportOptions;
  headings: readonly string[];
  /** True: a first column says what became of each member. */
  marked: boolean;
}

/** The file as a stream, and what it could not hold as it is; ask for that when the stream has ended. */
export interface WrittenFile {
  content: AsyncIterable<Uint8Array>;
  warnings(): string[];
}

export function writeFile(wish: FileWish, portions: AsyncIterable<ExportedRow[]>): WrittenFile {
  const { format, options, headings, marked } = wish;
  const none = () => [];
  switch (format) {
    case "CSV": {
      const encoding = textEncoding(options.encoding, options.byteOrderMark);
      return {
        content: csvFile(headings, portions, { delimiter: options.delimiter, encoding, marked }),
        warnings: () => [encoding.problem()].filter((sentence) => sentence !== undefined),
      };
    }
    case "XLSX":
      return { content: xlsxFile(headings, portions, { marked }), warnings: none };
    case "JSON":
      return { content: jsonFile(headings, portions, { marked }), warnings: none };
    case "VCARD":
    case "PDF":
      throw new Error(`not yet: ${MAX_PDF_ROWS}`);
  }
}
