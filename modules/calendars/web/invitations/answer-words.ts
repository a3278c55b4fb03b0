import { formatDateTime, plural } from "#platform/web/format/format.ts";
import type { InvitationSettings, InvitationState } from "../../contract.ts";

export interface AnswerSoFar {
  state: InvitationState;
  position: number | null;
  companions: number;
}

export const STATE_LABELS: Record<InvitationState, string> = {
  OPEN: "Offen",
  ACCEPTED: "Zugesagt",
  DECLINED: "Abgesagt",
  WAITING: "Warteliste",
};

/** Colours of the badges; the words say the same. */
export const STATE_COLORS: Record<InvitationState, string> = {
  OPEN: "gray",
  ACCEPTED: "green",
  DECLINED: "red",
  WAITING: "yellow",
};

/** The own answer as a sentence. */
export function answerSentence({ state, position, companions }: AnswerSoFar): string {
  const along =
    companions === 0
      ? ""
      : ` mit ${companions === 1 ? "1 Begleitperson" : `${companions} Begleitpersonen`}`;
  if (state === "ACCEPTED") return `Sie haben${along} zugesagt.`;
  if (state === "DECLINED") return "Sie haben abgesagt.";
  if (state === "WAITING")
    return `Sie stehen${along} auf der Warteliste${position === null ? "" : `, auf Platz ${position}`}.`;
  return "Sie haben noch nicht geantwortet.";
}

/** Said after answering in place. */
export const STATE_DONE: Record<InvitationState, (title: string) => string> = {
  OPEN: (title) => `Ihre Antwort zu „${title}“ ist wieder offen.`,
  ACCEPTED: (title) => `Sie haben für „${title}“ zugesagt.`,
  DECLINED: (title) => `Sie haben für „${title}“ abgesagt.`,
  WAITING: (title) => `Bei „${title}“ sind alle Plätze vergeben. Sie stehen auf der Warteliste.`,
};

interface Answerable {
  status: "CONFIRMED" | "CANCELLED";
  endDateTime: string;
  invitationSettings: InvitationSettings | null;
}

/** Why no answers are taken any more; null while they are. */
export function closedSentence(
  { status, endDateTime, invitationSettings }: Answerable,
  now = new Date(),
): string | null {
  if (status === "CANCELLED") return "Der Termin ist abgesagt. Eine Antwort ist nicht mehr nötig.";
  if (Date.parse(endDateTime) <= now.getTime()) return "Der Termin ist vorbei.";
  const deadline = invitationSettings?.deadline;
  if (deadline && Date.parse(deadline) <= now.getTime())
    return `Geantwortet werden konnte bis ${formatDateTime(deadline)}. Wenn sich etwas geändert hat, wenden Sie sich bitte an den Verein.`;
  return null;
}

/** Deadline and places, before one answers. */
export function termsSentence(
  settings: InvitationSettings | null,
  placesLeft: number | null,
  state: InvitationState,
): string {
  const words: string[] = [];
  if (settings?.deadline)
    words.push(
      state === "OPEN"
        ? `Bitte antworten Sie bis ${formatDateTime(settings.deadline)}.`
        : `Sie können Ihre Antwort bis ${formatDateTime(settings.deadline)} ändern.`,
    );
  if (placesLeft !== null && placesLeft > 0)
    words.push(`Noch ${plural(placesLeft, "freier Platz", "freie Plätze")}.`);
  if (placesLeft === 0)
    words.push(
      settings?.waitingList === false
        ? "Alle Plätze sind vergeben."
        : "Alle Plätze sind vergeben; wer zusagt, kommt auf die Warteliste.",
    );
  return words.join(" ");
}
