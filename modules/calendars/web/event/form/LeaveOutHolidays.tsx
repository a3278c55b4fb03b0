import { Anchor, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { formatDate } from "#platform/web/format/format.ts";
import { RouterLink } from "#platform/web/navigation.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import type { Holidays } from "../../../holiday-contract.ts";
import {
  firstYear,
  heldDates,
  type HeldDates,
  holidayWords,
  leftOutHolidays,
} from "../../holidays/left-out-holidays.ts";
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
          <>
            <Held dates={heldDates(data.holidays, start, recurrence)} count={recurrence.count} />
            <LeftOut data={data} holidays={leftOutHolidays(data.holidays, start, recurrence)} />
          </>
        )}
      </Text>
    </div>
  );
}

/** A course is sold by its evenings: what the rule counts is not what takes place. */
function Held({ dates, count }: { dates: HeldDates | undefined; count: number }) {
  if (dates === undefined || dates.held === count) return null;
  const { held, last, needed } = dates;
  return (
    <Text component="p" size="sm" fw={600} c="bright" m={0}>
      Von {count} Terminen {held === 1 ? "findet einer" : `finden ${held}`} statt
      {last !== null && `, der letzte am ${formatDate(last)}`}. Sollen es {count} sein, lassen Sie
      die Serie nach {needed} Terminen enden.
    </Text>
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
