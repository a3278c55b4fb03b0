import { VisuallyHidden } from "@mantine/core";
import { Ban, CalendarDays, Clock, MapPin, Repeat, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { wallClock } from "#platform/web/format/format.ts";
import type { Event } from "../../contract.ts";
import { ruleSentence } from "../recurrence/rule-sentence.ts";
import { CalendarDot } from "./CalendarDot.tsx";
import classes from "./event.module.css";
import { meetWords, whenWords } from "./when-words.ts";

type ShownEvent = Pick<
  Event,
  "startDateTime" | "endDateTime" | "allDay" | "meetAt" | "location" | "description" | "calendar"
> &
  Partial<Pick<Event, "recurrence" | "leavesOutHolidays" | "cancelReason">>;

/** When, where and what: an event as text. */
export function EventFacts({ event, children }: { event: ShownEvent; children?: ReactNode }) {
  return (
    <div className={classes.facts}>
      {event.cancelReason && (
        <Fact icon={<Ban size={18} aria-hidden />} label="Grund der Absage">
          {event.cancelReason}
        </Fact>
      )}
      <Fact icon={<Clock size={18} aria-hidden />} label="Zeit">
        {whenWords(event)}
      </Fact>
      {event.meetAt !== null && (
        <Fact icon={<UsersRound size={18} aria-hidden />} label="Treffpunkt">
          Treffen: {meetWords(event.meetAt, event.startDateTime)}
        </Fact>
      )}
      {event.recurrence && (
        <Fact icon={<Repeat size={18} aria-hidden />} label="Wiederholung">
          {ruleSentence(event.recurrence, wallClock(event.startDateTime)?.date)}
          {event.leavesOutHolidays && ", außer in Schulferien und an Feiertagen"}
        </Fact>
      )}
      {event.location && (
        <Fact icon={<MapPin size={18} aria-hidden />} label="Ort">
          {event.location}
        </Fact>
      )}
      <Fact icon={<CalendarDays size={18} aria-hidden />} label="Kalender">
        <CalendarDot color={event.calendar.color} /> {event.calendar.name}
      </Fact>
      {children}
      {event.description && <p className={classes.description}>{event.description}</p>}
    </div>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      {icon}
      <VisuallyHidden>{label}: </VisuallyHidden>
      <span>{children}</span>
    </div>
  );
}
