import { z } from "zod";
import {
  can,
  dateTime,
  id,
  idParams,
  requiredText,
  text,
  version,
} from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";

/** What may be attached; told by the content of a file, not by its name. */
export const ATTACHMENT_TYPES = [
  "application/pdf",
  "image/jpeg",
  "image/png",
  "image/heic",
] as const;
/** Largest attachment, in bytes. */
export const MAX_ATTACHMENT_BYTES = 20 * 1024 * 1024;
/** Most bytes of all attachments of one message. */
export const MAX_ATTACHMENTS_BYTES = 50 * 1024 * 1024;
export const MAX_ATTACHMENTS = 50;
export const MAX_SUBJECT = 200;
/** Most characters of a message, its markup counted. */
export const MAX_CONTENT = 200_000;
const MAX_RECIPIENTS = 20_000;
const MAX_GROUPS = 500;
/** Room for the form's own lines and the lists of ids. */
const FORM_OVERHEAD_BYTES = 4 * 1024 * 1024;
/** A long text with thousands of ids. */
const MAX_DRAFT_BYTES = 3 * 1024 * 1024;
/** Lists of people in answers name at most so many; the number beside them is complete. */
export const MOST_NAMED = 200;
/**
 * Lists carry messages up to this many characters whole; of longer ones they carry the beginning as
 * text.
 */
export const MAX_LISTED_CONTENT = 4_000;

const person = z.object({ id, firstname: z.string(), lastname: z.string() });

export const attachment = z.object({
  id,
  name: z.string(),
  /** One of ATTACHMENT_TYPES. */
  contentType: z.string(),
  /** Bytes. */
  size: z.int(),
});
export type Attachment = z.infer<typeof attachment>;

/** How a message is getting on; numbers of people. */
export const delivery = z.object({
  /** Everybody it was sent to. */
  recipients: z.int(),
  /** Mails are handed over to their mail server. */
  mailed: z.int(),
  /** Mails could not be delivered. */
  failed: z.int(),
  /** Opened it here; whether somebody read a mail is not known. */
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
  /** Names of groups and members named, as far as the reader may see them. */
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
  /** REPLY: to its sender. FORWARD: write to others at all. COPY: as new. MARK: read or unread. */
  can: can("REPLY", "FORWARD", "COPY", "MARK", "SEE_DELIVERY", "DELETE"),
});
export type Message = z.infer<typeof message>;

const addressees = {
  recipientIds: z.array(id).max(MAX_RECIPIENTS).default([]),
  /** With everybody in their sub-groups. */
  recipientGroupIds: z.array(id).max(MAX_GROUPS).default([]),
};
const content = text(MAX_CONTENT, { multiline: true });

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
});
export type MessageRequest = z.output<typeof messageRequest>;

export const addresseeLists = z.strictObject(addressees);
export type AddresseeLists = z.output<typeof addresseeLists>;

/**
 * LEFT: has left the club. DECEASED. DELETED: in the trash. SENDER: oneself, where one is in a
 * group that one writes to.
 */
const LEAVE_REASONS = ["LEFT", "DECEASED", "DELETED", "SENDER"] as const;
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

const draftFields = {
  subject: text(MAX_SUBJECT).default(""),
  messageContent: content.default(""),
  ...addressees,
  replyTo: id.nullish(),
};
export const draftCreate = z.strictObject({
  ...draftFields,
  /** Copies the attachments of a message that one may read. */
  forwardAttachmentsOf: id.nullish(),
});
export const draftUpdate = z.strictObject({ ...draftFields, version });
export type DraftFields = Omit<z.output<typeof draftUpdate>, "version">;

/** What somebody is still writing; only they see it. */
export const draft = z.object({
  id,
  subject: z.string(),
  /** Empty in lists when it is long. */
  messageContent: z.string(),
  /** In lists the first 20. */
  recipientIds: z.array(id),
  recipientGroupIds: z.array(id),
  /** Names of the groups and members named that are still there. */
  recipientNames: z.array(z.string()),
  replyTo: id.nullable(),
  attachments: z.array(attachment),
  updatedAt: dateTime,
  version,
});
export type Draft = z.infer<typeof draft>;

const attachmentParams = z.strictObject({ id, attachment: id });
const listQuery = {
  /**
   * Words of subject, text, sender, groups and file names; with it at most the 1,000 newest hits
   * are counted.
   */
  q: z.string().max(200).optional(),
  ...pageQuery(["createDate"], "DESC"),
};
const listed = z.strictObject(listQuery);

export const messagesContract = {
  sendMessage: route({
    method: "POST",
    path: "/message",
    access: "loggedIn",
    summary:
      "Send a message: multipart form with a JSON part `request` and parts `attachments` (20 MiB each, 50 MiB in all)",
    body: bytes(["multipart/form-data"], MAX_ATTACHMENTS_BYTES + FORM_OVERHEAD_BYTES),
    answer: message,
    status: 201,
  }),
  countRecipients: route({
    method: "POST",
    path: "/message/recipients",
    access: "loggedIn",
    summary: "Who a message to these members and groups would go to",
    body: addresseeLists,
    answer: audience,
  }),
  printLetterList: route({
    method: "POST",
    path: "/message/recipients/letters.pdf",
    access: "loggedIn",
    summary: "List of those without e-mail address among these members and groups, A4",
    body: addresseeLists,
    answer: bytes(["application/pdf"]),
  }),
  searchRecipients: route({
    method: "GET",
    path: "/message/recipients/search",
    access: "loggedIn",
    summary: "Members and groups that the caller may write to",
    query: z.strictObject({
      q: z.string().max(200).optional(),
      size: z.coerce.number().int().min(1).max(200).default(20),
    }),
    answer: possibleRecipients,
  }),
  searchMessages: route({
    method: "GET",
    path: "/message",
    access: "loggedIn",
    summary: "Received messages",
    query: listed,
    answer: pageOf(message),
  }),
  searchUnread: route({
    method: "GET",
    path: "/message/unread",
    access: "loggedIn",
    summary: "Received messages that are not read yet",
    query: listed,
    answer: pageOf(message),
  }),
  searchSent: route({
    method: "GET",
    path: "/message/sent",
    access: "loggedIn",
    summary: "Messages that one sent",
    query: listed,
    answer: pageOf(message),
  }),
  searchDrafts: route({
    method: "GET",
    path: "/message/draft",
    access: "loggedIn",
    summary: "One's own drafts, the last changed first",
    query: z.strictObject(pageQuery(["updatedAt"], "DESC")),
    answer: pageOf(draft),
  }),
  createDraft: route({
    method: "POST",
    path: "/message/draft",
    access: "loggedIn",
    summary: "Keep a draft",
    body: draftCreate,
    maxBytes: MAX_DRAFT_BYTES,
    answer: draft,
    status: 201,
  }),
  getDraft: route({
    method: "GET",
    path: "/message/draft/{id}",
    access: "loggedIn",
    summary: "One draft",
    params: idParams,
    answer: draft,
  }),
  updateDraft: route({
    method: "PUT",
    path: "/message/draft/{id}",
    access: "loggedIn",
    summary: "Keep what was typed since",
    params: idParams,
    body: draftUpdate,
    maxBytes: MAX_DRAFT_BYTES,
    answer: draft,
  }),
  deleteDraft: route({
    method: "DELETE",
    path: "/message/draft/{id}",
    access: "loggedIn",
    summary: "Throw a draft away",
    params: idParams,
    answer: noContent,
  }),
  uploadDraftAttachment: route({
    method: "POST",
    path: "/message/draft/{id}/attachment",
    access: "loggedIn",
    summary: "Attach one file to a draft; the body is its bytes",
    params: idParams,
    query: z.strictObject({ name: z.string().min(1).max(500) }),
    body: bytes([...ATTACHMENT_TYPES, "application/octet-stream"], MAX_ATTACHMENT_BYTES),
    answer: attachment,
    status: 201,
  }),
  getDraftAttachment: route({
    method: "GET",
    path: "/message/draft/{id}/attachment/{attachment}",
    access: "loggedIn",
    summary: "The bytes of a draft's attachment",
    params: attachmentParams,
    answer: bytes(ATTACHMENT_TYPES),
  }),
  deleteDraftAttachment: route({
    method: "DELETE",
    path: "/message/draft/{id}/attachment/{attachment}",
    access: "loggedIn",
    summary: "Take an attachment off a draft",
    params: attachmentParams,
    answer: noContent,
  }),
  getMessage: route({
    method: "GET",
    path: "/message/{id}",
    access: "loggedIn",
    summary: "One message that one received or sent",
    params: idParams,
    answer: message,
  }),
  setRead: route({
    method: "PUT",
    path: "/message/{id}/read",
    access: "loggedIn",
    summary: "Mark a received message as read or unread",
    params: idParams,
    query: z.strictObject({ read: z.stringbool().default(true) }),
    answer: message,
  }),
  deleteMessage: route({
    method: "DELETE",
    path: "/message/{id}",
    access: "loggedIn",
    summary: "Remove a message from one's own lists; others keep it",
    params: idParams,
    answer: noContent,
  }),
  restoreMessage: route({
    method: "POST",
    path: "/message/{id}/restore",
    access: "loggedIn",
    summary: "Take the removal back, within 30 days",
    params: idParams,
    answer: message,
  }),
  getLetterList: route({
    method: "GET",
    path: "/message/{id}/letters.pdf",
    access: "loggedIn",
    summary: "List of those recipients without e-mail address, A4, for the sender",
    params: idParams,
    answer: bytes(["application/pdf"]),
  }),
  getAttachment: route({
    method: "GET",
    path: "/message/{id}/{attachment}",
    access: "loggedIn",
    summary: "The bytes of an attachment",
    params: attachmentParams,
    query: z.strictObject({ inline: z.stringbool().default(false) }),
    answer: bytes(ATTACHMENT_TYPES),
  }),
} as const;
