import { Worker } from "node:worker_threads";
import { Semaphore } from "../semaphore.ts";

/**
 * How to read a document: by its text layer, as an Office or OpenDocument ZIP, as rich text, as a
 * page's source, or as it stands.
 */
export type TextSource = "PDF" | "OFFICE" | "RTF" | "MARKUP" | "PLAIN";

export interface TextRequest {
  bytes: Uint8Array;
  source: TextSource;
}

/** Longest text kept; a novel of 200 pages. */
export const MAX_TEXT = 300_000;
const TIME_LIMIT_MS = 30_000;
const MEMORY_LIMIT_MB = 384;

const turns = new Semaphore(1);

/**
 * The words of a document, at most MAX_TEXT characters; undefined when it cannot be read. Reads in
 * a worker with limits of time and memory, one document at a time: a hostile file costs its worker,
 * never the server.
 */
export function documentText(request: TextRequest): Promise<string | undefined> {
  return turns.run(() => read(request));
}

function read(request: TextRequest): Promise<string | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./document-text-worker.ts", import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    const end = (text: string | undefined) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(text);
    };
    const timer = setTimeout(() => end(undefined), TIME_LIMIT_MS);
    worker.once("message", (answer: { text?: string }) => end(answer.text));
    worker.once("error", () => end(undefined));
    worker.once("exit", () => end(undefined));
  });
}
