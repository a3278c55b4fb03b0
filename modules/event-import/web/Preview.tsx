import { useState } from "react";
import { useUnsavedGuard } from "#platform/web/ui/form/unsaved-guard.ts";
import type { Calendar } from "#modules/calendars/contract.ts";
import { proposedCalendar } from "#modules/calendars/web/public.ts";
import type { ProgrammeDraft } from "../contract.ts";
import { rowsOfKind, type DraftKind } from "./drafts/draft-kinds.ts";
import type { DraftRow } from "./drafts/draft-rows.ts";
import { DraftTable } from "./drafts/DraftTable.tsx";
import type { ImportOutcome } from "./ImportResult.tsx";
import classes from "./import.module.css";
import { KindFilter } from "./drafts/KindFilter.tsx";
import { PreviewHead } from "./PreviewHead.tsx";
import { ProgrammePages } from "./ProgrammePages.tsx";
import type { ChosenFile } from "./read-file.ts";
import { TakeOverBar } from "./TakeOverBar.tsx";
import { useChosenRows } from "./drafts/use-chosen-rows.ts";
import { useTakeOver } from "./use-take-over.ts";

interface PreviewProps {
  chosen: ChosenFile;
  initialRows: readonly DraftRow[];
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
  const [kind, setKind] = useState<DraftKind>("all");
  const [page, setPage] = useState(1);
  const { isChosen, chosenRows, choose } = useChosenRows(rows, calendarId);
  const { takeOver, saving, problem } = useTakeOver(onDone);
  useUnsavedGuard(rows.length > 0 && !saving);

  const list = rows.length > 0 && (
    <div>
      <KindFilter rows={rows} kind={kind} onKind={setKind} />
      <DraftTable
        rows={rowsOfKind(rows, kind)}
        isChosen={isChosen}
        onChoose={choose}
        onEdit={(row) => setRows(rows.map((other) => (other.id === row.id ? row : other)))}
        onOpen={(row) => row.draft.page !== null && setPage(row.draft.page)}
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
          <ProgrammePages chosen={chosen} page={page} onPage={setPage} />
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
