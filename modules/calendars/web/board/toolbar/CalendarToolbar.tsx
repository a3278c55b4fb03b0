import { ActionIcon, Button, Menu, SegmentedControl, Select } from "@mantine/core";
import { ChevronLeft, ChevronRight, Ellipsis, Printer, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { RouterLink } from "#platform/web/navigation.tsx";
import { useIsPhone } from "#platform/web/screen.ts";
import { CreateEventButton } from "./CreateEventButton.tsx";
import { CALENDAR_VIEWS, VIEW_LABELS, type CalendarView } from "../calendar-view.ts";
import classes from "./toolbar.module.css";

const VIEWS = CALENDAR_VIEWS.map((view) => ({ value: view, label: VIEW_LABELS[view] }));

interface CalendarToolbarProps {
  /** What is in sight: "November 2026". */
  title: string;
  view: CalendarView;
  onView: (view: CalendarView) => void;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  mayImport: boolean;
  /** Where events are made; absent where the button stands in the panel, or the reader may not. */
  createAddress: string | undefined;
  /** Opens the list of calendars where it does not stand beside the board. */
  panelButton: ReactNode;
  /** Opens one's own feed where the panel, which has it, does not stand beside the board. */
  subscribeButton: ReactNode;
}

/** The head of the calendar: what is in sight, the way to other times, the view. */
export function CalendarToolbar({
  title,
  view,
  onView,
  onStep,
  onToday,
  mayImport,
  createAddress,
  panelButton,
  subscribeButton,
}: CalendarToolbarProps) {
  const phone = useIsPhone();
  return (
    <header className={classes.toolbar}>
      <h1 className={classes.title} aria-live="polite">
        {title}
      </h1>
      <div className={classes.group} data-no-print>
        <ActionIcon variant="default" size={36} aria-label="Zurück" onClick={() => onStep(-1)}>
          <ChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={onToday} title="Taste H">
          Heute
        </Button>
        <ActionIcon variant="default" size={36} aria-label="Vor" onClick={() => onStep(1)}>
          <ChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.group} data-no-print>
        {panelButton}
        {phone ? (
          <Select
            className={classes.viewSelect ?? ""}
            aria-label="Ansicht"
            data={VIEWS}
            value={view}
            allowDeselect={false}
            onChange={(next) => onView(next as CalendarView)}
          />
        ) : (
          <SegmentedControl
            aria-label="Ansicht"
            data={VIEWS}
            value={view}
            onChange={(next) => onView(next as CalendarView)}
          />
        )}
        {createAddress !== undefined && (
          <CreateEventButton to={createAddress} label={phone ? "Termin" : "Termin anlegen"} />
        )}
        {subscribeButton}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="Mehr">
              <Ellipsis size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayImport && (
              <Menu.Item
                component={RouterLink}
                to="/calendars/import"
                leftSection={<Upload size={16} aria-hidden />}
              >
                Termine importieren
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<Printer size={16} aria-hidden />}
              onClick={() => window.setTimeout(() => window.print(), 300)}
            >
              Drucken
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </header>
  );
}
