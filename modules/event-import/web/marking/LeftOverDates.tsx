import { dayOfDate, type LeftOverDate } from "../drafts/left-over-date.ts";
import classes from "../import.module.css";

interface LeftOverDatesProps {
  dates: readonly LeftOverDate[];
  onTake: (date: LeftOverDate) => void;
}

/** Frames around the dates of a page that no event was found for; one click makes a draft. */
export function LeftOverDates({ dates, onTake }: LeftOverDatesProps) {
  return dates.map((date) => {
    const { left, top, width, height } = date.area;
    return (
      <button
        key={`${date.draft.startDateTime ?? ""} ${left} ${top}`}
        type="button"
        className={classes.leftOver}
        aria-label={`Termin am ${dayOfDate(date)} anlegen`}
        title={`Termin am ${dayOfDate(date)} anlegen`}
        style={{
          left: `${left * 100}%`,
          top: `${top * 100}%`,
          width: `${width * 100}%`,
          height: `${height * 100}%`,
        }}
        onClick={() => onTake(date)}
      />
    );
  });
}
