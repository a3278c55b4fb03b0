import type { CalendarOptions, EventDisplayInfo } from "@fullcalendar/react";
import { Check, CircleHelp, Hourglass, Repeat2, X } from "lucide-react";
import { wallClock } from "#platform/web/format.ts";
import type { Event, InvitationState } from "../../contract.ts";
import classes from "./board.module.css";
import type { CalendarView } from "./calendar-view.ts";

export const BOARD_VIEWS: Record<CalendarView, string> = {
  month: "dayGridMonth",
  week: "timeGridWeek",
  day: "timeGridDay",
  year: "multiMonthYear",
  list: "listDays",
};

const LIST_DAYS = 60;

function names(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}

/** Everything about the board that is looks and words; what it does stands in EventBoard. */
export function boardLook({ phone, onDay }: { phone: boolean; onDay: (date: string) => void }): CalendarOptions {
  return {
    className: classes.board,
    firstDay: 1,
    // A month fills the window; its rows share the height.
    height: "auto",
    fixedWeekCount: false,
    nowIndicator: true,
    weekNumbers: !phone,
    weekNumberFormat: { week: "short" },
    dayMaxEvents: phone ? 3 : 4,
    moreLinkClick: phone ? ({ date }) => onDay(wallClock(date.toISOString())?.date ?? "") : "popover",
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
    multiMonthMaxColumns: 4,
    singleMonthMinWidth: 240,
    eventContent: (info) => <EventWords info={info} />,
    eventClass: (info) =>
      names(
        classes.event,
        (info.event.extendedProps["event"] as Event | undefined)?.status === "CANCELLED" && classes.cancelled,
        info.isMirror && classes.mirror,
        info.isDragging && classes.dragging,
        info.isSelected && classes.picked,
      ),
    viewClass: classes.view,
    dayHeaderAlign: "center",
    tableHeaderClass: classes.tableHeader,
    dayHeaderRowClass: classes.dayHeaderRow,
    dayHeaderClass: (info) => names(classes.dayHeader, info.isToday && classes.todayHeader, info.inPopover && classes.popoverHeader),
    dayHeaderInnerClass: classes.dayHeaderInner,
    dayRowClass: classes.dayRow,
    dayCellClass: (info) => names(classes.dayCell, info.isOther && classes.other, info.isToday && classes.today, isWeekend(info.dow) && classes.weekend),
    dayCellTopClass: classes.dayCellTop,
    dayCellTopInnerClass: (info) => names(classes.dayNumber, info.isToday && classes.todayNumber),
    dayCellInnerClass: (info) => names(info.inPopover && classes.popoverBody),
    inlineWeekNumberClass: classes.weekNumber,
    weekNumberHeaderClass: classes.slotHeader,
    weekNumberHeaderInnerClass: classes.weekNumberHeader,
    navLinkClass: classes.navLink,
    highlightClass: classes.highlight,
    rowEventClass: (info) => names(classes.rowEvent, info.isStart && classes.starts, info.isEnd && classes.ends),
    rowEventInnerClass: classes.rowEventInner,
    rowEventBeforeClass: (info) => names(info.isStartResizable && (info.isSelected ? classes.touchHandle : classes.handle), classes.handleStart),
    rowEventAfterClass: (info) => names(info.isEndResizable && (info.isSelected ? classes.touchHandle : classes.handle), classes.handleEnd),
    listItemEventClass: classes.itemEvent,
    listItemEventBeforeClass: classes.dot,
    listItemEventInnerClass: classes.itemEventInner,
    columnEventClass: (info) => names(classes.columnEvent, info.isShort && classes.short),
    columnEventInnerClass: classes.columnEventInner,
    columnEventBeforeClass: (info) => names(info.isStartResizable && (info.isSelected ? classes.touchHandle : classes.handle), classes.handleTop),
    columnEventAfterClass: (info) => names(info.isEndResizable && (info.isSelected ? classes.touchHandle : classes.handle), classes.handleBottom),
    eventTimeClass: classes.time,
    eventTitleClass: classes.title,
    moreLinkClass: classes.more,
    moreLinkInnerClass: classes.moreInner,
    popoverClass: classes.popover,
    popoverCloseClass: classes.popoverClose,
    popoverCloseContent: () => <X size={16} aria-hidden />,
    dayLaneClass: (info) => names(classes.lane, info.isToday && classes.today, isWeekend(info.dow) && classes.weekend),
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
    singleMonthClass: classes.singleMonth,
    singleMonthHeaderClass: classes.singleMonthHeader,
    listDayClass: classes.listDay,
    listDayHeaderClass: (info) => names(classes.listDayHeader, info.isToday && classes.todayHeader),
    listDayHeaderInnerClass: classes.listDayHeaderInner,
    noEventsClass: classes.noEvents,
    views: {
      dayGrid: { dayHeaderFormat: { weekday: "short" } },
      timeGrid: {
        dayHeaderFormat: { weekday: "short", day: "numeric", month: "numeric" },
        displayEventEnd: true,
        height: phone ? "calc(100dvh - 15rem)" : "calc(100dvh - 13.5rem)",
      },
      timeGridDay: { dayHeaders: false },
      multiMonth: {
        dayMaxEvents: 2,
        dayHeaderFormat: { weekday: "narrow" },
        singleMonthTitleFormat: { month: "long" },
        weekNumbers: false,
        displayEventTime: false,
      },
      list: { displayEventEnd: true, listDayFormat: { weekday: "long", day: "numeric", month: "long" }, listDayAltFormat: false },
      listDays: { type: "list", duration: { days: LIST_DAYS }, dateAlignment: "day" },
    },
  };
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
  const answer = event?.myInvitation ? ANSWERS[event.myInvitation.state] : undefined;
  return (
    <>
      {info.timeText !== "" && <span className={info.timeClass}>{info.timeText}</span>}
      <span className={info.titleClass}>
        {event?.status === "CANCELLED" && <span className={classes.state}>Abgesagt: </span>}
        {info.event.title === "" ? "Neuer Termin" : info.event.title}
        {event?.location && <span className={classes.place}> {event.location}</span>}
      </span>
      {answer && (
        <span className={classes.icon} role="img" aria-label={`Ihre Antwort: ${answer.label}`}>
          <answer.Icon size={12} aria-hidden />
        </span>
      )}
      {event?.recurrence && info.view.type !== "dayGridMonth" && (
        <span className={classes.icon} role="img" aria-label="Serientermin">
          <Repeat2 size={12} aria-hidden />
        </span>
      )}
    </>
  );
}
