import { z } from "zod";
import { can, date, dateTime, id } from "#platform/contract/fields.ts";

export const trashedUser = z.object({
  id,
  memberNumber: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  birthday: date.nullable(),
  city: z.string().nullable(),
  deletedAt: dateTime,
  deletedBy: z.string().nullable(),
  /** Day on which the personal data goes for good. */
  anonymisedOn: date,
  can: can("EXPORT", "RESTORE", "ANONYMISE"),
});
export type TrashedUser = z.infer<typeof trashedUser>;

/**
 * What becomes of data when a person is deleted: gone, kept without the person, or kept as it is.
 */
export const DELETION_FATES = ["REMOVED", "ANONYMISED", "KEPT"] as const;

/** What deleting a member for good would do, said before it is done. */
export const deletionPreview = z.object({
  user: z.object({
    id,
    memberNumber: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    inTrash: z.boolean(),
  }),
  /**
   * Until then the member can be taken out of the trash again; counted from today when not in it
   * yet.
   */
  anonymisedOn: date,
  lines: z.array(
    z.object({
      key: z.string(),
      /** German. */
      title: z.string(),
      /** How many there are; null where there is nothing to count. */
      count: z.int().nullable(),
      fate: z.enum(DELETION_FATES),
      /** German sentence. */
      reason: z.string(),
    }),
  ),
  /** German sentences about what speaks against it. */
  obstacles: z.array(z.string()),
  can: can("EXPORT", "DELETE", "RESTORE", "ANONYMISE"),
});
export type DeletionPreview = z.infer<typeof deletionPreview>;

/** A member whose time of keeping is over, by the club's setting. */
export const dueDeletion = z.object({
  id,
  memberNumber: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  birthday: date.nullable(),
  city: z.string().nullable(),
  reason: z.enum(["LEFT", "DECEASED"]),
  /** Day of leaving or of death. */
  since: date,
  dueOn: date,
  /** Empty for people with more rights than the reader. */
  can: can("DELETE", "ANONYMISE"),
});
export type DueDeletion = z.infer<typeof dueDeletion>;
