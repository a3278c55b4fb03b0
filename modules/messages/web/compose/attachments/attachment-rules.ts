import { formatFileSize } from "#platform/web/format/format.ts";
import {
  ATTACHMENT_KINDS,
  ATTACHMENT_TYPES,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_ATTACHMENTS_BYTES,
  OFFICE_ENDINGS,
} from "../../../contract.ts";

/** For file inputs; endings as well, because not every system knows the media type of HEIC. */
export const ACCEPTED = [
  ...ATTACHMENT_TYPES,
  ".pdf",
  ".jpg",
  ".jpeg",
  ".png",
  ".heic",
  ...Object.values(OFFICE_ENDINGS),
].join(",");

const ENDINGS = /\.(pdf|jpe?g|png|heic|heif)$/i;
/** Systems without these programs call them ZIP, or by an older type. */
const OFFICE = /\.(docx|xlsx)$/i;
const WITH_MACROS = /\.(do[ct]m|xl[stw]m|xlsb|xlam)$/i;
const OLD = /\.(do[ct]|xl[st])$/i;

/** Said of what is none of them. */
export const NOT_ALLOWED = `Diese Art von Datei lässt sich nicht anhängen. Möglich sind ${ATTACHMENT_KINDS}.`;

/** Said before anything is chosen. */
export const ATTACHMENT_LIMITS = `${ATTACHMENT_KINDS}, je Datei bis ${wholeMegabytes(MAX_ATTACHMENT_BYTES)}, zusammen bis ${wholeMegabytes(MAX_ATTACHMENTS_BYTES)}.`;

interface Sized {
  size: number;
}

/**
 * Why a file can't be attached, in a sentence; undefined when it can. The server looks into the
 * file once more.
 */
export function refusalOf(
  file: Pick<File, "name" | "type" | "size">,
  present: readonly Sized[],
): string | undefined {
  const refusal = refusalOfKind(file);
  if (refusal !== undefined) return refusal;
  if (file.size === 0) return "Die Datei ist leer.";
  if (file.size > MAX_ATTACHMENT_BYTES)
    return `Die Datei ist ${formatFileSize(file.size)} groß. Möglich sind höchstens ${wholeMegabytes(MAX_ATTACHMENT_BYTES)}.`;
  if (present.length >= MAX_ATTACHMENTS)
    return `Mehr als ${MAX_ATTACHMENTS} Anhänge sind nicht möglich.`;
  const room = MAX_ATTACHMENTS_BYTES - present.reduce((sum, { size }) => sum + size, 0);
  if (file.size > room)
    return `Alle Anhänge zusammen dürfen höchstens ${wholeMegabytes(MAX_ATTACHMENTS_BYTES)} groß sein.`;
  return undefined;
}

function refusalOfKind({ name, type }: Pick<File, "name" | "type">): string | undefined {
  const ending = /\.xl\w+$/i.test(name) ? ".xlsx" : ".docx";
  if (WITH_MACROS.test(name))
    return `Dateien mit Makros lassen sich nicht anhängen. Speichern Sie die Datei ohne Makros als ${ending}.`;
  if (OLD.test(name))
    return `Das alte Format lässt sich nicht anhängen. Speichern Sie die Datei als ${ending}.`;
  const isKnown =
    isAttachmentType(type) ||
    type === "image/heif" ||
    OFFICE.test(name) ||
    (type === "" && ENDINGS.test(name));
  return isKnown ? undefined : NOT_ALLOWED;
}

/** What a file goes up as; the server tells its type by its content. */
export function sentType({ type }: Pick<File, "type">): string {
  return isAttachmentType(type) ? type : "application/octet-stream";
}

function isAttachmentType(type: string): boolean {
  return ATTACHMENT_TYPES.some((allowed) => allowed === type);
}

function wholeMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}
