import { AppError } from "#platform/server/http/app-error.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { callOutside } from "#platform/server/outbound/call-outside.ts";
import { MAX_PUT_BYTES } from "../../../export-contract.ts";
import type { Delivery, Parcel } from "./deliver.ts";
import { CONTENT_TYPES } from "./write-file.ts";

/** To connect and to answer, and for each MiB of the file. */
const LONGEST_MS = 120_000;
const LONGEST_PER_MIB_MS = 2_000;
const MIB = 1024 * 1024;

interface Place {
  url: string;
  username: string | null;
  password: string | null;
  signal: AbortSignal;
  /** Default: by the file's size. */
  timeoutMs?: number;
  /** For servers of the operator's own; the pages know no such thing. */
  trustedOrigin?: string;
}

/**
 * Sends the file to a server outside, as WebDAV does. The same file at the same address a second
 * time changes nothing.
 */
export async function putFile(
  blobs: Pick<BlobStore, "get">,
  { blob, fileName, format }: Pick<Parcel, "blob" | "fileName" | "format">,
  place: Place,
): Promise<Delivery> {
  if (blob.size > MAX_PUT_BYTES)
    throw refused(
      `Die Datei ist zu groß, um sie an eine Adresse zu schicken (höchstens ${MAX_PUT_BYTES / MIB} MB).`,
    );
  const url = new URL(place.url);
  if (url.pathname.endsWith("/")) url.pathname += encodeURIComponent(fileName);
  const { username, password, signal, trustedOrigin } = place;
  const login: Record<string, string> =
    username === null && password === null
      ? {}
      : {
          authorization: `Basic ${Buffer.from(`${username ?? ""}:${password ?? ""}`).toString("base64")}`,
        };
  const { status } = await callOutside({
    url: url.href,
    method: "PUT",
    headers: { "content-type": CONTENT_TYPES[format], ...login },
    body: { size: blob.size, open: () => blobs.get(blob.key) },
    // What a hostile server says at length does not matter, where it sends us on neither: only
    // whether it took the file.
    maxBytes: 0,
    follow: false,
    timeoutMs: place.timeoutMs ?? LONGEST_MS + Math.ceil(blob.size / MIB) * LONGEST_PER_MIB_MS,
    signal,
    ...(trustedOrigin === undefined ? {} : { trustedOrigin }),
  });
  if (status >= 200 && status < 300)
    return { deliveredTo: url.origin + decodedPath(url), warnings: [] };
  throw refused(sentenceFor(status), status >= 500 ? "OUTBOUND_FAILED" : "OUTBOUND_REFUSED");
}

function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function sentenceFor(status: number): string {
  if (status >= 300 && status < 400)
    return `Die Gegenstelle verweist auf eine andere Adresse (${status}). Bitte tragen Sie die endgültige Adresse ein.`;
  if (status === 401 || status === 403)
    return `Die Gegenstelle hat die Anmeldung abgelehnt (${status}). Bitte prüfen Sie Name und Passwort.`;
  if (status === 404 || status === 409)
    return `Den Ordner gibt es an dieser Adresse nicht (${status}).`;
  if (status === 413 || status === 507)
    return `Der Gegenstelle ist die Datei zu groß, oder ihr Speicher ist voll (${status}).`;
  return `Die Gegenstelle hat die Datei nicht angenommen (${status}).`;
}

function refused(detail: string, code = "OUTBOUND_REFUSED"): AppError {
  return new AppError("UNPROCESSABLE", { code, detail });
}
