import { Button, Drawer } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, ListChecks } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { z } from "zod";
import { today } from "#platform/web/format.ts";
import { useCan } from "#platform/web/me.tsx";
import { inAddress, RouterLink, useGo, useSearchState } from "#platform/web/navigation.tsx";
import { useIsPhone, useIsWide } from "#platform/web/screen.ts";
import { EmptyState } from "#platform/web/ui/EmptyState.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { LoadError } from "#platform/web/ui/LoadError.tsx";
import type { Event } from "../contract.ts";
import { eventAddress } from "./board/board-events.ts";
import { BoardSkeleton } from "./board/BoardSkeleton.tsx";
import { CALENDAR_VIEWS, dateOr, periodTitle, shownPeriod, steppedDate, type CalendarView } from "./board/calendar-view.ts";
import { CalendarPanel } from "./board/CalendarPanel.tsx";
import { CalendarToolbar } from "./board/CalendarToolbar.tsx";
import { MoveQuestion } from "./board/MoveQuestion.tsx";
import type { EventTimes } from "./board/moved-times.ts";
import { periodEventsQuery } from "./board/queries.ts";
import { QuickEvent } from "./board/QuickEvent.tsx";
import { useCalendarKeys } from "./board/use-calendar-keys.ts";
import { useMoving } from "./board/use-moving.ts";
import classes from "./CalendarsPage.module.css";
import { readableCalendarsQuery } from "./event/queries.ts";

const loadBoard = () => import("./board/EventBoard.tsx");
const EventBoard = lazy(loadBoard);

/** View and day in sight, and the calendars that are switched off: links and Back show the same again. */
const address = z.object({ view: inAddress.optional(CALENDAR_VIEWS), date: inAddress.text(), hidden: inAddress.list() });

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

  const show = (next: { view?: CalendarView; date?: string }) => setState({ view, ...next, ...(next.date === now && { date: "" }) }, { push: true });
  const step = (by: 1 | -1) => show({ date: steppedDate(view, date, by) });
  const writable = (calendars.data ?? []).filter((calendar) => calendar.can.includes("ADD_EVENT"));
  const createAddress = `/calendars/events/create?start=${date}`;
  useCalendarKeys({
    onView: (next) => show({ view: next }),
    onStep: step,
    onToday: () => show({ date: now }),
    onNew: writable.length > 0 ? () => go(createAddress) : undefined,
  });

  if (calendars.error && !calendars.data) return <LoadError error={calendars.error} onRetry={() => void calendars.refetch()} />;
  if (calendars.data?.length === 0) return <NoCalendars />;

  const panel = (
    <CalendarPanel
      calendars={calendars.data}
      hidden={state.hidden}
      onHidden={(hidden) => setState({ hidden })}
      date={date}
      onDate={(day) => {
        setPanelOpen(false);
        show({ date: day });
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
          title={periodTitle(view, date)}
          view={view}
          onView={(next) => show({ view: next })}
          onStep={step}
          onToday={() => show({ date: now })}
          createAddress={writable.length > 0 ? createAddress : undefined}
          panelButton={
            !wide && (
              <Button variant="default" leftSection={<ListChecks size={16} aria-hidden />} onClick={() => setPanelOpen(true)}>
                Kalender
              </Button>
            )
          }
        />
        {events.error && !events.shown ? (
          <LoadError error={events.error} onRetry={events.retry} />
        ) : (
          <Suspense fallback={<BoardSkeleton view={view} />}>
            {calendars.data && (events.shown ?? view !== "list") ? (
              <EventBoard
                view={view}
                date={date}
                events={events.shown ?? NONE}
                mayCreate={writable.length > 0}
                phone={phone}
                onOpen={(event) => go(eventAddress(event.id))}
                onCreate={setCreated}
                onMove={(event, times, putBack) => void moving.begin(event, times, putBack)}
                onDay={(day) => show({ view: "day", date: day })}
              />
            ) : (
              <BoardSkeleton view={view} />
            )}
          </Suspense>
        )}
      </div>
      <Drawer opened={panelOpen && !wide} onClose={() => setPanelOpen(false)} title="Kalender" position="left" size="20rem">
        {panel}
      </Drawer>
      {created && <QuickEvent times={created} calendars={writable} onClose={() => setCreated(undefined)} />}
      {moving.pending && <MoveQuestion move={moving.pending} onChoose={moving.choose} onCancel={moving.cancel} />}
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

/** The events in view, without those of the calendars switched off; the neighbouring periods load in advance. */
function useShownEvents(view: CalendarView, date: string, hidden: readonly string[]) {
  const events = useQuery(periodEventsQuery(shownPeriod(view, date)));
  const client = useQueryClient();
  const loaded = events.isSuccess;
  useEffect(() => {
    if (!loaded || view === "year") return;
    for (const step of [1, -1] as const)
      void client.prefetchQuery({ ...periodEventsQuery(shownPeriod(view, steppedDate(view, date, step))), staleTime: 60_000 });
  }, [client, loaded, view, date]);
  const off = hidden.join();
  const shown = useMemo(() => events.data?.filter((event) => !off.split(",").includes(event.calendar.id)), [events.data, off]);
  return { shown, error: events.error, retry: () => void events.refetch() };
}
