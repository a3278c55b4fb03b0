import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BodyInput, QueryInput } from "#platform/contract/route.ts";
import { call } from "#platform/web/api/api.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { exportContract, type ExportRun } from "../../export-contract.ts";

const POLL = 700;

export type TargetsQuery = QueryInput<typeof exportContract.searchExportTargets>;

export const targetsQuery = (query: TargetsQuery) =>
  queryOptions({
    queryKey: ["export-target", "search", query],
    queryFn: ({ signal }) => call(exportContract.searchExportTargets, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const targetQuery = (id: string) =>
  queryOptions({
    queryKey: ["export-target", "record", id],
    queryFn: ({ signal }) =>
      call(exportContract.getExportTarget, { params: { id }, signal, silent: true }),
  });

export type ExportRunsQuery = QueryInput<typeof exportContract.searchExportRuns>;

export function isRunning(run: Pick<ExportRun, "state">): boolean {
  return run.state === "QUEUED" || run.state === "RUNNING";
}

/**
 * Runs; while one is at work its progress is asked for, so that a lost update does not leave the
 * page behind.
 */
export const exportRunsQuery = (query: ExportRunsQuery) =>
  queryOptions({
    queryKey: ["export-run", "search", query],
    queryFn: ({ signal }) => call(exportContract.searchExportRuns, { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.content.some(isRunning) ? POLL : false),
  });

export type TargetInput = BodyInput<typeof exportContract.createExportTarget>;

/** The first rows of what would be written; the last answer stays until the next one is there. */
export const exportPreviewQuery = (body: TargetInput) =>
  queryOptions({
    queryKey: ["export-preview", body],
    queryFn: ({ signal }) =>
      call(exportContract.previewExport, { body, signal, silent: true, quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The kept file of a run. */
export async function downloadExport(run: ExportRun): Promise<void> {
  saveFile(
    await call(exportContract.getExportFile, { params: { id: run.id } }),
    run.fileName ?? run.targetName,
  );
}
