import { type PdfLimits, pdfOfWorker } from "./pdf/pdf-worker.ts";

/** A cell: text, quieter text, room to write (in points), or a box to tick. */
export type PrintedCell = string | { quiet: string } | { room: number } | { box: true };

/**
 * A list on A4 with the club's head on its first page and page numbers on all; texts are German
 * already.
 */
export interface PrintedList {
  clubName: string;
  /** `#rrggbb` */
  accentColor: string;
  title: string;
  /** Lines between head and table. */
  lead: readonly string[];
  /** Stands before the page number. */
  footer: string;
  /** Said instead of a table without rows. */
  empty: string;
  landscape?: boolean;
  /** Small print and narrow rows, for many columns. */
  dense?: boolean;
  headings: readonly string[];
  /**
   * Points, `*` for a share of what is left; null: judged by what the rows hold, which have to be
   * texts.
   */
  widths: readonly (number | "*")[] | null;
  /**
   * A section without a title has no heading of its own; the columns' headings come again on every
   * page.
   */
  sections: readonly { title: string; rows: readonly (readonly PrintedCell[])[] }[];
}

/**
 * Lays a list out in a worker of its own: thousands of lines take seconds and much memory. 422
 * where they take more than `limits`.
 */
export function printedList(list: PrintedList, limits: PdfLimits): Promise<Buffer> {
  const worker = new URL("./printed-list/printed-list-worker.ts", import.meta.url);
  return pdfOfWorker(worker, list, limits, TOO_LONG);
}

const TOO_LONG = "Die PDF-Liste wird zu groß. Bitte wählen Sie weniger Personen oder Spalten.";
