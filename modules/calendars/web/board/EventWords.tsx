import type { EventDisplayInfo } from "@fullcalendar/react";
import { Check, CircleHelp, Hourglass, Repeat2, X } from "lucide-react";
import type { Event, InvitationState } from "../../contract.ts";
import classes from "./board.module.css";

const ANSWERS: Record<InvitationState, { Icon: typeof Check; label: string }> = {
  OPEN: { Icon: CircleHelp, label: "offen" },
  ACCEPTED: { Icon: Check, label: "zugesagt" },
  DECLINED: { Icon: X, label: "abgesagt" },
  WAITING: { Icon: Hourglass, label: "auf der Warteliste" },
};

/** What stands in an event on the board: time, title, place, own answer, series. */
export function EventWords({ info }: { info: EventDisplayInfo }) {
  const event = info.event.extendedProps["event"] as Event | undefined;
  const isList = info.view.type.startsWith("list");
  // Running text there, which is cut at its end.
  const isMonth = info.view.type.startsWith("dayGrid");
  const answer = event?.myInvitation ? ANSWERS[event.myInvitation.state] : undefined;
  const icons = (
    <>
      {answer && (
        <span className={classes.icon} role="img" aria-label={`Ihre Antwort: ${answer.label}`}>
          <answer.Icon size={12} aria-hidden />
        </span>
      )}
      {event?.recurrence && (
        <span className={classes.icon} role="img" aria-label="Serientermin">
          <Repeat2 size={12} aria-hidden />
        </span>
      )}
    </>
  );
  return (
    <>
      {info.timeText !== "" && (
        <span className={info.timeClass}>
          {isList ? info.timeText : info.timeText.replace(" Uhr", "")}
        </span>
      )}
      {isMonth && icons}
      <span className={info.titleClass} title={wholeWords(info)}>
        {event?.status === "CANCELLED" && <span className={classes.state}>Abgesagt:</span>}
        {info.event.title === "" ? "Neuer Termin" : info.event.title}
        {event?.location && <span className={classes.place}> {event.location}</span>}
      </span>
      {!isMonth && icons}
    </>
  );
}

/** What is cut on the board, in full. */
function wholeWords({ event, timeText }: EventDisplayInfo): string {
  const { location } = (event.extendedProps["event"] as Event | undefined) ?? {};
  return [timeText, event.title, location].filter(Boolean).join(", ");
}
