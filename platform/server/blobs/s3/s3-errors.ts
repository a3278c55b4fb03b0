import { S3ServiceException } from "@aws-sdk/client-s3";
import { AppError, notFound } from "../../http/app-error.ts";
import { storeUnavailable } from "../blobs.ts";

const FULL = /Quota|InsufficientStorage|StorageFull/i;
const LOST = /ECONN|ETIMEDOUT|ENOTFOUND|EPIPE|socket/i;

/** Does what the store is asked for not exist? */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === 404 ||
      error.name === "NoSuchUpload" ||
      error.name === "NoSuchKey")
  );
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
