import { z } from "zod";
import { id } from "#platform/contract/fields.ts";
import { countedSet, offeredSet, recipientSet } from "./recipient-sets.ts";

const MAX_RECIPIENTS = 20_000;
const MAX_GROUPS = 500;
const MAX_SETS = 20;
/** Lists of people in answers name at most so many; the number beside them is complete. */
export const MOST_NAMED = 200;

const person = z.object({ id, firstname: z.string(), lastname: z.string() });

/** Whom a message goes to, as a form says it. */
export const addressees = {
  recipientIds: z.array(id).max(MAX_RECIPIENTS).default([]),
  /** With everybody in their sub-groups. */
  recipientGroupIds: z.array(id).max(MAX_GROUPS).default([]),
  recipientSets: z.array(recipientSet).max(MAX_SETS).default([]),
};
export const addresseeLists = z.strictObject(addressees);
export type AddresseeLists = z.output<typeof addresseeLists>;

/**
 * LEFT: has left the club. DECEASED. DELETED: in the trash. SENDER: oneself, where one is in a
 * group that one writes to. NOT_ALLOWED: invited to the event, but not somebody whom the sender may
 * write to.
 */
const LEAVE_REASONS = ["LEFT", "DECEASED", "DELETED", "SENDER", "NOT_ALLOWED"] as const;
export type LeaveReason = (typeof LEAVE_REASONS)[number];

/** Who a message would go to. Lists of people are in order of names, at most MOST_NAMED of each. */
export const audience = z.object({
  /** People who would receive it, each once. */
  count: z.int(),
  /** Named more than once: by themselves and in groups, or in several groups. */
  doubles: z.int(),
  /** Receive a mail at once or in the daily digest. */
  withMail: z.int(),
  /** Have an address but want no mails; they read it here. */
  mailOff: z.int(),
  /** Have no e-mail address. */
  withoutMailCount: z.int(),
  withoutMail: z.array(person),
  leftOutCount: z.int(),
  leftOut: z.array(person.extend({ reason: z.enum(LEAVE_REASONS) })),
  /** The members named, in the order given. */
  people: z.array(person),
  /** The groups named, in the order given; `count`: people of today in them and below. */
  groups: z.array(
    z.object({ id, name: z.string(), groupName: z.string().nullable(), count: z.int() }),
  ),
  /** The sets named, in the order given. */
  sets: z.array(countedSet),
});
export type Audience = z.infer<typeof audience>;

/** For the picker: whom the caller may write to. */
export const possibleRecipients = z.object({
  /** True with SEND_MESSAGE: everybody. Else only led groups and their members. */
  everybody: z.boolean(),
  people: z.array(person.extend({ hasMail: z.boolean() })),
  groups: z.array(
    z.object({ id, name: z.string(), groupName: z.string().nullable(), count: z.int() }),
  ),
});
export type PossibleRecipients = z.infer<typeof possibleRecipients>;

/** The same for messages, which can also go to people by what they are. */
export const possibleAddressees = possibleRecipients.extend({ sets: z.array(offeredSet) });
export type PossibleAddressees = z.infer<typeof possibleAddressees>;
