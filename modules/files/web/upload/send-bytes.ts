import { accessToken } from "#platform/web/api/access-token.ts";
import { failureOfStatus, UploadFailure } from "./upload-failure.ts";

/** A connection that moves nothing for so long is dead. */
const STALLED_AFTER = 60_000;

export interface SendBytesOptions {
  address: string;
  /** Idempotency key: repeating a call with the same one has one effect. */
  key: string;
  body: Blob;
  contentType: string;
  /** More than the type and what every call has. */
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Bytes of this body that have left so far. */
  onProgress: (sent: number) => void;
}

/**
 * Sends bytes with progress, which `fetch` can't report. Gives the parsed answer; fails as
 * `UploadFailure` or `NameTaken`.
 */
export async function sendBytes({
  address,
  key,
  body,
  contentType,
  headers = {},
  signal,
  onProgress,
}: SendBytesOptions): Promise<unknown> {
  const token = await accessToken();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled = false;
    let timer = 0;
    const watch = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        stalled = true;
        request.abort();
      }, STALLED_AFTER);
    };
    const abort = () => request.abort();
    const done = () => {
      window.clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    request.open("POST", address);
    request.setRequestHeader("content-type", contentType);
    request.setRequestHeader("idempotency-key", key);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      watch();
      onProgress(event.loaded);
    };
    request.onload = () => {
      done();
      const answer = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(answer);
      const { code, detail } = problemIn(answer);
      reject(
        failureOfStatus(
          request.status,
          code,
          detail,
          Number(request.getResponseHeader("retry-after")) || 0,
        ),
      );
    };
    request.onerror = () => {
      done();
      reject(new UploadFailure("network", { passing: true }));
    };
    request.onabort = () => {
      done();
      reject(
        stalled
          ? new UploadFailure("timeout", { passing: true })
          : new DOMException("Aborted", "AbortError"),
      );
    };
    signal.addEventListener("abort", abort);
    watch();
    request.send(body);
  });
}

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A proxy on the way answers in HTML.
    return undefined;
  }
}

function problemIn(answer: unknown): { code: string; detail: string } {
  if (typeof answer !== "object" || answer === null) return { code: "", detail: "" };
  const code = "code" in answer && typeof answer.code === "string" ? answer.code : "";
  const detail = "detail" in answer && typeof answer.detail === "string" ? answer.detail : "";
  return { code, detail };
}
