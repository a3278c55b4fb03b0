import { decodeText } from "#platform/contract/decode-text.ts";
import { parentPort, workerData } from "node:worker_threads";
import { isOldExcel, isXlsx, UnreadableTable } from "#platform/server/documents/table.ts";
import { csvRows, xlsxSheets } from "#platform/server/documents/table-file.ts";
import { type EventDraft, MAX_IMPORTED_EVENTS } from "../../exchange-contract.ts";
import { ClubTime } from "../time/club-time.ts";
import { readIcs } from "./ics/ics-reader.ts";
import type { FileAnswer, FileRequest } from "./read-file.ts";
import { Refused } from "./refused.ts";
import { readTable } from "./table/table-reader.ts";
import { withImportProblems } from "./import-problems.ts";

const LIMITS = { maxRows: MAX_IMPORTED_EVENTS + 50, maxColumns: 200 };

/** Decides by content, because browsers and systems name the types of these files as they like. */
async function read({ bytes, today }: FileRequest, time: ClubTime): Promise<EventDraft[]> {
  const day = Temporal.PlainDate.from(today);
  if (bytes.byteLength === 0) throw new Refused("Die Datei ist leer.");
  if (isXlsx(bytes)) return readTable(await xlsxSheets(bytes, LIMITS), time, day);
  if (isOldExcel(bytes))
    throw new Refused(
      "Diese Excel-Datei ist im alten Format (.xls) oder mit einem Kennwort geschützt. Bitte speichern Sie sie als .xlsx oder CSV.",
    );
  const text = decodeText(bytes);
  if (
    /^[\s\ufeff]*BEGIN:VCALENDAR/i.test(text) ||
    /^BEGIN:VEVENT\s*$/im.test(text.slice(0, 20_000))
  )
    return readIcs(text, time);
  return readTable([csvRows(text, LIMITS)], time, day);
}

const request = workerData as FileRequest;
const time = ClubTime.in(request.timeZone);

read(request, time).then(
  (drafts) =>
    parentPort?.postMessage({
      drafts: drafts.map((draft) => withImportProblems(draft, time)),
    } satisfies FileAnswer),
  (error: unknown) => {
    if (!(error instanceof Refused) && !(error instanceof UnreadableTable)) throw error;
    parentPort?.postMessage({ refused: error.message } satisfies FileAnswer);
  },
);
