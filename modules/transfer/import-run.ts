import { z } from "zod";
import { can, dateTime, id, serial, text } from "#platform/contract/fields.ts";
import { groupDecision, matchKeys, neededFields, rules } from "./import-rules.ts";
import { detectedTable, mappingEntry, tableOptions } from "./mapping-contract.ts";

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
/** Who did something; without an id they are gone. */
export const person = z.object({ id: id.nullable(), name: z.string() });

export const importRun = z.object({
  id,
  /** Null when the source was deleted since. */
  sourceId: id.nullable(),
  sourceName: z.string(),
  state: z.enum(IMPORT_STATES),
  stage: z.enum(IMPORT_STAGES).nullable(),
  /** In rows; a total of 0 is not known yet. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /**
   * False: the reader may not see members and so not what the comparison found; all counts are 0
   * then, rows and groups are empty, settings and decisions refused.
   */
  compared: z.boolean(),
  /**
   * `ambiguous`: those still to be decided about; `undecided`: those in which nothing is wrong but
   * that nobody has said yet what a group of theirs means. For readers who may not see protected fields a
   * row that gives one counts as changed, whether its value differs or not.
   */
  counts: z.object({
    new: z.int(),
    changed: z.int(),
    same: z.int(),
    ambiguous: z.int(),
    faulty: z.int(),
    undecided: z.int(),
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
  /** What was taken back, and what was not because it was changed since; null before. */
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

/**
 * Other settings for a run: it is read and compared again. What is absent stays. `entries` is a
 * mapping for this run alone, `mappingConfigId` a saved one, null for both: suggested.
 */
export const runSettings = z.strictObject({
  options: tableOptions.optional(),
  mappingConfigId: serial.nullable().optional(),
  entries: z.array(mappingEntry).max(500).nullable().optional(),
  matchKeys: matchKeys.optional(),
  onNew: z.enum(["CREATE", "SKIP"]).optional(),
  onChanged: z.enum(["UPDATE", "FILL_EMPTY", "SKIP"]).optional(),
  onMissing: z.enum(["KEEP", "REPORT", "SET_LEFT"]).optional(),
  clearWord: text(50).nullable().optional(),
  unknownGroups: z.enum(["FAULTY", "CREATE", "IGNORE"]).optional(),
  groupDecisions: z.array(groupDecision).max(500).optional(),
  strict: z.boolean().optional(),
  neededFields: neededFields.optional(),
  /** Remembers these settings in the run's source for the next time. */
  remember: z.boolean().default(false),
});
export type RunSettings = z.output<typeof runSettings>;
