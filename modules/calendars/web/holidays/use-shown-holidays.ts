import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Period } from "../board/calendar-view.ts";
import { holidayDays, type HolidayDays } from "./holiday-days.ts";
import { holidaysQuery } from "./queries.ts";

const NONE: HolidayDays = new Map();

/** Returns whether holidays are shown on this device, and the way to change that. */
export function useHolidaySwitch() {
  return useLocalStorage({
    key: "showHolidays",
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

/** Returns the holidays in sight; none while they load, where they fail or are switched off. */
export function useShownHolidays({ from, to }: Period): HolidayDays {
  const [shown] = useHolidaySwitch();
  const { data } = useQuery({ ...holidaysQuery({ from, to }), enabled: shown });
  return useMemo(
    () => (shown && data ? holidayDays(data.holidays, { from, to }) : NONE),
    [shown, data, from, to],
  );
}
