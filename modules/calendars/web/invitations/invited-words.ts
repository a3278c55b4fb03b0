import { plural } from "#platform/web/format/format.ts";
import type { EventInvitation } from "../../invitation-contract.ts";

/** Of a series people have one mail for all their invitations. */
export function invitedWords(added: readonly EventInvitation[]): string {
  const people = new Map(
    added.map((one) => [one.user?.id ?? one.guest?.email.toLowerCase() ?? one.id, one.hasMail]),
  );
  if (people.size === 0) return "Alle Gewählten waren schon eingeladen.";
  const mails = [...people.values()].filter(Boolean).length;
  const invited = plural(people.size, "Person ist", "Personen sind");
  const going =
    mails === 0
      ? "Niemand bekommt eine E-Mail."
      : `${plural(mails, "E-Mail geht", "E-Mails gehen")} hinaus.`;
  return `${invited} eingeladen. ${going}`;
}
