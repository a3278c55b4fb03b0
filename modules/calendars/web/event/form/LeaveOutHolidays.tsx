import { Anchor, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { formatDate } from "#platform/web/format/format.ts";
import { RouterLink } from "#platform/web/navigation.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import type { Holidays } from "../../../holiday-contract.ts";
import { firstYear, holidayWords, leftOutHolidays } from "../../holidays/left-out-holidays.ts";
import { holidaysQuery } from "../../holidays/queries.ts";
import type { RecurrenceValues } from "../../recurrence/recurrence-values.ts";

interface LeaveOutHolidaysProps {
  id: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** First day of the series. */
  start: string;
  recurrence: RecurrenceValues;
}

/** The switch by which a series leaves out holidays, with the days that this means. */
export function LeaveOutHolidays({
  id,
  checked,
  onChange,
  start,
  recurrence,
}: LeaveOutHolidaysProps) {
  const words = useId();
  const { data } = useQuery(holidaysQuery(firstYear(start)));
  const isUnknown = data?.source === null;
  return (
    <div>
      <Switch
        id={id}
        label="In Schulferien und an Feiertagen ausfallen"
        checked={checked}
        // What was switched on can be switched off, also when the club has no Land any more.
        disabled={isUnknown && !checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        aria-describedby={words}
      />
      <Text id={words} component="div" size="sm" c="dimmed" mt={4}>
        {isUnknown && <WithoutRegion />}
        {data && !isUnknown && checked && (
          <LeftOut data={data} holidays={leftOutHolidays(data.holidays, start, recurrence)} />
        )}
      </Text>
    </div>
  );
}

function LeftOut({ data, holidays }: { data: Holidays; holidays: Holidays["holidays"] }) {
  return (
    <>
      {holidays.length === 0
        ? "Im ersten Jahr fällt nichts aus."
        : `Fällt im ersten Jahr aus: ${holidayWords(holidays)}.`}{" "}
      {data.until !== null &&
        `Schulferien sind bis ${formatDate(data.until)} bekannt; spätere kommen von selbst dazu. `}
      Wer zu einem dieser Tage eingeladen ist, erfährt, dass er ausfällt.
    </>
  );
}

function WithoutRegion() {
  const maySet = useCan("MANAGE_TENANT");
  return maySet ? (
    <>
      Dazu muss das{" "}
      <Anchor component={RouterLink} to="/settings" inherit underline="always">
        Bundesland des Vereins
      </Anchor>{" "}
      gewählt sein.
    </>
  ) : (
    "Dazu muss in den Einstellungen das Bundesland des Vereins gewählt sein."
  );
}
