import type { FormErrors } from "@mantine/form";
import { readGuests } from "./guest-lines.ts";

/** Who is to be invited, as a form holds it. */
export interface InviteValues {
  groupIds: string[];
  userIds: string[];
  /** A guest on each line. */
  guests: string;
  message: string;
}

export const NOBODY_INVITED: InviteValues = { groupIds: [], userIds: [], guests: "", message: "" };

export const INVITE_LABELS = {
  groupIds: "Gruppen",
  userIds: "Mitglieder",
  guests: "Gäste",
  message: "Persönliche Nachricht",
};

/** Why what was typed for guests can't be read; undefined when it can. */
export function guestsProblem(guests: string): string | undefined {
  const { unreadable } = readGuests(guests);
  return unreadable.length > 0
    ? `Hier fehlt eine E-Mail-Adresse: ${unreadable.join("; ")}`
    : undefined;
}

/** What the server is asked to do; undefined where nobody is invited. */
export function inviteOf({ groupIds, userIds, guests, message }: InviteValues) {
  const read = readGuests(guests).guests;
  return groupIds.length + userIds.length + read.length === 0
    ? undefined
    : { groupIds, userIds, guests: read, message };
}

/** Returns the first error of a list: the server names the place in it. */
export function errorIn(errors: FormErrors, list: string) {
  return Object.entries(errors).find(([path]) => path === list || path.startsWith(`${list}.`))?.[1];
}
