import { buffer } from "node:stream/consumers";
import { foldedText } from "#platform/contract/fold.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { documentText, type TextSource } from "#platform/server/documents/document-text.ts";
import type { VersionWork } from "./version-work.ts";
import { forgetText, saveText } from "./text-queries.ts";

/** Larger files are found by name only. */
const MAX_BYTES = 50 * 1024 * 1024;

/**
 * Keeps the words inside a file for the search. A file that cannot be read is found by its name.
 */
export async function indexText({
  blobs,
  database,
  tenantId,
  file,
  log,
}: VersionWork): Promise<void> {
  const { entry_id: entryId, version } = file;
  await database.write(tenantId, systemActor(), (tx) => forgetText(tx, entryId, version));
  const source = sourceOf(file.content_type);
  if (source === undefined || file.size === 0 || file.size > MAX_BYTES) return;
  const content = await documentText({
    bytes: await buffer(await blobs.get(file.blob_key)),
    source,
  });
  if (content === undefined)
    return log.info({ contentType: file.content_type }, "no text could be read");
  if (content === "") return;
  await database.write(tenantId, systemActor(), (tx) =>
    saveText(tx, entryId, version, { content, folded: foldedText(content) }),
  );
}

function sourceOf(contentType: string): TextSource | undefined {
  if (contentType === "application/pdf") return "PDF";
  if (/openxmlformats-officedocument|oasis\.opendocument/.test(contentType)) return "OFFICE";
  if (contentType === "application/rtf") return "RTF";
  if (
    contentType === "text/html" ||
    contentType === "application/xml" ||
    contentType === "image/svg+xml"
  )
    return "MARKUP";
  return contentType.startsWith("text/") || contentType === "application/json"
    ? "PLAIN"
    : undefined;
}
