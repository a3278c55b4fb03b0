import { ApiError } from "#platform/web/api/api-error.ts";
import { UPLOAD_INCOMPLETE } from "../../contract.ts";

/** Why an upload did not come through: the specification's kinds. */
export type UploadFailureKind =
  | "extension"
  | "size"
  | "network"
  | "server"
  | "denied"
  | "abort"
  | "timeout"
  | "not_exists";

/** What happened, whether something was lost, and what to do. */
export const UPLOAD_FAILURE_SENTENCES: Readonly<Record<UploadFailureKind, string>> = {
  extension: "Dateien dieser Art nimmt diese Ablage nicht an.",
  size: "Die Datei ist größer, als hier Platz ist.",
  network: "Die Verbindung ist unterbrochen. Was übertragen wurde, bleibt erhalten.",
  server: "Der Server konnte die Datei nicht annehmen. Bitte versuchen Sie es noch einmal.",
  denied: "Sie dürfen in diesem Ordner keine Dateien ablegen.",
  abort: "Sie haben den Upload abgebrochen. Es wurde nichts gespeichert.",
  timeout: "Der Server hat zu lange nicht geantwortet. Was übertragen wurde, bleibt erhalten.",
  not_exists: "Den Zielordner oder die ausgewählte Datei gibt es nicht mehr.",
};

/** An upload that did not come through. */
export class UploadFailure extends Error {
  readonly kind: UploadFailureKind;
  /** Trying the same again may help. */
  readonly passing: boolean;
  /** Milliseconds the server asked to wait before the next try. */
  readonly waitAtLeast: number;
  /** The server waits for chunks that have to be sent, some perhaps once more. */
  readonly chunksMissing: boolean;

  constructor(
    kind: UploadFailureKind,
    options: {
      sentence?: string;
      passing?: boolean;
      waitAtLeast?: number;
      chunksMissing?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(options.sentence ?? UPLOAD_FAILURE_SENTENCES[kind], { cause: options.cause });
    this.name = "UploadFailure";
    this.kind = kind;
    this.passing = options.passing ?? false;
    this.waitAtLeast = options.waitAtLeast ?? 0;
    this.chunksMissing = options.chunksMissing ?? false;
  }
}

/** A name that is taken is no failure but a question to the reader. */
export class NameTaken extends Error {
  constructor() {
    super("An entry of this name exists already.");
    this.name = "NameTaken";
  }
}

/** Sorts an answer of the server that is not a success into the kinds. */
export function failureOfStatus(
  status: number,
  code: string,
  detail: string,
  retryAfterSeconds = 0,
): UploadFailure | NameTaken {
  const waitAtLeast = retryAfterSeconds * 1000;
  const said = detail === "" ? {} : { sentence: detail };
  if (status === 0)
    return new UploadFailure(code === "TIMEOUT" ? "timeout" : "network", { passing: true });
  if (status === 408 || status === 504)
    return new UploadFailure("timeout", { passing: true, waitAtLeast });
  if (status === 401 || status === 403) return new UploadFailure("denied");
  if (status === 404 || status === 410) return new UploadFailure("not_exists");
  if (status === 409 && code === UPLOAD_INCOMPLETE)
    return new UploadFailure("server", { chunksMissing: true });
  if (status === 409) return new NameTaken();
  if (status === 413 || status === 507) return new UploadFailure("size", said);
  if (status === 415) return new UploadFailure("extension", said);
  if (status === 429 || status >= 500)
    return new UploadFailure("server", { passing: true, waitAtLeast });
  return new UploadFailure("server", said);
}

/** Any error on the way of an upload as one of the kinds. */
export function failureOf(error: unknown): UploadFailure | NameTaken {
  if (error instanceof UploadFailure || error instanceof NameTaken) return error;
  if (error instanceof ApiError) {
    const said = error.fieldErrors[0]?.message ?? error.message;
    return failureOfStatus(error.status, error.code, error.isUnreachable ? "" : said);
  }
  if (error instanceof DOMException) {
    if (error.name === "AbortError") return new UploadFailure("abort", { cause: error });
    if (error.name === "TimeoutError")
      return new UploadFailure("timeout", { passing: true, cause: error });
    // The file on the reader's disk was moved, deleted or changed since it was chosen.
    if (error.name === "NotFoundError" || error.name === "NotReadableError")
      return new UploadFailure("not_exists", { cause: error });
  }
  return new UploadFailure("server", { cause: error });
}
