import type { Problem } from "#platform/contract/problem.ts";
import type {
  AnswerOf,
  Bytes,
  BodyInput,
  ParamsInput,
  QueryInput,
  RouteDefinition,
} from "#platform/contract/route.ts";
import { ApiError, ownProblem } from "./api-error.ts";
import { addErrorNotice, withdrawErrorNotice } from "./error-notices.ts";
import { errorText, UNREACHABLE } from "./error-texts.ts";
import { requestEnded, requestStarted } from "./open-requests.ts";
import { accessToken } from "./access-token.ts";
import { tenant } from "../session/tenant.ts";

export { ApiError } from "./api-error.ts";

/** What a route declares under a name; undefined where it says nothing. */
type Declared<R, Name extends string> = Name extends keyof R ? R[Name] : undefined;

/**
 * Parts a route declares are required, the others refused. Query parameters with defaults may be
 * left out.
 */
type Part<Name extends string, D, Value> = [D] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

type BodyValue<R extends RouteDefinition> =
  Declared<R, "body"> extends Bytes ? BodyInit : BodyInput<R>;

type BodyPart<R extends RouteDefinition> = [Declared<R, "body">] extends [undefined]
  ? { body?: undefined }
  : Declared<R, "bodyOptional"> extends true
    ? { body?: BodyValue<R> }
    : { body: BodyValue<R> };

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

export type CallOptions<R extends RouteDefinition> = Part<
  "params",
  Declared<R, "params">,
  ParamsInput<R>
> &
  Part<"query", Declared<R, "query">, QueryInput<R>> &
  BodyPart<R> &
  CallSettings;

/** JSON answers as their type, byte answers as a Blob, empty ones as undefined. */
export type CallResult<R extends RouteDefinition> = R["answer"] extends Bytes ? Blob : AnswerOf<R>;

type Loose = CallSettings & {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
};

type OptionsArgument<R extends RouteDefinition> =
  Record<never, never> extends CallOptions<R>
    ? [options?: CallOptions<R>]
    : [options: CallOptions<R>];

/**
 * Calls the server by a route of a module's contract.
 * Raises the progress bar, adds failures to the red list (unless told otherwise) and throws them as
 * `ApiError`.
 */
export async function call<R extends RouteDefinition>(
  route: R,
  ...[options]: OptionsArgument<R>
): Promise<CallResult<R>> {
  const settings: Loose = options ?? {};
  if (!settings.quiet) requestStarted();
  try {
    const response = await send(route, settings);
    withdrawErrorNotice(UNREACHABLE);
    return (await answerOf(route, response, settings)) as CallResult<R>;
  } catch (error) {
    if (error instanceof ApiError && !settings.silent && !(settings.inForm && isForForm(error))) {
      addErrorNotice(errorText(error.status, error.message));
    }
    throw error;
  } finally {
    if (!settings.quiet) requestEnded();
  }
}

function isForForm(error: ApiError): boolean {
  return error.fieldErrors.length > 0 || [400, 409, 412, 422].includes(error.status);
}

async function send(route: RouteDefinition, options: Loose): Promise<Response> {
  const headers = new Headers(options.headers);
  if (route.access !== "public") {
    const token = await accessToken();
    if (token) headers.set("authorization", `Bearer ${token}`);
  }
  if (route.method === "POST" && !headers.has("idempotency-key"))
    headers.set("idempotency-key", crypto.randomUUID());
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

async function answerOf(
  route: RouteDefinition,
  response: Response,
  { signal }: Loose,
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

async function problemOf(response: Response): Promise<Problem> {
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
