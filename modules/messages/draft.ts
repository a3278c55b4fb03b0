import { z } from "zod";
import { dateTime, id, text, version } from "#platform/contract/fields.ts";
import { attachment } from "./attachment.ts";
import { content, MAX_SUBJECT } from "./message.ts";
import { addressees } from "./recipients.ts";
import { recipientSet } from "./recipient-sets.ts";

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

/** A message that is still being written; only its writer sees it. */
export const draft = z.object({
  id,
  subject: z.string(),
  /** Empty in lists when it is long. */
  messageContent: z.string(),
  /** In lists the first 20. */
  recipientIds: z.array(id),
  recipientGroupIds: z.array(id),
  recipientSets: z.array(recipientSet),
  /** Names of the groups and members named that are still there. */
  recipientNames: z.array(z.string()),
  replyTo: id.nullable(),
  attachments: z.array(attachment),
  updatedAt: dateTime,
  version,
});
export type Draft = z.infer<typeof draft>;
