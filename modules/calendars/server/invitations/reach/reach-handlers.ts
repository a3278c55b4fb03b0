import { homeOf } from "#modules/identity/server/public.ts";
import { addressLines } from "#modules/members/server/public.ts";
import { tenantBranding } from "#modules/tenants/server/public.ts";
import { attachment } from "#platform/server/http/content-disposition.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import type { Invite, invitationsContract } from "../../../invitation-contract.ts";
import { calendarIdOf, type EventTarget } from "../../events/find-event.ts";
import { ClubTime } from "../../time/club-time.ts";
import { selectAllInvitations } from "../invitation-queries.ts";
import { inviteesOf } from "../organiser/invite.ts";
import { requireUpcoming } from "../organiser/invite-to-event.ts";
import { organisedEvent } from "../organiser/organised-event.ts";
import { selectSeriesList } from "../series/series-queries.ts";
import { momentText, whenText } from "../when.ts";
import { cancellationOf } from "./cancellation.ts";
import { invitationReach, isUnreachable } from "./reach.ts";
import {
  selectAlreadyInvited,
  selectContacts,
  selectFamilies,
  selectMemberReach,
} from "./reach-queries.ts";
import { type UnreachableList, unreachableList } from "./unreachable-list.ts";

type Routes = Pick<
  typeof invitationsContract,
  "previewInvite" | "getCancellation" | "getUnreachable"
>;

/** How people learn of events, before and after they are invited. */
export function reachHandlers({ environment, recipientSources }: Services): Handlers<Routes> {
  return {
    async previewInvite({ read, params, query: { scope }, body, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return read(async (tx) => {
        const target = await organisedEvent(tx, principal, params.id, time);
        requireUpcoming(target);
        const toAll = scope === "ALL" || (target.kind === "SERIES" && scope === undefined);
        return previewOf(tx, principal, target, body, toAll);
      });
    },
    async getCancellation({ read, params, query: { scope }, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return read(async (tx) => {
        const target = await organisedEvent(tx, principal, params.id, time);
        return cancellationOf(tx, principal, target, scope, recipientSources);
      });
    },
    async getUnreachable({ read, params, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      const list = await read(async (tx): Promise<UnreachableList> => {
        const target = await organisedEvent(tx, principal, params.id, time);
        const branding = await tenantBranding(tx, (name) => homeOf(environment, name));
        return {
          clubName: branding.clubName,
          accentColor: branding.accentColor,
          title: target.occurrence.row.title,
          when: whenText(target.occurrence, time),
          printed: momentText(Date.now(), time),
          withContacts: holds(principal, "QUERY_USER"),
          people: await unreachablePeople(tx, principal, target),
        };
      });
      // Laid out when the transaction has ended.
      return {
        contentType: "application/pdf",
        content: await unreachableList(list),
        headers: attachment(`${list.title} nicht erreichbar.pdf`),
      };
    },
  };
}

async function previewOf(
  tx: ReadTx,
  reader: Principal,
  target: EventTarget,
  body: Invite,
  toAll: boolean,
) {
  const invitees = await inviteesOf(tx, reader, calendarIdOf(target), body);
  const already = await selectAlreadyInvited(
    tx,
    target.kind !== "SINGLE" && toAll
      ? { seriesId: target.series.id }
      : { eventId: target.occurrence.id },
  );
  const known = new Set([...already.memberIds, ...already.guests]);
  const members = new Set(invitees.flatMap(({ user_id }) => user_id ?? []));
  const guests = new Set(
    invitees.flatMap(({ user_id, guest_email }) =>
      user_id === null ? [(guest_email ?? "").toLowerCase()] : [],
    ),
  );
  const fresh = (ids: ReadonlySet<string>) => [...ids].filter((id) => !known.has(id));
  const people = { memberIds: fresh(members), guests: fresh(guests) };
  return {
    reach: await invitationReach(tx, people, reader),
    already: members.size + guests.size - people.memberIds.length - people.guests.length,
  };
}

/** Those invited who have not declined, to be told on paper or by telephone. */
async function unreachablePeople(
  tx: ReadTx,
  reader: Principal,
  target: EventTarget,
): Promise<UnreachableList["people"]> {
  const invited =
    target.kind === "SERIES"
      ? await selectSeriesList(tx, target.series.id)
      : await selectAllInvitations(tx, target.occurrence.id);
  const ids = invited.flatMap(({ user_id, state }) =>
    user_id === null || state === "DECLINED" ? [] : [user_id],
  );
  const unreachable = (await selectMemberReach(tx, ids)).filter(isUnreachable);
  const seesContacts = holds(reader, "QUERY_USER");
  const wanted = unreachable.map(({ id }) => id);
  const families = seesContacts ? await selectFamilies(tx, wanted) : new Map<string, string>();
  return (await selectContacts(tx, wanted)).map(({ id, phone, mobile, ...person }) => ({
    name: [person.last_name, person.first_name].filter((part) => part !== "").join(", "),
    address: seesContacts
      ? addressLines({
          street: person.street,
          addressAddition: person.address_addition,
          postalCode: person.postal_code,
          city: person.city,
          country: person.country,
        })
      : [],
    phones: seesContacts ? [mobile, phone].filter((number) => number !== null) : [],
    family: families.get(id) ?? null,
  }));
}
