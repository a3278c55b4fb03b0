import { attachment } from "#platform/server/http/content-disposition.ts";
import { toPage } from "#platform/contract/paging.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { exportContract } from "../../../export-contract.ts";
import { mayDownload, toRun } from "../presenters.ts";
import { searchRuns, selectRun } from "./run-queries.ts";
import { CONTENT_TYPES } from "./write-file.ts";

type Routes = Pick<typeof exportContract, "searchExportRuns" | "getExportRun" | "getExportFile">;

export function runHandlers({ blobs }: Pick<Services, "blobs">): Handlers<Routes> {
  return {
    async searchExportRuns({ query, principal, read }) {
      const { target, state } = query;
      const { records, total } = await read((tx) => searchRuns(tx, { ...query, target, state }));
      return toPage(
        records.map((run) => toRun(run, principal)),
        total,
        query,
      );
    },
    async getExportRun({ params, principal, read }) {
      const run = await read((tx) => selectRun(tx, params.id));
      if (run === undefined) throw notFound();
      return toRun(run, principal);
    },
    async getExportFile({ params, principal, read }) {
      const run = await read((tx) => selectRun(tx, params.id));
      if (run === undefined || run.blob_key === null) throw notFound();
      if (!mayDownload(run, principal)) throw new AppError("FORBIDDEN");
      return {
        contentType: CONTENT_TYPES[run.format],
        content: await blobs.get(run.blob_key),
        headers: attachment(run.file_name ?? "Export"),
      };
    },
  };
}
