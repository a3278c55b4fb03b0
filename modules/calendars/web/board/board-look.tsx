import type { CalendarOptions, EventDisplayInfo } from "@fullcalendar/react";
import { Check, CircleHelp, Hourglass, Repeat2, X } from "lucide-react";
import { plural, wallClock } from "#platform/web/format/format.ts";
import type { Event, InvitationState } from "../../contract.ts";
import classes from "./board.module.css";
import type { CalendarView } from "./calendar-view.ts";

/**
 * The drawing of a view: seven columns of hours are too narrow for a phone, which lists the week
 * instead.
 */
export function drawingOf(view: BoardView, phone: boolean): string {
  return phone && view === "week" ? "listWeek" : DRAWINGS[view];
}

/** The year has a drawing of its own. */
export type BoardView = Exclude<CalendarView, "year">;

const DRAWINGS: Record<BoardView, string> = {
  month: "dayGridMonth",
  week: "timeGridWeek",
  day: "timeGridDay",
  list: "listDays",
};

const LIST_DAYS = 60;

function names(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}

/** Everything about the board that is looks and words; what it does stands in EventBoard. */
export function boardLook({
  view,
  phone,
  onShow,
}: {
  view: BoardView;
  phone: boolean;
  onShow: (view: CalendarView, date: string) => void;
}): CalendarOptions {
  return {
    className: names(classes.board, phone && view === "month" && classes.tiny),
    firstDay: 1,
    // Hours scroll inside of the window; days and lists are as high as what they hold.
    height: drawingOf(view, phone).startsWith("timeGrid")
      ? `max(24rem, calc(100dvh - ${phone ? "17rem" : "12.5rem"}))`
      : "auto",
    fixedWeekCount: false,
    nowIndicator: true,
    weekNumbers: !phone,
    weekNumberFormat: { week: "short" },
    dayMaxEvents: phone ? 3 : 4,
    moreLinkText: (count) => `+ ${plural(count, "weiterer", "weitere")}`,
    moreLinkClick: phone ? ({ date }) => onShow("day", dayOf(date)) : "popover",
    navLinkDayClick: (date) => onShow("day", dayOf(date)),
    navLinkWeekClick: (date) => onShow("week", dayOf(date)),
    slotEventOverlap: false,
    slotDuration: "00:30:00",
    scrollTime: "08:00:00",
    slotHeaderFormat: { hour: "2-digit", minute: "2-digit" },
    eventTimeFormat: { hour: "2-digit", minute: "2-digit" },
    displayEventEnd: false,
    defaultTimedEventDuration: "01:00:00",
    forceEventDuration: true,
    longPressDelay: 400,
    noEventsText: "In diesem Zeitraum gibt es keine Termine.",
    eventsHint: "Termine",
    allDayText: "Ganztägig",
    eventContent: (info) => <EventWords info={info} />,
    eventClass: (info) =>
      names(
        classes.event,
        (info.event.extendedProps["event"] as Event | undefined)?.status === "CANCELLED" &&
          classes.cancelled,
        info.isMirror && classes.mirror,
        info.isDragging && classes.dragging,
        info.isSelected && classes.picked,
      ),
    viewClass: classes.view,
    dayHeaderAlign: "center",
    tableHeaderClass: classes.tableHeader,
    dayHeaderRowClass: classes.dayHeaderRow,
    dayHeaderClass: (info) =>
      names(
        classes.dayHeader,
        info.isToday && classes.todayHeader,
        info.inPopover && classes.popoverHeader,
      ),
    dayHeaderInnerClass: classes.dayHeaderInner,
    dayRowClass: classes.dayRow,
    dayCellClass: (info) =>
      names(
        classes.dayCell,
        info.isOther && classes.other,
        info.isToday && classes.today,
        isWeekend(info.dow) && classes.weekend,
      ),
    dayCellTopClass: classes.dayCellTop,
    dayCellTopInnerClass: (info) => names(classes.dayNumber, info.isToday && classes.todayNumber),
    dayCellInnerClass: (info) => names(info.inPopover && classes.popoverBody),
    inlineWeekNumberClass: classes.weekNumber,
    weekNumberHeaderClass: classes.slotHeader,
    weekNumberHeaderInnerClass: classes.weekNumberHeader,
    navLinkClass: classes.navLink,
    highlightClass: classes.highlight,
    rowEventClass: (info) =>
      names(classes.rowEvent, info.isStart && classes.starts, info.isEnd && classes.ends),
    rowEventInnerClass: classes.rowEventInner,
    rowEventBeforeClass: (info) => handle(info, info.isStartResizable, classes.handleStart),
    rowEventAfterClass: (info) => handle(info, info.isEndResizable, classes.handleEnd),
    listItemEventClass: classes.itemEvent,
    listItemEventBeforeClass: classes.dot,
    listItemEventInnerClass: classes.itemEventInner,
    columnEventClass: (info) => names(classes.columnEvent, info.isShort && classes.short),
    columnEventInnerClass: classes.columnEventInner,
    columnEventBeforeClass: (info) => handle(info, info.isStartResizable, classes.handleTop),
    columnEventAfterClass: (info) => handle(info, info.isEndResizable, classes.handleBottom),
    eventTimeClass: classes.time,
    eventTitleClass: classes.title,
    moreLinkClass: classes.more,
    moreLinkInnerClass: classes.moreInner,
    popoverClass: classes.popover,
    popoverCloseClass: classes.popoverClose,
    popoverCloseContent: () => <X size={16} aria-hidden />,
    dayLaneClass: (info) =>
      names(
        classes.lane,
        info.isToday && view === "week" && classes.today,
        isWeekend(info.dow) && classes.weekend,
      ),
    dayLaneInnerClass: classes.laneInner,
    slotLaneClass: (info) => names(classes.slot, info.isMinor && classes.minorSlot),
    slotHeaderClass: classes.slotHeader,
    slotHeaderInnerClass: classes.slotHeaderInner,
    allDayHeaderClass: classes.slotHeader,
    allDayHeaderInnerClass: classes.slotHeaderInner,
    allDayDividerClass: classes.allDayDivider,
    nowIndicatorLineClass: classes.nowLine,
    nowIndicatorDotClass: classes.nowDot,
    fillerClass: classes.filler,
    listDayClass: classes.listDay,
    listDayHeaderClass: (info) => names(classes.listDayHeader, info.isToday && classes.todayHeader),
    listDayHeaderInnerClass: (info) => names(info.level > 0 && classes.listDayDate),
    noEventsClass: classes.noEvents,
    views: {
      dayGrid: { dayHeaderFormat: { weekday: "short" } },
      timeGrid: {
        dayHeaderFormat: { weekday: "short", day: "numeric", month: "numeric" },
        displayEventEnd: true,
      },
      timeGridDay: { dayHeaders: false },
      list: {
        displayEventEnd: true,
        listDayFormat: { weekday: "long" },
        listDayAltFormat: { day: "numeric", month: "long", year: "numeric" },
      },
      listDays: { type: "list", duration: { days: LIST_DAYS }, dateAlignment: "day" },
    },
  };
}

/** Where an event is stretched: an edge for the mouse, a knob for the finger. */
function handle(info: EventDisplayInfo, isThere: boolean, place: string | undefined): string {
  return isThere ? names(info.isSelected ? classes.touchHandle : classes.handle, place) : "";
}

/** The day on the club's clock. */
function dayOf(date: Date): string {
  return wallClock(date.toISOString())?.date ?? "";
}

function isWeekend(dow: number): boolean {
  return dow === 0 || dow === 6;
}

const ANSWERS: Record<InvitationState, { Icon: typeof Check; label: string }> = {
  OPEN: { Icon: CircleHelp, label: "offen" },
  ACCEPTED: { Icon: Check, label: "zugesagt" },
  DECLINED: { Icon: X, label: "abgesagt" },
  WAITING: { Icon: Hourglass, label: "auf der Warteliste" },
};

function EventWords({ info }: { info: EventDisplayInfo }) {
  const event = info.event.extendedProps["event"] as Event | undefined;
  const isList = info.view.type.startsWith("list");
  const answer = event?.myInvitation ? ANSWERS[event.myInvitation.state] : undefined;
  return (
    <>
      {info.timeText !== "" && (
        <span className={info.timeClass}>
          {isList ? info.timeText : info.timeText.replace(" Uhr", "")}
        </span>
      )}
      <span className={info.titleClass}>
        {event?.status === "CANCELLED" && <span className={classes.state}>Abgesagt:</span>}
        {info.event.title === "" ? "Neuer Termin" : info.event.title}
        {event?.location && <span className={classes.place}> {event.location}</span>}
      </span>
      {answer && (
        <span className={classes.icon} role="img" aria-label={`Ihre Antwort: ${answer.label}`}>
          <answer.Icon size={12} aria-hidden />
        </span>
      )}
      {event?.recurrence && info.view.type !== DRAWINGS.month && (
        <span className={classes.icon} role="img" aria-label="Serientermin">
          <Repeat2 size={12} aria-hidden />
        </span>
      )}
    </>
  );
}
