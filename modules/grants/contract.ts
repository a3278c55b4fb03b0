import { z } from "zod";
import { id, optional } from "#platform/contract/fields.ts";

export const GRANT_SUBJECTS = ["ALL", "GROUP", "USER"] as const;
export const GRANT_SUBJECT_LABELS: Record<(typeof GRANT_SUBJECTS)[number], string> = {
  ALL: "Alle Mitglieder",
  GROUP: "Gruppe",
  USER: "Mitglied",
};
export const GRANT_ACCESS = ["READ", "WRITE"] as const;
export const GRANT_ACCESS_LABELS: Record<(typeof GRANT_ACCESS)[number], string> = {
  READ: "Lesen",
  WRITE: "Schreiben",
};

/** What a grant allows with a calendar or a share: WRITE includes READ. */
export type GrantAccess = (typeof GRANT_ACCESS)[number];

/**
 * One line of a list of grants as it is read. `id` is the group's or the member's; null with ALL.
 */
export const grant = z.object({
  subject: z.enum(GRANT_SUBJECTS),
  id: id.nullable(),
  /** The group's or member's name, "Alle Mitglieder" with ALL. */
  name: z.string(),
  access: z.enum(GRANT_ACCESS),
});
export type Grant = z.infer<typeof grant>;

/** The same line as it is written: without the name. */
const grantLine = z
  .strictObject({ subject: z.enum(GRANT_SUBJECTS), id: optional(id), access: z.enum(GRANT_ACCESS) })
  .refine((line) => (line.subject === "ALL") === (line.id === null), {
    path: ["id"],
    error: "Bitte eine Gruppe oder ein Mitglied wählen.",
  });
export type GrantLine = z.output<typeof grantLine>;

/**
 * Who may use it, written as a whole. A grant to a group reaches the members of its sub-groups as
 * well.
 */
export const grantLines = z
  .array(grantLine)
  .max(200)
  .refine(
    (lines) =>
      new Set(lines.map((line) => `${line.subject} ${line.id ?? ""}`)).size === lines.length,
    {
      error: "Jede Gruppe und jedes Mitglied kann nur einmal genannt werden.",
    },
  );

/** What a new calendar or share starts with when nothing else is said: everybody may read. */
export const EVERYBODY_READS: GrantLine[] = [{ subject: "ALL", id: null, access: "READ" }];
