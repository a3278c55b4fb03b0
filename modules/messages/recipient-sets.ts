import { z } from "zod";
import { userFilter } from "#modules/members/contract.ts";
import { id, requiredText } from "#platform/contract/fields.ts";

/** What somebody answered to an invitation; as calendars have it. */
export const ANSWER_STATES = ["OPEN", "ACCEPTED", "DECLINED", "WAITING"] as const;

/**
 * People by what they are, found anew whenever they are counted or written to. `groupId`: only in
 * this group and those below it.
 */
export const recipientSet = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("EVERYBODY") }),
  z.strictObject({ kind: z.literal("LEADERS"), groupId: id.nullish() }),
  /** Whose membership of a group carries the function, whatever its capitals. */
  z.strictObject({
    kind: z.literal("FUNCTION"),
    function: requiredText(100),
    groupId: id.nullish(),
  }),
  /** Whom a saved view of the list of members shows. */
  z.strictObject({ kind: z.literal("VIEW"), viewId: id }),
  /** Whom the list of members shows with this filter. */
  z.strictObject({ kind: z.literal("FILTER"), filter: userFilter }),
  /** Members invited to an event; `states` empty: all of them. */
  z.strictObject({
    kind: z.literal("EVENT"),
    eventId: id,
    states: z.array(z.enum(ANSWER_STATES)).max(ANSWER_STATES.length).default([]),
  }),
]);
export type RecipientSet = z.output<typeof recipientSet>;

/** A set as a head count names it, with how many people of today are in it. */
export const countedSet = z.object({
  label: z.string(),
  count: z.int(),
  /** Guests without membership, who can't receive messages. */
  guests: z.int(),
});

/** A set that a picker offers; `count` is null where counting would take long. */
export const offeredSet = z.object({
  set: recipientSet,
  label: z.string(),
  count: z.int().nullable(),
});
export type OfferedSet = z.output<typeof offeredSet>;
