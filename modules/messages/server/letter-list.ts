import { Worker } from "node:worker_threads";
import { AppError } from "#platform/server/app-error.ts";

/** What the paper shows; texts are German already. */
export interface LetterList {
  clubName: string;
  /** `#rrggbb` */
  accentColor: string;
  /** Subject of the message; null before it is sent. */
  subject: string | null;
  printed: string;
  /** Address lines from the name down, in order of names; without addresses only the name. */
  people: readonly (readonly string[])[];
}

const MOST_PEOPLE = 5_000;
const TIME_LIMIT_MS = 30_000;
const MEMORY_LIMIT_MB = 512;

/** Who gets a letter instead of a mail, on A4, with a box to tick for each. Laid out in a worker: thousands of lines take seconds. */
export async function letterList(list: LetterList): Promise<Buffer> {
  if (list.people.length > MOST_PEOPLE) {
    throw new AppError("UNPROCESSABLE", {
      code: "TOO_MANY_PEOPLE",
      detail: `Für eine Briefliste sind das zu viele Personen (höchstens ${MOST_PEOPLE.toLocaleString("de")}). Bitte wählen Sie einzelne Gruppen.`,
    });
  }
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./letter-worker.ts", import.meta.url), {
      workerData: list,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    const timer = setTimeout(() => {
      void worker.terminate();
      reject(
        new AppError("UNAVAILABLE", { code: "PRINTING_BUSY", detail: "Die Briefliste ist gerade nicht fertig geworden. Bitte versuchen Sie es noch einmal." }),
      );
    }, TIME_LIMIT_MS);
    worker.once("message", (bytes: Uint8Array) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(Buffer.from(bytes));
    });
    worker.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}
