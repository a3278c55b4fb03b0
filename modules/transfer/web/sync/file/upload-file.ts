import {
  failureOf,
  NameTaken,
  sendBytes,
  type UploadFailureKind,
} from "#modules/files/web/public.ts";
import { addressOf, call } from "#platform/web/api/api.ts";
import { importContract, MAX_IMPORT_FILE_BYTES, type ImportRun } from "../../../import-contract.ts";

const ENDINGS = ["csv", "txt", "tsv", "xlsx", "json", "vcf"];

/** For the file dialog. */
export const ACCEPTED = ENDINGS.map((ending) => `.${ending}`).join(",");

/** Old formats that people have at hand, and the way out of them. */
const ADVICE: Readonly<Record<string, string>> = {
  xls: "Dateien im alten Excel-Format (XLS) kann diese Seite nicht lesen. Öffnen Sie die Datei in Excel und speichern Sie sie als „Excel-Arbeitsmappe (XLSX)“.",
  ods: "OpenDocument-Tabellen (ODS) kann diese Seite nicht lesen. Speichern Sie die Tabelle als Excel-Arbeitsmappe (XLSX) oder CSV.",
  numbers:
    "Numbers-Dateien kann diese Seite nicht lesen. Wählen Sie in Numbers „Exportieren“ und dann Excel oder CSV.",
  pdf: "Aus einer PDF-Datei lassen sich Mitglieder nicht einlesen. Gebraucht wird die Tabelle selbst, als Excel (XLSX) oder CSV.",
};

/**
 * The German sentence why this file can't be read, before it is sent. What it really is the server
 * sees by its content.
 */
export function fileProblem(file: Pick<File, "name" | "size">): string | undefined {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const advice = Object.hasOwn(ADVICE, ending) ? ADVICE[ending] : undefined;
  if (advice !== undefined) return advice;
  if (!ENDINGS.includes(ending))
    return `Dateien mit der Endung „${ending}“ kann diese Seite nicht lesen. Möglich sind CSV, Excel (XLSX), JSON und vCard (VCF).`;
  if (file.size === 0) return `„${file.name}“ ist leer.`;
  return file.size > MAX_IMPORT_FILE_BYTES
    ? `„${file.name}“ ist zu groß: Gelesen werden höchstens ${MAX_IMPORT_FILE_BYTES / 1024 / 1024} MB.`
    : undefined;
}

/** What the server does not say itself, for each way in which a file does not arrive. */
const FAILURES: Readonly<Partial<Record<UploadFailureKind, string>>> = {
  network: "Die Verbindung ist unterbrochen. Bitte wählen Sie die Datei noch einmal.",
  timeout: "Der Server hat zu lange nicht geantwortet. Bitte versuchen Sie es noch einmal.",
  denied: "Dazu haben Sie nicht die notwendigen Rechte.",
  not_exists: "Die Datei oder die Quelle ist nicht mehr da.",
};

const REFUSED = "Der Server konnte die Datei nicht annehmen. Bitte versuchen Sie es noch einmal.";

/** A file whose answer was lost is sent again under its key: it makes one run. */
const unsettled = new WeakMap<File, { sourceId: string; key: string }>();

function keyFor(file: File, sourceId: string): string {
  const known = unsettled.get(file);
  if (known?.sourceId === sourceId) return known.key;
  const key = crypto.randomUUID();
  unsettled.set(file, { sourceId, key });
  return key;
}

interface SentFile {
  file: File;
  /** Empty: none. */
  sourceId: string;
  signal: AbortSignal;
  /** Bytes that have left so far. */
  onProgress: (sent: number) => void;
}

/**
 * Hands the file to the server, which reads and compares it; nothing is written. Throws an Error
 * with a German sentence.
 */
export async function sendFile({
  file,
  sourceId,
  signal,
  onProgress,
}: SentFile): Promise<ImportRun> {
  try {
    const run = await sendBytes({
      address:
        sourceId === ""
          ? addressOf(importContract.startImport)
          : addressOf(importContract.runImportSource, { id: sourceId }),
      key: keyFor(file, sourceId),
      body: file,
      contentType: "application/octet-stream",
      headers: { "x-file-name": encodeURIComponent(file.name) },
      signal,
      onProgress,
    });
    unsettled.delete(file);
    return run as ImportRun;
  } catch (error) {
    const failure = failureOf(error);
    const isLost = !(failure instanceof NameTaken) && ["network", "timeout"].includes(failure.kind);
    if (!isLost) unsettled.delete(file);
    throw new Error(
      failure instanceof NameTaken ? REFUSED : (FAILURES[failure.kind] ?? failure.message),
      { cause: error },
    );
  }
}

/** Has the server fetch the file of a source with an address. */
export function fetchFromAddress(sourceId: string): Promise<ImportRun> {
  return call(importContract.runImportSource, {
    params: { id: sourceId },
    body: new Blob([]),
    inForm: true,
  });
}
