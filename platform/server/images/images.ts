import { Worker } from "node:worker_threads";
import { AppError } from "../http/app-error.ts";
import { Semaphore } from "../semaphore.ts";
import { prepareSharp } from "./prepare-sharp.ts";

export interface ImageRequest {
  /** The file as it came; its type is decided by content. */
  bytes: Buffer;
  /** One WebP per entry; `square` crops to the middle, otherwise the picture fits inside. */
  sizes: readonly number[];
  square: boolean;
  /** Takes the first picture of a GIF as well; false: refused like other types. */
  gif?: boolean;
}

/**
 * Why a picture was refused; the worker answers with one of these. Where the worker itself failed,
 * the error has a cause.
 */
export type ImageRefusal = "TYPE" | "BROKEN" | "TOO_BIG";

/** A picture made smaller, with what its camera noted. */
export interface DevelopedPicture {
  /** WebP without metadata, one per size asked for. */
  pictures: Buffer[];
  /** Local time of the camera, with offset where it wrote one. */
  takenAt: string | null;
}

const TIME_LIMIT_MS = 20_000;
const MEMORY_LIMIT_MB = 512;
const turns = new Semaphore(2);

/**
 * Turns a JPEG, PNG, WebP or HEIC into WebP pictures without metadata, upright. Decodes in a worker
 * with limits of time, memory and pixels; a hostile file costs its worker, never the server.
 */
export async function toWebp(request: ImageRequest): Promise<Buffer[]> {
  return (await developPicture(request)).pictures;
}

/**
 * The same, with the date the picture was taken on; of a GIF, where asked for, its first picture.
 */
export async function developPicture(request: ImageRequest): Promise<DevelopedPicture> {
  return turns.run(async () => {
    await prepareSharp();
    return decode(request);
  });
}

function decode(request: ImageRequest): Promise<DevelopedPicture> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./image-worker.ts", import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    const timer = setTimeout(() => {
      void worker.terminate();
      reject(refusal("TOO_BIG", new Error(`Not done after ${TIME_LIMIT_MS} ms`)));
    }, TIME_LIMIT_MS);
    worker.once(
      "message",
      (answer: { pictures: Uint8Array[]; takenAt: string | null } | { refused: ImageRefusal }) => {
        clearTimeout(timer);
        void worker.terminate();
        if ("refused" in answer) reject(refusal(answer.refused));
        else
          resolve({
            pictures: answer.pictures.map((picture) => Buffer.from(picture)),
            takenAt: answer.takenAt,
          });
      },
    );
    worker.once("error", (error) => {
      clearTimeout(timer);
      reject(refusal("BROKEN", error));
    });
  });
}

function refusal(reason: ImageRefusal, cause?: unknown): AppError {
  switch (reason) {
    case "TYPE":
      return new AppError("UNSUPPORTED_TYPE", {
        code: "IMAGE_TYPE",
        detail: "Bitte ein Bild als JPEG, PNG oder HEIC wählen.",
        cause,
      });
    case "TOO_BIG":
      return new AppError("TOO_LARGE", {
        code: "IMAGE_TOO_BIG",
        detail: "Das Bild hat zu viele Bildpunkte. Bitte wählen Sie ein kleineres.",
        cause,
      });
    case "BROKEN":
      return new AppError("UNPROCESSABLE", {
        code: "IMAGE_BROKEN",
        detail: "Das Bild lässt sich nicht lesen; die Datei ist beschädigt.",
        cause,
      });
  }
}
