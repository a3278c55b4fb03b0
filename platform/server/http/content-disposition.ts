import { create, parse } from "content-disposition";

type Disposition = "inline" | "attachment";

/**
 * Returns the header's value (RFC 6266): the name in UTF-8 where it needs that, and beside it one
 * without special signs for what is very old.
 */
export function contentDisposition(type: Disposition, fileName: string): string {
  const name = fileName.toWellFormed();
  return create(name, { type, fallback: asciiName(name) });
}

/** Returns the header of an answer that is to be saved under this name. */
export function attachment(fileName: string): Record<string, string> {
  return { "content-disposition": contentDisposition("attachment", fileName) };
}

/** Returns the file's name that a header of another server tells. */
export function fileNameIn(header: string | undefined): string | undefined {
  return header === undefined ? undefined : parse(header).parameters["filename"];
}

function asciiName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .replace(/[^\x20-\x7e]|["\\%]/g, "_");
}
