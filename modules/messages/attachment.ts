import { z } from "zod";
import { id } from "#platform/contract/fields.ts";

/** Office files without macros, with the ending that each has to have. */
export const OFFICE_ENDINGS = {
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
} as const;

/** What may be attached; told by the content of a file, not by its name. */
export const ATTACHMENT_TYPES = [
  "application/pdf",
  "image/jpeg",
  "image/png",
  "image/heic",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
] as const;
/** As people call them. */
export const ATTACHMENT_KINDS = "PDF, JPEG, PNG, HEIC, Word (.docx) und Excel (.xlsx)";
/** Largest attachment, in bytes. */
export const MAX_ATTACHMENT_BYTES = 20 * 1024 * 1024;
/** Most bytes of all attachments of one message. */
export const MAX_ATTACHMENTS_BYTES = 50 * 1024 * 1024;
export const MAX_ATTACHMENTS = 50;

export const attachment = z.object({
  id,
  name: z.string(),
  /** One of ATTACHMENT_TYPES. */
  contentType: z.string(),
  /** Bytes. */
  size: z.int(),
});
export type Attachment = z.infer<typeof attachment>;
