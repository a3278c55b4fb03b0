import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { z } from "zod";
import { today } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import {
  CALENDAR_VIEWS,
  dateOr,
  shownPeriod,
  steppedDate,
  type CalendarView,
} from "./calendar-view.ts";
import { periodEventsQuery } from "./queries.ts";

/**
 * View and day in sight, and the calendars that are switched off: links and Back show the same
 * again.
 */
const address = z.object({
  view: inAddress.optional(CALENDAR_VIEWS),
  date: inAddress.text(),
  hidden: inAddress.list(),
});

/** Where in the calendar the reader is, and the ways from there. */
export interface CalendarPlace {
  view: CalendarView;
  /** The day that the view stands at, `2026-12-24`. */
  date: string;
  /** The ids of the calendars that are switched off. */
  hidden: string[];
  hide: (hidden: string[]) => void;
  show: (view: CalendarView, date: string) => void;
  step: (by: 1 | -1) => void;
  showToday: () => void;
}

/** Returns the place that the address names; without a view the one given is shown. */
export function useCalendarPlace(usualView: CalendarView): CalendarPlace {
  const [state, setState] = useSearchState(address);
  const now = today();
  const view = state.view ?? usualView;
  const date = dateOr(state.date, now);
  // The same function as long as nothing changes: the board is drawn anew for another one.
  const show = useCallback(
    (nextView: CalendarView, day: string) =>
      setState({ view: nextView, date: day === now ? "" : day }, { push: true }),
    [setState, now],
  );
  return {
    view,
    date,
    hidden: state.hidden,
    hide: (hidden) => setState({ hidden }),
    show,
    step: (by) => show(view, steppedDate(view, date, by)),
    showToday: () => show(view, now),
  };
}

/**
 * Returns the events in view, without those of the calendars switched off; the neighbouring periods
 * load in advance.
 */
export function useShownEvents({ view, date, hidden }: CalendarPlace) {
  const events = useQuery(periodEventsQuery(shownPeriod(view, date)));
  const client = useQueryClient();
  const loaded = events.isSuccess;
  useEffect(() => {
    if (!loaded || view === "year") return;
    for (const step of [1, -1] as const)
      void client.prefetchQuery({
        ...periodEventsQuery(shownPeriod(view, steppedDate(view, date, step))),
        staleTime: 60_000,
      });
  }, [client, loaded, view, date]);
  const off = hidden.join();
  const shown = useMemo(
    () => events.data?.filter((event) => !off.split(",").includes(event.calendar.id)),
    [events.data, off],
  );
  return { shown, error: events.error, retry: () => void events.refetch() };
}
