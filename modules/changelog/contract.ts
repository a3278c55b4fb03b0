import { z } from "zod";
import { can, date, dateTime, id, idParams } from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { route } from "#platform/contract/route.ts";

export const WAYS = ["UI", "PROFILE", "IMPORT", "REVERT", "SYSTEM"] as const;
export const WAY_LABELS: Record<(typeof WAYS)[number], string> = {
  UI: "Verwaltung",
  PROFILE: "Eigenes Profil",
  IMPORT: "Import",
  REVERT: "Rückgängig gemacht",
  SYSTEM: "System",
};

export const RECORD_TYPES = ["USER", "MEMBERSHIP", "GROUP", "LOGIN"] as const;
export const RECORD_TYPE_LABELS: Record<(typeof RECORD_TYPES)[number], string> = {
  USER: "Mitglied",
  MEMBERSHIP: "Gruppenzugehörigkeit",
  GROUP: "Gruppe",
  LOGIN: "Zugang",
};

export const OPERATIONS = ["CREATE", "UPDATE", "DELETE"] as const;

/** A value as it was; dates as ISO text, enumerations and permissions by name. */
const changeValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

export const changedField = z.object({
  field: z.string(),
  /** German. */
  label: z.string(),
  oldValue: changeValue,
  newValue: changeValue,
  /** True when the reader may not see the values; both are null then. */
  masked: z.boolean(),
});

/** One save of one record. */
export const change = z.object({
  id,
  at: dateTime,
  actor: z.object({
    id: id.nullable(),
    name: z.string(),
    kind: z.enum(["USER", "IMPORT", "SYSTEM"]),
  }),
  way: z.enum(WAYS),
  operation: z.enum(OPERATIONS),
  /** The name is the one of that time and stays when the record is gone. */
  record: z.object({ type: z.enum(RECORD_TYPES), id, name: z.string() }),
  /** The member the change belongs to; null for groups. */
  user: z.object({ id, name: z.string() }).nullable(),
  importRunId: id.nullable(),
  changes: z.array(changedField),
  can: can("REVERT"),
});
export type Change = z.infer<typeof change>;

/**
 * A change of the reader's own data. Who did it is told by name; ids lead to records that the reader
 * may not open.
 */
export const ownChange = change
  .omit({ can: true, importRunId: true })
  .extend({ actor: change.shape.actor.omit({ id: true }) });
export type OwnChange = z.infer<typeof ownChange>;

export const revertResult = z.object({
  /** The new entry, or null when nothing could be reverted. */
  change: change.nullable(),
  reverted: z.array(z.string()),
  /** Fields that were changed again since: left as they are. */
  conflicts: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      expectedValue: changeValue,
      currentValue: changeValue,
      masked: z.boolean(),
    }),
  ),
});

/** A comma-separated list of ways, or a repeated parameter. */
const ways = z.preprocess(
  (value) => (typeof value === "string" ? value.split(",") : value),
  z.array(z.enum(WAYS)).min(1),
);

export const changelogContract = {
  searchChanges: route({
    method: "GET",
    path: "/user-changelog/search",
    access: "QUERY_USER_CHANGELOG",
    summary: "The change history, newest first",
    query: z.strictObject({
      user: id.optional(),
      actor: id.optional(),
      /** Field name as in a change; custom fields as `cf.key`. */
      field: z.string().max(80).optional(),
      way: ways.optional(),
      recordType: z.enum(RECORD_TYPES).optional(),
      record: id.optional(),
      importRunId: id.optional(),
      /** Days in the club's time zone, both included; or points in time. */
      from: z.union([date, dateTime]).optional(),
      to: z.union([date, dateTime]).optional(),
      ...pageQuery(["at"], "DESC"),
    }),
    answer: pageOf(change),
  }),
  listMyChanges: route({
    method: "GET",
    path: "/me/history",
    access: "loggedIn",
    summary: "What was changed in one's own data, when and by whom, newest first",
    query: z.strictObject(pageQuery(["at"], "DESC")),
    answer: pageOf(ownChange),
  }),
  listChangeFields: route({
    method: "GET",
    path: "/user-changelog/fields",
    access: "QUERY_USER_CHANGELOG",
    summary: "Fields that occur in the history, with their German names",
    answer: z.array(
      z.object({ field: z.string(), label: z.string(), recordType: z.enum(RECORD_TYPES) }),
    ),
  }),
  revertChange: route({
    method: "POST",
    path: "/user-changelog/{id}/revert",
    access: "QUERY_USER_CHANGELOG",
    summary: "Set fields of one entry back to their old values; needs MANAGE_USER too",
    params: idParams,
    /** Without fields: the whole entry. */
    body: z.strictObject({ fields: z.array(z.string().max(80)).min(1).max(100).optional() }),
    bodyOptional: true,
    answer: revertResult,
  }),
} as const;
