import { call } from "#platform/web/api/api.ts";
import {
  exchangeContract,
  MAX_IMPORT_BYTES,
  type EventDraft,
} from "#modules/calendars/exchange-contract.ts";
import {
  MAX_PROGRAMME_BYTES,
  PROGRAMME_TIME_LIMIT_MS,
  PROGRAMME_WAIT_LIMIT_MS,
  programmeContract,
  type ProgrammeDraft,
} from "../contract.ts";

/** Where the drafts come from: a list of events, or a programme with pages to look at. */
export type FileKind = "LIST" | "PROGRAMME";

const TYPES: Readonly<Record<string, [kind: FileKind, type: string]>> = {
  ics: ["LIST", "text/calendar"],
  ical: ["LIST", "text/calendar"],
  csv: ["LIST", "text/csv"],
  txt: ["LIST", "text/plain"],
  xlsx: ["LIST", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  pdf: ["PROGRAMME", "application/pdf"],
  jpg: ["PROGRAMME", "image/jpeg"],
  jpeg: ["PROGRAMME", "image/jpeg"],
  png: ["PROGRAMME", "image/png"],
  heic: ["PROGRAMME", "image/heic"],
  heif: ["PROGRAMME", "image/heic"],
};

/** For the file dialog. */
export const ACCEPTED = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(",");

export interface ChosenFile {
  file: File;
  kind: FileKind;
  type: string;
}

/** A file of a kind that can be read, or the German sentence why not. */
export function chooseFile(file: File): ChosenFile | string {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const known = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
  if (!known)
    return `Dateien mit der Endung „${ending}“ kann diese Seite nicht lesen. Möglich sind ICS, CSV, Excel (XLSX), PDF, JPEG, PNG und HEIC.`;
  const [kind, type] = known;
  const limit = kind === "LIST" ? MAX_IMPORT_BYTES : MAX_PROGRAMME_BYTES;
  if (file.size > limit)
    return `Die Datei ist zu groß: Gelesen werden höchstens ${limit / 1024 / 1024} MB.`;
  return file.size === 0 ? "Die Datei ist leer." : { file, kind, type };
}

const LONGEST_MS = PROGRAMME_WAIT_LIMIT_MS + PROGRAMME_TIME_LIMIT_MS;

/**
 * Has the server read the file; nothing is written. The page itself says why it could not.
 * `leftOver`: also the dates of a programme that no event was found for, after the events.
 */
export function readDrafts(
  { file, kind, type }: ChosenFile,
  signal: AbortSignal,
  { leftOver = false }: { leftOver?: boolean } = {},
): Promise<readonly (EventDraft | ProgrammeDraft)[]> {
  const settings = { body: file, headers: { "content-type": type }, signal, silent: true };
  return kind === "LIST"
    ? call(exchangeContract.importEvents, settings)
    : call(programmeContract.importProgramme, {
        ...settings,
        query: leftOver ? { leftOver: "true" } : {},
        timeout: LONGEST_MS,
      });
}
