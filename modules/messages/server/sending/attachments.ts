import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { v7 as uuidv7 } from "uuid";
import { storeStream } from "#modules/files/server/public.ts";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import type { BlobStore, StoredBlob } from "#platform/server/blobs/blobs.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import {
  ATTACHMENT_TYPES,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_ATTACHMENTS_BYTES,
  OFFICE_ENDINGS,
} from "../../contract.ts";
import type { AttachmentRow } from "./attachment-queries.ts";
import { mayBeOffice, notAllowed, officeType } from "./office-attachment.ts";

type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** A file whose bytes are stored and not yet claimed. */
export interface StoredFile extends StoredBlob {
  name: string;
  contentType: AttachmentType;
}

const MAX_NAME = 150;
const MIB = 1024 * 1024;

/** Stores one attachment; its type is what its bytes are, whatever it is called. */
export async function storeAttachment(
  blobs: BlobStore,
  content: AsyncIterable<Uint8Array>,
  givenName: string,
): Promise<StoredFile> {
  const name = attachmentName(givenName);
  const stored = await storeStream(blobs, content, name, MAX_ATTACHMENT_BYTES).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.status === 413 ? tooLarge(name) : error;
    },
  );
  if (stored.size === 0)
    throw new AppError("UNPROCESSABLE", {
      code: "ATTACHMENT_EMPTY",
      detail: `„${name}“ ist leer.`,
    });
  const { key, size, sha256 } = stored;
  if (!mayBeOffice(stored.contentType)) {
    const contentType = attachmentType(stored.contentType);
    if (contentType === undefined) throw notAllowed(name);
    return { key, size, sha256, name, contentType };
  }
  const contentType = await officeType(await buffer(await blobs.get(key)), stored, name);
  return { key, size, sha256, name: withEnding(name, OFFICE_ENDINGS[contentType]), contentType };
}

/** HEIC is a kind of HEIF, and phones write either into their files. */
function attachmentType(contentType: string): AttachmentType | undefined {
  const type = contentType === "image/heif" ? "image/heic" : contentType;
  return ATTACHMENT_TYPES.find((allowed) => allowed === type);
}

/** An office file is opened by its name: one that is called a page or a program would run as it. */
function withEnding(name: string, ending: string): string {
  return name.toLowerCase().endsWith(ending) ? name : attachmentName(`${name}${ending}`);
}

function tooLarge(name: string): AppError {
  return new AppError("TOO_LARGE", {
    code: "ATTACHMENT_TOO_LARGE",
    detail: `„${name}“ ist zu groß. Ein Anhang darf höchstens ${MAX_ATTACHMENT_BYTES / MIB} MB haben.`,
  });
}

/** Refuses what is too much in all. */
export function requireFit(files: readonly { size: number }[]): void {
  if (files.length > MAX_ATTACHMENTS) throw tooManyAttachments();
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_ATTACHMENTS_BYTES) throw allTooLarge();
}

export function tooManyAttachments(): AppError {
  return fieldProblem(
    "attachments",
    `Bitte höchstens ${MAX_ATTACHMENTS} Anhänge.`,
    "TOO_MANY",
    "UNPROCESSABLE",
  );
}

export function allTooLarge(): AppError {
  return new AppError("TOO_LARGE", {
    code: "ATTACHMENTS_TOO_LARGE",
    detail: `Die Anhänge sind zusammen zu groß. Alle zusammen dürfen höchstens ${MAX_ATTACHMENTS_BYTES / MIB} MB haben.`,
  });
}

/**
 * A file's own name without any path, in NFC, without signs that mislead or that some system cannot
 * write.
 */
export function attachmentName(given: string): string {
  const name = (given.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "")
    .replace(
      // oxlint-disable-next-line no-control-regex -- control characters are what is taken out here
      /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069]/gu,
      "",
    )
    .replace(/[<>:"|?*]/g, "_")
    .trim()
    .replace(/^\.+|[.\s]+$/g, "");
  if (name === "") return "Anhang";
  const [, ending = ""] = /(\.\w{1,8})$/.exec(name) ?? [];
  const signs = [...name];
  return signs.length <= MAX_NAME
    ? name
    : `${signs.slice(0, MAX_NAME - ending.length).join("")}${ending}`;
}

/** Makes stored files the transaction's own and gives them rows. */
export async function claimFiles(
  tx: WriteTx,
  files: readonly StoredFile[],
): Promise<AttachmentRow[]> {
  for (const file of files) await claimBlob(tx, file);
  return files.map(({ key, name, contentType, size }) => ({
    id: uuidv7(),
    name,
    content_type: contentType,
    size,
    blob_key: key,
  }));
}

/**
 * Copies the bytes of other attachments: each message has its own, so that none has to ask who else
 * uses them.
 */
export async function copyAttachments(
  blobs: BlobStore,
  rows: readonly AttachmentRow[],
): Promise<StoredFile[]> {
  const copies: StoredFile[] = [];
  for (const { blob_key, name, content_type } of rows) {
    const contentType = attachmentType(content_type);
    if (contentType === undefined) continue;
    const stored = await blobs.put(await blobs.get(blob_key), { maxBytes: MAX_ATTACHMENT_BYTES });
    copies.push({ ...stored, name, contentType });
  }
  return copies;
}

/** One value for what was sent, so that a repeated call is known by it. */
export function fingerprintOf(request: string, files: readonly StoredFile[]): string {
  const hash = createHash("sha256").update(request);
  for (const { name, sha256 } of files) hash.update(`\n${sha256} ${name}`);
  return hash.digest("hex");
}
