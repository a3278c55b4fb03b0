import { lazy, Suspense, useState } from "react";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import type { Event } from "../../contract.ts";
import { useShownHolidays } from "../holidays/use-shown-holidays.ts";
import { BoardSkeleton } from "./BoardSkeleton.tsx";
import { shownPeriod } from "./calendar-view.ts";
import type { EventBoardProps } from "./EventBoard.tsx";
import { type CalendarPlace, useShownEvents } from "./use-calendar-place.ts";

const EventBoard = lazy(() => import("./EventBoard.tsx"));
const EventCard = lazy(() => import("./EventCard.tsx"));
const YearBoard = lazy(() => import("./YearBoard.tsx"));

const NONE: readonly Event[] = [];

interface ShownPeriodProps extends Pick<
  EventBoardProps,
  "mayCreate" | "phone" | "onCreate" | "onMove"
> {
  place: CalendarPlace;
  /** Whether the calendars are known, without which nothing is drawn. */
  ready: boolean;
}

/** The events of the time in sight, drawn as the reader wants them. */
export function ShownPeriod({ place, ready, ...board }: ShownPeriodProps) {
  const { view, date, show } = place;
  const [opened, setOpened] = useState<string>();
  const events = useShownEvents(place);
  const holidays = useShownHolidays(shownPeriod(view, date));
  if (events.error && !events.shown)
    return <LoadError error={events.error} onRetry={events.retry} />;
  const skeleton = <BoardSkeleton view={view} />;
  // Month, week and day stand as they are before their events are known.
  const waits = events.shown === undefined && (view === "list" || view === "year");
  if (!ready || waits) return skeleton;
  // As it is now: an answer given elsewhere changes the card as well.
  const card = events.shown?.find(({ id }) => id === opened);
  return (
    <Suspense fallback={skeleton}>
      {card && (
        <Suspense>
          <EventCard event={card} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
      {view === "year" ? (
        <YearBoard
          date={date}
          events={events.shown ?? NONE}
          holidays={holidays}
          onDay={(day) => show("day", day)}
          onMonth={(day) => show("month", day)}
        />
      ) : (
        <EventBoard
          {...board}
          view={view}
          date={date}
          events={events.shown ?? NONE}
          holidays={holidays}
          onOpen={(event) => setOpened(event.id)}
          onShow={show}
        />
      )}
    </Suspense>
  );
}
