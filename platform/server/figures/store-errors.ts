import { AppError } from "../http/app-error.ts";
import type { BlobStore } from "../blobs/blobs.ts";

/** How often the store of files failed, by the code of its failure. */
export type StoreErrors = ReadonlyMap<string, number>;

/** Returns the same store, whose failures are counted; what is merely not there is none. */
export function countingErrors(blobs: BlobStore): { blobs: BlobStore; errors: StoreErrors } {
  const errors = new Map<string, number>([
    ["STORE_UNAVAILABLE", 0],
    ["STORE_FULL", 0],
  ]);
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError && errors.has(error.code))
        errors.set(error.code, (errors.get(error.code) ?? 0) + 1);
      throw error;
    }
  };
  return {
    errors,
    blobs: {
      ...blobs,
      put: (content, options) => counted(blobs.put(content, options)),
      get: (key, range) => counted(blobs.get(key, range)),
      size: (key) => counted(blobs.size(key)),
      delete: (key) => counted(blobs.delete(key)),
      begin: (size, partBytes) => counted(blobs.begin(size, partBytes)),
      writePart: (blob, part, content) => counted(blobs.writePart(blob, part, content)),
      join: (blob, receipts, look) => counted(blobs.join(blob, receipts, look)),
      discard: (blob) => counted(blobs.discard(blob)),
    },
  };
}
