import { toPage } from "#platform/contract/paging.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { QueryOf } from "#platform/contract/route.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { invitationsContract } from "../../../invitation-contract.ts";
import { calendarAccess, writableCalendar } from "../../calendars/access.ts";
import { eventRowFor, lockedEvent } from "../../events/event-rows.ts";
import { ClubTime } from "../../time/club-time.ts";
import { toOccurrenceId } from "../../series/occurrence-id.ts";
import { calendarIdOf, type EventTarget, existingEvent } from "../../events/find-event.ts";
import { answer } from "../answers/answer.ts";
import { addInvitations, inviteesOf } from "./invite.ts";
import { remindSilent } from "../answers/answer-queries.ts";
import {
  selectCounts,
  selectInvitation,
  selectInvitations,
  selectInvitationsById,
} from "../invitation-queries.ts";
import { personName, notifiedStateOf } from "../invitation-record.ts";
import type { InvitationRecord } from "../invitation-rows-queries.ts";
import { mailInvitations } from "../mails/mail-jobs.ts";
import { placesLeft } from "../answers/places.ts";
import { toEventInvitation } from "../presenters.ts";
import { inviteToSeries, removeFromSeries, withdraw } from "../series/series-invitations.ts";
import { selectSeriesList } from "../series/series-queries.ts";

type Routes = Pick<
  typeof invitationsContract,
  "listEventInvitations" | "invite" | "remindInvited" | "answerForInvited" | "deleteInvitation"
>;

export function organiserHandlers(): Handlers<Routes> {
  return {
    async listEventInvitations({ read, params, query, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return read(async (tx) => {
        const target = await organisedEvent(tx, principal, params.id, time);
        if (target.kind === "SERIES")
          return seriesList(await selectSeriesList(tx, target.series.id), query, time);
        const { occurrence } = target;
        const { q, ...order } = query;
        const text = q?.trim();
        const [{ records, count }, counts] = await Promise.all([
          selectInvitations(tx, {
            eventId: occurrence.id,
            text: text === "" ? undefined : text,
            ...order,
          }),
          selectCounts(tx, occurrence.id),
        ]);
        const maximum = occurrence.row.answer_maximum;
        const page = toPage(
          records.map((record) => toEventInvitation(record, time)),
          count,
          query,
        );
        return {
          ...page,
          counts: { ...counts, maximum, placesLeft: placesLeft(maximum, counts.coming) },
        };
      });
    },
    async invite({ write, params, query, body, principal, tenant, created }) {
      const time = ClubTime.in(tenant.timeZone);
      return write(async (tx) => {
        let target = await organisedForChange(tx, principal, params.id, time);
        requireUpcoming(target);
        const invitees = await inviteesOf(tx, principal, body);
        if (
          target.kind !== "SINGLE" &&
          (query.scope === "ALL" || (target.kind === "SERIES" && query.scope === undefined))
        ) {
          const ids = await inviteToSeries(tx, target.series, invitees, body.message, time);
          created(`/event/${target.series.id}/invitations`);
          return (await selectInvitationsById(tx, ids)).map((record) =>
            toEventInvitation(record, time),
          );
        }
        // Of a series' own id one occurrence is the first.
        if (target.kind === "SERIES")
          target = await existingEvent(
            tx,
            toOccurrenceId(target.series.series_key, target.series.starts_at),
            time,
          );
        const eventId = await eventRowFor(tx, target);
        const { row, starts_at, ends_at, meet_at, all_day } = target.occurrence;
        const notified = notifiedStateOf({
          starts_at,
          ends_at,
          meet_at,
          all_day,
          location: row.location,
          status: row.status,
        });
        const ids = (await addInvitations(tx, eventId, invitees, notified)).map(({ id }) => id);
        await mailInvitations(
          tx,
          ids.map((id) => [id]),
          { kind: "INVITED", message: body.message },
        );
        created(`/event/${eventId}/invitations`);
        return (await selectInvitationsById(tx, ids)).map((record) =>
          toEventInvitation(record, time),
        );
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

/** Invitations are the matter of those who may write in the event's calendar. */
export async function organisedEvent(
  tx: ReadTx,
  principal: Principal,
  id: string,
  time: ClubTime,
): Promise<EventTarget> {
  const target = await existingEvent(tx, id, time);
  writableCalendar(await calendarAccess(tx, principal), calendarIdOf(target));
  return target;
}

/** The same, held: its row is made only once. */
async function organisedForChange(
  tx: WriteTx,
  principal: Principal,
  id: string,
  time: ClubTime,
): Promise<EventTarget> {
  await organisedEvent(tx, principal, id, time);
  return lockedEvent(tx, id, time);
}

async function organisedInvitation(
  tx: WriteTx,
  principal: Principal,
  { id, invitationId }: { id: string; invitationId: string },
  time: ClubTime,
) {
  const { occurrence } = await organisedEvent(tx, principal, id, time);
  const invitation = await selectInvitation(tx, { id: invitationId, eventId: occurrence.id });
  if (invitation === undefined) throw notFound();
  return invitation;
}

/** Whom a series invites to each of its occurrences; who answers what stands at the occurrences. */
function seriesList(
  records: readonly InvitationRecord[],
  query: QueryOf<Routes["listEventInvitations"]>,
  time: ClubTime,
) {
  const { page, size, q = "", state } = query;
  const text = q.trim().toLocaleLowerCase("de");
  const found =
    state === undefined || state === "OPEN"
      ? records.filter((record) => personName(record).toLocaleLowerCase("de").includes(text))
      : [];
  const content = found
    .slice(page * size, (page + 1) * size)
    .map((record) => toEventInvitation(record, time, { takesAnswers: false }));
  const counts = {
    open: records.length,
    accepted: 0,
    declined: 0,
    waiting: 0,
    coming: 0,
    maximum: null,
    placesLeft: null,
    remindable: 0,
  };
  return { ...toPage(content, found.length, query), counts };
}

/** Refuses to invite or remind people for an event that is over or cancelled. */
function requireUpcoming({ occurrence }: EventTarget): void {
  if (occurrence.row.status === "CANCELLED") {
    throw new AppError("UNPROCESSABLE", {
      code: "EVENT_CANCELLED",
      detail: "Dieser Termin wurde abgesagt. Zu ihm kann niemand eingeladen werden.",
    });
  }
  if (occurrence.recurrence !== null && occurrence.occurrenceOf === null) return;
  if (occurrence.ends_at < Date.now()) {
    throw new AppError("UNPROCESSABLE", {
      code: "EVENT_OVER",
      detail: "Dieser Termin ist vorbei. Zu ihm kann niemand mehr eingeladen werden.",
    });
  }
}
