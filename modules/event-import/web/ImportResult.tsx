import { Button, Group as Row } from "@mantine/core";
import { plural } from "#platform/web/format/format.ts";
import { AppLink, RouterLink } from "#platform/web/links.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import type { Calendar, Event } from "#modules/calendars/contract.ts";
import { whenWords } from "#modules/calendars/web/public.ts";
import classes from "./import.module.css";

export interface ImportOutcome {
  created: readonly Event[];
  updated: readonly Event[];
  unchanged: number;
  calendar: Calendar | undefined;
}

const SHOWN = 10;

/** What an import did, with the way to it. */
export function ImportResult({
  outcome,
  onAgain,
}: {
  outcome: ImportOutcome;
  onAgain: () => void;
}) {
  const { created, updated, unchanged, calendar } = outcome;
  const counts = [
    created.length > 0 && plural(created.length, "Termin angelegt", "Termine angelegt"),
    updated.length > 0 && plural(updated.length, "Termin aktualisiert", "Termine aktualisiert"),
    unchanged > 0 &&
      plural(unchanged, "Termin war schon so vorhanden", "Termine waren schon so vorhanden"),
  ].filter((words) => words !== false);
  const written = [...created, ...updated].toSorted(
    (a, b) => Date.parse(a.startDateTime) - Date.parse(b.startDateTime),
  );
  return (
    <>
      <PageHeader
        title="Termine übernommen"
        sentence={`${counts.join(", ")}${calendar ? ` im Kalender „${calendar.name}“` : ""}.`}
      />
      <ul className={classes.written}>
        {written.slice(0, SHOWN).map((event) => (
          <li key={event.id}>
            <AppLink to={`/calendars/events/${event.id}`}>{event.title}</AppLink>
            <span>{whenWords(event)}</span>
          </li>
        ))}
      </ul>
      {written.length > SHOWN && (
        <p>und {plural(written.length - SHOWN, "weiterer Termin", "weitere Termine")}.</p>
      )}
      <Row gap="sm" mt="lg">
        <Button component={RouterLink} to="/calendars">
          Zum Kalender
        </Button>
        <Button variant="default" onClick={onAgain}>
          Weitere Termine importieren
        </Button>
      </Row>
    </>
  );
}
