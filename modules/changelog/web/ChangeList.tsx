import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { Change } from "../contract.ts";
import { ChangeEntry } from "./ChangeEntry.tsx";
import { PagedChanges } from "./PagedChanges.tsx";
import { changesQuery, type HistoryFilter } from "./queries.ts";
import { RevertReport } from "./RevertReport.tsx";
import { useRevert } from "./revert.ts";

export interface ChangeListProps {
  filter: HistoryFilter;
  page: number;
  onPage: (page: number) => void;
  showsRecord: boolean;
  empty: ReactNode;
  onShowImport?: (importRunId: string) => void;
}

/** Entries of the history, newest first, with what may be taken back. */
export function ChangeList({
  filter,
  page,
  onPage,
  showsRecord,
  empty,
  onShowImport,
}: ChangeListProps) {
  const changes = useQuery(changesQuery({ ...filter, page }));
  const { revert, report, closeReport } = useRevert();
  const [lastReport, setLastReport] = useState(report);
  // The words stay while the dialog fades out.
  if (report && report !== lastReport) setLastReport(report);
  const shownReport = report ?? lastReport;
  /** What may be done with an entry. */
  const actionsOf = (change: Change) => ({
    ...(change.can.includes("REVERT") && {
      onRevert: (fields?: string[]) => void revert(change, fields),
    }),
    ...(change.importRunId !== null &&
      onShowImport && { onShowImport: () => onShowImport(change.importRunId ?? "") }),
  });
  return (
    <>
      <PagedChanges
        changes={changes}
        page={page}
        onPage={onPage}
        rows={10}
        empty={empty}
        entry={(change) => (
          <ChangeEntry
            key={change.id}
            change={change}
            showsRecord={showsRecord}
            {...actionsOf(change)}
          />
        )}
      />
      {changes.data && shownReport && (
        <RevertReport report={shownReport} opened={report !== undefined} onClose={closeReport} />
      )}
    </>
  );
}
