/** A chunked upload that the server still holds, remembered across visits. */
export interface UnfinishedUpload {
  uploadId: string;
  /** Uploads belong to the member who began them. */
  userId: string;
  shareId: string;
  path: string;
  size: number;
  lastModified: number;
  /** Milliseconds since 1970. */
  begunAt: number;
}

const KEY = "unfinishedUploads";
/** The server forgets unfinished uploads after 24 hours. */
const KEPT_FOR = 24 * 60 * 60_000;

export function unfinishedUploads(
  storage: Storage = window.localStorage,
  now = Date.now(),
): UnfinishedUpload[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter(isUnfinished).filter((one) => now - one.begunAt < KEPT_FOR)
      : [];
  } catch {
    return [];
  }
}

export function rememberUpload(
  upload: UnfinishedUpload,
  storage: Storage = window.localStorage,
): void {
  save(
    [...unfinishedUploads(storage).filter((one) => one.uploadId !== upload.uploadId), upload],
    storage,
  );
}

export function forgetUpload(uploadId: string, storage: Storage = window.localStorage): void {
  save(
    unfinishedUploads(storage).filter((one) => one.uploadId !== uploadId),
    storage,
  );
}

function save(list: readonly UnfinishedUpload[], storage: Storage): void {
  try {
    storage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Without room to remember, an upload can only be resumed while its page is open.
  }
}

function isUnfinished(value: unknown): value is UnfinishedUpload {
  if (typeof value !== "object" || value === null) return false;
  const one = value as Record<string, unknown>;
  const texts = [one["uploadId"], one["userId"], one["shareId"], one["path"]];
  const numbers = [one["size"], one["lastModified"], one["begunAt"]];
  return (
    texts.every((text) => typeof text === "string") &&
    numbers.every((number) => typeof number === "number")
  );
}
