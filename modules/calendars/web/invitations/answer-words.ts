import type { InvitationState } from "../../contract.ts";

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

/** Said after answering in place. */
export const STATE_DONE: Record<InvitationState, (title: string) => string> = {
  OPEN: (title) => `Ihre Antwort zu „${title}“ ist wieder offen.`,
  ACCEPTED: (title) => `Sie haben für „${title}“ zugesagt.`,
  DECLINED: (title) => `Sie haben für „${title}“ abgesagt.`,
  WAITING: (title) => `Bei „${title}“ sind alle Plätze vergeben. Sie stehen auf der Warteliste.`,
};
