import { Alert, Button, Group as RowOf, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { plural } from "#platform/web/format/format.ts";
import { useUnsavedGuard } from "#platform/web/ui/form/unsaved-guard.ts";
import type { Calendar } from "#modules/calendars/contract.ts";
import { proposedCalendar } from "#modules/calendars/web/public.ts";
import type { ProgrammeDraft } from "../contract.ts";
import { rowsOfKind, type DraftKind } from "./drafts/draft-kinds.ts";
import { addedRow } from "./drafts/added-row.ts";
import type { DraftRow } from "./drafts/draft-rows.ts";
import { rowOfDate, type LeftOverDate } from "./drafts/left-over-date.ts";
import { DraftTable } from "./drafts/DraftTable.tsx";
import type { ImportOutcome } from "./ImportResult.tsx";
import classes from "./import.module.css";
import { KindFilter } from "./drafts/KindFilter.tsx";
import { PreviewHead } from "./PreviewHead.tsx";
import { ProgrammePages } from "./ProgrammePages.tsx";
import type { ChosenFile } from "./read-file.ts";
import { TakeOverBar } from "./TakeOverBar.tsx";
import { useMarkedPart } from "./marking/use-marked-part.ts";
import { useChosenRows } from "./drafts/use-chosen-rows.ts";
import { useTakeOver } from "./use-take-over.ts";

interface PreviewProps {
  chosen: ChosenFile;
  initialRows: readonly DraftRow[];
  /** Dates on the pages that no event was found for. */
  initialDates: readonly LeftOverDate[];
  reading: ProgrammeDraft["reading"] | undefined;
  calendars: readonly Calendar[];
  /** The calendar one came from; empty: the one that fits the reader. */
  calendarId: string;
  onDone: (outcome: ImportOutcome) => void;
  onCancel: () => void;
}

/** The drafts, for a programme beside its pages; nothing is written before the click. */
export function Preview({
  chosen,
  initialRows,
  initialDates,
  reading,
  calendars,
  calendarId: wanted,
  onDone,
  onCancel,
}: PreviewProps) {
  const [picked, setPicked] = useState<string | null>(null);
  // The calendars may arrive after the file was read.
  const calendarId = picked ?? proposedCalendar(calendars, wanted);
  const [rows, setRows] = useState(initialRows);
  const [dates, setDates] = useState(initialDates);
  const [kind, setKind] = useState<DraftKind>("all");
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<number>();
  const [added, setAdded] = useState(0);
  const { isChosen, chosenRows, choose } = useChosenRows(rows, calendarId);
  const { takeOver, saving, problem } = useTakeOver(onDone);
  useUnsavedGuard(rows.length > 0 && !saving);

  const nextId = useRef(initialRows.length);
  // On top, where one looks; the table begins with its first page again.
  const add = (inPage = page) => {
    const id = nextId.current++;
    setAdded((before) => before + 1);
    setRows((before) => [addedRow(id, chosen.kind === "PROGRAMME" ? inPage : null), ...before]);
    setKind("all");
    setOpened(id);
  };
  const take = (date: LeftOverDate) => {
    const id = nextId.current++;
    setDates((before) => before.filter((other) => other !== date));
    setAdded((before) => before + 1);
    setRows((before) => [rowOfDate(id, date), ...before]);
    setKind("all");
    setOpened(id);
  };
  const { readPart, isReading, said } = useMarkedPart((drafts, inPage) => {
    if (drafts.length === 0) return add(inPage);
    const read = drafts.map((draft): DraftRow => ({ id: nextId.current++, draft, values: null }));
    setRows((before) => [...read, ...before]);
    setKind("all");
  });
  const addButton = (
    <Button
      size="xs"
      variant="default"
      mb="sm"
      leftSection={<Plus size={15} aria-hidden />}
      onClick={() => add()}
    >
      Termin hinzufügen
    </Button>
  );

  const list =
    rows.length === 0 ? (
      <NothingFound isProgramme={chosen.kind === "PROGRAMME"} seen={dates.length}>
        {addButton}
      </NothingFound>
    ) : (
      <div>
        <RowOf justify="space-between" align="flex-start" gap="xs">
          <KindFilter rows={rows} kind={kind} onKind={setKind} />
          {addButton}
        </RowOf>
        <DraftTable
          key={added}
          rows={rowsOfKind(rows, kind)}
          isChosen={isChosen}
          onChoose={choose}
          onEdit={(row) =>
            setRows((before) => before.map((other) => (other.id === row.id ? row : other)))
          }
          onRemove={(row) => setRows((before) => before.filter((other) => other.id !== row.id))}
          opened={opened}
          onOpen={(row) => {
            setOpened(row?.id);
            if (row && row.draft.page !== null) setPage(row.draft.page);
          }}
          calendarId={calendarId}
        />
      </div>
    );
  const calendar = calendars.find((one) => one.id === calendarId);
  return (
    <>
      <PreviewHead
        fileName={chosen.file.name}
        found={rows.length}
        chosen={chosenRows.length}
        reading={reading}
        problem={problem}
        onCancel={onCancel}
      />
      {chosen.kind === "PROGRAMME" ? (
        <div className={classes.sideBySide}>
          <ProgrammePages
            chosen={chosen}
            page={page}
            onPage={setPage}
            dates={dates}
            onTake={take}
            onMarked={(part, onPage) => void readPart(part, onPage)}
            isReading={isReading}
            said={said}
          />
          {list}
        </div>
      ) : (
        list
      )}
      {rows.length > 0 && (
        <TakeOverBar
          calendars={calendars}
          calendarId={calendarId}
          onCalendar={setPicked}
          count={chosenRows.length}
          saving={saving}
          onTakeOver={() => void takeOver(chosenRows, calendar)}
        />
      )}
    </>
  );
}

/** Says what an entry needs to be read, and leaves the way to enter it by hand. */
function NothingFound({
  isProgramme,
  seen,
  children,
}: {
  isProgramme: boolean;
  /** Dates on the pages. */
  seen: number;
  children: ReactNode;
}) {
  return (
    <Alert color="gray" variant="light" title="Warum steht hier nichts?" maw="44rem">
      {isProgramme && (
        <Text size="sm" mb="xs">
          {seen === 0
            ? "Auf den Seiten war kein Datum zu lesen."
            : `${plural(seen, "Datum wurde", "Daten wurden")} gesehen, aber nichts, was dann stattfindet. Sie sind auf der Seite umrandet: Ein Klick macht daraus einen Termin.`}
        </Text>
      )}
      <Text size="sm" mb="sm">
        {isProgramme
          ? "Gelesen wird, was einen Tag und daneben oder darunter einen Titel hat. Handschrift und unscharfe Fotos sind oft nicht lesbar; Fristen und abgesagte Termine werden ausgelassen. Ein neues Foto von oben bei gutem Licht hilft, oder Sie tragen die Termine hier selbst ein."
          : "Gelesen wird, was einen Tag und einen Titel hat. Fehlt eine Spalte für das Datum oder den Titel, ergänzen Sie sie in der Datei, oder tragen Sie die Termine hier selbst ein."}
      </Text>
      {children}
    </Alert>
  );
}
