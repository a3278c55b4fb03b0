import type { InvitationSettings, InvitationState } from "./contract.ts";

export interface AnswerSoFar {
  state: InvitationState;
  position: number | null;
  companions: number;
}

/** How a moment is written: `21.11.2026 18:00 Uhr` on the club's clock. */
type MomentText = (moment: string) => string;

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

interface Answerable {
  status: "CONFIRMED" | "CANCELLED";
  endDateTime: string;
  invitationSettings: InvitationSettings | null;
}

/** Why no answers are taken any more; null while they are. */
export function closedSentence(
  { status, endDateTime, invitationSettings }: Answerable,
  momentText: MomentText,
  now = new Date(),
): string | null {
  if (status === "CANCELLED") return "Der Termin ist abgesagt. Eine Antwort ist nicht mehr nötig.";
  if (Date.parse(endDateTime) <= now.getTime()) return "Der Termin ist vorbei.";
  const deadline = invitationSettings?.deadline;
  if (deadline && Date.parse(deadline) <= now.getTime())
    return `Geantwortet werden konnte bis ${momentText(deadline)}. Wenn sich etwas geändert hat, wenden Sie sich bitte an den Verein.`;
  return null;
}

/** Deadline and places, before one answers. */
export function termsSentence(
  settings: InvitationSettings | null,
  placesLeft: number | null,
  state: InvitationState,
  momentText: MomentText,
): string {
  const words: string[] = [];
  if (settings?.deadline)
    words.push(
      state === "OPEN"
        ? `Bitte antworten Sie bis ${momentText(settings.deadline)}.`
        : `Sie können Ihre Antwort bis ${momentText(settings.deadline)} ändern.`,
    );
  if (placesLeft !== null && placesLeft > 0)
    words.push(
      `Noch ${placesLeft === 1 ? "1 freier Platz" : `${placesLeft.toLocaleString("de-DE")} freie Plätze`}.`,
    );
  if (placesLeft === 0)
    words.push(
      settings?.waitingList === false
        ? "Alle Plätze sind vergeben."
        : "Alle Plätze sind vergeben; wer zusagt, kommt auf die Warteliste.",
    );
  return words.join(" ");
}
