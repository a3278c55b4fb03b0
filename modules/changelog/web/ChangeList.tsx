import { Pagination } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { Change } from "../contract.ts";
import { ChangeEntry } from "./ChangeEntry.tsx";
import classes from "./history.module.css";
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
  const take = (change: Change, fields?: string[]) => void revert(change, fields);

  if (changes.error && !changes.data)
    return <LoadError error={changes.error} onRetry={() => void changes.refetch()} />;
  if (!changes.data) return <ListSkeleton rows={10} />;
  if (changes.data.content.length === 0) return <EmptyState>{empty}</EmptyState>;
  return (
    <>
      <ul className={classes.entries} aria-busy={changes.isPlaceholderData} aria-label="Änderungen">
        {changes.data.content.map((change) => (
          <ChangeEntry
            key={change.id}
            change={change}
            showsRecord={showsRecord}
            onRevert={take}
            {...(onShowImport && { onShowImport })}
          />
        ))}
      </ul>
      {changes.data.totalPages > 1 && (
        <Pagination
          mt="md"
          size="sm"
          total={changes.data.totalPages}
          value={page + 1}
          onChange={(next) => onPage(next - 1)}
          getControlProps={(control) => ({
            "aria-label": control === "next" ? "Nächste Seite" : "Vorige Seite",
          })}
          getItemProps={(number) => ({ "aria-label": `Seite ${number}` })}
          data-no-print
        />
      )}
      {(report ?? lastReport) && (
        <RevertReport
          report={(report ?? lastReport) as NonNullable<typeof report>}
          opened={report !== undefined}
          onClose={closeReport}
        />
      )}
    </>
  );
}
