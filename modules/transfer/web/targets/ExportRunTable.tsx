import { Button } from "@mantine/core";
import { queryClient } from "#platform/web/api/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import {
  formatDate,
  formatDateTime,
  formatFileSize,
  formatNumber,
  plural,
} from "#platform/web/format/format.ts";
import { DataTable, type Column, type ListState } from "#platform/web/ui/table/DataTable.tsx";
import type { ExportRun } from "../../export-contract.ts";
import stateClasses from "../sources/sources.module.css";
import { downloadExport, exportRunsQuery, isRunning } from "./target-queries.ts";
import classes from "./targets.module.css";

const STATES: Record<ExportRun["state"], string> = {
  QUEUED: "wartet",
  RUNNING: "läuft",
  DONE: "fertig",
  FAILED: "gescheitert",
};

const COLUMNS: Column<ExportRun>[] = [
  { key: "startedAt", title: "Beginn", render: (run) => formatDateTime(run.startedAt) },
  { key: "target", title: "Ziel", onPhone: true, render: (run) => run.targetName },
  {
    key: "state",
    title: "Stand",
    onPhone: true,
    render: (run) => (
      <span className={stateClasses.state} data-state={run.state}>
        {STATES[run.state]}
      </span>
    ),
  },
  { key: "result", title: "Ergebnis", onPhone: true, render: (run) => <Result run={run} /> },
  {
    key: "actor",
    title: "Wer",
    render: (run) => (run.scheduled ? "nach Zeitplan" : run.actor.name),
  },
  { key: "asOf", title: "Stichtag", hiddenAtFirst: true, render: (run) => formatDate(run.asOf) },
  {
    key: "sha256",
    title: "Prüfsumme (SHA-256)",
    hiddenAtFirst: true,
    render: (run) => <span className={classes.proof}>{run.sha256}</span>,
  },
  {
    key: "keptUntil",
    title: "Aufbewahrt bis",
    hiddenAtFirst: true,
    render: (run) => formatDate(run.keptUntil),
  },
  {
    key: "file",
    title: "Datei",
    align: "right",
    onPhone: true,
    print: (run) => run.fileName ?? "",
    render: (run) => <RunFile run={run} />,
  },
];

interface ExportRunTableProps {
  targetId?: string;
  state: Pick<ListState, "page" | "size">;
  onStateChange: (change: { page?: number; size?: number }) => void;
  empty: string;
}

/** Runs with their files as proof of what went out when and by whom. */
export function ExportRunTable({ targetId, state, onStateChange, empty }: ExportRunTableProps) {
  const query = {
    page: state.page,
    size: Math.min(Math.max(state.size, 1), 200),
    ...(targetId === undefined ? {} : { target: targetId }),
  };
  const runs = useQuery(exportRunsQuery(query));
  return (
    <DataTable
      label="Läufe"
      columns={
        targetId === undefined ? COLUMNS : COLUMNS.filter((column) => column.key !== "target")
      }
      columnsKey="export-runs"
      rowId={(run) => run.id}
      print={{
        sentence: runs.data ? plural(runs.data.totalElements, "Lauf", "Läufe") : "",
        load: (paging) => queryClient.fetchQuery(exportRunsQuery({ ...query, ...paging })),
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

function Result({ run }: { run: ExportRun }) {
  if (isRunning(run))
    // A try failed, the next one comes by itself.
    return (
      run.error ??
      (run.progress.total === 0
        ? "wird vorbereitet"
        : `${formatNumber(run.progress.done)} von ${formatNumber(run.progress.total)} Mitgliedern`)
    );
  if (run.state === "FAILED") return run.error;
  const { changes } = run;
  return (
    <>
      {changes === null
        ? plural(run.count, "Mitglied", "Mitglieder")
        : `${formatNumber(changes.new)} neu, ${formatNumber(changes.changed)} geändert, ${formatNumber(changes.gone)} nicht mehr dabei`}
      {run.deliveredTo !== null && `, ${run.deliveredTo}`}
      {run.warnings.length > 0 && (
        <ul className={classes.warnings}>
          {run.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function RunFile({ run }: { run: ExportRun }) {
  if (!run.can.includes("DOWNLOAD")) return run.state === "DONE" ? "nicht mehr aufbewahrt" : null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      aria-label={`${run.fileName ?? run.targetName} herunterladen`}
      onClick={() => void downloadExport(run)}
    >
      {run.size === null ? "Herunterladen" : formatFileSize(run.size)}
    </Button>
  );
}
