import { formatFileSize } from "#platform/web/format/format.ts";
import {
  ATTACHMENT_TYPES,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_ATTACHMENTS_BYTES,
} from "../../../contract.ts";

/** For file inputs; endings as well, because not every system knows the media type of HEIC. */
export const ACCEPTED = [...ATTACHMENT_TYPES, ".pdf", ".jpg", ".jpeg", ".png", ".heic"].join(",");

const ENDINGS = /\.(pdf|jpe?g|png|heic|heif)$/i;

/** Said before anything is chosen. */
export const ATTACHMENT_LIMITS = `PDF, JPEG, PNG und HEIC, je Datei bis ${wholeMegabytes(MAX_ATTACHMENT_BYTES)}, zusammen bis ${wholeMegabytes(MAX_ATTACHMENTS_BYTES)}.`;

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
  const types: readonly string[] = ATTACHMENT_TYPES;
  if (
    !types.includes(file.type) &&
    !(file.type === "" && ENDINGS.test(file.name)) &&
    file.type !== "image/heif"
  ) {
    return "Diese Art von Datei lässt sich nicht anhängen. Möglich sind PDF, JPEG, PNG und HEIC.";
  }
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

function wholeMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}
