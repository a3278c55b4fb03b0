import { Worker } from "node:worker_threads";
import { GENDER_LABELS, STATUS_LABELS, type UserRow } from "#modules/users/contract.ts";
import type { SheetCell } from "#modules/users/server/public.ts";
import { AppError } from "#platform/server/app-error.ts";
import { EXPORT_GROUPING_LABELS } from "../../../export-contract.ts";
import type { ExportedRow } from "../exported-rows.ts";
import type { ExportOptions } from "../tables.ts";
import { germanDay } from "./german-day.ts";

/** What the paper shows; texts are German already. */
export interface PdfList {
  clubName: string;
  /** `#rrggbb` */
  accentColor: string;
  title: string;
  /** Reference date and number of members. */
  subtitle: string;
  landscape: boolean;
  headings: string[];
  /** Empty title: the list is not divided. */
  sections: { title: string; rows: string[][] }[];
}

/** More columns than these nobody can read on A4. */
export const MAX_PDF_COLUMNS = 16;
const LONGEST_MS = 300_000;
const MEMORY_MB = 1_536;

const byName = new Intl.Collator("de-u-kn-true");

interface Paper {
  clubName: string;
  accentColor: string;
  title: string;
  day: string;
  options: Pick<ExportOptions, "groupBy" | "landscape">;
}

/** A list on A4, laid out beside the main thread: 20,000 members take half a minute and most of a gigabyte. */
export async function* pdfFile(
  headings: readonly string[],
  portions: AsyncIterable<ExportedRow[]>,
  paper: Paper,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const sections = new Map<string, string[][]>();
  let count = 0;
  for await (const rows of portions) {
    for (const { member, cells } of rows) {
      count++;
      const row = cells.map(shown);
      for (const title of sectionsOf(member, paper.options.groupBy)) {
        const section = sections.get(title);
        if (section === undefined) sections.set(title, [row]);
        else section.push(row);
      }
    }
  }
  const divided = paper.options.groupBy;
  const people = count === 1 ? "1 Mitglied" : `${count.toLocaleString("de")} Mitglieder`;
  yield await layOut(
    {
      clubName: paper.clubName,
      accentColor: paper.accentColor,
      title: paper.title,
      subtitle: `Stand ${germanDay(new Date(`${paper.day}T00:00:00Z`))} · ${people}${divided === null ? "" : ` · nach ${EXPORT_GROUPING_LABELS[divided]}`}`,
      landscape: paper.options.landscape,
      headings: [...headings],
      sections: [...sections].map(([title, rows]) => ({ title, rows })).sort((a, b) => byName.compare(a.title, b.title)),
    },
    signal,
  );
}

function shown(cell: SheetCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return germanDay(cell);
  return typeof cell === "number" ? cell.toLocaleString("de", { useGrouping: false }) : cell;
}

/** The headings below which a member stands; one of several groups stands below each. */
function sectionsOf(member: UserRow, groupBy: ExportOptions["groupBy"]): string[] {
  switch (groupBy) {
    case null:
      return [""];
    case "GROUP":
      return member.groups.length === 0 ? ["Ohne Gruppe"] : member.groups.map(({ name, groupName }) => (groupName === null ? name : `${groupName}->${name}`));
    case "STATUS":
      return [STATUS_LABELS[member.status]];
    case "CITY":
      return [member.city ?? "Ohne Ort"];
    case "GENDER":
      return [GENDER_LABELS[member.gender]];
    case "LETTER": {
      const letter = member.lastname.normalize("NFD").replace(/\P{L}/gu, "").slice(0, 1).toLocaleUpperCase("de");
      return [letter === "" ? "Andere Zeichen" : letter];
    }
  }
}

function layOut(list: PdfList, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./pdf-worker.ts", import.meta.url), { workerData: list, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
    const stop = () => {
      reject(signal.aborted ? signal.reason : tooLarge());
      void worker.terminate();
    };
    limit.addEventListener("abort", stop, { once: true });
    worker.once("message", (bytes: Uint8Array) => {
      limit.removeEventListener("abort", stop);
      resolve(bytes);
      void worker.terminate();
    });
    worker.once("error", (error: Error & { code?: string }) => {
      limit.removeEventListener("abort", stop);
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge() : error);
    });
  });
}

function tooLarge(): AppError {
  return new AppError("UNPROCESSABLE", { code: "TOO_MANY", detail: "Die PDF-Liste wird zu groß. Bitte wählen Sie weniger Mitglieder oder Spalten." });
}
