import { Alert, Button, Group as RowOf, Text } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { plural } from "#platform/web/format/format.ts";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { useUnsavedGuard } from "#platform/web/ui/form/unsaved-guard.ts";
import type { Calendar } from "#modules/calendars/contract.ts";
import { exchangeContract } from "#modules/calendars/exchange-contract.ts";
import type { ProgrammeDraft } from "../contract.ts";
import { CalendarSelect } from "#modules/calendars/web/public.ts";
import { useRefreshEvents } from "#modules/calendars/web/public.ts";
import { DraftTable } from "./DraftTable.tsx";
import { entryOf, isChosenAtFirst, problemsOf, shownDraft, type DraftRow } from "./draft-rows.ts";
import type { ImportOutcome } from "./ImportResult.tsx";
import classes from "./import.module.css";
import { ProgrammePages } from "./ProgrammePages.tsx";
import type { ChosenFile } from "./read-file.ts";

interface PreviewProps {
  chosen: ChosenFile;
  initialRows: readonly DraftRow[];
  reading: ProgrammeDraft["reading"] | undefined;
  calendars: readonly Calendar[];
  /** The calendar one came from; empty: the first one. */
  calendarId: string;
  onDone: (outcome: ImportOutcome) => void;
  onCancel: () => void;
}

const WAYS: Record<ProgrammeDraft["reading"]["way"], string> = {
  LOCAL_TEXT: "Gelesen wurde der Text der Datei, auf dem Server Ihres Vereins.",
  LOCAL_OCR:
    "Gelesen wurde das Bild, auf dem Server Ihres Vereins. Dabei werden Buchstaben leicht verwechselt: Bitte vergleichen Sie.",
  MODEL: "Gelesen hat der eingestellte KI-Dienst. Bitte vergleichen Sie.",
};

const KINDS = {
  all: "Alle",
  double: "Schon vorhanden",
  clash: "Zur selben Zeit",
  uncertain: "Zu prüfen",
  faulty: "Mit Fehlern",
} as const;
type Kind = keyof typeof KINDS;

const FITS: Record<Kind, (row: DraftRow) => boolean> = {
  all: () => true,
  double: (row) => row.draft.duplicateOf !== null,
  clash: (row) => row.draft.clashesWith.length > 0,
  uncertain: (row) => row.draft.uncertainFields.length > 0 && row.values === null,
  faulty: (row) => problemsOf(row).length > 0,
};

/** The drafts, for a programme beside its pages; nothing is written before the click. */
export function Preview({
  chosen,
  initialRows,
  reading,
  calendars,
  calendarId: wanted,
  onDone,
  onCancel,
}: PreviewProps) {
  const writable = calendars.filter((one) => one.can.includes("ADD_EVENT"));
  const [calendarId, setCalendarId] = useState(
    writable.find((one) => one.id === wanted)?.id ?? writable[0]?.id ?? null,
  );
  const [rows, setRows] = useState(initialRows);
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [kind, setKind] = useState<Kind>("all");
  const [page, setPage] = useState(1);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const refresh = useRefreshEvents();
  useUnsavedGuard(rows.length > 0 && !saving);

  const isChosen = (row: DraftRow) =>
    problemsOf(row).length === 0 &&
    (choices.get(row.id) ?? (row.values !== null || isChosenAtFirst(row, calendarId)));
  const chosenRows = rows.filter(isChosen);
  const choose = (ids: readonly number[], on: boolean) =>
    setChoices(new Map([...choices, ...ids.map((id): [number, boolean] => [id, on])]));

  const takeOver = async () => {
    setSaving(true);
    setProblem(undefined);
    try {
      const saved = await call(exchangeContract.saveEventList, {
        params: { id: calendarId ?? "" },
        body: chosenRows.map(entryOf),
        inForm: true,
      });
      await refresh();
      onDone({ ...saved, calendar: writable.find((one) => one.id === calendarId) });
    } catch (error) {
      setSaving(false);
      if (!(error instanceof ApiError)) throw error;
      setProblem(`${sentenceOf(error, chosenRows)} Es wurde nichts gespeichert.`);
    }
  };

  const table = (
    <div>
      {rows.length > 0 && (
        <RowOf gap="xs" mb="sm" role="group" aria-label="Welche Termine gezeigt werden">
          {(Object.keys(KINDS) as Kind[])
            .map((one) => ({ one, count: rows.filter(FITS[one]).length }))
            .filter(({ one, count }) => one === "all" || count > 0)
            .map(({ one, count }) => (
              <Button
                key={one}
                size="xs"
                variant={kind === one ? "light" : "default"}
                aria-pressed={kind === one}
                onClick={() => setKind(one)}
              >
                {KINDS[one]} ({count})
              </Button>
            ))}
        </RowOf>
      )}
      <DraftTable
        rows={rows.filter(FITS[kind])}
        isChosen={isChosen}
        onChoose={choose}
        onEdit={(row) => setRows(rows.map((other) => (other.id === row.id ? row : other)))}
        onOpen={(row) => row.draft.page !== null && setPage(row.draft.page)}
        calendarId={calendarId}
      />
    </div>
  );

  return (
    <>
      <PageHeader
        title="Termine importieren"
        sentence={
          rows.length === 0
            ? `In „${chosen.file.name}“ wurde kein Termin gefunden.`
            : `${plural(rows.length, "Termin", "Termine")} in „${chosen.file.name}“, ${chosenRows.length} gewählt. Noch ist nichts gespeichert.`
        }
        actions={
          <Button variant="default" onClick={onCancel}>
            Andere Datei
          </Button>
        }
      />
      {reading && (
        <Text size="sm" c="dimmed" mb="md">
          {WAYS[reading.way]} {reading.notes.join(" ")}
        </Text>
      )}
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert" mb="md">
          {problem}
        </Alert>
      )}
      {chosen.kind === "PROGRAMME" ? (
        <div className={classes.sideBySide}>
          <ProgrammePages chosen={chosen} page={page} onPage={setPage} />
          {rows.length > 0 && table}
        </div>
      ) : (
        rows.length > 0 && table
      )}
      {rows.length > 0 && (
        <div className={classes.bar}>
          <CalendarSelect
            label="In den Kalender"
            calendars={calendars}
            value={calendarId}
            onChange={setCalendarId}
            className={classes.calendar ?? ""}
          />
          <Button
            loading={saving}
            disabled={chosenRows.length === 0 || calendarId === null}
            onClick={() => void takeOver()}
          >
            {plural(chosenRows.length, "Termin", "Termine")} übernehmen
          </Button>
        </div>
      )}
    </>
  );
}

/** A fault of one entry is named with the entry's title. */
function sentenceOf(error: ApiError, rows: readonly DraftRow[]): string {
  const [fault] = error.fieldErrors;
  const row = rows[Number(/^\[?(\d+)/.exec(fault?.path ?? "")?.[1] ?? Number.NaN)];
  return fault && row ? `„${shownDraft(row).title}“: ${fault.message}` : error.message;
}
