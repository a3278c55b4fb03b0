import { z } from "zod";
import { folderPath } from "#modules/files/contract.ts";
import { userFilter } from "#modules/members/contract.ts";
import {
  can,
  date,
  dateTime,
  id,
  idParams,
  optional,
  requiredText,
  serial,
  text,
  version,
  webAddress,
} from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";

export const EXPORT_FORMATS = ["CSV", "XLSX", "JSON", "VCARD", "PDF"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_FORMAT_LABELS: Record<ExportFormat, string> = {
  CSV: "CSV-Tabelle",
  XLSX: "Excel-Arbeitsmappe",
  JSON: "JSON",
  VCARD: "Visitenkarten (vCard)",
  PDF: "PDF-Liste",
};

export const EXPORT_ENCODINGS = ["UTF-8", "WINDOWS-1252", "UTF-16"] as const;
export const EXPORT_DELIMITERS = [";", ",", "\t", "|"] as const;
/** What a PDF list may be divided by: each value gets a heading and its members below. */
export const EXPORT_GROUPINGS = ["GROUP", "STATUS", "CITY", "GENDER", "LETTER"] as const;
export const EXPORT_GROUPING_LABELS: Record<(typeof EXPORT_GROUPINGS)[number], string> = {
  GROUP: "Gruppe",
  STATUS: "Status",
  CITY: "Ort",
  GENDER: "Geschlecht",
  LETTER: "Anfangsbuchstabe",
};
/** Longest PDF list. */
export const MAX_PDF_ROWS = 20_000;
/** Larger files are sent as a link, whatever was asked for. */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024;
/** Largest file that is sent to an address outside. */
export const MAX_PUT_BYTES = 64 * 1024 * 1024;

export const exportOptions = z.strictObject({
  /** CSV only. Default: what a German Excel opens without asking. UTF-16 always has its mark. */
  encoding: z.enum(EXPORT_ENCODINGS).default("UTF-8"),
  byteOrderMark: z.boolean().default(true),
  delimiter: z.enum(EXPORT_DELIMITERS).default(";"),
  /** Version of the vCards. */
  vcardVersion: z.enum(["3.0", "4.0"]).default("3.0"),
  /** PDF only. */
  title: optional(text(200)),
  groupBy: z.enum(EXPORT_GROUPINGS).nullable().default(null),
  landscape: z.boolean().default(true),
  /** Without a mapping: bank data and notes as well. With one, the mapping says it. */
  protectedFields: z.boolean().default(false),
});

const email = z.email({ error: "Bitte eine gültige E-Mail-Adresse eingeben." }).max(254);
const targetAddress = webAddress(2_000).refine((value) => !/^https:\/\/[^/]*@/i.test(value), {
  error: "Name und Passwort gehören nicht in die Adresse, sondern in ihre eigenen Felder.",
});

const download = { kind: z.literal("DOWNLOAD") };
const fileShare = {
  kind: z.literal("FILE_SHARE"),
  shareId: id,
  /** Below the share's root, empty for the root; made where it is missing. */
  folder: folderPath.transform((names) => names.join("/")).default(""),
  /** When the name is taken: a new version, a free name beside it, or an error. */
  onConflict: z.enum(["REPLACE", "RENAME", "FAIL"]).default("REPLACE"),
};
const mail = {
  kind: z.literal("EMAIL"),
  recipients: z
    .array(email)
    .min(1, { error: "Bitte mindestens eine Adresse angeben." })
    .max(20, { error: "Bitte höchstens 20 Adressen." })
    .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, {
      error: "Eine Adresse steht doppelt da.",
    }),
  /** The file itself, or a link that asks to log in. */
  attach: z.boolean().default(true),
  subject: optional(text(200)),
  message: optional(text(2_000, { multiline: true })),
};
const httpPut = {
  kind: z.literal("HTTP_PUT"),
  /** A file's address, or a folder's that ends in `/`: the file's name is added to it. */
  url: targetAddress,
  /** Logged in with name and password; absent: none. */
  username: optional(text(200)),
};

/** Where the file goes. It is kept with the run as well, as proof. */
export const exportDestination = z.discriminatedUnion("kind", [
  z.object(download),
  z.object({ ...fileShare, folder: z.string() }),
  z.object({ ...mail, subject: z.string().nullable(), message: z.string().nullable() }),
  /** The password is never answered. */
  z.object({ ...httpPut, username: z.string().nullable(), hasPassword: z.boolean() }),
]);
export type ExportDestination = z.infer<typeof exportDestination>;

export const exportDestinationInput = z.discriminatedUnion("kind", [
  z.strictObject(download),
  z.strictObject(fileShare),
  z.strictObject(mail),
  z.strictObject({
    ...httpPut,
    /** Absent: the one known stays, as long as the address stays on its server. Null: none. */
    password: z.string().max(500).nullish(),
  }),
]);
export type ExportDestinationInput = z.output<typeof exportDestinationInput>;

const writableTarget = {
  name: requiredText(100),
  format: z.enum(EXPORT_FORMATS),
  options: exportOptions.prefault({}),
  /** Null: all fields under their own names. */
  mappingConfigId: optional(serial),
  /** The parameters of /user/search. */
  filter: userFilter.prefault({}),
  /** A saved view instead: its filter and order, and without a mapping its columns. */
  viewId: optional(id),
  sort: z.string().max(80).default("lastname"),
  dir: z.enum(["ASC", "DESC"]).default("ASC"),
  /** Reference date of status, age and groups. Null: the day of the run. */
  asOf: optional(date),
  /**
   * Without ending. `{name}`, `{datum}`, `{jahr}`, `{monat}`, `{zeit}` and `{verein}` are filled
   * in.
   */
  fileName: requiredText(120).default("{name} {datum}"),
  destination: exportDestinationInput.default({ kind: "DOWNLOAD" }),
  /** Cron line of five fields in the club's time zone, at most once an hour; null: by hand only. */
  schedule: optional(text(100)),
  /** New, changed and gone ones since the last run, marked in a column of their own. */
  onlyChanges: z.boolean().default(false),
  /**
   * Days for which the files of its runs are kept; what was exported when and by whom stays known.
   */
  keepDays: z.int().min(1).max(3_650).default(365),
};
export const exportTargetCreate = z.strictObject(writableTarget);
export const exportTargetUpdate = z.strictObject({ ...writableTarget, version });
export type ExportTargetInput = z.output<typeof exportTargetCreate>;

export const EXPORT_RUN_STATES = ["QUEUED", "RUNNING", "DONE", "FAILED"] as const;

const person = z.object({ id: id.nullable(), name: z.string() });

export const exportRun = z.object({
  id,
  /** Null when the target is gone. */
  targetId: id.nullable(),
  targetName: z.string(),
  format: z.enum(EXPORT_FORMATS),
  state: z.enum(EXPORT_RUN_STATES),
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Members in the file. */
  count: z.int(),
  /** With `onlyChanges`. */
  changes: z.object({ new: z.int(), changed: z.int(), gone: z.int() }).nullable(),
  /** Reference date used. */
  asOf: date.nullable(),
  startedAt: dateTime,
  finishedAt: dateTime.nullable(),
  /** Who started it, or whose target ran by its schedule. */
  actor: person,
  scheduled: z.boolean(),
  /** German sentence. */
  error: z.string().nullable(),
  /** German sentences about what the file could not hold as it is. */
  warnings: z.array(z.string()),
  fileName: z.string().nullable(),
  size: z.int().nullable(),
  /** Hex; stays when the file has gone. */
  sha256: z.string().nullable(),
  /** Where it went, in words. */
  deliveredTo: z.string().nullable(),
  /** The kept file goes after this day; null when there is none (any more). */
  keptUntil: date.nullable(),
  can: can("DOWNLOAD"),
});
export type ExportRun = z.infer<typeof exportRun>;

export const exportTarget = z.object({
  id,
  name: z.string(),
  format: z.enum(EXPORT_FORMATS),
  options: z.object({
    encoding: z.enum(EXPORT_ENCODINGS),
    byteOrderMark: z.boolean(),
    delimiter: z.enum(EXPORT_DELIMITERS),
    vcardVersion: z.enum(["3.0", "4.0"]),
    title: z.string().nullable(),
    groupBy: z.enum(EXPORT_GROUPINGS).nullable(),
    landscape: z.boolean(),
    protectedFields: z.boolean(),
  }),
  mappingConfigId: z.int().nullable(),
  filter: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
  viewId: id.nullable(),
  sort: z.string(),
  dir: z.enum(["ASC", "DESC"]),
  asOf: date.nullable(),
  fileName: z.string(),
  destination: exportDestination,
  schedule: z.string().nullable(),
  nextRunAt: dateTime.nullable(),
  onlyChanges: z.boolean(),
  keepDays: z.int(),
  /** Who saved it last: scheduled runs have this person's rights, as they are then. */
  owner: person,
  lastRun: exportRun.nullable(),
  version,
  can: can("EDIT", "DELETE", "RUN"),
});
export type ExportTarget = z.infer<typeof exportTarget>;

/** What a target would write, before it is saved. */
export const exportPreview = z.object({
  /** Members in the file. */
  count: z.int(),
  headings: z.array(z.string()),
  /** The first ten. */
  rows: z.array(z.array(z.string())),
});

export const exportContract = {
  searchExportTargets: route({
    method: "GET",
    path: "/export-target/search",
    access: "MANAGE_EXPORTS",
    summary: "Export targets by name",
    query: z.strictObject({ q: z.string().max(200).optional(), ...pageQuery(["name", "lastRun"]) }),
    answer: pageOf(exportTarget),
  }),
  createExportTarget: route({
    method: "POST",
    path: "/export-target",
    access: "MANAGE_EXPORTS",
    summary: "Create an export target",
    body: exportTargetCreate,
    answer: exportTarget,
    status: 201,
  }),
  getExportTarget: route({
    method: "GET",
    path: "/export-target/{id}",
    access: "MANAGE_EXPORTS",
    summary: "One export target",
    params: idParams,
    answer: exportTarget,
  }),
  updateExportTarget: route({
    method: "PUT",
    path: "/export-target/{id}",
    access: "MANAGE_EXPORTS",
    summary: "Change an export target; whoever does is responsible for its scheduled runs",
    params: idParams,
    body: exportTargetUpdate,
    answer: exportTarget,
  }),
  deleteExportTarget: route({
    method: "DELETE",
    path: "/export-target/{id}",
    access: "MANAGE_EXPORTS",
    summary: "Delete an export target; its runs stay as proof",
    params: idParams,
    answer: noContent,
  }),
  previewExport: route({
    method: "POST",
    path: "/export-target/preview",
    access: "MANAGE_EXPORTS",
    summary: "The first rows of what a target would write",
    unremembered: "NO_EFFECT",
    body: exportTargetCreate,
    answer: exportPreview,
  }),
  runExportTarget: route({
    method: "POST",
    path: "/export-target/{id}/run",
    access: "MANAGE_EXPORTS",
    summary: "Run an export now",
    params: idParams,
    answer: exportRun,
    status: 202,
  }),
  searchExportRuns: route({
    method: "GET",
    path: "/export-run/search",
    access: "MANAGE_EXPORTS",
    summary: "Runs of one or all targets, the latest first",
    query: z.strictObject({
      target: id.optional(),
      state: z.enum(EXPORT_RUN_STATES).optional(),
      ...pageQuery(["startedAt"], "DESC"),
    }),
    answer: pageOf(exportRun),
  }),
  getExportRun: route({
    method: "GET",
    path: "/export-run/{id}",
    access: "MANAGE_EXPORTS",
    summary: "One run",
    params: idParams,
    answer: exportRun,
  }),
  getExportFile: route({
    method: "GET",
    path: "/export-run/{id}/file",
    access: "MANAGE_EXPORTS",
    summary: "The file of a run",
    params: idParams,
    answer: bytes([
      "text/csv",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/json",
      "text/vcard",
      "application/pdf",
    ]),
  }),
} as const;
