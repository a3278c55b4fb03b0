import { z } from "zod";
import {
  can,
  dateTime,
  id,
  idParams,
  optional,
  requiredText,
  text,
  version,
} from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import {
  detectedTable,
  mappingEntry,
  tableOptions,
  tableOptionsAnswer,
} from "./mapping-contract.ts";

/** Largest file of members, 50 MiB. */
export const MAX_IMPORT_FILE_BYTES = 50 * 1024 * 1024;
/** Most rows that one file may have. */
export const MAX_IMPORT_ROWS = 50_000;
/**
 * Files and rows of runs are kept so long after they were applied, refused or left lying; then only
 * the counts stay.
 */
export const IMPORT_KEPT_DAYS = 90;

export const MATCH_KEYS = ["ID", "MEMBER_NUMBER", "NAME_BIRTHDAY", "EMAIL"] as const;
export type MatchKey = (typeof MATCH_KEYS)[number];
/** @public For pages. */
export const MATCH_KEY_LABELS: Record<MatchKey, string> = {
  ID: "eigene Kennung",
  MEMBER_NUMBER: "Mitgliedsnummer",
  NAME_BIRTHDAY: "Name und Geburtstag",
  EMAIL: "E-Mail-Adresse",
};

/**
 * PARSING: being read and compared. PREVIEW: waits for the user. APPLYING: being written, all or
 * nothing.
 */
export const IMPORT_STATES = [
  "PARSING",
  "PREVIEW",
  "APPLYING",
  "APPLIED",
  "FAILED",
  "REVERTED",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
/** What is being done now, for the progress bar; null: nothing. */
export const IMPORT_STAGES = ["FETCHING", "READING", "COMPARING", "WRITING", "REVERTING"] as const;
export const ROW_KINDS = ["NEW", "CHANGED", "SAME", "AMBIGUOUS", "FAULTY", "MISSING"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** What becomes of a group's name that the club does not know, or knows twice. */
export const groupDecision = z.strictObject({
  /** As in the file. */
  name: requiredText(200),
  /** USE: it means the group `groupId`. CREATE: make it. IGNORE: leave it out. */
  action: z.enum(["USE", "CREATE", "IGNORE"]),
  /** With USE. */
  groupId: id.nullish().transform((value) => value ?? null),
  /** With CREATE: name or path of the group above it, one of the club's or one being created. */
  parent: optional(text(200)),
});
export type GroupDecision = z.output<typeof groupDecision>;

const matchKeys = z.array(z.enum(MATCH_KEYS)).min(1).max(MATCH_KEYS.length);

const ruleFields = {
  /** How the file is read; what is null or absent is detected. */
  options: tableOptions.prefault({}),
  /** A saved mapping; null: one is suggested from the columns. */
  mappingConfigId: z.int().min(1).nullable().default(null),
  /** Tried in this order; the first that finds somebody counts. */
  matchKeys: matchKeys.default([...MATCH_KEYS]),
  onNew: z.enum(["CREATE", "SKIP"]).default("CREATE"),
  onChanged: z.enum(["UPDATE", "FILL_EMPTY", "SKIP"]).default("UPDATE"),
  /**
   * SET_LEFT gives those who are missing today as the day they left; administrators and those with
   * more rights stay.
   */
  onMissing: z.enum(["KEEP", "REPORT", "SET_LEFT"]).default("REPORT"),
  /** An empty cell keeps what is there; a cell with this word empties it. */
  clearWord: optional(text(50)),
  /** Rows with groups nobody decided about: FAULTY, or the groups are made or left out. */
  unknownGroups: z.enum(["FAULTY", "CREATE", "IGNORE"]).default("FAULTY"),
  groupDecisions: z.array(groupDecision).max(500).default([]),
};

const headerValue = z
  .string()
  .max(4_000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, {
    error: "Dieser Wert enthält Zeichen, die in Kopfzeilen nicht erlaubt sind.",
  });
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, {
  error: "Dieser Name ist für eine Kopfzeile nicht erlaubt.",
});

const sourceFields = {
  name: requiredText(100),
  kind: z.enum(["FILE", "URL"]).default("FILE"),
  /** With URL: https, or http where `allowHttp` says so. */
  url: optional(text(2_000)),
  /**
   * Sent with the request, such as `Authorization`. Never answered. Absent or null: those stored
   * stay; `{}`: none.
   */
  headers: z.record(headerName, headerValue).nullish(),
  allowHttp: z.boolean().default(false),
  /** Five fields of cron in the club's time zone, or null: by hand. */
  schedule: optional(text(100)),
  /**
   * A scheduled run is applied by itself: what is ambiguous or faulty is left out. Otherwise it
   * waits as a preview.
   */
  applyAutomatically: z.boolean().default(false),
  ...ruleFields,
};

export const importSourceCreate = z.strictObject(sourceFields);
export const importSourceUpdate = z.strictObject({ ...sourceFields, version });
export type ImportSourceCreate = z.output<typeof importSourceCreate>;

const rules = {
  options: tableOptionsAnswer,
  mappingConfigId: z.int().nullable(),
  matchKeys: z.array(z.enum(MATCH_KEYS)),
  onNew: z.enum(["CREATE", "SKIP"]),
  onChanged: z.enum(["UPDATE", "FILL_EMPTY", "SKIP"]),
  onMissing: z.enum(["KEEP", "REPORT", "SET_LEFT"]),
  clearWord: z.string().nullable(),
  unknownGroups: z.enum(["FAULTY", "CREATE", "IGNORE"]),
  groupDecisions: z.array(
    z.object({
      name: z.string(),
      action: z.enum(["USE", "CREATE", "IGNORE"]),
      groupId: id.nullable(),
      parent: z.string().nullable(),
    }),
  ),
};

const person = z.object({ id: id.nullable(), name: z.string() });

export const importRun = z.object({
  id,
  /** Null when the source was deleted since. */
  sourceId: id.nullable(),
  sourceName: z.string(),
  state: z.enum(IMPORT_STATES),
  stage: z.enum(IMPORT_STAGES).nullable(),
  /** In rows; a total of 0 is not known yet. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** `ambiguous`: those still to be decided about. */
  counts: z.object({
    new: z.int(),
    changed: z.int(),
    same: z.int(),
    ambiguous: z.int(),
    faulty: z.int(),
    missing: z.int(),
  }),
  /**
   * Rows worth a look although nothing is wrong with them, such as the same person twice under two
   * numbers.
   */
  hints: z.int(),
  startedAt: dateTime,
  finishedAt: dateTime.nullable(),
  /** Who started it. A scheduled run has the one who saved the source last. */
  actor: person,
  scheduled: z.boolean(),
  appliedAt: dateTime.nullable(),
  appliedBy: person.nullable(),
  /** What was written; null before. */
  applied: z
    .object({
      created: z.int(),
      updated: z.int(),
      left: z.int(),
      memberships: z.int(),
      groups: z.int(),
      skipped: z.int(),
    })
    .nullable(),
  revertedAt: dateTime.nullable(),
  /** What was taken back, and what was not because somebody changed it since; null before. */
  reverted: z
    .object({
      reverted: z.int(),
      spared: z.array(
        z.object({
          recordType: z.string(),
          recordId: id,
          recordName: z.string(),
          /** `masked`: the reader may not see the values; both are null then. */
          fields: z.array(
            z.object({
              field: z.string(),
              label: z.string(),
              imported: z.string().nullable(),
              current: z.string().nullable(),
              masked: z.boolean(),
            }),
          ),
          /** German, when something else than a later change is in the way. */
          reason: z.string().nullable(),
        }),
      ),
      /** How many were spared; the list names the first 500. */
      sparedCount: z.int(),
    })
    .nullable(),
  /** German sentence: why it failed, or what was in the way at the last try. */
  error: z.string().nullable(),
  fileName: z.string().nullable(),
  fileSize: z.int().nullable(),
  /** False once the file and its rows were removed by the retention. */
  kept: z.boolean(),
  /** How the file was read; null until then. `warnings`: German sentences. */
  detected: z.object({ ...detectedTable.shape, warnings: z.array(z.string()) }).nullable(),
  /** Names of the file's columns; empty until it was read. */
  columns: z.array(z.string()),
  /** The mapping it was read with; null until then. */
  entries: z.array(mappingEntry).nullable(),
  ...rules,
  /** EDIT: settings and decisions. SEE_HISTORY: what it changed. */
  can: can("APPLY", "REVERT", "EDIT", "FAULTY_ROWS", "SEE_HISTORY", "DELETE"),
});
export type ImportRun = z.infer<typeof importRun>;

export const importSource = z.object({
  id,
  name: z.string(),
  kind: z.enum(["FILE", "URL"]),
  url: z.string().nullable(),
  /** Names of the stored headers; their values are never answered. */
  headerNames: z.array(z.string()),
  allowHttp: z.boolean(),
  schedule: z.string().nullable(),
  nextRunAt: dateTime.nullable(),
  applyAutomatically: z.boolean(),
  ...rules,
  /** True for the one source that dropped files without a source belong to. */
  quick: z.boolean(),
  /** Who saved it last: scheduled runs act with their rights as they are then. */
  responsible: person.nullable(),
  lastRun: importRun.nullable(),
  version,
  can: can("EDIT", "RUN", "DELETE"),
});
export type ImportSource = z.infer<typeof importSource>;

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

/** A member that a row means or may mean. */
export const rowMember = z.object({
  id,
  memberNumber: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  birthday: z.string().nullable(),
  email: z.string().nullable(),
  city: z.string().nullable(),
  inTrash: z.boolean(),
});

export const importRow = z.object({
  /** Line of the text, row of the sheet, number of the entry; null for MISSING. */
  row: z.int().nullable(),
  /** Number within the run, for decisions. */
  number: z.int(),
  kind: z.enum(ROW_KINDS),
  /** Name as in the file, for rows without a member. */
  name: z.string(),
  user: rowMember.nullable(),
  /**
   * NEW: everything it brings; CHANGED: what differs; AMBIGUOUS: what it brings. Values are masked
   * where the reader lacks the right.
   */
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      oldValue: value,
      newValue: value,
      masked: z.boolean(),
    }),
  ),
  /**
   * Why it is faulty or ambiguous, all reasons. `column`: as in the file, null where it concerns
   * the whole row.
   */
  problems: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  /** Worth a look. */
  hints: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  /** With AMBIGUOUS: who may be meant, each with what would change and the reasons. */
  candidates: z.array(z.object({ user: rowMember, reasons: z.array(z.string()) })),
  decision: z
    .object({ action: z.enum(["MEMBER", "NEW", "SKIP"]), userId: id.nullable() })
    .nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

/** A group's name of the file and what becomes of it. */
export const importGroup = z.object({
  name: z.string(),
  rows: z.int(),
  /** The group it means; null: unknown, or to be created or ignored. */
  group: z.object({ id, name: z.string(), groupName: z.string().nullable() }).nullable(),
  /** Null: known by its name, or not decided yet. */
  action: z.enum(["USE", "CREATE", "IGNORE"]).nullable(),
  parent: z.string().nullable(),
  /** German: why it can't be taken as it is; null: all is well. */
  problem: z.string().nullable(),
});

export const rowDecision = z.strictObject({
  number: z.int(),
  /** MEMBER: it is `userId`. NEW: somebody new. SKIP: leave it out. Null: undecided again. */
  action: z.enum(["MEMBER", "NEW", "SKIP"]).nullable(),
  userId: id.nullish().transform((given) => given ?? null),
});

/**
 * Other settings for a run: it is read and compared again. What is absent stays. `entries` is a
 * mapping for this run alone, `mappingConfigId` a saved one, null for both: suggested.
 */
export const runSettings = z.strictObject({
  options: tableOptions.optional(),
  mappingConfigId: z.int().min(1).nullable().optional(),
  entries: z.array(mappingEntry).max(500).nullable().optional(),
  matchKeys: matchKeys.optional(),
  onNew: z.enum(["CREATE", "SKIP"]).optional(),
  onChanged: z.enum(["UPDATE", "FILL_EMPTY", "SKIP"]).optional(),
  onMissing: z.enum(["KEEP", "REPORT", "SET_LEFT"]).optional(),
  clearWord: text(50).nullable().optional(),
  unknownGroups: z.enum(["FAULTY", "CREATE", "IGNORE"]).optional(),
  groupDecisions: z.array(groupDecision).max(500).optional(),
  /** Remembers these settings in the run's source for the next time. */
  remember: z.boolean().default(false),
});
export type RunSettings = z.output<typeof runSettings>;

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
    body: file,
    answer: importRun,
    status: 202,
  }),
  startImport: route({
    method: "POST",
    path: "/import-run",
    access: "MANAGE_IMPORTS",
    summary: "Read a dropped file without choosing a source, and compare it; nothing is written",
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
      hints: z.stringbool().optional(),
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
