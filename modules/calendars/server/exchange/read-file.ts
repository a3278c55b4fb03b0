import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { AppError } from "#platform/server/http/app-error.ts";
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

/**
 * Reads a file of events in a worker with limits of time and memory; a hostile one costs its
 * worker, never the server. How many are read at the same time, the caller sees to.
 */
export async function readEventFile(
  request: FileRequest,
  signal?: AbortSignal,
): Promise<EventDraft[]> {
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  const limit = AbortSignal.any([
    AbortSignal.timeout(TIME_LIMIT_MS),
    ...(signal === undefined ? [] : [signal]),
  ]);
  try {
    const [answer] = (await once(worker, "message", { signal: limit })) as [FileAnswer];
    if ("refused" in answer) throw unreadable(answer.refused);
    return answer.drafts;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw limit.aborted
      ? unreadable("Die Datei ist zu umfangreich, um sie zu lesen.")
      : unreadable(
          "Die Datei lässt sich nicht lesen; sie ist beschädigt oder zu umfangreich.",
          error,
        );
  } finally {
    await worker.terminate();
  }
}

function unreadable(detail: string, cause?: unknown): AppError {
  return new AppError("UNPROCESSABLE", { code: "FILE_UNREADABLE", detail, cause });
}
