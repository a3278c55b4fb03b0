import { ERROR_CODES } from "#platform/contract/problem.ts";
import { isBytes, isSchema, type RouteDefinition } from "#platform/contract/route.ts";
import { holdsOneOf, type ShellUser } from "../session/me.tsx";
import type { Answering, FakeAnswer, ReceivedCall, Refusal } from "./contract-types.ts";
import { LiveStream } from "./live-stream.ts";
import { RememberedAnswers } from "./remembered-answers.ts";
import { nameOf, parsePart, pathMatcher, type Incoming } from "./route-match.ts";

type Loose = (call: ReceivedCall<RouteDefinition>) => Promise<unknown>;

interface Entry {
  route: RouteDefinition;
  match: (path: string) => Record<string, string> | undefined;
  respond: Loose | Refusal | "unreachable";
  held: Promise<void> | undefined;
  /** So many answers get lost on their way. */
  losing: number;
  calls: ReceivedCall<RouteDefinition>[];
}

/**
 * The server as one test wants it, at the network's edge: pages call it through `fetch`. It knows
 * only the routes that the test answers; any other call fails the test. What goes in and out is
 * parsed with the route's schemas, so that a test can't drift away from the contract.
 */
export class FakeApi {
  readonly live = new LiveStream();
  /** What went wrong and has to fail the test, even where the page coped with it. */
  readonly complaints: string[] = [];
  /** Whose rights the calls need; null: nobody is logged in. */
  reader: ShellUser | null = null;
  #entries: Entry[] = [];
  #remembered = new RememberedAnswers();

  /**
   * The route answers this from now on. An answer that does not fit the contract fails the test. A
   * function is given the parsed call.
   */
  answer<R extends RouteDefinition>(
    route: R,
    ...[answering]: undefined extends FakeAnswer<R>
      ? [answering?: Answering<R>]
      : [answering: Answering<R>]
  ): void {
    this.#set(route, async (call) =>
      typeof answering === "function"
        ? await (answering as (call: unknown) => unknown)(call)
        : answering,
    );
  }

  /** The route answers a problem document from now on. */
  refuse(route: RouteDefinition, refusal: Refusal): void {
    this.#set(route, refusal);
  }

  /** Calls of the route never arrive from now on, as if the network were gone. */
  disconnect(route: RouteDefinition): void {
    this.#set(route, "unreachable");
  }

  /** The next calls of the route have their effect, but their answers never reach the page. */
  loseAnswer(route: RouteDefinition, times = 1): void {
    this.#entry(route).losing = times;
  }

  /** The route's answers wait until the returned function is called: for the state of loading. */
  hold(route: RouteDefinition): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#entry(route).held = promise;
    return resolve;
  }

  /** Returns the calls of a route so far, oldest first. */
  calls<R extends RouteDefinition>(route: R): readonly ReceivedCall<R>[] {
    return this.#entry(route).calls as unknown as readonly ReceivedCall<R>[];
  }

  /** Is there an answer to this address? */
  knows(method: string, path: string): boolean {
    return this.#entries.some(({ route }) => route.method === method && route.path === path);
  }

  /** Returns what the page's `fetch` gets. Rejects where nobody answers. */
  async receive(incoming: Incoming, signal: AbortSignal | null): Promise<Response> {
    if (LiveStream.isFor(incoming)) return this.live.open(signal);
    const looked = this.#remembered.look(incoming);
    if (looked !== undefined) return looked;
    const found = this.#find(incoming);
    if (found === undefined)
      return this.#complain(
        `${incoming.method} ${incoming.path} was called, and the test says nothing about it`,
      );
    const { entry, params } = found;
    const { route } = entry;
    try {
      this.#checkAccess(route, incoming);
      const before = this.#remembered.of(incoming);
      if (before !== undefined) return arriving(entry, before);
      const call = await this.#parse(entry, params, incoming);
      entry.calls.push(call);
      await entry.held;
      signal?.throwIfAborted();
      const answer = await this.#respond(entry, call, incoming.headers.get("range"));
      this.#remembered.keep(incoming, answer);
      return arriving(entry, answer);
    } catch (error) {
      if (error instanceof TypeError && error.message === UNREACHABLE) throw error;
      if (signal?.aborted) throw error;
      return this.#complain(`${nameOf(route)}: ${(error as Error).message}`);
    }
  }

  #set(route: RouteDefinition, respond: Entry["respond"]): void {
    this.#entry(route).respond = respond;
  }

  #entry(route: RouteDefinition): Entry {
    const known = this.#entries.find((entry) => entry.route === route);
    if (known !== undefined) return known;
    const entry: Entry = {
      route,
      match: pathMatcher(route),
      respond: () => Promise.reject(new Error("the test gives no answer")),
      held: undefined,
      losing: 0,
      calls: [],
    };
    this.#entries.push(entry);
    return entry;
  }

  /** Addresses without values come first: `/user/search` is no user's id. */
  #find({ method, path }: Incoming) {
    const fitting = this.#entries.flatMap((entry) => {
      const params = entry.route.method === method ? entry.match(path) : undefined;
      return params === undefined ? [] : [{ entry, params }];
    });
    return fitting
      .filter(({ entry: { route }, params }) => route.params?.safeParse(params).success ?? true)
      .toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
  }

  #checkAccess({ access }: RouteDefinition, { headers }: Incoming): void {
    if (access === "public") return;
    if (!headers.has("authorization")) throw new Error("is called without a token");
    if (access === "loggedIn" || this.reader === null) return;
    if (!holdsOneOf(this.reader, access))
      throw new Error(`is called by a reader who does not hold ${String(access)}`);
  }

  /** What a refused call sent need not be right: that may be why it is refused. */
  async #parse(
    { route, respond }: Entry,
    params: Record<string, string>,
    { query, body }: Incoming,
  ): Promise<ReceivedCall<RouteDefinition>> {
    const text = isBytes(route.body) ? "" : await body.text();
    const json: unknown = text === "" ? undefined : JSON.parse(text);
    const parsedBody = () => {
      if (isBytes(route.body)) return body;
      if (json === undefined && route.bodyOptional) return undefined;
      return parsePart(route.body, json, "the body");
    };
    const isRefused = typeof respond !== "function";
    return {
      params: parsePart(route.params, params, "the path"),
      query: parsePart(route.query, query, "the query"),
      body: isRefused ? json : parsedBody(),
    } as ReceivedCall<RouteDefinition>;
  }

  async #respond(
    { route, respond }: Entry,
    call: ReceivedCall<RouteDefinition>,
    range: string | null,
  ) {
    if (respond === "unreachable") throw new TypeError(UNREACHABLE);
    if (typeof respond !== "function") return problemResponse(respond);
    const answer = await respond(call);
    if (isBytes(route.answer)) return bytesResponse(answer as Blob, range);
    if (!isSchema(route.answer)) return new Response(null, { status: 204 });
    // Sent as the product sends it: what the schema does not know does not leave.
    return Response.json(parsePart(route.answer, answer, "the answer"), {
      status: route.status ?? 200,
    });
  }

  #complain(sentence: string): Response {
    this.complaints.push(sentence);
    return problemResponse({ code: "INTERNAL", detail: sentence });
  }
}

const UNREACHABLE = "Failed to fetch";

/** Returns the answer, unless it gets lost on its way. */
function arriving(entry: Entry, answer: Response): Response {
  if (entry.losing === 0) return answer;
  entry.losing -= 1;
  throw new TypeError(UNREACHABLE);
}

/** Returns the whole, or the part that was asked for. */
function bytesResponse(bytes: Blob, range: string | null): Response {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  return from === undefined || to === undefined
    ? new Response(bytes)
    : new Response(bytes.slice(Number(from), Number(to) + 1), { status: 206 });
}

function problemResponse({ code, as, detail, errors = [], current }: Refusal): Response {
  const [status, sentence] = ERROR_CODES[code];
  const document = {
    type: "about:blank",
    title: code,
    status,
    code: as ?? code,
    detail: detail ?? sentence,
    requestId: "00000000-0000-7000-8000-000000000000",
    errors,
    ...(current !== undefined && { current }),
  };
  const headers = { "content-type": "application/problem+json" };
  return new Response(JSON.stringify(document), { status, headers });
}
