import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { QueryInput } from "#platform/contract/route.ts";
import { call } from "#platform/web/api/api.ts";
import { importContract, type ImportRun } from "../../import-contract.ts";
import { importSampleContract } from "../../import-sample-contract.ts";

const POLL = 700;

/** Is the server at work on this run? */
export function isWorking(run: Pick<ImportRun, "state" | "stage">): boolean {
  return run.state === "PARSING" || run.state === "APPLYING" || run.stage !== null;
}

/**
 * A run; while the server works on it its progress is asked for, so that a lost update does not
 * leave the page behind.
 */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ["import-run", "record", id],
    queryFn: ({ signal }) =>
      call(importContract.getImportRun, { params: { id }, signal, silent: true, quiet: true }),
    refetchInterval: (query) =>
      query.state.data !== undefined && isWorking(query.state.data) ? POLL : false,
    staleTime: 0,
  });

export type RowsQuery = QueryInput<typeof importContract.listImportRows>;

export const rowsQuery = (id: string, query: RowsQuery) =>
  queryOptions({
    queryKey: ["import-run", "rows", id, query],
    queryFn: ({ signal }) => call(importContract.listImportRows, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const groupsOfRunQuery = (id: string) =>
  queryOptions({
    queryKey: ["import-run", "groups", id],
    queryFn: ({ signal }) => call(importContract.listImportGroups, { params: { id }, signal }),
  });

/** The file behind a run does not change; how it is read does. */
export const fileSampleQuery = (run: Pick<ImportRun, "id" | "options">) =>
  queryOptions({
    queryKey: ["import-file-sample", run.id, run.options],
    queryFn: ({ signal }) =>
      call(importSampleContract.getImportSample, { params: { id: run.id }, signal, silent: true }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

/** Whether an AI service can be asked about columns. */
export const columnServiceQuery = queryOptions({
  queryKey: ["column-service"],
  queryFn: ({ signal }) =>
    call(importSampleContract.getColumnService, { signal, silent: true, quiet: true }),
  staleTime: Infinity,
});

export type RunsQuery = QueryInput<typeof importContract.searchImportRuns>;

export const runsQuery = (query: RunsQuery) =>
  queryOptions({
    queryKey: ["import-run", "search", query],
    queryFn: ({ signal }) => call(importContract.searchImportRuns, { query, signal }),
    placeholderData: keepPreviousData,
  });

export type SourcesQuery = QueryInput<typeof importContract.searchImportSources>;

export const sourcesQuery = (query: SourcesQuery) =>
  queryOptions({
    queryKey: ["import-source", "search", query],
    queryFn: ({ signal }) => call(importContract.searchImportSources, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ["import-source", "record", id],
    queryFn: ({ signal }) =>
      call(importContract.getImportSource, { params: { id }, signal, silent: true }),
  });

/** What the server answered is shown at once; everything else about runs is fetched again. */
export function useRunChanged(): (run: ImportRun) => void {
  const client = useQueryClient();
  return (run) => {
    client.setQueryData(runQuery(run.id).queryKey, run);
    void client.invalidateQueries({ queryKey: ["import-run"] });
    void client.invalidateQueries({ queryKey: ["import-source"] });
  };
}
