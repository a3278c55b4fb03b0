import { plural } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/links.tsx";
import type { EventReference } from "#modules/calendars/exchange-contract.ts";
import { whenWords } from "#modules/calendars/web/public.ts";
import { DRAFT_FIELD_LABELS, problemsOf, type DraftRow } from "./draft-rows.ts";
import classes from "../import.module.css";

/** Why a row deserves a look: faults, doubles, other events at the same time, guesses. */
export function DraftMarks({ row, calendarId }: { row: DraftRow; calendarId: string | null }) {
  const { draft, values } = row;
  const problems = problemsOf(row);
  const updates = draft.uid !== null && draft.duplicateOf?.calendar.id === calendarId;
  const [clash, ...others] = draft.clashesWith;
  if (
    problems.length === 0 &&
    !draft.duplicateOf &&
    !clash &&
    draft.uncertainFields.length === 0 &&
    draft.hints.length === 0
  )
    return null;
  return (
    <ul className={classes.marks}>
      {problems.map((problem) => (
        <li key={problem} data-kind="problem">
          {problem}
        </li>
      ))}
      {draft.duplicateOf && (
        <li data-kind="double">
          {updates ? "Schon vorhanden, wird aktualisiert: " : "Schon vorhanden: "}
          <Reference event={draft.duplicateOf} />
        </li>
      )}
      {clash && (
        <li data-kind="clash">
          Zur selben Zeit: <Reference event={clash} />
          {others.length > 0 &&
            ` und ${plural(others.length, "weiterer Termin", "weitere Termine")}`}
        </li>
      )}
      {values === null && draft.uncertainFields.length > 0 && (
        <li data-kind="uncertain">
          Bitte prüfen: {draft.uncertainFields.map((field) => DRAFT_FIELD_LABELS[field]).join(", ")}
        </li>
      )}
      {draft.hints.map((hint) => (
        <li key={hint}>{hint}</li>
      ))}
    </ul>
  );
}

function Reference({ event }: { event: EventReference }) {
  return (
    <>
      <AppLink to={`/calendars/events/${event.id}`} target="_blank">
        {event.title}
      </AppLink>
      , {whenWords(event)} ({event.calendar.name})
    </>
  );
}
