import { formatNumber, plural } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/navigation.tsx";
import type { AnsweredDate } from "../../../series-invitation-contract.ts";
import { whenWords } from "../../event/when-words.ts";
import classes from "../invitations.module.css";

/** The coming dates of a series with how many come; each leads to its own page. */
export function AnsweredDates({ dates }: { dates: readonly AnsweredDate[] }) {
  return (
    <ul className={classes.answered} aria-label="Antworten je Termin">
      {dates.map((date) => (
        <li key={date.id}>
          <AppLink to={`/calendars/events/${date.id}`} className={classes.answeredDate ?? ""}>
            {whenWords(date)}
          </AppLink>
          <span className={classes.answeredCounts}>{countWords(date)}</span>
        </li>
      ))}
    </ul>
  );
}

function countWords({ status, counts }: AnsweredDate): string {
  if (status === "CANCELLED") return "abgesagt";
  const { coming, declined, open, waiting, maximum } = counts;
  return [
    maximum === null
      ? plural(coming, "Person kommt", "Personen kommen")
      : `${formatNumber(coming)} von ${plural(maximum, "Platz", "Plätzen")}`,
    declined > 0 ? `${formatNumber(declined)} abgesagt` : "",
    waiting > 0 ? `${formatNumber(waiting)} auf der Warteliste` : "",
    open > 0 ? `${formatNumber(open)} offen` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
