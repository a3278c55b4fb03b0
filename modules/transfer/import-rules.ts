import { z } from "zod";
import { id, optional, requiredText, serial, text } from "#platform/contract/fields.ts";
import { tableOptions, tableOptionsAnswer } from "./mapping-contract.ts";

export const MATCH_KEYS = ["ID", "MEMBER_NUMBER", "NAME_BIRTHDAY", "EMAIL"] as const;
export type MatchKey = (typeof MATCH_KEYS)[number];
/** @public For pages. */
export const MATCH_KEY_LABELS: Record<MatchKey, string> = {
  ID: "eigene Kennung",
  MEMBER_NUMBER: "Mitgliedsnummer",
  NAME_BIRTHDAY: "Name und Geburtstag",
  EMAIL: "E-Mail-Adresse",
};

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

export const matchKeys = z.array(z.enum(MATCH_KEYS)).min(1).max(MATCH_KEYS.length);

/** Keys of fields. */
export const neededFields = z.array(requiredText(200)).max(100);

/** How an import treats what it finds, as it is given. */
export const ruleFields = {
  /** How the file is read; what is null or absent is detected. */
  options: tableOptions.prefault({}),
  /** A saved mapping; null: one is suggested from the columns. */
  mappingConfigId: serial.nullable().default(null),
  /** Tried in this order; the first that finds a member counts. */
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
  /** Rows with groups not decided about: FAULTY, or the groups are made or left out. */
  unknownGroups: z.enum(["FAULTY", "CREATE", "IGNORE"]).default("FAULTY"),
  groupDecisions: z.array(groupDecision).max(500).default([]),
  /** A fault in any field holds its row back; otherwise the row comes in without the value. */
  strict: z.boolean().default(false),
  /** Fields whose faults hold a row back all the same, besides names and the member number. */
  neededFields: neededFields.default([]),
};

/** The same as it is answered. */
export const rules = {
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
  strict: z.boolean(),
  neededFields: z.array(z.string()),
};
