import { formatNumber, plural } from "#platform/web/format/format.ts";
import type { InvitationReach } from "../../invitation-contract.ts";

/** `6 bekommen eine E-Mail, 71 sehen es nach dem Anmelden, 27 erreichen wir nicht` */
export function reachParts({ mailed, inApp, unreachableCount }: InvitationReach): string {
  const parts = [
    mailed > 0 && `${formatNumber(mailed)} per E-Mail`,
    inApp > 0 && `${formatNumber(inApp)} nach dem Anmelden`,
    unreachableCount > 0 && `${formatNumber(unreachableCount)} auf keinem Weg`,
  ].filter((part) => typeof part === "string");
  return parts.join(", ");
}

/** Who learns that an event is called off. */
export function toldSentence(reach: InvitationReach): string {
  const people = plural(reach.people, "Person ist", "Personen sind");
  const learns = reach.people === 1 ? "erfährt" : "erfahren";
  return `${people} eingeladen und ${learns} es: ${reachParts(reach)}.`;
}

/** Who would be invited, before it happens. */
export function inviteSentence(reach: InvitationReach, already: number): string {
  const known =
    already === 0 ? "" : ` ${plural(already, "Person ist", "Personen sind")} schon eingeladen.`;
  if (reach.people === 0) return `Niemand wird neu eingeladen.${known}`;
  const people = plural(reach.people, "Person wird", "Personen werden");
  const learns = reach.people === 1 ? "erfährt" : "erfahren";
  return `${people} eingeladen und ${learns} es: ${reachParts(reach)}.${known}`;
}
