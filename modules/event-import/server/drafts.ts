import type { ClubTime } from "#modules/calendars/server/public.ts";
import type { EventDraft } from "#modules/calendars/exchange-contract.ts";
import { descriptionOf, locationOf, newDraft, titleOf } from "#modules/calendars/server/public.ts";
import { dayEnd, dayStart } from "#modules/calendars/server/public.ts";
import type { LeftOverDate } from "./left-over-dates.ts";
import type { ProgrammeEvent } from "./read-programme.ts";

/** The draft of an event found in a programme, in the club's time zone. */
export function draftOf(event: ProgrammeEvent, time: ClubTime): EventDraft {
  const first = Temporal.PlainDate.from(event.start);
  const last = Temporal.PlainDate.from(event.end);
  const common = {
    title: titleOf(event.title),
    location: event.location === null ? null : locationOf(event.location),
    description: event.description === null ? null : descriptionOf(event.description),
    page: event.page,
    hints: [...event.hints],
  };
  if (event.startTime === null) {
    return newDraft({
      ...common,
      startDateTime: dayStart(first, time),
      endDateTime: dayEnd(last, time),
      allDay: true,
      uncertainFields: [...event.uncertain],
    });
  }
  const start = first.toPlainDateTime(Temporal.PlainTime.from(event.startTime));
  const uncertain = new Set(event.uncertain);
  let end =
    event.endTime === null ? null : last.toPlainDateTime(Temporal.PlainTime.from(event.endTime));
  // "20–1 Uhr" ends the next day.
  if (end !== null && Temporal.PlainDateTime.compare(end, start) < 0) end = end.add({ days: 1 });
  if (end === null && Temporal.PlainDate.compare(first, last) < 0) {
    end = last.toPlainDateTime(Temporal.PlainTime.from("23:59"));
    uncertain.add("endDateTime");
  }
  return newDraft({
    ...common,
    startDateTime: writeMoment(start, time),
    endDateTime: end === null ? null : writeMoment(end, time),
    uncertainFields: [...uncertain],
  });
}

/** The draft of a date that no event was found for: its title is what the reader has to add. */
export function draftOfDate({ page, start, end }: LeftOverDate, time: ClubTime): EventDraft {
  return newDraft({
    title: "",
    page,
    allDay: true,
    startDateTime: dayStart(Temporal.PlainDate.from(start), time),
    endDateTime: dayEnd(Temporal.PlainDate.from(end), time),
    uncertainFields: ["title", "allDay"],
  });
}

function writeMoment(local: Temporal.PlainDateTime, time: ClubTime): string {
  return time.toIso(
    time.toMoment(Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute)),
  );
}
