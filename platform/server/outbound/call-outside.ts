import { lookup as resolveName, type LookupAddress } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { isIP, type LookupFunction } from "node:net";
import { isSetByServer } from "#platform/contract/headers.ts";
import { AppError } from "../http/app-error.ts";
import { isPublicAddress } from "./public-address.ts";

/** A body that is sent as it is read; opened anew for each try. */
export interface OutboundStream {
  size: number;
  open(): Promise<Readable>;
}

export interface OutboundRequest {
  url: string;
  method?: "GET" | "POST" | "PUT";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array | OutboundStream;
  /** The longest answer taken; 0: only its status and headers matter, the rest is not even read. */
  maxBytes: number;
  /** False: a redirect is the answer. Who sends a file wants it there and nowhere else. */
  follow?: boolean;
  /** For everything together, redirects included. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Plain http is refused unless the one who set the address up asked for it. */
  allowHttp?: boolean;
  /**
   * Origin from the operator's own configuration: it alone may be in the private network, and use
   * http.
   */
  trustedOrigin?: string;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Calls a server outside. Only https and public addresses, checked when connecting so that a name
 * can't point elsewhere later; redirects are checked alike and lose the secret headers; size and
 * time are limited.
 */
export async function callOutside(request: OutboundRequest): Promise<OutboundAnswer> {
  const time = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? time : AbortSignal.any([time, request.signal]);
  let url = request.url;
  let { method = "GET", headers = {}, body } = request;
  for (let hop = 0; ; hop++) {
    const target = checkedUrl(url, request);
    const answer = await send(target, {
      ...request,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal,
    });
    const location = answer.headers.location;
    if (request.follow === false || !REDIRECTS.has(answer.status) || location === undefined)
      return answer;
    if (hop >= MAX_REDIRECTS || !URL.canParse(location, target.href))
      throw refused("OUTBOUND_REDIRECT", "Die Adresse leitet zu oft oder fehlerhaft weiter.");
    const next = new URL(location, target.href);
    if (next.origin !== target.origin) headers = withoutSecrets(headers);
    // What was sent is meant for the first address only.
    if (answer.status === 303 || next.origin !== target.origin) {
      method = "GET";
      body = undefined;
    }
    url = next.href;
  }
}

function checkedUrl(address: string, { allowHttp = false, trustedOrigin }: OutboundRequest): URL {
  if (!URL.canParse(address)) throw refused("OUTBOUND_ADDRESS", "Diese Adresse ist nicht lesbar.");
  const url = new URL(address);
  if (url.origin === trustedOrigin) return url;
  if (url.protocol !== "https:" && !(allowHttp && url.protocol === "http:"))
    throw refused("OUTBOUND_ADDRESS", "Nur Adressen mit https sind erlaubt.");
  if (url.username !== "" || url.password !== "")
    throw refused("OUTBOUND_ADDRESS", "Name und Passwort gehören nicht in die Adresse.");
  // A number needs no name server, so it never comes by the check below. The URL parser has
  // normalised its notation.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw inPrivateNetwork();
  return url;
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, found) => {
    const addresses = found as LookupAddress[] | undefined;
    const [first] = addresses ?? [];
    if (error !== null || first === undefined || addresses === undefined)
      callback(error ?? new Error(`no address of ${hostname}`), "", 4);
    else if (addresses.some(({ address }) => !isPublicAddress(address)))
      callback(inPrivateNetwork(), "", 4);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

async function send(
  url: URL,
  { method, headers, body, maxBytes, signal, trustedOrigin }: OutboundRequest,
): Promise<OutboundAnswer> {
  const isStream = typeof body === "object" && "open" in body;
  const source = isStream ? await body.open() : undefined;
  return new Promise((resolve, reject) => {
    const options = {
      method: method ?? "GET",
      headers: {
        ...allowed(headers),
        ...(isStream ? { "content-length": String(body.size) } : {}),
      },
      signal,
      agent: false as const,
      ...(url.origin === trustedOrigin ? {} : { lookup: publicLookup }),
    };
    const call = (url.protocol === "https:" ? httpsRequest : httpRequest)(
      url,
      options,
      (answer) => {
        const { statusCode: status = 0, headers: given } = answer;
        if (maxBytes === 0) {
          resolve({ status, headers: given, body: Buffer.alloc(0) });
          return void call.destroy();
        }
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on("data", (chunk: Buffer) => {
          size += chunk.byteLength;
          chunks.push(chunk);
          if (size > maxBytes) {
            reject(refused("OUTBOUND_TOO_LARGE", "Die Antwort der Adresse ist zu groß."));
            call.destroy();
          }
        });
        answer.on("end", () => resolve({ status, headers: given, body: Buffer.concat(chunks) }));
        answer.on("error", fail);
      },
    );
    const fail = (error: Error) =>
      reject(
        error instanceof AppError ? error : refused("OUTBOUND_FAILED", sentenceFor(error), error),
      );
    call.on("error", fail);
    if (source === undefined) return void call.end(body as string | Uint8Array | undefined);
    // Whichever side gives up first, the other is told: a file that breaks off is no file, and none
    // waits for a closed line.
    source.once("error", (error) => {
      reject(error);
      call.destroy();
    });
    call.once("close", () => source.destroy());
    source.pipe(call);
  });
}

function sentenceFor({ code = "", name }: Error & { code?: string }): string {
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return "Das Zertifikat der Adresse ist ungültig oder abgelaufen.";
  if (code === "ENOTFOUND") return "Den Server dieser Adresse gibt es nicht.";
  return name === "TimeoutError" || name === "AbortError"
    ? "Die Adresse hat zu spät geantwortet."
    : "Die Adresse hat nicht oder zu spät geantwortet.";
}

/** What was saved before such names were refused is left out. */
function allowed(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isSetByServer(name)));
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(?:accept|user-agent)$/i.test(name)),
  );
}

function inPrivateNetwork(): AppError {
  return refused("OUTBOUND_ADDRESS", "Diese Adresse liegt nicht im öffentlichen Internet.");
}

function refused(code: string, detail: string, cause?: unknown): AppError {
  return new AppError("UNPROCESSABLE", { code, detail, cause });
}
