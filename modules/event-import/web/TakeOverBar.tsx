import { Button } from "@mantine/core";
import { plural } from "#platform/web/format/format.ts";
import type { Calendar } from "#modules/calendars/contract.ts";
import { CalendarSelect } from "#modules/calendars/web/public.ts";
import classes from "./import.module.css";

interface TakeOverBarProps {
  calendars: readonly Calendar[];
  calendarId: string | null;
  onCalendar: (id: string | null) => void;
  /** How many events are chosen. */
  count: number;
  saving: boolean;
  onTakeOver: () => void;
}

/** Into which calendar, and the click that writes. */
export function TakeOverBar({
  calendars,
  calendarId,
  onCalendar,
  count,
  saving,
  onTakeOver,
}: TakeOverBarProps) {
  return (
    <div className={classes.bar}>
      <CalendarSelect
        label="In den Kalender"
        calendars={calendars}
        value={calendarId}
        onChange={onCalendar}
        placeholder="Bitte wählen Sie einen Kalender."
        className={classes.calendar ?? ""}
      />
      <Button loading={saving} disabled={count === 0 || calendarId === null} onClick={onTakeOver}>
        {plural(count, "Termin", "Termine")} übernehmen
      </Button>
    </div>
  );
}
