import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type {
  AnswerOf,
  BodyOf,
  Contract,
  ParamsOf,
  QueryOf,
  RouteDefinition,
} from "#platform/contract/route.ts";
import type { Actor, ReadTx, WriteTx } from "../database/database.ts";
import type { Principal, TenantRow } from "./principal.ts";

/** A byte answer: headers beyond the content type are given as they go out. */
export interface ByteAnswer {
  contentType: string;
  content: Readable | Buffer;
  headers?: Record<string, string>;
  status?: number;
}

/**
 * The answer of a `preserialized` route: JSON that is text already, whole, or in pieces that are
 * sent while they are being written.
 */
export class JsonText {
  readonly content: string | Iterable<string>;
  constructor(content: string | Iterable<string>) {
    this.content = content;
  }
}

/** What every handler is called with. Tenant and rights are settled before it runs. */
export interface Call<R extends RouteDefinition> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  tenant: TenantRow;
  /** The member asking. On a `public` route there is none: reading it throws. */
  principal: Principal;
  /** A read-only transaction of the tenant. */
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /**
   * A changing transaction of the tenant, acting as the member (way `UI` unless said otherwise).
   * Under an Idempotency-Key all writes of a request join one transaction together with the
   * remembered answer.
   */
  write<T>(
    work: (tx: WriteTx) => Promise<T>,
    as?: Partial<Pick<Actor, "way" | "name" | "kind" | "importRunId">>,
  ): Promise<T>;
  /**
   * `write` for a route whose body is bytes: a second request with the same Idempotency-Key is
   * answered as the first, without `work`. `fingerprint` tells whether it is the same request; only
   * the handler knows what its bytes mean. A request of several `part`s that are done or refused
   * each for itself is remembered part by part.
   */
  idempotent<T>(
    fingerprint: string,
    work: (tx: WriteTx) => Promise<T>,
    options?: { part?: number } & Partial<Pick<Actor, "way">>,
  ): Promise<T>;
  /**
   * Refuses with 507, before they are read, bytes that the club's quota has no room for: so many as
   * the request announces, or at least one. What is kept in the end decides at its `claimBlob`; a
   * request that is repeated under its Idempotency-Key is let through.
   */
  requireRoom(bytes?: number): Promise<void>;
  /** The bytes of a `bytes` body, limited to the contract's size. */
  stream: Readable;
  contentType: string;
  /** Answers 201 with this place, relative to the API's base: `/user/…`. */
  created(location: string): void;
  request: FastifyRequest;
  reply: FastifyReply;
  requestId: string;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
}

type HandlerAnswer<R extends RouteDefinition> = R["answer"] extends { kind: "bytes" }
  ? ByteAnswer
  : R["answer"] extends { kind: "noContent" | "eventStream" }
    ? void
    : R["preserialized"] extends true
      ? JsonText
      : AnswerOf<R>;

export type Handler<R extends RouteDefinition> = ((call: Call<R>) => Promise<HandlerAnswer<R>>) & {
  /** Asks other servers before any transaction is open, and returns the handler that knows. */
  prepare?(call: Call<R>): Promise<Handler<R>>;
};

/**
 * Returns a handler for a route that needs another server's answer. That may take seconds: under an
 * Idempotency-Key a handler runs within a transaction, so `ask` comes before it.
 */
export function askingFirst<R extends RouteDefinition, Answer>(
  ask: (call: Call<R>) => Promise<Answer>,
  handle: (call: Call<R>, answer: Answer) => Promise<HandlerAnswer<R>>,
): Handler<R> {
  const prepare = async (call: Call<R>): Promise<Handler<R>> => {
    const answer = await ask(call);
    return (next) => handle(next, answer);
  };
  return Object.assign(async (call: Call<R>) => (await prepare(call))(call), { prepare });
}

/** One handler for each route of the contract; a missing one does not compile. */
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> };
