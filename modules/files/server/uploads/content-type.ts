import { fileTypeFromBuffer } from "file-type";
import type { ShareKind, Subtype } from "../../contract.ts";

/** What a file's bytes are. */
export interface ContentType {
  contentType: string;
  subtype: Subtype;
}

/** As many bytes from a file's begin as its type is told by. */
export const HEAD_BYTES = 64 * 1024;
/** And from its end: where a ZIP has its list. */
export const TAIL_BYTES = 64 * 1024;

const OFFICE = "application/vnd.openxmlformats-officedocument";
/** A ZIP that holds one of these is an office document. */
const OFFICE_PARTS = [
  ["word/document", `${OFFICE}.wordprocessingml.document`],
  ["xl/workbook", `${OFFICE}.spreadsheetml.sheet`],
  ["ppt/presentation", `${OFFICE}.presentationml.presentation`],
] as const;
/** The older office formats share one container; their streams' names are in UTF-16. */
const OLD_OFFICE = [
  ["WordDocument", "application/msword"],
  ["Workbook", "application/vnd.ms-excel"],
  ["PowerPoint Document", "application/vnd.ms-powerpoint"],
] as const;
/** Texts that only their ending tells apart; none of them runs anywhere. */
const TEXT_TYPES: Record<string, string> = {
  css: "text/css",
  csv: "text/csv",
  ics: "text/calendar",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  mjs: "text/javascript",
  vcf: "text/vcard",
};

/** How a page begins, as browsers guess it. */
const PAGE =
  /^<(!doctype\s+html|html|head|body|script|iframe|style|title|meta|link|div|p|br|b|a|h1|table|font|img|object|embed|form)[\s/>]/i;
const XML_PAGE = /^<(!doctype\s+html|(\w+:)?html)[\s/>]/i;

const PICTURES = new Set([
  "image/jpeg",
  "image/png",
  "image/heic",
  "image/heif",
  "image/webp",
  "image/gif",
  "image/avif",
]);
/** Browsers show these without running anything. */
const HARMLESS =
  /^(image\/(jpeg|png|gif|webp|avif|heic|heif|bmp|tiff)|audio\/.+|video\/.+|application\/pdf|text\/(plain|csv|markdown))$/;

/**
 * Finds a file's type in its bytes. The name only decides between kinds of text; a page that calls
 * itself a picture is a page.
 * @param head the first HEAD_BYTES, or all of a shorter file
 * @param tail the last TAIL_BYTES; asked for only where the end tells more
 */
export async function detectContentType(
  head: Uint8Array,
  fileName: string,
  tail: () => Promise<Uint8Array>,
): Promise<ContentType> {
  const contentType = await contentTypeOf(head, fileName, tail);
  return { contentType, subtype: subtypeOf(contentType) };
}

async function contentTypeOf(
  head: Uint8Array,
  fileName: string,
  tail: () => Promise<Uint8Array>,
): Promise<string> {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const text = asText(head);
  if (text !== undefined) return typeOfText(text, ending);
  const known = await fileTypeFromBuffer(head).catch(() => undefined);
  if (known?.mime === "application/zip") return (await typeInsideZip(tail)) ?? "application/zip";
  if (known?.mime === "application/x-cfb") return typeInsideContainer(head) ?? "application/x-cfb";
  // A moving PNG is a PNG: what doesn't know of it shows its first picture.
  if (known?.mime === "image/apng") return "image/png";
  return known?.mime ?? "application/octet-stream";
}

/** The text, or undefined when these are no text's bytes. Older texts are in Windows-1252. */
function asText(bytes: Uint8Array): string | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  }
  for (const byte of bytes)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27)
      return undefined;
  if (
    bytes.length >= 5 &&
    /^(%PDF-|%!PS|\{\\rtf)/.test(new TextDecoder("latin1").decode(bytes.subarray(0, 5)))
  )
    return undefined;
  try {
    // The head may end in the middle of a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    const strange = [...text].filter((sign) => sign >= "\u0080" && sign < "\u00a0").length;
    return strange > text.length / 50 ? undefined : text;
  }
}

function typeOfText(text: string, ending: string): string {
  const begin = text.replace(/^\ufeff?(\s|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)*/, "");
  if (
    /^<!doctype\s+svg|^<(\w+:)?svg[\s>]/i.test(begin) ||
    (/^<!doctype\s+\w*:?svg/i.test(begin) && /<svg/i.test(begin))
  )
    return "image/svg+xml";
  const isXml = /^\ufeff?\s*<\?xml/.test(text);
  if ((isXml ? XML_PAGE : PAGE).test(begin)) return "text/html";
  if (/^(html?|xhtml|shtml|hta)$/.test(ending)) return "text/html";
  if (ending === "svg" || ending === "svgz") return "image/svg+xml";
  if (isXml || ["xml", "xsl", "xslt"].includes(ending)) return "application/xml";
  return TEXT_TYPES[ending] ?? "text/plain";
}

async function typeInsideZip(tail: () => Promise<Uint8Array>): Promise<string | undefined> {
  const names = new TextDecoder("latin1").decode(await tail());
  return OFFICE_PARTS.find(([part]) => names.includes(part))?.[1];
}

function typeInsideContainer(head: Uint8Array): string | undefined {
  const names = new TextDecoder("utf-16le").decode(head);
  return OLD_OFFICE.find(([stream]) => names.includes(stream))?.[1];
}

/** Which icon a type has. */
export function subtypeOf(contentType: string): Subtype {
  if (contentType === "application/pdf") return "pdf";
  if (
    contentType.includes("wordprocessing") ||
    contentType === "application/msword" ||
    contentType === "application/rtf"
  )
    return "word";
  if (contentType.includes("opendocument.text")) return "word";
  if (/spreadsheet|ms-excel/.test(contentType) || contentType === "text/csv") return "excel";
  if (/presentation|powerpoint/.test(contentType)) return "powerpoint";
  if (contentType === "text/html") return "html";
  if (contentType === "text/css") return "css";
  if (contentType === "text/javascript") return "javascript";
  if (contentType === "application/json") return "json";
  if (contentType.startsWith("image/")) return "image";
  if (contentType.startsWith("audio/")) return "audio";
  if (contentType.startsWith("video/")) return "video";
  return contentType.startsWith("text/") || contentType === "application/xml" ? "text" : "other";
}

/** Whether a share takes a type: its own list, or for images every kind of picture. */
export function isAllowed(
  contentType: string,
  kind: ShareKind,
  allowedTypes: readonly string[] | null,
): boolean {
  if (allowedTypes === null) return kind === "DOCUMENTS" || PICTURES.has(contentType);
  return allowedTypes.some(
    (allowed) =>
      allowed === contentType ||
      (allowed.endsWith("/*") && contentType.startsWith(allowed.slice(0, -1))),
  );
}

/**
 * Kinds of pictures that an album takes: made smaller where they can be decoded here, and looked
 * into for a position.
 */
export function isPicture(contentType: string | null): boolean {
  return PICTURES.has(contentType ?? "");
}

/** May be shown on our origin; everything else is only ever saved. */
export function isHarmless(contentType: string): boolean {
  return HARMLESS.test(contentType);
}

/** The type as it goes out: no script leaves with a type that a page could load it by. */
export function sentType(contentType: string): string {
  if (/^text\/(javascript|css|csv|markdown|plain)$/.test(contentType))
    return "text/plain; charset=utf-8";
  return contentType;
}
