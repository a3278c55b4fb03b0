import { AppError } from "./app-error.ts";

/** Returns what is sent; a connection that breaks is the sender's affair, no fault of the server. */
export async function* mapConnectionErrors(
  content: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("BAD_REQUEST", {
      code: "UPLOAD_BROKEN",
      detail: "Die Übertragung ist abgebrochen.",
      cause: error,
    });
  }
}
