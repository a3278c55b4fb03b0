import { ActionIcon, Button, Drawer } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, ListChecks } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { z } from "zod";
import { today } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import {
  inAddress,
  RouterLink,
  useGo,
  useSearchState,
  pageAddress,
} from "#platform/web/navigation.tsx";
import { useIsPhone, useIsWide } from "#platform/web/screen.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import type { Event } from "../contract.ts";
import { eventAddress } from "./board/board-events.ts";
import { BoardSkeleton } from "./board/BoardSkeleton.tsx";
import {
  CALENDAR_VIEWS,
  dateOr,
  periodTitle,
  shortPeriodTitle,
  shownPeriod,
  steppedDate,
  type CalendarView,
} from "./board/calendar-view.ts";
import { CalendarPanel } from "./board/CalendarPanel.tsx";
import { CalendarToolbar } from "./board/CalendarToolbar.tsx";
import { MoveQuestion } from "./board/moving/MoveQuestion.tsx";
import type { EventTimes } from "./board/moving/moved-times.ts";
import { periodEventsQuery } from "./board/queries.ts";
import { QuickEvent } from "./board/QuickEvent.tsx";
import { useCalendarKeys } from "./board/use-calendar-keys.ts";
import { useMoving } from "./board/moving/use-moving.ts";
import classes from "./CalendarsPage.module.css";
import { readableCalendarsQuery } from "./event/queries.ts";

const EventBoard = lazy(() => import("./board/EventBoard.tsx"));
const YearBoard = lazy(() => import("./board/YearBoard.tsx"));

/**
 * View and day in sight, and the calendars that are switched off: links and Back show the same
 * again.
 */
const address = z.object({
  view: inAddress.optional(CALENDAR_VIEWS),
  date: inAddress.text(),
  hidden: inAddress.list(),
});

const NONE: readonly Event[] = [];

/** Kalender: the events of all calendars that the reader may see. */
export default function CalendarsPage() {
  const [state, setState] = useSearchState(address);
  const phone = useIsPhone();
  const wide = useIsWide();
  const go = useGo();
  const now = today();
  const view: CalendarView = state.view ?? (phone ? "list" : "month");
  const date = dateOr(state.date, now);
  const calendars = useQuery(readableCalendarsQuery);
  const events = useShownEvents(view, date, state.hidden);
  const [panelOpen, setPanelOpen] = useState(false);
  const [created, setCreated] = useState<EventTimes>();
  const moving = useMoving();

  const show = useCallback(
    (next: { view: CalendarView; date: string }) =>
      setState({ view: next.view, date: next.date === now ? "" : next.date }, { push: true }),
    [setState, now],
  );
  const showDay = useCallback(
    (nextView: CalendarView, day: string) => show({ view: nextView, date: day }),
    [show],
  );
  const step = (by: 1 | -1) => show({ view, date: steppedDate(view, date, by) });
  const writable = (calendars.data ?? []).filter((calendar) => calendar.can.includes("ADD_EVENT"));
  const createAddress = pageAddress("/calendars/events/create", { start: date });
  const mayCreate = writable.length > 0;
  useCalendarKeys({
    onView: (next) => show({ view: next, date }),
    onStep: step,
    onToday: () => show({ view, date: now }),
    onNew: mayCreate ? () => go(createAddress) : undefined,
  });

  if (calendars.error && !calendars.data)
    return <LoadError error={calendars.error} onRetry={() => void calendars.refetch()} />;
  if (calendars.data?.length === 0) return <NoCalendars />;

  const panel = (
    <CalendarPanel
      createAddress={wide && mayCreate ? createAddress : undefined}
      calendars={calendars.data}
      hidden={state.hidden}
      onHidden={(hidden) => setState({ hidden })}
      date={date}
      onDate={(day) => {
        setPanelOpen(false);
        show({ view, date: day });
      }}
    />
  );
  return (
    <div className={classes.page}>
      {wide && (
        <aside className={classes.panel} aria-label="Kalender wählen" data-no-print>
          {panel}
        </aside>
      )}
      <div className={classes.main}>
        <CalendarToolbar
          title={phone ? shortPeriodTitle(view, date) : periodTitle(view, date)}
          view={view}
          onView={(next) => show({ view: next, date })}
          onStep={step}
          onToday={() => show({ view, date: now })}
          mayImport={mayCreate}
          createAddress={!wide && mayCreate ? createAddress : undefined}
          panelButton={
            !wide && (
              <ActionIcon
                variant="default"
                size={36}
                aria-label="Kalender wählen"
                onClick={() => setPanelOpen(true)}
              >
                <ListChecks size={18} aria-hidden />
              </ActionIcon>
            )
          }
        />
        {events.error && !events.shown ? (
          <LoadError error={events.error} onRetry={events.retry} />
        ) : (
          <Suspense fallback={<BoardSkeleton view={view} />}>
            {!calendars.data || (!events.shown && (view === "list" || view === "year")) ? (
              <BoardSkeleton view={view} />
            ) : view === "year" ? (
              <YearBoard
                date={date}
                events={events.shown ?? NONE}
                onDay={(day) => showDay("day", day)}
                onMonth={(day) => showDay("month", day)}
              />
            ) : (
              <EventBoard
                view={view}
                date={date}
                events={events.shown ?? NONE}
                mayCreate={mayCreate}
                phone={phone}
                onOpen={(event) => go(eventAddress(event.id))}
                onCreate={setCreated}
                onMove={(event, times, putBack) => void moving.begin(event, times, putBack)}
                onShow={showDay}
              />
            )}
          </Suspense>
        )}
      </div>
      <Drawer
        opened={panelOpen && !wide}
        onClose={() => setPanelOpen(false)}
        title="Kalender"
        position="left"
        size="20rem"
      >
        {panel}
      </Drawer>
      {created && (
        <QuickEvent times={created} calendars={writable} onClose={() => setCreated(undefined)} />
      )}
      {moving.pending && (
        <MoveQuestion move={moving.pending} onChoose={moving.choose} onCancel={moving.cancel} />
      )}
    </div>
  );
}

function NoCalendars() {
  const mayManage = useCan("MANAGE_CALENDAR");
  const create = (
    <Button component={RouterLink} to="/calendars/create">
      Kalender anlegen
    </Button>
  );
  return (
    <>
      <PageHeader title="Kalender" />
      <EmptyState icon={<CalendarPlus size={40} strokeWidth={1.4} />} action={mayManage && create}>
        {mayManage
          ? "Es gibt noch keinen Kalender. Legen Sie einen an, zum Beispiel für Training oder Vorstand."
          : "Für Sie ist noch kein Kalender freigegeben."}
      </EmptyState>
    </>
  );
}

/**
 * The events in view, without those of the calendars switched off; the neighbouring periods load in
 * advance.
 */
function useShownEvents(view: CalendarView, date: string, hidden: readonly string[]) {
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
