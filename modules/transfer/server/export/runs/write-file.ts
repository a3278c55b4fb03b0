import type { ExportFormat } from "../../../export-contract.ts";
import type { ExportColumn } from "../columns.ts";
import type { ExportedRow } from "../exported-rows.ts";
import { csvFile } from "../formats/csv.ts";
import { textEncoding } from "../formats/encodings.ts";
import { jsonFile } from "../formats/json.ts";
import { pdfFile } from "../formats/pdf.ts";
import { vcardFile } from "../formats/vcard.ts";
import { xlsxFile } from "../formats/xlsx.ts";
import type { ExportPlan } from "../plan.ts";
import type { ExportOptions } from "../stored-values.ts";

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
  columns: readonly ExportColumn[];
  groupPath: ExportPlan["groupPath"];
  /** True: a first column says what became of each member. */
  marked: boolean;
  /** What stands on a paper's head. */
  paper: { clubName: string; accentColor: string; title: string; day: string };
  signal: AbortSignal;
}

/**
 * The file as a stream, and what it could not hold as it is; ask for that when the stream has
 * ended.
 */
export interface WrittenFile {
  content: AsyncIterable<Uint8Array>;
  warnings(): string[];
}

export function writeFile(wish: FileWish, portions: AsyncIterable<ExportedRow[]>): WrittenFile {
  const { format, options, columns, marked } = wish;
  const headings = columns.map(({ heading }) => heading);
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
      return {
        content: vcardFile(columns, portions, options.vcardVersion, wish.groupPath),
        warnings: none,
      };
    case "PDF":
      return {
        content: pdfFile(
          headings,
          portions,
          { ...wish.paper, title: options.title ?? wish.paper.title, options },
          wish.signal,
        ),
        warnings: none,
      };
  }
}
