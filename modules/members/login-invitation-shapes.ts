import { z } from "zod";
import { id } from "#platform/contract/fields.ts";
import { exactlyOne, selection } from "./list-shapes.ts";

/** Who of several people with one e-mail address is invited. */
export const SHARED_CHOICES = ["OLDEST", "ALL", "NONE"] as const;
export type SharedChoice = (typeof SHARED_CHOICES)[number];

/** Why somebody who was chosen is not invited to log in, in the order in which it is looked for. */
export const LEFT_OUT_REASONS = [
  "GONE",
  "ACTIVE",
  "DISABLED",
  "OUTRANKED",
  "WITHOUT_MAIL",
  "INVITED",
  "SHARED",
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

const choice = {
  ...selection,
  shared: z.enum(SHARED_CHOICES).default("OLDEST"),
  /** Invites those once more who have an invitation and have not come in. */
  again: z.boolean().default(false),
};
const ONE_OF_BOTH = { error: "Bitte entweder ids oder filter angeben.", path: ["ids"] };

export const loginInvitationProbe = z.strictObject(choice).refine(exactlyOne, ONE_OF_BOTH);
export const loginInvitation = z
  .strictObject({
    ...choice,
    /** Who has not come in a week later is reminded, once. */
    remind: z.boolean().default(true),
  })
  .refine(exactlyOne, ONE_OF_BOTH);

/** Lists of people end here; the count goes on. */
export const MOST_NAMED = 200;
const named = z.array(z.object({ id, name: z.string() })).max(MOST_NAMED);

/** What inviting these people would do. */
export const loginInvitationPlan = z.object({
  invited: z.int(),
  leftOut: z.array(z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.int(), people: named })),
  /** Those who have an invitation, whether they are invited again or not. */
  invitedBefore: z.int(),
  /**
   * Those whom the choice about shared addresses is about: others of the club have the same. Only
   * those are named who were chosen.
   */
  shared: z.object({
    people: z.int(),
    addresses: z.int(),
    named: z.array(z.object({ address: z.string(), people: named })).max(MOST_NAMED),
  }),
});
export type LoginInvitationPlan = z.infer<typeof loginInvitationPlan>;
