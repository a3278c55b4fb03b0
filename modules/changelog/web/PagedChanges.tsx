import { Pagination } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Page } from "#platform/contract/paging.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import classes from "./history.module.css";

export interface PagedChangesProps<T> {
  changes: UseQueryResult<Page<T>>;
  page: number;
  onPage: (page: number) => void;
  /** Whose place is held while they are loaded. */
  rows: number;
  empty: ReactNode;
  /** Shows one entry as an item of the list. */
  entry: (change: T) => ReactNode;
}

/** One page of entries, or why there are none. */
export function PagedChanges<T>(props: PagedChangesProps<T>) {
  const { changes, page, onPage, rows, empty, entry } = props;
  if (changes.error && !changes.data)
    return <LoadError error={changes.error} onRetry={() => void changes.refetch()} />;
  if (!changes.data) return <ListSkeleton rows={rows} />;
  if (changes.data.content.length === 0) return <EmptyState>{empty}</EmptyState>;
  return (
    <>
      <ul className={classes.entries} aria-busy={changes.isPlaceholderData} aria-label="Änderungen">
        {changes.data.content.map(entry)}
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
    </>
  );
}
