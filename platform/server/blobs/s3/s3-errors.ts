import { S3ServiceException } from "@aws-sdk/client-s3";
import { AppError, notFound } from "../../http/app-error.ts";
import { storeUnavailable } from "../blobs.ts";

const FULL = /Quota|InsufficientStorage|StorageFull/i;
const LOST = /ECONN|ETIMEDOUT|ENOTFOUND|EPIPE|socket/i;

/** What stores call it; an answer to HEAD has no word of its own. Others of 404 mean the bucket or who asks. */
const MISSING = new Set(["NoSuchKey", "NoSuchUpload", "NotFound", "UnknownError", "404"]);

/** Does what the store is asked for not exist? A bucket that is gone says nothing of what was in it. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || !MISSING.has(error.name)) return false;
  return error.name === "NoSuchUpload" || error.$metadata.httpStatusCode === 404;
}

/**
 * Small stores lack the calls that list and abort uploads in parts; there a rule of the bucket lets
 * them expire.
 */
export function isUnknownCall(error: unknown): boolean {
  return (
    error instanceof S3ServiceException && [405, 501].includes(error.$metadata.httpStatusCode ?? 0)
  );
}

/** Fails with the store's refusals as ours; one that could not be asked at all is unavailable. */
export async function translatingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}

function translated(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isMissing(error)) return notFound();
  if (error instanceof S3ServiceException)
    return FULL.test(error.name)
      ? new AppError("STORE_FULL", { cause: error })
      : storeUnavailable(error);
  return isLost(error) ? storeUnavailable(error) : error;
}

function isLost(error: unknown): boolean {
  return (
    error instanceof Error &&
    LOST.test(`${(error as NodeJS.ErrnoException).code ?? ""} ${error.message}`)
  );
}
