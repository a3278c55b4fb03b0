/** What pages of other modules may use of the calendars' pages. */
export { CalendarSelect } from "./event/form/CalendarSelect.tsx";
export { TimeSpan } from "./event/form/TimeSpan.tsx";
export { bodyOf, checkEvent, newEventValues, type EventValues } from "./event/form/event-values.ts";
export { readableCalendarsQuery, useRefreshEvents } from "./event/queries.ts";
export { proposedCalendar, rememberCalendar } from "./last-calendar.ts";
export { whenWords } from "./event/when-words.ts";
export { ruleSentence } from "./recurrence/rule-sentence.ts";
