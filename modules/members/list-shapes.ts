import { z } from "zod";
import { can, date, id, optional, requiredText, text, version } from "#platform/contract/fields.ts";
import { userFilter } from "./user-filter.ts";

const BULK_ACTIONS = [
  "ADD_TO_GROUP",
  "REMOVE_FROM_GROUP",
  "DEACTIVATE",
  "TRASH",
  "RESTORE",
  "ANONYMISE",
] as const;
/** Each of them is wiped in several tables, all in one transaction. */
const MOST_ANONYMISED = 200;
export const selection = {
  /** Either the ids… */
  ids: z.array(id).min(1).max(20_000).optional(),
  /** …or what the list shows: the parameters of /user/search without paging. */
  filter: userFilter.optional(),
};
export function exactlyOne(value: { ids?: unknown; filter?: unknown }): boolean {
  return (value.ids === undefined) !== (value.filter === undefined);
}
export const userBulk = z
  .strictObject({
    ...selection,
    action: z.enum(BULK_ACTIONS),
    /** With ADD_TO_GROUP and REMOVE_FROM_GROUP. */
    groupId: id.optional(),
    function: optional(text(100)),
    from: optional(date),
  })
  .refine(exactlyOne, { error: "Bitte entweder ids oder filter angeben.", path: ["ids"] })
  .refine(
    (value) =>
      value.action !== "ANONYMISE" ||
      (value.ids !== undefined && value.ids.length <= MOST_ANONYMISED),
    {
      error: `Endgültig löschen lassen sich höchstens ${MOST_ANONYMISED} ausgewählte Mitglieder auf einmal.`,
      path: ["ids"],
    },
  )
  .refine((value) => !value.action.endsWith("_GROUP") || value.groupId !== undefined, {
    error: "Bitte eine Gruppe auswählen.",
    path: ["groupId"],
  });

/** The list on screen as a file. */
export const userListExport = z
  .strictObject({
    ...selection,
    format: z.enum(["CSV", "XLSX"]),
    /** Field names of a list row in the order wanted; custom fields as `cf.key`. */
    columns: z.array(z.string().max(80)).min(1).max(100),
    sort: z.string().max(80).default("lastname"),
    dir: z.enum(["ASC", "DESC"]).default("ASC"),
  })
  .refine((value) => value.ids === undefined || value.filter === undefined, {
    error: "Bitte entweder ids oder filter angeben.",
    path: ["ids"],
  });

/** Saved view of the member list. */
export const viewFields = {
  name: requiredText(100),
  shared: z.boolean().default(false),
  /** The list's state as in its address: parameters of /user/search without page. */
  parameters: z.record(text(80), text(500)).default({}),
  /** Columns shown, in order. */
  columns: z.array(text(80)).max(100).default([]),
};
export const userView = z.object({
  id,
  name: z.string(),
  shared: z.boolean(),
  parameters: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  owner: z.object({ id, name: z.string() }),
  version,
  can: can("EDIT", "DELETE"),
});
export type UserView = z.infer<typeof userView>;

/** Everybody in the list on a day: each is counted once. */
export const userCounts = z.object({
  members: z.int(),
  /** Left before the day. */
  former: z.int(),
  deceased: z.int(),
});
export type UserCounts = z.infer<typeof userCounts>;
