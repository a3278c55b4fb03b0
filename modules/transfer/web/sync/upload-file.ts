import { call } from "#platform/web/api.ts";
import { importContract, MAX_IMPORT_FILE_BYTES, type ImportRun } from "../../import-contract.ts";

const ENDINGS = ["csv", "txt", "tsv", "xlsx", "json", "vcf"];

/** For the file dialog. */
export const ACCEPTED = ENDINGS.map((ending) => `.${ending}`).join(",");

/** Old formats that people have at hand, and the way out of them. */
const ADVICE: Readonly<Record<string, string>> = {
  xls: "Dateien im alten Excel-Format (XLS) kann diese Seite nicht lesen. Öffnen Sie die Datei in Excel und speichern Sie sie als „Excel-Arbeitsmappe (XLSX)“.",
  ods: "OpenDocument-Tabellen (ODS) kann diese Seite nicht lesen. Speichern Sie die Tabelle als Excel-Arbeitsmappe (XLSX) oder CSV.",
  numbers: "Numbers-Dateien kann diese Seite nicht lesen. Wählen Sie in Numbers „Exportieren“ und dann Excel oder CSV.",
  pdf: "Aus einer PDF-Datei lassen sich Mitglieder nicht einlesen. Gebraucht wird die Tabelle selbst, als Excel (XLSX) oder CSV.",
};

/** The German sentence why this file can't be read, before it is sent. What it really is the server sees by its content. */
export function fileProblem(file: Pick<File, "name" | "size">): string | undefined {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const advice = Object.hasOwn(ADVICE, ending) ? ADVICE[ending] : undefined;
  if (advice !== undefined) return advice;
  if (!ENDINGS.includes(ending))
    return `Dateien mit der Endung „${ending}“ kann diese Seite nicht lesen. Möglich sind CSV, Excel (XLSX), JSON und vCard (VCF).`;
  if (file.size === 0) return `„${file.name}“ ist leer.`;
  return file.size > MAX_IMPORT_FILE_BYTES ? `„${file.name}“ ist zu groß: Gelesen werden höchstens ${MAX_IMPORT_FILE_BYTES / 1024 / 1024} MB.` : undefined;
}

/** Hands the file to the server, which reads and compares it. Nothing is written. */
export function sendFile(file: File, sourceId: string | undefined, signal: AbortSignal): Promise<ImportRun> {
  const settings = {
    body: file,
    headers: { "content-type": "application/octet-stream", "x-file-name": encodeURIComponent(file.name) },
    signal,
    inForm: true,
  };
  return sourceId === undefined ? call(importContract.startImport, settings) : call(importContract.runImportSource, { ...settings, params: { id: sourceId } });
}

/** Has the server fetch the file of a source with an address. */
export function fetchFromAddress(sourceId: string): Promise<ImportRun> {
  return call(importContract.runImportSource, { params: { id: sourceId }, body: new Blob([]), inForm: true });
}
