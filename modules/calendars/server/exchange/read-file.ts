import { Worker } from "node:worker_threads";
import { AppError } from "#platform/server/http/app-error.ts";
import { Semaphore } from "#platform/server/semaphore.ts";
import type { EventDraft } from "../../exchange-contract.ts";

export interface FileRequest {
  /** A calendar (ICS) or a table (CSV, XLSX); which, is seen by its content. */
  bytes: Uint8Array;
  /** The club's. */
  timeZone: string;
  /** The club's day, `2026-12-24`. */
  today: string;
}

export type FileAnswer = { drafts: EventDraft[] } | { refused: string };

const TIME_LIMIT_MS = 15_000;
const MEMORY_LIMIT_MB = 256;
const turns = new Semaphore(2);

/**
 * Reads a file of events in a worker with limits of time and memory; a hostile one costs its
 * worker, never the server.
 */
export function readEventFile(request: FileRequest): Promise<EventDraft[]> {
  return turns.run(() => inWorker(request));
}

function inWorker(request: FileRequest): Promise<EventDraft[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./read-worker.ts", import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    const timer = setTimeout(() => {
      void worker.terminate();
      reject(unreadable("Die Datei ist zu umfangreich, um sie zu lesen."));
    }, TIME_LIMIT_MS);
    worker.once("message", (answer: FileAnswer) => {
      clearTimeout(timer);
      void worker.terminate();
      if ("refused" in answer) reject(unreadable(answer.refused));
      else resolve(answer.drafts);
    });
    worker.once("error", (error) => {
      clearTimeout(timer);
      reject(
        unreadable(
          "Die Datei lässt sich nicht lesen; sie ist beschädigt oder zu umfangreich.",
          error,
        ),
      );
    });
  });
}

function unreadable(detail: string, cause?: unknown): AppError {
  return new AppError("UNPROCESSABLE", { code: "FILE_UNREADABLE", detail, cause });
}
