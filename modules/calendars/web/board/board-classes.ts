import type { CalendarOptions, EventDisplayInfo } from "@fullcalendar/react";
import type { Event } from "../../contract.ts";
import classes from "./board.module.css";
import type { CalendarView } from "./calendar-view.ts";

/** Parts that always look the same. */
const FIXED: CalendarOptions = {
  viewClass: classes.view,
  tableHeaderClass: classes.tableHeader,
  dayHeaderRowClass: classes.dayHeaderRow,
  dayHeaderInnerClass: classes.dayHeaderInner,
  dayRowClass: classes.dayRow,
  dayCellTopClass: classes.dayCellTop,
  dayLaneInnerClass: classes.laneInner,
  inlineWeekNumberClass: classes.weekNumber,
  weekNumberHeaderClass: classes.slotHeader,
  weekNumberHeaderInnerClass: classes.weekNumberHeader,
  navLinkClass: classes.navLink,
  highlightClass: classes.highlight,
  rowEventInnerClass: classes.rowEventInner,
  listItemEventClass: classes.itemEvent,
  listItemEventBeforeClass: classes.dot,
  listItemEventInnerClass: classes.itemEventInner,
  columnEventInnerClass: classes.columnEventInner,
  eventTimeClass: classes.time,
  eventTitleClass: classes.title,
  backgroundEventClass: (info) =>
    names(
      classes.holiday,
      info.event.extendedProps["holiday"] === "PUBLIC" && classes.publicHoliday,
      info.view.type.startsWith("dayGrid") &&
        isMonday(info.event.startStr) &&
        classes.holidayOnMonday,
    ),
  backgroundEventInnerClass: classes.holidayName,
  moreLinkClass: classes.more,
  moreLinkInnerClass: classes.moreInner,
  popoverClass: classes.popover,
  popoverCloseClass: classes.popoverClose,
  slotHeaderClass: classes.slotHeader,
  slotHeaderInnerClass: classes.slotHeaderInner,
  allDayHeaderClass: classes.slotHeader,
  allDayHeaderInnerClass: classes.slotHeaderInner,
  allDayDividerClass: classes.allDayDivider,
  nowIndicatorLineClass: classes.nowLine,
  nowIndicatorDotClass: classes.nowDot,
  fillerClass: classes.filler,
  listDayClass: classes.listDay,
  noEventsClass: classes.noEvents,
};

/** Parts of an event. */
const EVENTS: CalendarOptions = {
  eventClass: (info) =>
    names(
      classes.event,
      (info.event.extendedProps["event"] as Event | undefined)?.status === "CANCELLED" &&
        classes.cancelled,
      info.isMirror && classes.mirror,
      info.isDragging && classes.dragging,
      info.isSelected && classes.picked,
    ),
  rowEventClass: (info) =>
    names(classes.rowEvent, info.isStart && classes.starts, info.isEnd && classes.ends),
  rowEventBeforeClass: (info) => handle(info, info.isStartResizable, classes.handleStart),
  rowEventAfterClass: (info) => handle(info, info.isEndResizable, classes.handleEnd),
  columnEventClass: (info) => names(classes.columnEvent, info.isShort && classes.short),
  columnEventBeforeClass: (info) => handle(info, info.isStartResizable, classes.handleTop),
  columnEventAfterClass: (info) => handle(info, info.isEndResizable, classes.handleBottom),
};

/** Parts of a day and its hours. */
const DAYS: CalendarOptions = {
  dayHeaderClass: (info) =>
    names(
      classes.dayHeader,
      info.isToday && classes.todayHeader,
      info.inPopover && classes.popoverHeader,
    ),
  dayCellClass: (info) =>
    names(
      classes.dayCell,
      info.isOther && classes.other,
      info.isToday && classes.today,
      isWeekend(info.dow) && classes.weekend,
    ),
  dayCellTopInnerClass: (info) => names(classes.dayNumber, info.isToday && classes.todayNumber),
  dayCellInnerClass: (info) => names(info.inPopover && classes.popoverBody),
  slotLaneClass: (info) => names(classes.slot, info.isMinor && classes.minorSlot),
  listDayHeaderClass: (info) => names(classes.listDayHeader, info.isToday && classes.todayHeader),
  listDayHeaderInnerClass: (info) => names(info.level > 0 && classes.listDayDate),
};

/** Returns the class of each part of the board. */
export function boardClasses(view: CalendarView, phone: boolean): CalendarOptions {
  return {
    ...FIXED,
    ...EVENTS,
    ...DAYS,
    className: names(classes.board, view === "month" && (phone ? classes.tiny : classes.month)),
    dayLaneClass: (info) =>
      names(
        classes.lane,
        info.isToday && view === "week" && classes.today,
        isWeekend(info.dow) && classes.weekend,
      ),
  };
}

/** Where an event is stretched: an edge for the mouse, a knob for the finger. */
function handle(info: EventDisplayInfo, isThere: boolean, place: string | undefined): string {
  return isThere ? names(info.isSelected ? classes.touchHandle : classes.handle, place) : "";
}

function names(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}

function isMonday(day: string): boolean {
  return new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay() === 1;
}

function isWeekend(dow: number): boolean {
  return dow === 0 || dow === 6;
}
