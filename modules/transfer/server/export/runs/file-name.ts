import { entryName } from "#modules/files/contract.ts";
import type { ExportFormat } from "../../../export-contract.ts";

export const ENDINGS: Record<ExportFormat, string> = {
  CSV: "csv",
  XLSX: "xlsx",
  JSON: "json",
  VCARD: "vcf",
  PDF: "pdf",
};

interface Naming {
  pattern: string;
  format: ExportFormat;
  targetName: string;
  clubName: string;
  timeZone: string;
  at: Date;
}

/** The file's name: the pattern filled in, made harmless, with its ending. */
export function fileNameOf({
  pattern,
  format,
  targetName,
  clubName,
  timeZone,
  at,
}: Naming): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("de-DE", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const values: Record<string, string> = {
    name: targetName,
    verein: clubName,
    datum: `${parts["year"]}-${parts["month"]}-${parts["day"]}`,
    jahr: parts["year"] ?? "",
    monat: parts["month"] ?? "",
    zeit: `${parts["hour"]}-${parts["minute"]}`,
  };
  const filled = pattern.replace(/\{(\w+)\}/g, (all, key: string) =>
    Object.hasOwn(values, key) ? (values[key] ?? "") : all,
  );
  return `${filled
    .replace(/[/\\:*?"<>|]+/g, "-")
    .trim()
    .slice(0, 200)}.${ENDINGS[format]}`;
}

/** What is wrong with a file's name, as a German sentence; undefined when nothing is. */
export function problemOfFileName(name: string): string | undefined {
  const parsed = entryName.safeParse(name);
  return parsed.success
    ? undefined
    : (parsed.error.issues[0]?.message ?? "Dieser Dateiname geht nicht.");
}
