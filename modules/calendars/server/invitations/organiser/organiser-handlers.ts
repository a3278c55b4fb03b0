import { notFound } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { invitationsContract } from "../../../invitation-contract.ts";
import { possibleRecipients } from "#modules/messages/server/public.ts";
import { calendarAccess, writableCalendar } from "../../calendars/access.ts";
import { calendarIdOf } from "../../events/find-event.ts";
import { ClubTime } from "../../time/club-time.ts";
import { answer } from "../answers/answer.ts";
import { remindSilent } from "../answers/answer-queries.ts";
import { selectInvitationsById } from "../invitation-queries.ts";
import { mailInvitations } from "../mails/mail-jobs.ts";
import { toEventInvitation } from "../presenters.ts";
import { removeFromSeries, withdraw } from "../series/series-invitations.ts";
import { invitedByGrant } from "./invitable.ts";
import { invitePeople } from "./invite-people.ts";
import { requireUpcoming } from "./invite-to-event.ts";
import { invitedList } from "./invited-list.ts";
import { organisedEvent, organisedForChange, organisedInvitation } from "./organised-event.ts";

type Routes = Pick<
  typeof invitationsContract,
  | "listEventInvitations"
  | "invite"
  | "searchInvitable"
  | "searchInvitableIn"
  | "remindInvited"
  | "answerForInvited"
  | "deleteInvitation"
>;

export function organiserHandlers(): Handlers<Routes> {
  return {
    async listEventInvitations({ read, params, query, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return read(async (tx) =>
        invitedList(tx, await organisedEvent(tx, principal, params.id, time), query, time),
      );
    },
    async invite({ write, params, query: { scope }, body, principal, tenant, created }) {
      const time = ClubTime.in(tenant.timeZone);
      return write(async (tx) => {
        const target = await organisedForChange(tx, principal, params.id, time);
        const made = await invitePeople(tx, principal, target, body, scope, time);
        created(`/event/${made.eventId}/invitations`);
        return (await selectInvitationsById(tx, made.ids)).map((record) =>
          toEventInvitation(record, time),
        );
      });
    },
    async searchInvitable({ read, params, query, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return read(async (tx) => {
        const target = await organisedEvent(tx, principal, params.id, time);
        const granted = await invitedByGrant(tx, principal, calendarIdOf(target));
        return possibleRecipients(tx, principal, query, granted);
      });
    },
    async searchInvitableIn({ read, params, query, principal }) {
      return read(async (tx) => {
        const calendar = writableCalendar(await calendarAccess(tx, principal), params.id);
        const granted = await invitedByGrant(tx, principal, calendar.id);
        return possibleRecipients(tx, principal, query, granted);
      });
    },
    async remindInvited({ write, params, principal, tenant }) {
      return write(async (tx) => {
        const target = await organisedForChange(
          tx,
          principal,
          params.id,
          ClubTime.in(tenant.timeZone),
        );
        requireUpcoming(target);
        const { ids, withoutMail } = await remindSilent(tx, target.occurrence.id);
        await mailInvitations(
          tx,
          ids.map((id) => [id]),
          { kind: "REMINDED" },
        );
        return { reminded: ids.length, withoutMail };
      });
    },
    async answerForInvited({ write, params, body, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return write(async (tx) => {
        const invitation = await organisedInvitation(tx, principal, params, time);
        await answer(tx, invitation, body, { kind: "ORGANISER", userId: principal.userId });
        const [record] = await selectInvitationsById(tx, [invitation.id]);
        if (record === undefined) throw notFound();
        return toEventInvitation(record, time);
      });
    },
    async deleteInvitation({ write, params, principal, tenant }) {
      await write(async (tx) => {
        const time = ClubTime.in(tenant.timeZone);
        const target = await organisedEvent(tx, principal, params.id, time);
        if (target.kind === "SERIES")
          return removeFromSeries(tx, target.series.id, params.invitationId);
        await withdraw(tx, [await organisedInvitation(tx, principal, params, time)]);
      });
    },
  };
}
