import { pageAddress } from "#platform/web/links.tsx";
import { queryClient } from "#platform/web/api/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import { formatDateTime, plural } from "#platform/web/format/format.ts";
import { DataTable, type Column, type ListState } from "#platform/web/ui/table/DataTable.tsx";
import type { ImportRun } from "../../import-contract.ts";
import { isWorking, runsQuery } from "../sync/run-queries.ts";
import { RunState, runWords } from "./RunState.tsx";

interface RunTableProps {
  /** Of this source only. */
  sourceId?: string;
  state: Pick<ListState, "page" | "size">;
  onStateChange: (change: { page?: number; size?: number }) => void;
  empty: string;
}

const POLL = 1500;

const COLUMNS: Column<ImportRun>[] = [
  { key: "startedAt", title: "Beginn", render: (run) => formatDateTime(run.startedAt) },
  { key: "state", title: "Stand", onPhone: true, render: (run) => <RunState run={run} /> },
  { key: "result", title: "Ergebnis", onPhone: true, render: (run) => runWords(run) },
  { key: "file", title: "Woher", render: (run) => run.fileName ?? run.sourceName },
  { key: "source", title: "Quelle", hiddenAtFirst: true, render: (run) => run.sourceName },
  {
    key: "actor",
    title: "Wer",
    render: (run) => (run.scheduled ? "nach Zeitplan" : run.actor.name),
  },
];

/** Runs, the latest first; each leads to what it did and to its undo. */
export function RunTable({ sourceId, state, onStateChange, empty }: RunTableProps) {
  const query = {
    page: state.page,
    size: Math.min(Math.max(state.size, 1), 200),
    ...(sourceId === undefined ? {} : { source: sourceId }),
  };
  const runs = useQuery({
    ...runsQuery(query),
    refetchInterval: ({ state: now }) => (now.data?.content.some(isWorking) ? POLL : false),
  });
  return (
    <DataTable
      label="Läufe"
      columns={
        sourceId === undefined ? COLUMNS : COLUMNS.filter((column) => column.key !== "source")
      }
      columnsKey="import-runs"
      rowId={(run) => run.id}
      rowTo={(run) => pageAddress("/users/sync", { run: run.id })}
      print={{
        sentence: runs.data ? plural(runs.data.totalElements, "Lauf", "Läufe") : "",
        load: (paging) => queryClient.fetchQuery(runsQuery({ ...query, ...paging })),
      }}
      page={runs.data}
      error={runs.error}
      onRetry={() => void runs.refetch()}
      refreshing={runs.isPlaceholderData}
      state={{ ...query, sort: "startedAt", dir: "DESC" }}
      onStateChange={({ page, size }) =>
        onStateChange({
          ...(page === undefined ? {} : { page }),
          ...(size === undefined ? {} : { size }),
        })
      }
      empty={{ sentence: empty }}
    />
  );
}
