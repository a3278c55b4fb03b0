import { decodeText } from "#platform/contract/decode-text.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { callOutside } from "#platform/server/outbound/call-outside.ts";
import type { EventDraft } from "../../../exchange-contract.ts";
import type { Holiday } from "../../../holiday-contract.ts";
import { readEventFile } from "../../exchange/read-file.ts";
import { ClubTime } from "../../time/club-time.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Eight years of a Land have about 60. */
const MAX_HOLIDAYS = 400;
/** No holidays are longer; what is would leave out whole series. */
const MAX_DAYS = 100;
const MAX_NAME = 100;
const DAY_MS = 86_400_000;

/** Returns what an address answers; refuses what is no answer. */
export async function loadFeed(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await callOutside({ url, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });
  if (answer.status !== 200)
    throw refused(`Die Adresse antwortet mit dem Fehler ${answer.status}.`);
  return answer.body;
}

/**
 * Returns the holidays that a calendar file names: its all-day events, repeated ones once. A file
 * from outside is read where it can harm nobody.
 */
export async function readFeed(
  bytes: Uint8Array,
  timeZone: string,
  signal: AbortSignal,
): Promise<Holiday[]> {
  // Tables are read as events too; under an address they are mostly the page of an error.
  if (!/^[\s\ufeff]*BEGIN:VCALENDAR/i.test(decodeText(bytes.subarray(0, 1_000))))
    throw refused("Unter dieser Adresse steht kein Kalender (ICS).");
  const time = ClubTime.in(timeZone);
  const request = { bytes, timeZone, today: time.dayOf(Date.now()) };
  const drafts = await readEventFile(request, signal);
  const holidays = drafts.flatMap((draft) => holidayOf(draft, time) ?? []);
  if (holidays.length === 0) throw refused("In diesem Kalender stehen keine ganztägigen Termine.");
  if (holidays.length > MAX_HOLIDAYS)
    throw refused(`In diesem Kalender stehen mehr als ${MAX_HOLIDAYS} ganztägige Termine.`);
  return holidays;
}

function holidayOf(draft: EventDraft, time: ClubTime): Holiday | undefined {
  const { title, startDateTime, endDateTime, allDay, status } = draft;
  if (!allDay || startDateTime === null || status === "CANCELLED") return undefined;
  const first = Date.parse(startDateTime);
  const last = endDateTime === null ? first : Date.parse(endDateTime);
  if (last < first || last - first > MAX_DAYS * DAY_MS) return undefined;
  const name = title.trim().slice(0, MAX_NAME) || "Ferien";
  return { kind: "SCHOOL", name, from: time.dayOf(first), to: time.dayOf(last) };
}

function refused(detail: string): AppError {
  return new AppError("UNPROCESSABLE", { code: "HOLIDAY_FEED", detail });
}
