import { ActionIcon, Button, Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, ListChecks } from "lucide-react";
import { useState } from "react";
import { useCan } from "#platform/web/session/me.tsx";
import { RouterLink, useGo, pageAddress } from "#platform/web/navigation.tsx";
import { useIsPhone, useIsWide } from "#platform/web/screen.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import type { Calendar } from "../contract.ts";
import { periodTitle, shortPeriodTitle } from "./board/calendar-view.ts";
import { CalendarPanel } from "./board/CalendarPanel.tsx";
import { CalendarToolbar } from "./board/toolbar/CalendarToolbar.tsx";
import { MoveQuestion } from "./board/moving/MoveQuestion.tsx";
import type { EventTimes } from "./board/moving/moved-times.ts";
import { QuickEvent } from "./board/QuickEvent.tsx";
import { ShownPeriod } from "./board/ShownPeriod.tsx";
import { useCalendarKeys } from "./board/toolbar/use-calendar-keys.ts";
import { useMoving } from "./board/moving/use-moving.ts";
import { type CalendarPlace, useCalendarPlace } from "./board/use-calendar-place.ts";
import classes from "./CalendarsPage.module.css";
import { SubscribeButton } from "./feeds/SubscribeButton.tsx";
import { readableCalendarsQuery } from "./event/queries.ts";

/** Kalender: the events of all calendars that the reader may see. */
export default function CalendarsPage() {
  const phone = useIsPhone();
  const go = useGo();
  const place = useCalendarPlace(phone ? "list" : "month");
  const calendars = useQuery(readableCalendarsQuery);
  const writable = (calendars.data ?? []).filter((calendar) => calendar.can.includes("ADD_EVENT"));
  const createAddress =
    writable.length > 0
      ? pageAddress("/calendars/events/create", { start: place.date })
      : undefined;
  useCalendarKeys({
    onView: (view) => place.show(view, place.date),
    onStep: place.step,
    onToday: place.showToday,
    onNew: createAddress === undefined ? undefined : () => go(createAddress),
  });

  if (calendars.error && !calendars.data)
    return <LoadError error={calendars.error} onRetry={() => void calendars.refetch()} />;
  if (calendars.data?.length === 0) return <NoCalendars />;
  return (
    <Calendars
      place={place}
      phone={phone}
      calendars={calendars.data}
      writable={writable}
      createAddress={createAddress}
    />
  );
}

interface CalendarsProps {
  place: CalendarPlace;
  phone: boolean;
  /** Absent while they load. */
  calendars: Calendar[] | undefined;
  writable: readonly Calendar[];
  /** Where an event is made; absent where the reader may write in no calendar. */
  createAddress: string | undefined;
}

/** Panel, toolbar and board, and what a drag or a click on the board asks. */
function Calendars({ place, phone, calendars, writable, createAddress }: CalendarsProps) {
  const wide = useIsWide();
  const [panelOpen, setPanelOpen] = useState(false);
  const [created, setCreated] = useState<EventTimes>();
  const moving = useMoving();
  const { view, date } = place;
  const mayCreate = createAddress !== undefined;
  const panel = (
    <CalendarPanel
      createAddress={wide ? createAddress : undefined}
      subscribable={wide}
      calendars={calendars}
      hidden={place.hidden}
      onHidden={place.hide}
      date={date}
      onDate={(day) => {
        setPanelOpen(false);
        place.show(view, day);
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
          onView={(next) => place.show(next, date)}
          onStep={place.step}
          onToday={place.showToday}
          mayImport={mayCreate}
          createAddress={wide ? undefined : createAddress}
          panelButton={!wide && <PanelButton onClick={() => setPanelOpen(true)} />}
          subscribeButton={!wide && <SubscribeButton compact />}
        />
        <ShownPeriod
          place={place}
          ready={calendars !== undefined}
          mayCreate={mayCreate}
          phone={phone}
          onCreate={setCreated}
          onMove={(event, times, putBack) => void moving.begin(event, times, putBack)}
        />
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

function PanelButton({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon variant="default" size={36} aria-label="Kalender wählen" onClick={onClick}>
      <ListChecks size={18} aria-hidden />
    </ActionIcon>
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
