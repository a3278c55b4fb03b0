import { z } from "zod";
import type { Permission } from "./permissions.ts";

/**
 * Who may call a route.
 * `public`: no token, served below `/public/{tenant}`; `loggedIn`: any valid token of the tenant;
 * a permission, or a list of which one is enough. Everything but `public` is served below
 * `/{tenant}/api`.
 */
export type Access = "public" | "loggedIn" | Permission | readonly [Permission, ...Permission[]];

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A body or answer that is not JSON. Declared in the contract so that the general tests see it. */
export interface Bytes {
  readonly kind: "bytes";
  /** Media types accepted (body) or possible (answer). */
  readonly contentTypes: readonly string[];
  /** Largest body in bytes; larger ones answer 413. */
  readonly maxBytes: number;
  /** What a body of a type has to be, where it is JSON, a text or a form: its handler reads it. */
  readonly shapes?: Readonly<Record<string, z.ZodType>>;
  /** True of a body that may be absent. */
  readonly mayBeEmpty?: true;
  /** True of an answer that is 304 when the caller knows it. */
  readonly revalidated?: true;
  /** True of an answer that can be asked for in parts: 206, or 416 where there are none. */
  readonly ranges?: true;
}

type BytesOptions = Pick<Bytes, "shapes" | "mayBeEmpty" | "revalidated" | "ranges">;

export function bytes(
  contentTypes: readonly string[],
  maxBytes = 10 * 1024 * 1024,
  options: BytesOptions = {},
): Bytes {
  return { kind: "bytes", contentTypes, maxBytes, ...options };
}

/** The answer of a route that has nothing to say: status 204. */
export const noContent = { kind: "noContent" } as const;
/** The answer of a route that keeps the connection open and sends server-sent events. */
export const eventStream = { kind: "eventStream" } as const;

export type Body = z.ZodType | Bytes;
export type Answer = z.ZodType | Bytes | typeof noContent | typeof eventStream;

export interface RouteDefinition {
  method: Method;
  /** Path below the base, parameters in braces: `/user/{id}`. */
  path: `/${string}`;
  /** Declared, never assumed: a route without it does not compile. */
  access: Access;
  /** One English line for the OpenAPI document. */
  summary: string;
  params?: z.ZodObject;
  /** What is read of the head beside what all calls have, with an English line for each. */
  headers?: Readonly<Record<string, string>>;
  query?: z.ZodObject;
  body?: Body;
  /** Largest JSON body in bytes, where the usual 1 MiB is too little; larger ones answer 413. */
  maxBytes?: number;
  /** True when the call may be made with an empty body. */
  bodyOptional?: true;
  answer: Answer;
  /**
   * The answer is JSON text that the database made (`JsonText`) and goes out as it is: for lists,
   * where taking rows apart and putting them together again is most of the work. Their names come
   * from the answer's shape, and a test compares them.
   */
  preserialized?: true;
  /**
   * What it reads may come from a replica of the database, some seconds old but never older than
   * what the server knows to have happened in the club.
   */
  mayLag?: true;
  /**
   * Why a write is not remembered under its Idempotency-Key: it has no effect, or it runs in
   * transactions of its own, which one for all would wait for.
   */
  unremembered?: "NO_EFFECT" | "OWN_TRANSACTIONS";
  /** Success status; default 200, or 204 for `noContent`. */
  status?: 200 | 201 | 202;
  /** True when the call makes a record in some of its ways: 201 with its place then. */
  alsoCreates?: true;
}

export type Route<D extends RouteDefinition = RouteDefinition> = Readonly<D>;
export type Contract = Readonly<Record<string, Route>>;

export function route<const D extends RouteDefinition>(definition: D): Route<D> {
  return definition;
}

type Part<T> = T extends z.ZodType ? z.output<T> : undefined;
type PartInput<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives, parsed. */
export type ParamsOf<R extends RouteDefinition> = Part<R["params"]>;
export type QueryOf<R extends RouteDefinition> = Part<R["query"]>;
export type BodyOf<R extends RouteDefinition> =
  | Part<R["body"]>
  | (R["bodyOptional"] extends true ? undefined : never);
/** What a caller sends. */
export type ParamsInput<R extends RouteDefinition> = PartInput<R["params"]>;
export type QueryInput<R extends RouteDefinition> = PartInput<R["query"]>;
export type BodyInput<R extends RouteDefinition> = PartInput<R["body"]>;
/** What a handler returns and a caller receives, for JSON answers. */
export type AnswerOf<R extends RouteDefinition> = R["answer"] extends z.ZodType
  ? z.output<R["answer"]>
  : undefined;

export function isBytes(part: unknown): part is Bytes {
  return typeof part === "object" && part !== null && (part as Bytes).kind === "bytes";
}

export function isSchema(part: unknown): part is z.ZodType {
  return part instanceof z.ZodType;
}
