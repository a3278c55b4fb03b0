import { displayName, formatNumber, plural } from "#platform/web/format/format.ts";
import type { Audience, LeaveReason } from "../../../contract.ts";

export const REASON_WORDS: Readonly<Record<LeaveReason, string>> = {
  LEFT: "ausgetreten",
  DECEASED: "verstorben",
  DELETED: "im Papierkorb",
  SENDER: "das sind Sie selbst",
  NOT_ALLOWED: "dürfen Sie nicht anschreiben",
};

/** `Geht an 23 Personen: 20 per E-Mail, 2 nur hier, 1 ohne E-Mail-Adresse.` */
export function audienceSentence({ count, withMail, mailOff, withoutMailCount }: Audience): string {
  if (count === 0) return "So geht die Nachricht an niemanden.";
  const parts = [
    withMail > 0 && `${formatNumber(withMail)} auch per E-Mail`,
    mailOff > 0 && `${formatNumber(mailOff)} nur hier, weil E-Mails abgeschaltet sind`,
    withoutMailCount > 0 && `${formatNumber(withoutMailCount)} ohne E-Mail-Adresse`,
  ].filter(Boolean);
  const people = `Geht an ${plural(count, "Person", "Personen")}`;
  if (count === withMail) return `${people}, ${count === 1 ? "auch" : "an alle auch"} per E-Mail.`;
  return `${people}: ${parts.join(", ")}.`;
}

/** Names of some people, and how many more there are than the list has. */
export function namesOf(
  people: readonly { firstname: string; lastname: string }[],
  count: number,
): string {
  const names = people.map(displayName).join(", ");
  const more = count - people.length;
  return more > 0 ? `${names} und ${formatNumber(more)} weitere` : names;
}
