import FullCalendar, {
  type CalendarRef,
  type DateSelectInfo,
  type EventClickInfo,
  type EventDropInfo,
  type EventResizeDoneInfo,
} from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import list from "@fullcalendar/react/list";
import de from "@fullcalendar/react/locales/de";
import timeGrid from "@fullcalendar/react/timegrid";
import "@fullcalendar/react/skeleton.css";
import { useEffect, useMemo, useRef } from "react";
import { clubTimeZone } from "#platform/web/format/format.ts";
import type { Event } from "../../contract.ts";
import type { HolidayDays } from "../holidays/holiday-days.ts";
import { boardEvent, boardHolidays } from "./board-events.ts";
import { boardLook, drawingOf, type BoardView } from "./board-look.tsx";
import type { CalendarView } from "./calendar-view.ts";
import { movedTimes, type EventTimes } from "./moving/moved-times.ts";

const PLUGINS = [dayGrid, timeGrid, list, interaction];

export interface EventBoardProps {
  view: BoardView;
  /** The day that the view stands at, `2026-12-24`. */
  date: string;
  events: readonly Event[];
  holidays: HolidayDays;
  /** Whether a click on an empty place makes an event there. */
  mayCreate: boolean;
  phone: boolean;
  onOpen: (event: Event) => void;
  onCreate: (times: EventTimes) => void;
  /** After dragging or stretching; `putBack` shows the event where it was. */
  onMove: (event: Event, times: EventTimes, putBack: () => void) => void;
  /** A day or a week was chosen. */
  onShow: (view: CalendarView, date: string) => void;
}

/** The drawn calendar. Loaded on its own: it weighs more than all the rest of the page. */
export default function EventBoard({
  view,
  date,
  events,
  holidays,
  mayCreate,
  phone,
  onShow,
  ...props
}: EventBoardProps) {
  const calendar = useRef<CalendarRef>(null);
  const inputs = useMemo(
    () => [...events.map(boardEvent), ...boardHolidays(holidays, view)],
    [events, holidays, view],
  );
  const look = useMemo(
    () => boardLook({ view, phone, holidays, onShow }),
    [view, phone, holidays, onShow],
  );
  const type = drawingOf(view, phone);
  useEffect(() => {
    const api = calendar.current?.getApi();
    if (!api) return;
    // The drawing changes its state at once and must not do so while React is still drawing.
    queueMicrotask(() => api.changeView(type, date));
  }, [type, date]);

  const open = ({ event, jsEvent }: EventClickInfo) => {
    // A click with a key opens the link in another tab, as everywhere.
    if (jsEvent.ctrlKey || jsEvent.metaKey || jsEvent.shiftKey) return;
    jsEvent.preventDefault();
    const opened = event.extendedProps["event"] as Event | undefined;
    // Holidays lead nowhere.
    if (opened) props.onOpen(opened);
  };
  const moved = ({ event, revert }: EventDropInfo | EventResizeDoneInfo) => {
    const before = event.extendedProps["event"] as Event;
    props.onMove(before, movedTimes(event), revert);
  };
  const create = (selection: DateSelectInfo) => {
    props.onCreate(
      movedTimes({ ...selection, startStr: selection.startStr, endStr: selection.endStr }),
    );
    selection.view.calendar.unselect();
  };

  return (
    <FullCalendar
      ref={calendar}
      plugins={PLUGINS}
      locale={de}
      timeZone={clubTimeZone()}
      initialView={type}
      initialDate={date}
      headerToolbar={false}
      events={inputs}
      eventClick={open}
      eventDrop={moved}
      eventResize={moved}
      eventResizableFromStart
      selectable={mayCreate}
      selectMirror
      selectMinDistance={0}
      select={create}
      dateClick={({ dateStr }) => {
        if (phone && view === "month") onShow("day", dateStr.slice(0, 10));
      }}
      navLinks
      {...look}
    />
  );
}
