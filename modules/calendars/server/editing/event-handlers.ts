import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import type { calendarsContract, Event, EventScope, EventStatus, Telling } from "../../contract.ts";
import {
  type CalendarAccess,
  calendarAccess,
  readableCalendar,
  writableCalendar,
} from "../calendars/access.ts";
import { selectCalendar } from "../calendars/calendar-queries.ts";
import { changeEvent, effectiveScope, setStatus } from "./change-event.ts";
import { deleteEvent } from "./delete-event.ts";
import { tell } from "./tell.ts";
import { ClubTime } from "../time/club-time.ts";
import { createEvent } from "../events/create-event.ts";
import { exdatesOf, valuesOf } from "../events/event-values.ts";
import { lockedEvent } from "../events/event-rows.ts";
import { calendarIdOf, type EventTarget, existingEvent } from "../events/find-event.ts";
import { toEvent } from "../events/presenters.ts";
import { invitePeople, refusedAt } from "../invitations/organiser/invite-people.ts";
import { ownInvitations } from "../invitations/own-invitations.ts";

type Routes = Pick<
  typeof calendarsContract,
  "createEvent" | "getEvent" | "updateEvent" | "deleteEvent" | "cancelEvent" | "reinstateEvent"
>;

interface Writing {
  write: <T>(work: (tx: WriteTx) => Promise<T>) => Promise<T>;
  principal: Principal;
  tenant: { name: string; timeZone: string };
  params: { id: string };
  query: { scope?: EventScope | undefined };
}

export function eventHandlers(services: Services): Handlers<Routes> {
  return {
    async createEvent({ write, params, body, principal, tenant, created }) {
      const time = ClubTime.in(tenant.timeZone);
      return write(async (tx) => {
        const access = await calendarAccess(tx, principal);
        const calendar = writableCalendar(access, params.id);
        const { invite: people, ...input } = body;
        const id = await createEvent(tx, calendar.id, input, time);
        if (people !== undefined) {
          const made = await lockedEvent(tx, id, time);
          await refusedAt("invite", () =>
            invitePeople(tx, principal, made, people, undefined, time),
          );
        }
        created(`/event/${id}`);
        return answer(tx, await existingEvent(tx, id, time), access, principal, time);
      });
    },
    async getEvent({ read, params, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return read(async (tx) =>
        answer(
          tx,
          await existingEvent(tx, params.id, time),
          await calendarAccess(tx, principal),
          principal,
          time,
        ),
      );
    },
    async updateEvent({ write, params, query, body, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return write(async (tx) => {
        const access = await calendarAccess(tx, principal);
        const target = await writableEvent(tx, access, params.id, time);
        const { row } = target.occurrence;
        if (row.version !== body.version)
          throw new AppError("STALE_VERSION", {
            current: await answer(tx, target, access, principal, time),
          });
        const calendarId = body.calendarId ?? row.calendar_id;
        if (calendarId !== row.calendar_id) writableCalendar(access, calendarId);
        const change = {
          values: { ...valuesOf(body, time), status: row.status, cancel_reason: row.cancel_reason },
          calendarId,
          recurrence: body.recurrence,
          // An occurrence does not show what its series leaves out, so it cannot change it either.
          exdates:
            body.exdates === undefined || target.kind === "OCCURRENCE"
              ? undefined
              : exdatesOf(body.exdates, body.allDay, time),
          leavesOutHolidays: target.kind === "OCCURRENCE" ? undefined : body.leavesOutHolidays,
          resetAnswers: query.resetAnswers,
        };
        const id = await changeEvent(tx, target, effectiveScope(target, query.scope), change, time);
        return answer(tx, await existingEvent(tx, id, time), access, principal, time);
      });
    },
    async deleteEvent({ write, params, query, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      await write(async (tx) => {
        const target = await writableEvent(
          tx,
          await calendarAccess(tx, principal),
          params.id,
          time,
        );
        await deleteEvent(tx, target, effectiveScope(target, query.scope), time);
      });
    },
    cancelEvent: (call) =>
      withStatus(services, call, {
        status: "CANCELLED",
        reason: call.body?.reason ?? null,
        tell: call.body?.tell,
      }),
    reinstateEvent: (call) =>
      withStatus(services, call, { status: "CONFIRMED", reason: null, tell: call.body?.tell }),
  };
}

interface Change {
  status: EventStatus;
  reason: string | null;
  tell: Telling | undefined;
}

async function withStatus(
  { environment, recipientSources }: Services,
  { write, params, query, principal, tenant }: Writing,
  { status, reason, tell: telling }: Change,
): Promise<Event> {
  const time = ClubTime.in(tenant.timeZone);
  return write(async (tx) => {
    const access = await calendarAccess(tx, principal);
    const target = await writableEvent(tx, access, params.id, time);
    const scope = effectiveScope(target, query.scope);
    const id = await setStatus(tx, target, scope, { status, cancel_reason: reason }, time);
    if (telling !== undefined) {
      const url = `${environment.publicUrl(tenant.name)}/calendars/events/${id}`;
      const many = target.kind !== "SINGLE" && scope !== "ONE";
      const news = { target, many, status, reason, url };
      await tell(tx, principal, telling, news, time, recipientSources);
    }
    return answer(tx, await existingEvent(tx, id, time), access, principal, time);
  });
}

/** The event, held, when the actor may write in its calendar; hidden ones are not found. */
async function writableEvent(
  tx: WriteTx,
  access: CalendarAccess,
  id: string,
  time: ClubTime,
): Promise<EventTarget> {
  writableCalendar(access, calendarIdOf(await existingEvent(tx, id, time)));
  const target = await lockedEvent(tx, id, time);
  writableCalendar(access, calendarIdOf(target));
  return target;
}

/** People who are invited see their event even when its calendar is hidden from them. */
async function answer(
  tx: ReadTx,
  target: EventTarget,
  access: CalendarAccess,
  reader: Principal,
  time: ClubTime,
): Promise<Event> {
  const { occurrence } = target;
  const invitations = await ownInvitations(tx, reader.userId, [occurrence.id]);
  const calendarId = calendarIdOf(target);
  const isInvited = invitations.has(occurrence.id);
  const calendar = isInvited
    ? await selectCalendar(tx, calendarId)
    : readableCalendar(access, calendarId);
  if (calendar === undefined) throw notFound();
  return toEvent(occurrence, calendar, { access, time, invitations });
}
