import type { Invitation } from "../../../invitation-contract.ts";

/** One invitation, or those to several dates of one series. */
export type InvitationGroup =
  | { kind: "ONE"; id: string; invitation: Invitation }
  | { kind: "SERIES"; id: string; invitations: readonly Invitation[] };

/**
 * Returns invitations with the dates of a series together and by their day, where the first found
 * of them stands; a single date stays as it is. The id of a series is that of its event.
 */
export function groupedBySeries(invitations: readonly Invitation[]): InvitationGroup[] {
  const dates = Map.groupBy(invitations, ({ event }) => event.occurrenceOf);
  return invitations.flatMap((invitation): InvitationGroup[] => {
    const id = invitation.event.occurrenceOf;
    const series = id === null ? [] : (dates.get(id) ?? []);
    if (id === null || series.length < 2) return [{ kind: "ONE", id: invitation.id, invitation }];
    return series[0] === invitation ? [{ kind: "SERIES", id, invitations: byDay(series) }] : [];
  });
}

function byDay(invitations: readonly Invitation[]): Invitation[] {
  const at = ({ event }: Invitation) => Date.parse(event.startDateTime);
  return invitations.toSorted((one, other) => at(one) - at(other));
}
