import { Readable } from "node:stream";
import { fileNameIn } from "#platform/server/http/content-disposition.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { StoredBlob } from "#platform/server/blobs/blobs.ts";
import { callOutside, type OutboundRequest } from "#platform/server/outbound/call-outside.ts";
import type { Services } from "#platform/server/services.ts";
import { MAX_IMPORT_FILE_BYTES } from "../../../import-contract.ts";
import { givenFileName } from "./file-name.ts";
import type { SourceRecord } from "./source-queries.ts";
import { HEADERS_PURPOSE } from "./headers-purpose.ts";

const TIME_LIMIT_MS = 120_000;

export type FetchServices = Pick<Services, "blobs" | "secrets" | "environment">;

/** Gets what a source's address answers, and stores it. Refusals are German sentences. */
export async function fetchSource(
  { blobs, secrets, environment }: FetchServices,
  { url, headers, allow_http: allowHttp }: SourceRecord,
  settings: { signal: AbortSignal },
): Promise<{ blob: StoredBlob; name: string | null }> {
  if (url === null)
    throw new AppError("UNPROCESSABLE", {
      code: "NO_ADDRESS",
      detail: "Diese Quelle hat keine Adresse.",
    });
  const secret =
    headers === null
      ? {}
      : (JSON.parse(secrets.decrypt(HEADERS_PURPOSE, headers)) as Record<string, string>);
  const trustedOrigin = environment.importOrigins.find(
    (origin) => URL.canParse(url) && new URL(url).origin === origin,
  );
  const request: OutboundRequest = {
    url,
    headers: { accept: "*/*", "user-agent": "Vereinsheim", ...secret },
    maxBytes: MAX_IMPORT_FILE_BYTES,
    timeoutMs: TIME_LIMIT_MS,
    allowHttp,
    ...settings,
    ...(trustedOrigin === undefined ? {} : { trustedOrigin }),
  };
  const answer = await callOutside(request);
  if (answer.status !== 200) throw refusedBy(answer.status);
  if (answer.body.byteLength === 0)
    throw new AppError("UNPROCESSABLE", {
      code: "EMPTY_ANSWER",
      detail: "Die Adresse hat eine leere Datei geliefert.",
    });
  const blob = await blobs.put(Readable.from([answer.body]), { maxBytes: MAX_IMPORT_FILE_BYTES });
  return { blob, name: nameOf(answer.headers["content-disposition"], url) };
}

function refusedBy(status: number): AppError {
  const detail =
    status === 401 || status === 403
      ? "Die Adresse verlangt eine Anmeldung. Bitte prüfen Sie die Kopfzeilen der Quelle."
      : status === 404 || status === 410
        ? "Unter der Adresse ist keine Datei zu finden."
        : `Die Adresse hat mit dem Fehler ${status} geantwortet.`;
  return new AppError("UNPROCESSABLE", { code: "SOURCE_REFUSED", detail });
}

function nameOf(disposition: string | undefined, url: string): string | null {
  return (
    givenFileName(fileNameIn(disposition)) ?? givenFileName(new URL(url).pathname.split("/").pop())
  );
}
