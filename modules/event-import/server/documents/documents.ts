import { Worker } from "node:worker_threads";
import { AppError } from "#platform/server/http/app-error.ts";
import { prepareSharp } from "#platform/server/images/prepare-sharp.ts";
import type { LeftOverDate } from "../left-over-dates.ts";
import type { ProgrammeEvent } from "../read-programme.ts";

export interface DocumentRequest {
  /** A PDF, or a picture that the platform's decoder has checked and made upright. */
  bytes: Uint8Array;
  type: "PDF" | "PICTURE";
  /** `2026-11-21`, the club's day. */
  today: string;
  /** Also give pictures of the first pages. */
  drawPages: boolean;
}

export interface ReadDocument {
  way: "LOCAL_TEXT" | "LOCAL_OCR";
  /** All pages of the document, read or not. */
  pageCount: number;
  /** Of some page only the beginning was read: more is written there than on paper. */
  isCut: boolean;
  /** What is written, per page read. */
  texts: string[];
  /** WebP, of the first pages of a PDF where they were asked for. */
  pictures: Uint8Array[];
  events: ProgrammeEvent[];
  /** Dates that no event was found for. */
  leftOver: LeftOverDate[];
}

export type Refusal = "BROKEN" | "LOCKED" | "TOO_BIG" | "TOO_SLOW";

export type DocumentAnswer = ReadDocument | { refused: Refusal } | { stage: "RECOGNITION" };

/**
 * Reading text takes parts of a second of a processor; a PDF that needs so much was made to. On a
 * busy machine the same work may take much longer by the clock.
 */
const TEXT_LIMIT_OF_PROCESSOR_MS = 12_000;
const TEXT_LIMIT_MS = 60_000;
const RECOGNITION_LIMIT_MS = 120_000;
const HEAP_LIMIT_MB = 512;
/** What buffers outside the heap may add to the process before the worker is ended. */
const GROWTH_LIMIT_BYTES = 1_280 * 1024 ** 2;

/**
 * Reads a document in a worker with limits of time and memory: a hostile file costs its worker,
 * never the server. How many are read at the same time, the caller sees to.
 */
export async function readDocument(
  request: DocumentRequest,
  signal: AbortSignal,
): Promise<ReadDocument> {
  await prepareSharp();
  return inWorker(request, signal);
}

function inWorker(request: DocumentRequest, signal: AbortSignal): Promise<ReadDocument> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(refusal("TOO_SLOW"));
      return;
    }
    const worker = new Worker(new URL("./document-worker.ts", import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
      stdout: true,
      stderr: true,
    });
    const before = process.memoryUsage.rss();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      clearInterval(memory);
      signal.removeEventListener("abort", aborted);
      // With it ends the worker that it started for the recognition.
      void worker.terminate().then(settle);
    };
    const refuse = (reason: Refusal, cause?: unknown) => end(() => reject(refusal(reason, cause)));
    const aborted = () => refuse("TOO_SLOW");
    let timer = setTimeout(() => refuse("TOO_SLOW"), TEXT_LIMIT_MS);
    const memory = setInterval(() => {
      if (process.memoryUsage.rss() - before > GROWTH_LIMIT_BYTES) refuse("TOO_BIG");
      if (!recognising)
        void worker.cpuUsage().then(
          ({ user, system }) => {
            if (!recognising && (user + system) / 1_000 > TEXT_LIMIT_OF_PROCESSOR_MS)
              refuse("TOO_SLOW");
          },
          // The worker has ended.
          () => undefined,
        );
    }, 100);
    signal.addEventListener("abort", aborted);
    let recognising = false;
    worker.on("message", (answer: DocumentAnswer) => {
      if ("stage" in answer) {
        if (!recognising) {
          clearTimeout(timer);
          timer = setTimeout(() => refuse("TOO_SLOW"), RECOGNITION_LIMIT_MS);
        }
        recognising = true;
      } else if ("refused" in answer) refuse(answer.refused);
      else end(() => resolve(answer));
    });
    worker.on("error", (error: Error & { code?: string }) =>
      refuse(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "TOO_BIG" : "BROKEN", error),
    );
  });
}

function refusal(reason: Refusal, cause?: unknown): AppError {
  switch (reason) {
    case "BROKEN":
      return new AppError("UNPROCESSABLE", {
        code: "DOCUMENT_BROKEN",
        detail: "Das Dokument lässt sich nicht lesen; die Datei ist beschädigt.",
        cause,
      });
    case "LOCKED":
      return new AppError("UNPROCESSABLE", {
        code: "DOCUMENT_LOCKED",
        detail:
          "Das PDF ist mit einem Passwort geschützt. Bitte speichern Sie es ohne Passwort und laden Sie es noch einmal hoch.",
        cause,
      });
    case "TOO_BIG":
      return new AppError("TOO_LARGE", {
        code: "DOCUMENT_TOO_BIG",
        detail:
          "Das Dokument ist zu umfangreich. Bitte laden Sie nur die Seiten mit den Terminen hoch.",
        cause,
      });
    case "TOO_SLOW":
      return new AppError("UNPROCESSABLE", {
        code: "DOCUMENT_TOO_SLOW",
        detail:
          "Das Lesen des Dokuments hat zu lange gedauert. Bitte laden Sie nur die Seiten mit den Terminen hoch.",
        cause,
      });
  }
}
