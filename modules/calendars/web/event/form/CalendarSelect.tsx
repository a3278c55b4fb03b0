import { Group as Row, Select, type SelectProps } from "@mantine/core";
import type { Calendar } from "../../../contract.ts";
import { CalendarDot } from "../CalendarDot.tsx";

interface CalendarSelectProps extends Omit<SelectProps, "data" | "onChange"> {
  calendars: readonly Calendar[];
  onChange: (calendarId: string | null) => void;
}

/** Picks one of the calendars in which the reader may write. */
export function CalendarSelect({ calendars, value, ...props }: CalendarSelectProps) {
  const colorOf = (id: string | null | undefined) => calendars.find((one) => one.id === id)?.color;
  return (
    <Select
      data={calendars
        .filter((one) => one.can.includes("ADD_EVENT") || one.id === value)
        .map((one) => ({ value: one.id, label: one.name }))}
      value={value ?? null}
      allowDeselect={false}
      aria-required
      leftSection={value ? <CalendarDot color={colorOf(value)} /> : undefined}
      renderOption={({ option }) => (
        <Row gap="sm" wrap="nowrap">
          <CalendarDot color={colorOf(option.value)} />
          {option.label}
        </Row>
      )}
      nothingFoundMessage="In keinem Kalender dürfen Sie Termine anlegen."
      {...props}
    />
  );
}
