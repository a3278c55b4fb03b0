import { tenant } from "../session/tenant.ts";
import type { FakeApi } from "./fake-api.ts";
import type { Incoming } from "./route-match.ts";
import { fakeUploads } from "./uploads.ts";

const realFetch = window.fetch.bind(window);
const FakeUpload = fakeUploads((request, signal) =>
  isApi(request) ? answerOf(request, signal) : undefined,
);
let api: FakeApi | undefined;

/** Calls of the page go to this fake from now on; undefined: nobody answers. */
export function connect(next: FakeApi | undefined): void {
  api = next;
  window.fetch = (input, init) => fakeFetch(new Request(input, init), init?.signal ?? null);
  window.XMLHttpRequest = FakeUpload;
}

/** Returns the fake that answers at the moment. */
export function connectedApi(): FakeApi | undefined {
  return api;
}

function fakeFetch(request: Request, signal: AbortSignal | null): Promise<Response> {
  return isApi(request) ? answerOf(request, signal) : realFetch(request);
}

function isApi({ url }: Request): boolean {
  const { pathname } = new URL(url);
  return pathname.startsWith(`/${tenant()}/api/`) || pathname.startsWith(`/public/${tenant()}/`);
}

async function answerOf(request: Request, signal: AbortSignal | null): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  signal?.throwIfAborted();
  if (api === undefined) throw new TypeError("Failed to fetch");
  const incoming: Incoming = {
    method: request.method,
    path: pathname,
    query: queryOf(searchParams),
    headers: request.headers,
    body: await request.blob(),
  };
  return orAborted(api.receive(incoming, signal), signal);
}

/** As the server reads it: a name that comes again makes a list. */
function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (signal === null) return work;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}
