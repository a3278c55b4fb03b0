import { calendarTones } from "#platform/web/ui/theme/calendar-colors.ts";
import classes from "./event.module.css";

/** A calendar's colour as a dot beside its name, which says the same in words. */
export function CalendarDot({ color }: { color: string | undefined }) {
  return (
    <svg className={classes.dot} viewBox="0 0 10 10" aria-hidden>
      <circle cx="5" cy="5" r="5" fill={calendarTones(color).strong} />
    </svg>
  );
}
