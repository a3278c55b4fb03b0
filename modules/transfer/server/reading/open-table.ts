import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import { UnreadableTable } from "#platform/server/documents/table.ts";
import { Semaphore } from "#platform/server/semaphore.ts";
import type { TableOptions } from "../../mapping-contract.ts";
import { COLUMN_NAMES } from "../mapping/column-names.ts";
import { MAX_IMPORT_BYTES } from "../../table-formats.ts";
import type { ReadAnswer, ReadRequest } from "./read-worker.ts";
import type { TableHead, TableRow } from "./table.ts";

export interface OpenTable extends TableHead {
  /**
   * All rows of data from the first one; to be walked through once. Throws `UnreadableTable` when
   * the file turns out to be broken further down.
   */
  rows: AsyncIterable<TableRow>;
  /** Ends the reading; to be called in any case. */
  close(): Promise<void>;
}

/** Memory for one file's reading; time for the columns, and for each 500 rows. */
const MEMORY_LIMIT_MB = 512;
/**
 * Nearly everything of a row is forgotten at once: with little room for it the reader stays small
 * however long the file is.
 */
const YOUNG_MEMORY_MB = 8;
const TIME_LIMIT_MS = 60_000;
/** Files that are read at the same time by one process. */
const turns = new Semaphore(3);

/**
 * Opens a table of any format. It is read in a worker with limits of time and memory, and only as
 * far as its rows are asked for. Throws `UnreadableTable` with a German sentence.
 */
export async function openTable(
  source: Readable | { path: string } | { bytes: Uint8Array },
  options: TableOptions = {},
): Promise<OpenTable> {
  const spooled =
    "path" in source && typeof source.path === "string" && !(source instanceof Readable)
      ? undefined
      : await spool(source as Readable | { bytes: Uint8Array });
  const path = spooled ?? (source as { path: string }).path;
  const endTurn = await turns.take();
  const worker = new TableWorker({ path, options, names: COLUMN_NAMES });
  const close = async () => {
    await worker.end();
    endTurn();
    if (spooled !== undefined) await rm(spooled, { force: true });
  };
  try {
    const answer = await worker.next();
    if (!("head" in answer)) throw new Error("a table began without its head");
    const { head } = answer;
    return { ...head, rows: rowsOf(worker, head.warnings), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* rowsOf(worker: TableWorker, warnings: string[]): AsyncGenerator<TableRow> {
  for (;;) {
    const answer = await worker.next();
    if ("rows" in answer) yield* answer.rows;
    else {
      if ("end" in answer) warnings.push(...answer.end);
      return;
    }
  }
}

/** The file beside, because a workbook is read from its end. */
async function spool(source: Readable | { bytes: Uint8Array }): Promise<string> {
  const path = join(tmpdir(), `vereinsheim-import-${randomUUID()}`);
  let size = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(
        size > MAX_IMPORT_BYTES
          ? new UnreadableTable("Die Datei ist zu groß; höchstens 100 MB sind möglich.")
          : null,
        chunk,
      );
    },
  });
  try {
    await pipeline(
      source instanceof Readable ? source : Readable.from([Buffer.from(source.bytes)]),
      limit,
      createWriteStream(path, { mode: 0o600 }),
    );
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** One file's reading. Whatever happens to the worker is told as a sentence. */
class TableWorker {
  readonly #worker: Worker;
  #asked:
    | { resolve(answer: ReadAnswer): void; reject(error: Error): void; timer: NodeJS.Timeout }
    | undefined;
  #early: ReadAnswer | undefined;
  #failure: Error | undefined;
  #begun = false;
  #ended = false;

  constructor(request: ReadRequest) {
    this.#worker = new Worker(new URL("./read-worker.ts", import.meta.url), {
      workerData: request,
      resourceLimits: {
        maxOldGenerationSizeMb: MEMORY_LIMIT_MB,
        maxYoungGenerationSizeMb: YOUNG_MEMORY_MB,
      },
    });
    this.#worker.on("message", (answer: ReadAnswer) => this.#answered(answer));
    this.#worker.on("error", (error: Error & { code?: string }) =>
      this.#failed(
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new UnreadableTable(
              "Die Datei ist zu groß oder zu verschachtelt, um gelesen zu werden. Bitte teilen Sie sie auf.",
            )
          : new UnreadableTable("Die Datei ist nicht lesbar. Vielleicht ist sie beschädigt.", {
              cause: error,
            }),
      ),
    );
    this.#worker.on("exit", () =>
      this.#failed(
        new UnreadableTable(
          "Das Lesen der Datei wurde abgebrochen. Bitte versuchen Sie es noch einmal.",
        ),
      ),
    );
  }

  next(): Promise<ReadAnswer> {
    if (this.#begun) this.#worker.postMessage("more");
    this.#begun = true;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#failed(
          new UnreadableTable("Das Lesen der Datei dauert zu lange. Bitte teilen Sie sie auf."),
        );
        void this.end();
      }, TIME_LIMIT_MS);
      this.#asked = { resolve, reject, timer };
      if (this.#early !== undefined) this.#answered(this.#early);
      else if (this.#failure !== undefined) this.#failed(this.#failure);
    });
  }

  async end(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#worker.terminate();
  }

  #answered(answer: ReadAnswer): void {
    if (this.#asked === undefined) {
      this.#early = answer;
      return;
    }
    this.#early = undefined;
    const { resolve, reject, timer } = this.#asked;
    this.#asked = undefined;
    clearTimeout(timer);
    if ("refused" in answer) reject(new UnreadableTable(answer.refused));
    else resolve(answer);
  }

  #failed(error: Error): void {
    this.#failure ??= error;
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked === undefined) return;
    clearTimeout(asked.timer);
    asked.reject(this.#failure);
  }
}
