import type { ClubTime } from "../time/club-time.ts";
import { type NotifiedState, notifiedStateOf } from "./invitation-record.ts";
import type { InvitationWithEvent } from "./invitation-rows-queries.ts";
import { clockText, whenText } from "./when.ts";

/** First word of the subject of a mail about a change. */
export function headingOf(
  before: NotifiedState,
  { status }: Pick<InvitationWithEvent, "status">,
): string {
  if (status === "CANCELLED") return "Abgesagt";
  return before.status === "CANCELLED" ? "Findet statt" : "Geändert";
}

/**
 * What a person has to know about how an event differs from what they were told, in sentences and
 * lines.
 */
export function changesOf(
  before: NotifiedState,
  record: InvitationWithEvent,
  time: ClubTime,
): string[] {
  const now = notifiedStateOf(record);
  if (now.status === "CANCELLED")
    return [
      "Dieser Termin wurde abgesagt.",
      ...(record.cancel_reason === null ? [] : [`Grund: ${record.cancel_reason}`]),
      `Vorgesehen war: ${when(before, time)}`,
    ];
  const paragraphs: string[] = [];
  if (before.status === "CANCELLED")
    paragraphs.push("Die Absage wurde zurückgenommen: Dieser Termin findet statt.");
  const lines: string[] = [];
  const change = (label: string, old: string, fresh: string) => {
    if (old !== fresh) lines.push(`${label} bisher: ${old}\n${label} jetzt: ${fresh}`);
  };
  change("Zeit", when(before, time), when(now, time));
  change("Treffen", meeting(before.meetAt, time), meeting(now.meetAt, time));
  change("Ort", before.location ?? "nicht angegeben", now.location ?? "nicht angegeben");
  if (lines.length > 0) paragraphs.push("An diesem Termin hat sich etwas geändert.", ...lines);
  if (!lines.some((line) => line.startsWith("Zeit"))) paragraphs.push(`Wann: ${when(now, time)}`);
  if (before.askedAgain === true && record.state === "OPEN") {
    paragraphs.push(
      "Ihre bisherige Antwort gilt deshalb nicht mehr. Bitte antworten Sie noch einmal.",
    );
  } else if (record.state === "ACCEPTED") {
    paragraphs.push(
      "Ihre Zusage gilt weiter. Falls Sie so nicht kommen können, sagen Sie bitte ab.",
    );
  }
  return paragraphs;
}

/** The same in one line, where a mail is about several events. */
export function shortChange(
  before: NotifiedState,
  record: InvitationWithEvent,
  time: ClubTime,
): string {
  const now = notifiedStateOf(record);
  if (now.status === "CANCELLED") return `${when(before, time)}: abgesagt`;
  const parts: string[] = [];
  if (when(before, time) !== when(now, time)) parts.push(`bisher ${when(before, time)}`);
  if (before.status === "CANCELLED") parts.push("findet doch statt");
  if (before.meetAt !== now.meetAt) parts.push(`Treffen ${meeting(now.meetAt, time)}`);
  if (before.location !== now.location) parts.push(`Ort: ${now.location ?? "nicht angegeben"}`);
  return parts.length === 0 ? when(now, time) : `${when(now, time)} (${parts.join(", ")})`;
}

function when({ startsAt, endsAt, allDay }: NotifiedState, time: ClubTime): string {
  return whenText({ starts_at: startsAt, ends_at: endsAt, all_day: allDay }, time);
}

function meeting(moment: number | null, time: ClubTime): string {
  return moment === null ? "nicht angegeben" : `${clockText(moment, time)} Uhr`;
}
