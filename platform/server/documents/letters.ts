import { type PdfLimits, pdfOfWorker } from "./pdf/pdf-worker.ts";

/** One letter; texts are German already. */
interface Letter {
  /** From the name down, as it stands in the window; six lines at most. */
  address: readonly string[];
  subject: string;
  /** From the salutation on, with line breaks. */
  text: string;
}

/** Letters of a club on A4, each beginning on a page of its own. */
export interface Letters {
  clubName: string;
  /** `#rrggbb` */
  accentColor: string;
  title: string;
  /** As it is printed. */
  date: string;
  letters: readonly Letter[];
}

/** Lays letters out in a worker of its own; 422 where they take more than `limits`. */
export function printedLetters(letters: Letters, limits: PdfLimits): Promise<Buffer> {
  const worker = new URL("./letters/letters-worker.ts", import.meta.url);
  return pdfOfWorker(worker, letters, limits, TOO_LONG);
}

const TOO_LONG = "Das sind zu viele Briefe auf einmal. Bitte wählen Sie weniger Personen.";
