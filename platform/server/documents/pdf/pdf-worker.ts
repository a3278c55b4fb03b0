import { Worker } from "node:worker_threads";
import { AppError } from "../../http/app-error.ts";

export interface PdfLimits {
  timeMs: number;
  memoryMb: number;
  signal?: AbortSignal;
}

/**
 * Returns the PDF that a worker makes of some data and posts as bytes; 422 with `tooLong` where
 * that takes more than the limits.
 */
export function pdfOfWorker(
  file: URL,
  data: unknown,
  { timeMs, memoryMb, signal }: PdfLimits,
  tooLong: string,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const refused = () => new AppError("UNPROCESSABLE", { code: "TOO_MANY", detail: tooLong });
    const time = AbortSignal.timeout(timeMs);
    const limit = signal === undefined ? time : AbortSignal.any([signal, time]);
    const stop = () => {
      reject(signal?.aborted === true ? signal.reason : refused());
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
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? refused() : error);
    });
  });
}
