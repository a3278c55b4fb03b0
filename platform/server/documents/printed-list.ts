import { Worker } from "node:worker_threads";
import { AppError } from "../http/app-error.ts";

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

interface Limits {
  timeMs: number;
  memoryMb: number;
  signal?: AbortSignal;
}

/**
 * Lays a list out in a worker of its own: thousands of lines take seconds and much memory. 422
 * where they take more than `limits`.
 */
export function printedList(
  list: PrintedList,
  { timeMs, memoryMb, signal }: Limits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./printed-list/printed-list-worker.ts", import.meta.url), {
      workerData: list,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const time = AbortSignal.timeout(timeMs);
    const limit = signal === undefined ? time : AbortSignal.any([signal, time]);
    const stop = () => {
      reject(signal?.aborted === true ? signal.reason : tooLong());
      void worker.terminate();
    };
    limit.addEventListener("abort", stop, { once: true });
    worker.once("message", (bytes: Uint8Array) => {
      limit.removeEventListener("abort", stop);
      resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      void worker.terminate();
    });
    worker.once("error", (error: Error & { code?: string }) => {
      limit.removeEventListener("abort", stop);
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLong() : error);
    });
  });
}

function tooLong(): AppError {
  return new AppError("UNPROCESSABLE", {
    code: "TOO_MANY",
    detail: "Die PDF-Liste wird zu groß. Bitte wählen Sie weniger Personen oder Spalten.",
  });
}
