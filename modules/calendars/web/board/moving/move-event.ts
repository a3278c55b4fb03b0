import { call } from "#platform/web/api/api.ts";
import { calendarsContract, type Event, type EventScope } from "../../../contract.ts";
import { movedMeeting, type EventTimes } from "./moved-times.ts";

/** What the reader decides before an event moves. */
export interface MoveChoice {
  /** Of a series; absent for a single event. */
  scope?: EventScope;
  /** Whether answers given so far are asked for again. */
  resetAnswers: boolean;
}

/**
 * Writes an event's new times and leaves everything else of it as it is. Returns the event as it is
 * now.
 */
export function moveEvent(
  event: Event,
  times: EventTimes,
  { scope, resetAnswers }: MoveChoice,
): Promise<Event> {
  const { title, description, location, invitationSettings, version } = event;
  return call(calendarsContract.updateEvent, {
    params: { id: event.id },
    query: { ...(scope && { scope }), ...(resetAnswers && { resetAnswers: "true" }) },
    body: {
      title,
      description,
      location,
      invitationSettings,
      ...times,
      meetAt: movedMeeting(event.meetAt, event.startDateTime, times),
      version,
    },
  });
}

export function timesOf({ startDateTime, endDateTime, allDay }: Event): EventTimes {
  return { startDateTime, endDateTime, allDay };
}
