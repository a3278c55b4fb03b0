import { toPage } from "#platform/contract/paging.ts";
import type { Contract } from "#platform/contract/route.ts";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { type Call, type Handlers, JsonText } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import { type calendarsContract, type Event, MAX_PERIOD_DAYS } from "../../contract.ts";
import { accessCache, type CalendarAccess, readableCalendar } from "../calendars/access.ts";
import { ClubTime } from "../time/club-time.ts";
import { selectEventsBetween } from "../events/period-queries.ts";
import type { Occurrence } from "../events/event-record.ts";
import { periodOf } from "../events/event-values.ts";
import { occurrencesBetween } from "../events/occurrences.ts";
import { type EventReader, eventTexts, toEvent } from "../events/presenters.ts";
import { ownInvitations } from "../invitations/own-invitations.ts";
import { upcomingOccurrences } from "./upcoming.ts";

type Routes = Pick<
  typeof calendarsContract,
  | "listYear"
  | "listYearOf"
  | "listMonth"
  | "listDay"
  | "listPeriod"
  | "searchEvents"
  | "listUpcoming"
>;
type AnyCall = Pick<Call<Contract[string]>, "tenant" | "principal" | "read">;

/** Most events of one list. */
const MAX_EVENTS = 20_000;

export function eventListHandlers(services: Services): Handlers<Routes> {
  const accessOf = accessCache(services);

  async function listBetween(
    call: AnyCall,
    from: number,
    to: number,
    choose: (access: CalendarAccess) => readonly string[],
  ): Promise<JsonText> {
    const access = await accessOf(call);
    const calendarIds = choose(access);
    if (calendarIds.length === 0) return new JsonText("[]");
    const time = ClubTime.in(call.tenant.timeZone);
    return call.read(async (tx) => {
      const occurrences = occurrencesBetween(
        await selectEventsBetween(tx, calendarIds, from, to),
        from,
        to,
        time,
      );
      if (occurrences.length > MAX_EVENTS) {
        throw new AppError("UNPROCESSABLE", {
          code: "TOO_MANY_EVENTS",
          detail: "In diesem Zeitraum liegen zu viele Termine. Bitte wählen Sie einen kürzeren.",
        });
      }
      const reader = await readerOf(tx, call, access, occurrences, time);
      return new JsonText(eventTexts(occurrences, (id) => readableCalendar(access, id), reader));
    });
  }

  const listOf = (call: AnyCall & { params: { id: string } }, from: number, to: number) =>
    listBetween(call, from, to, (access) => [readableCalendar(access, call.params.id).id]);

  /**
   * Parts count from 1 as people do; without a month the whole year is meant, without a day the
   * month.
   */
  function listOfDate(
    call: AnyCall & { params: { id: string } },
    year: number,
    month?: number,
    day?: number,
  ) {
    const time = ClubTime.in(call.tenant.timeZone);
    const from = Date.UTC(year, (month ?? 1) - 1, day ?? 1);
    if (day !== undefined && new Date(from).getUTCDate() !== day)
      throw fieldProblem("d", "Diesen Tag gibt es nicht.");
    const to =
      day !== undefined
        ? from + 86_400_000
        : month !== undefined
          ? Date.UTC(year, month, 1)
          : Date.UTC(year + 1, 0);
    return listOf(call, time.toMoment(from), time.toMoment(to));
  }

  return {
    listYear: (call) =>
      listOfDate(call, Number(ClubTime.in(call.tenant.timeZone).dayOf(Date.now()).slice(0, 4))),
    listYearOf: (call) => listOfDate(call, call.params.y),
    listMonth: (call) => listOfDate(call, call.params.y, call.params.m),
    listDay: (call) => listOfDate(call, call.params.y, call.params.m, call.params.d),
    listPeriod(call) {
      const { from, to } = periodOf(call.query, MAX_PERIOD_DAYS);
      return listOf(call, from, to);
    },
    searchEvents(call) {
      const { from, to } = periodOf(call.query, MAX_PERIOD_DAYS);
      const wanted = call.query.calendars?.split(",");
      return listBetween(call, from, to, ({ calendars }) =>
        wanted === undefined ? [...calendars.keys()] : wanted.filter((id) => calendars.has(id)),
      );
    },
    async listUpcoming(call) {
      const access = await accessOf(call);
      const time = ClubTime.in(call.tenant.timeZone);
      return call.read(async (tx) => {
        const { occurrences, count } = await upcomingOccurrences(
          tx,
          [...access.calendars.keys()],
          Date.now(),
          call.query,
          time,
        );
        return toPage(await eventsFor(tx, call, access, occurrences, time), count, call.query);
      });
    },
  };
}

async function eventsFor(
  tx: ReadTx,
  call: AnyCall,
  access: CalendarAccess,
  occurrences: readonly Occurrence[],
  time: ClubTime,
): Promise<Event[]> {
  const reader = await readerOf(tx, call, access, occurrences, time);
  return occurrences.map((occurrence) =>
    toEvent(occurrence, readableCalendar(access, occurrence.row.calendar_id), reader),
  );
}

async function readerOf(
  tx: ReadTx,
  { principal }: AnyCall,
  access: CalendarAccess,
  occurrences: readonly Occurrence[],
  time: ClubTime,
): Promise<EventReader> {
  // Only rows can be invited to.
  const rowIds = occurrences.filter(({ id, row }) => id === row.id).map(({ id }) => id);
  return { access, time, invitations: await ownInvitations(tx, principal.userId, rowIds) };
}
