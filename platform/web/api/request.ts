import type { Problem } from "#platform/contract/problem.ts";
import type { Bytes, RouteDefinition } from "#platform/contract/route.ts";
import { tenant } from "../session/tenant.ts";
import { accessToken } from "./access-token.ts";
import { ApiError, ownProblem } from "./api-error.ts";
import { UNREACHABLE } from "./error-texts.ts";

export interface CallSettings {
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** Gives up after so many milliseconds; by default a call waits as long as it takes. */
  timeout?: number;
  /** Does not raise the progress bar (live updates, background work). */
  quiet?: boolean;
  /** Adds nothing to the red list; the caller shows or logs the failure. */
  silent?: boolean;
  /**
   * The caller is a form: it shows field errors (400, 422) and conflicts (409, 412) itself; others
   * go to the list.
   */
  inForm?: boolean;
}

/** What a call is made of, whatever its route. */
export type Request = CallSettings & {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
};

/**
 * Sends one request and returns what its answer holds. Fails as `ApiError`, also where the answer
 * breaks off on its way.
 */
export async function send(
  route: RouteDefinition,
  options: Request,
  key?: string,
): Promise<unknown> {
  const response = await responseTo(route, options, key);
  return contentOf(route, response, options);
}

async function responseTo(
  route: RouteDefinition,
  options: Request,
  key: string | undefined,
): Promise<Response> {
  const headers = new Headers(options.headers);
  if (route.access !== "public") {
    const token = await accessToken();
    if (token) headers.set("authorization", `Bearer ${token}`);
  }
  if (key !== undefined) headers.set("idempotency-key", key);
  let response: Response;
  try {
    response = await fetch(addressOf(route, options.params, options.query), {
      method: route.method,
      headers,
      body: bodyOf(route, options.body, headers),
      signal: signalOf(options),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw new ApiError(ownProblem(0, "TIMEOUT", "Der Server hat zu lange nicht geantwortet."), {
        cause: error,
      });
    }
    throw new ApiError(ownProblem(0, "UNREACHABLE", UNREACHABLE), { cause: error });
  }
  if (!response.ok) throw new ApiError(await problemOf(response));
  return response;
}

/**
 * The address of a call; each segment of a value is encoded, the slashes of a path stay. A path of
 * any depth (`{path*}`) may begin with a slash or be empty.
 */
export function addressOf(
  route: Pick<RouteDefinition, "path" | "access">,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const base = route.access === "public" ? `/public/${tenant()}` : `/${tenant()}/api`;
  const path = route.path.replace(
    /\{(\w+)\}|\/?\{(\w+)\*\}/g,
    (_, name: string | undefined, deep: string) => {
      const value = String(params[name ?? deep] ?? "");
      const segments = value.split("/").map(encodeURIComponent).join("/");
      return name !== undefined || value === "" || value.startsWith("/")
        ? segments
        : `/${segments}`;
    },
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return base + path + (text ? `?${text}` : "");
}

function bodyOf(route: RouteDefinition, body: unknown, headers: Headers): BodyInit | null {
  if (body === undefined) return null;
  if (isBytes(route.body)) {
    if (body instanceof Blob && body.type === "" && !headers.has("content-type")) {
      headers.set("content-type", "application/octet-stream");
    }
    return body as BodyInit;
  }
  headers.set("content-type", "application/json");
  return JSON.stringify(body);
}

function signalOf({ signal, timeout }: CallSettings): AbortSignal | null {
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  if (signal && limit) return AbortSignal.any([signal, limit]);
  return signal ?? limit ?? null;
}

async function contentOf(
  route: RouteDefinition,
  response: Response,
  { signal }: Request,
): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await (isBytes(route.answer) ? response.blob() : response.json());
  } catch (error) {
    if (signal?.aborted) throw error;
    // The connection broke, or the server gave up in the middle: what has come so far is not the
    // answer.
    throw new ApiError(
      ownProblem(
        0,
        "INTERRUPTED",
        "Die Übertragung ist unterwegs abgebrochen. Bitte versuchen Sie es noch einmal.",
      ),
      { cause: error },
    );
  }
}

export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  if (isProblem(body)) return { ...body, errors: body.errors ?? [] };
  return ownProblem(response.status, "UNKNOWN", `${response.status} ${response.statusText}`.trim());
}

/**
 * Not by the contract's schema: nothing on the way to the first page needs zod, and it is a tenth
 * of its weight.
 */
function isProblem(body: unknown): body is Problem {
  return (
    typeof body === "object" &&
    body !== null &&
    "status" in body &&
    typeof body.status === "number" &&
    "code" in body &&
    typeof body.code === "string" &&
    "detail" in body &&
    typeof body.detail === "string"
  );
}

function isBytes(part: unknown): part is Bytes {
  return typeof part === "object" && part !== null && "kind" in part && part.kind === "bytes";
}
