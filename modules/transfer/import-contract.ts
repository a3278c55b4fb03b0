import { z } from "zod";
import { id, idParams, queryFlag } from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { importGroup, importRow, ROW_KINDS, rowDecision } from "./import-row.ts";
import { IMPORT_STATES, importRun, runSettings } from "./import-run.ts";
import { importSource, importSourceCreate, importSourceUpdate } from "./import-source.ts";

export { type GroupDecision, MATCH_KEY_LABELS, MATCH_KEYS, type MatchKey } from "./import-rules.ts";
export * from "./import-row.ts";
export { type ImportRun, type ImportState, type RunSettings } from "./import-run.ts";
export * from "./import-source.ts";

/** Largest file of members, 50 MiB. */
export const MAX_IMPORT_FILE_BYTES = 50 * 1024 * 1024;
/** Most rows that one file may have. */
export const MAX_IMPORT_ROWS = 50_000;
/**
 * Files and rows of runs are kept so long after they were applied, refused or left lying; then only
 * the counts stay.
 */
export const IMPORT_KEPT_DAYS = 90;

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** The type is seen by the content, not by the header. */
const file = bytes(
  [
    "application/octet-stream",
    "text/csv",
    "text/plain",
    "application/json",
    "text/vcard",
    "text/x-vcard",
    "text/directory",
    "application/vnd.ms-excel",
    XLSX,
  ],
  MAX_IMPORT_FILE_BYTES,
);

const FILE_NAME_HEADER = { "X-File-Name": "The file's name, percent-encoded" };

export const importContract = {
  searchImportSources: route({
    method: "GET",
    path: "/import-source/search",
    access: "MANAGE_IMPORTS",
    summary: "Import sources",
    query: z.strictObject({ q: z.string().max(200).optional(), ...pageQuery(["name"]) }),
    answer: pageOf(importSource),
  }),
  createImportSource: route({
    method: "POST",
    path: "/import-source",
    access: "MANAGE_IMPORTS",
    summary: "Create an import source",
    body: importSourceCreate,
    answer: importSource,
    status: 201,
  }),
  getImportSource: route({
    method: "GET",
    path: "/import-source/{id}",
    access: "MANAGE_IMPORTS",
    summary: "An import source",
    params: idParams,
    answer: importSource,
  }),
  updateImportSource: route({
    method: "PUT",
    path: "/import-source/{id}",
    access: "MANAGE_IMPORTS",
    summary: "Change an import source",
    params: idParams,
    body: importSourceUpdate,
    answer: importSource,
  }),
  deleteImportSource: route({
    method: "DELETE",
    path: "/import-source/{id}",
    access: "MANAGE_IMPORTS",
    summary: "Delete an import source; its runs stay as proof",
    params: idParams,
    answer: noContent,
  }),
  runImportSource: route({
    method: "POST",
    path: "/import-source/{id}/run",
    access: "MANAGE_IMPORTS",
    summary:
      "Read a file (body, its name percent-encoded in X-File-Name), or the source's address (empty body), and compare it; nothing is written",
    params: idParams,
    headers: FILE_NAME_HEADER,
    body: { ...file, mayBeEmpty: true },
    answer: importRun,
    status: 202,
  }),
  startImport: route({
    method: "POST",
    path: "/import-run",
    access: "MANAGE_IMPORTS",
    summary: "Read a dropped file without choosing a source, and compare it; nothing is written",
    headers: FILE_NAME_HEADER,
    body: file,
    answer: importRun,
    status: 202,
  }),
  searchImportRuns: route({
    method: "GET",
    path: "/import-run/search",
    access: "MANAGE_IMPORTS",
    summary: "Runs, the latest first",
    query: z.strictObject({
      source: id.optional(),
      state: z.enum(IMPORT_STATES).optional(),
      ...pageQuery(["startedAt"], "DESC"),
    }),
    answer: pageOf(importRun),
  }),
  getImportRun: route({
    method: "GET",
    path: "/import-run/{id}",
    access: "MANAGE_IMPORTS",
    summary: "A run with its progress and counts",
    params: idParams,
    answer: importRun,
  }),
  listImportRows: route({
    method: "GET",
    path: "/import-run/{id}/rows",
    access: "MANAGE_IMPORTS",
    summary: "Rows of a run by kind",
    params: idParams,
    query: z.strictObject({
      kind: z.enum(ROW_KINDS).optional(),
      /** Rows with hints only. */
      hints: queryFlag().optional(),
      /** Rows that wait for a decision about their groups only; `kind=FAULTY` is without them. */
      undecided: queryFlag().optional(),
      /** Part of the name or of the member number. */
      q: z.string().max(200).optional(),
      ...pageQuery(["number"]),
    }),
    answer: pageOf(importRow),
  }),
  changeImportSettings: route({
    method: "PUT",
    path: "/import-run/{id}/settings",
    access: "MANAGE_IMPORTS",
    summary: "Read and compare again with another mapping, other options or rules",
    params: idParams,
    body: runSettings,
    answer: importRun,
    status: 202,
  }),
  listImportGroups: route({
    method: "GET",
    path: "/import-run/{id}/groups",
    access: "MANAGE_IMPORTS",
    summary: "The groups that the file names, and what becomes of them",
    params: idParams,
    answer: z.array(importGroup),
  }),
  decideImportRows: route({
    method: "PUT",
    path: "/import-run/{id}/decisions",
    access: "MANAGE_IMPORTS",
    summary: "Decide about rows: which member an ambiguous one means, or leave one out",
    params: idParams,
    body: z.strictObject({ decisions: z.array(rowDecision).min(1).max(5_000) }),
    answer: importRun,
  }),
  applyImport: route({
    method: "POST",
    path: "/import-run/{id}/apply",
    access: "MANAGE_IMPORTS",
    summary: "Write the preview, all or nothing; MANAGE_USER as well",
    params: idParams,
    answer: importRun,
    status: 202,
  }),
  revertImport: route({
    method: "POST",
    path: "/import-run/{id}/revert",
    access: "MANAGE_IMPORTS",
    summary: "Take a whole run back, sparing later changes; MANAGE_USER as well",
    params: idParams,
    answer: importRun,
    status: 202,
  }),
  deleteImportRun: route({
    method: "DELETE",
    path: "/import-run/{id}",
    access: "MANAGE_IMPORTS",
    summary: "Throw a preview or a failed run away, with its file",
    params: idParams,
    answer: noContent,
  }),
  getFaultyRows: route({
    method: "GET",
    path: "/import-run/{id}/faulty-rows",
    access: "MANAGE_IMPORTS",
    summary:
      "The faulty rows as a file like the one given, with the reasons in a column of their own",
    params: idParams,
    answer: bytes(["text/csv", XLSX, "application/json"]),
  }),
} as const;
