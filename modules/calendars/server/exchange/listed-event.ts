import { fieldProblem } from "#platform/server/http/app-error.ts";
import type { EventListEntry } from "../../exchange-contract.ts";
import type { ClubTime } from "../time/club-time.ts";
import type { EventValues } from "../events/event-record.ts";
import { exdatesOf, valuesOf } from "../events/event-values.ts";
import { checkedRule } from "../series/recurrence.ts";

/** An entry of a list as it will be stored. */
export interface ListedEvent {
  uid: string | null;
  sequence: number;
  values: EventValues;
  /**
   * False: the list says nothing of meeting, or of answering, and an update leaves what is there.
   */
  says: { meetAt: boolean; invitationSettings: boolean };
  recurrence: string | null;
  exdates: number[];
  exceptions: ListedException[];
}

export interface ListedException {
  /** When the rule has the occurrence begin. */
  start: number;
  values: Pick<
    EventValues,
    "title" | "description" | "location" | "starts_at" | "ends_at" | "all_day" | "status"
  >;
}

/** Checks an entry like one written by hand; refuses with 422. */
export function listedEvent(entry: EventListEntry, time: ClubTime): ListedEvent {
  const { uid, sequence, status, meetAt, invitationSettings } = entry;
  const values = {
    ...valuesOf({ ...entry, endDateTime: entry.endDateTime ?? entry.startDateTime }, time),
    status,
    // Files do not say why.
    cancel_reason: null,
  };
  const recurrence =
    entry.recurrence === null
      ? null
      : checkedRule(entry.recurrence, values.starts_at, values.all_day, time);
  if (recurrence === null && entry.exceptions.length > 0) {
    throw fieldProblem(
      "exceptions",
      "Nur eine Serie kann geänderte Termine haben.",
      "INVALID",
      "UNPROCESSABLE",
    );
  }
  const exceptions = entry.exceptions.map((exception, index) =>
    listedException(exception, index, entry, values.all_day, time),
  );
  if (new Set(exceptions.map(({ start }) => start)).size < exceptions.length) {
    throw fieldProblem(
      "exceptions",
      "Ein Termin der Serie ist zweimal geändert.",
      "INVALID",
      "UNPROCESSABLE",
    );
  }
  return {
    uid,
    sequence,
    values,
    says: { meetAt: meetAt !== null, invitationSettings: invitationSettings !== null },
    recurrence,
    exdates: recurrence === null ? [] : exdatesOf(entry.exdates, values.all_day, time),
    exceptions,
  };
}

function listedException(
  exception: EventListEntry["exceptions"][number],
  index: number,
  entry: EventListEntry,
  isWholeDay: boolean,
  time: ClubTime,
): ListedException {
  const [start] = exdatesOf([exception.recurrenceStart], isWholeDay, time);
  if (start === undefined)
    throw fieldProblem(
      `exceptions.${index}.recurrenceStart`,
      "Dieser Zeitpunkt ist nicht lesbar.",
      "INVALID",
      "UNPROCESSABLE",
    );
  const { recurrenceStart: _start, status, ...written } = exception;
  const { title, description, location, starts_at, ends_at, all_day } = valuesOf(
    {
      ...entry,
      ...written,
      endDateTime: exception.endDateTime ?? exception.startDateTime,
      meetAt: null,
      invitationSettings: null,
    },
    time,
  );
  return { start, values: { title, description, location, starts_at, ends_at, all_day, status } };
}
