import { z } from "zod";
import { filePart, id, idParams, queryFlag, queryNumber } from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import {
  attachment,
  ATTACHMENT_TYPES,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_ATTACHMENTS_BYTES,
} from "./attachment.ts";
import { draft, draftCreate, draftUpdate } from "./draft.ts";
import { message, messageRequest } from "./message.ts";
import { addresseeLists, audience, possibleAddressees } from "./recipients.ts";

export * from "./attachment.ts";
export * from "./draft.ts";
export * from "./recipient-sets.ts";
export {
  type Delivery,
  delivery,
  MAX_LISTED_CONTENT,
  MAX_SUBJECT,
  type Message,
  type MessageRequest,
  messageRequest,
} from "./message.ts";
export {
  type AddresseeLists,
  type Audience,
  type LeaveReason,
  MOST_NAMED,
  type PossibleAddressees,
  type PossibleRecipients,
  possibleRecipients,
} from "./recipients.ts";

/** Room for the form's own lines and the lists of ids. */
const FORM_OVERHEAD_BYTES = 4 * 1024 * 1024;
/** A long text with thousands of ids. */
const MAX_DRAFT_BYTES = 3 * 1024 * 1024;
const messageForm = z.strictObject({
  request: messageRequest,
  attachments: z.array(filePart).max(MAX_ATTACHMENTS).optional(),
});
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
    body: bytes(["multipart/form-data"], MAX_ATTACHMENTS_BYTES + FORM_OVERHEAD_BYTES, {
      shapes: { "multipart/form-data": messageForm },
    }),
    answer: message,
    status: 201,
  }),
  countRecipients: route({
    method: "POST",
    path: "/message/recipients",
    access: "loggedIn",
    summary: "Who a message to these members and groups would go to",
    unremembered: "NO_EFFECT",
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
      size: queryNumber(1, 200).default(20),
    }),
    answer: possibleAddressees,
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
  countUnread: route({
    method: "GET",
    path: "/message/unread/count",
    access: "loggedIn",
    summary: "How many received messages are not read yet",
    answer: z.strictObject({ count: z.int().min(0) }),
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
    query: z.strictObject({ read: queryFlag().default(true) }),
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
  callBackMessage: route({
    method: "POST",
    path: "/message/{id}/call-back",
    access: "loggedIn",
    summary: "Call a message back that nobody has received yet; it is a draft again",
    params: idParams,
    answer: draft,
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
    query: z.strictObject({ inline: queryFlag().default(false) }),
    answer: bytes(ATTACHMENT_TYPES),
  }),
} as const;
