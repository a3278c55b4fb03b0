import { z } from "zod";
import { can, dateTime, id, requiredText, text } from "#platform/contract/fields.ts";
import { attachment } from "./attachment.ts";
import { addressees } from "./recipients.ts";
import { recipientSet } from "./recipient-sets.ts";

export const MAX_SUBJECT = 200;
/** Most characters of a message, its markup counted. */
export const MAX_CONTENT = 200_000;
/**
 * Lists carry messages up to this many characters whole; of longer ones they carry the beginning as
 * text.
 */
export const MAX_LISTED_CONTENT = 4_000;

/** How a message is getting on; numbers of people. */
export const delivery = z.object({
  /** Everybody it was sent to. */
  recipients: z.int(),
  /** Mails are handed over to their mail server. */
  mailed: z.int(),
  /** Mails could not be delivered. */
  failed: z.int(),
  /** Opened it here; whether a mail was read is not known. */
  read: z.int(),
});
export type Delivery = z.infer<typeof delivery>;

/**
 * A message as its sender or a recipient sees it.
 */
export const message = z.object({
  id,
  subject: z.string(),
  /**
   * Safe HTML: p br b strong i em u s a ul ol li h2 h3 blockquote hr. In lists only the beginning,
   * as text, of long ones.
   */
  messageContent: z.string(),
  /** The first 200 characters of its text. */
  preview: z.string(),
  createDate: dateTime,
  /** `id` is null when the member's record is gone. */
  sender: z.object({
    id: id.nullable(),
    firstname: z.string(),
    lastname: z.string(),
    hasProfilePicture: z.boolean(),
  }),
  /**
   * Members named by themselves. The sender sees all of them (in lists the first 20); a recipient
   * sees others with QUERY_USER only.
   */
  recipientIds: z.array(id),
  recipientGroupIds: z.array(id),
  /** For the sender; a filter is not kept, because its words can be a name. */
  recipientSets: z.array(recipientSet),
  /** Names of groups, sets and members named, as far as the reader may see them. */
  recipientNames: z.array(z.string()),
  /** How many people it was sent to. */
  recipientCount: z.int(),
  attachments: z.array(attachment),
  /** True for what one sent oneself. */
  read: z.boolean(),
  /** The reader has answered it. */
  replied: z.boolean(),
  /** The message that it answers. */
  replyTo: id.nullable(),
  /** For the sender; null for others. */
  delivery: delivery.nullable(),
  /** Nobody has received it yet and its sender can call it back; null once it has gone out. */
  heldUntil: dateTime.nullable(),
  /**
   * REPLY: to its sender. FORWARD: write to others at all. COPY: as new. MARK: read or unread.
   * CALL_BACK: make a draft of it again before anybody has received it.
   */
  can: can("REPLY", "FORWARD", "COPY", "MARK", "SEE_DELIVERY", "DELETE", "CALL_BACK"),
});
export type Message = z.infer<typeof message>;

export const content = text(MAX_CONTENT, { multiline: true });

/** The part `request` of the form. */
export const messageRequest = z.strictObject({
  subject: requiredText(MAX_SUBJECT),
  /** HTML, cleaned by the server; text without markup is taken as it is. */
  messageContent: content.default(""),
  ...addressees,
  /** Attachments of this message, which the sender may read, are sent along. */
  forwardAttachmentsOf: id.nullish(),
  /** The message that is answered; the sender must have received or sent it. */
  replyTo: id.nullish(),
  /** The draft that is being sent: its attachments go along, and it is gone afterwards. */
  draftId: id.nullish(),
  /** For so many seconds nobody receives it and it can be called back; 0: it goes out at once. */
  callBackSeconds: z.int().min(0).max(60).default(0),
});
export type MessageRequest = z.output<typeof messageRequest>;
