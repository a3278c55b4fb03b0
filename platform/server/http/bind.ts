import { z } from "zod";
import { finished, Readable, Transform } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Bytes,
  type Contract,
  isBytes,
  isSchema,
  type Route,
} from "#platform/contract/route.ts";
import { IDEMPOTENCY_KEY, isRemembered } from "#platform/contract/sent-again.ts";
import { AppError, notFound } from "./app-error.ts";
import { fits, quotaReached } from "../blobs/quota.ts";
import { selectQuota, selectRoom } from "../blobs/quota-queries.ts";
import { type Actor, type Database, GUEST, type WriteTx } from "../database/database.ts";
import { answersOf, type RouteAnswers } from "./answers/send-answer.ts";
import { refuseControls, refuseUnstorable } from "./forbidden-characters.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { isAnswered, lockAndRecall, remember } from "./idempotency-queries.ts";
import type { Call, Handler, Handlers } from "./implement.ts";
import { nameTenant } from "./name-tenant.ts";
import {
  type Authenticate,
  type FindTenant,
  holdsAccess,
  type Principal,
  type TenantRow,
} from "./principal.ts";
import { addressError, validationError } from "./problems.ts";

interface Binding {
  database: Database;
  findTenant: FindTenant;
  authenticate: Authenticate;
  /**
   * A field too many in an answer is an error, not only left out. On in tests.
   */
  checkAnswers: boolean;
}

/** Code of 422: the key belongs to another request. */
export const KEY_REUSED = "IDEMPOTENCY_KEY_REUSED";

/**
 * Puts a contract's routes on the server. Tenant, token, right and shape are settled here, before
 * any handler.
 */
export function bind(
  server: FastifyInstance,
  binding: Binding,
  contract: Contract,
  handlers: Handlers<Contract>,
): void {
  const json: [Route, Handler<Route>][] = [];
  const byte: [Route, Handler<Route>][] = [];
  for (const [name, route] of Object.entries(contract)) {
    const handler = handlers[name];
    if (handler === undefined) throw new Error(`nothing handles the route ${name}`);
    (isBytes(route.body) ? byte : json).push([route, handler]);
  }
  const register = (scope: FastifyInstance, routes: [Route, Handler<Route>][]) => {
    for (const [route, handler] of routes) {
      const answers = answersOf(route, { strict: binding.checkAnswers });
      scope.route({
        method: methodsOf(route),
        url: urlOf(route),
        exposeHeadRoute: false,
        ...(route.maxBytes === undefined ? {} : { bodyLimit: route.maxBytes }),
        handler: (request, reply) => answer(binding, route, handler, answers, request, reply),
      });
    }
  };
  register(server, json);
  // In a scope of its own, so that a JSON file uploaded as bytes is not parsed.
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    register(scope, byte);
  });
}

/**
 * What GET answers can be asked for without its content. A stream of events has nothing to say
 * then.
 */
export function methodsOf({ method, answer }: Route): string[] {
  return method === "GET" && (isSchema(answer) || answer.kind !== "eventStream")
    ? ["GET", "HEAD"]
    : [method];
}

export function urlOf(route: Route): string {
  const base = route.access === "public" ? "/public/:tenant" : "/:tenant/api";
  return base + route.path.replace(/\{(\w+)\*\}/g, "*").replace(/\{(\w+)\}/g, ":$1");
}

async function answer(
  binding: Binding,
  route: Route,
  handler: Handler<Route>,
  answers: RouteAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header("cache-control", "no-store");
  const { tenant: tenantName, ...rawParams } = request.params as Record<string, string>;
  const tenant = await binding.findTenant(tenantName ?? "");
  if (tenant === undefined) throw notFound();
  nameTenant(request, tenant);
  const principal =
    route.access === "public" ? undefined : await permitted(binding, tenant, route, request);
  const call = prepare(binding, tenant, principal, route, request, reply, rawParams);
  const key = request.headers["idempotency-key"];
  if (typeof key === "string" && !IDEMPOTENCY_KEY.test(key))
    throw new AppError("BAD_REQUEST", { detail: "Der Idempotency-Key ist nicht lesbar." });
  try {
    const ready = (await handler.prepare?.(call)) ?? handler;
    const result =
      typeof key === "string" && isRemembered(route) && !isBytes(route.body)
        ? await once(binding, tenant, principal, key, ready, answers, call, request, reply)
        : await ready(call);
    return answers.send(result, reply);
  } catch (error) {
    throw error instanceof AppError ? error.showing(answers.shown) : error;
  }
}

const BEARER = /^Bearer [\w.~+/=-]+$/i;

async function permitted(
  binding: Binding,
  tenant: TenantRow,
  route: Route,
  request: FastifyRequest,
): Promise<Principal> {
  const header = request.headers.authorization;
  const token =
    header !== undefined && BEARER.test(header) ? header.slice("Bearer ".length) : undefined;
  if (token === undefined) throw new AppError("UNAUTHENTICATED");
  const principal = await binding.authenticate(tenant, token);
  if (!holdsAccess(principal, route.access)) throw new AppError("FORBIDDEN");
  return principal;
}

function prepare(
  binding: Binding,
  tenant: TenantRow,
  principal: Principal | undefined,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  rawParams: Record<string, string>,
): Call<Route> {
  const { database } = binding;
  const actor = actorOf(principal);
  let aborted: AbortController | undefined;
  return {
    params: parsePart(route.params, namedParams(route, rawParams), addressError),
    query: parsePart(route.query, request.query, validationError),
    body: isBytes(route.body) ? undefined : parseBody(route, request.body),
    tenant,
    get principal() {
      if (principal === undefined) throw new Error("a public route has no principal");
      return principal;
    },
    read: (work) => database.read(tenant.id, work, { mayLag: route.mayLag === true }),
    write: (work, as) => database.write(tenant.id, { ...actor, ...as }, work),
    idempotent(fingerprint, work, { part, ...as } = {}) {
      const key = request.headers["idempotency-key"];
      const acting = { ...actor, ...as };
      if (typeof key !== "string") return database.write(tenant.id, acting, work);
      return replayOrRun(binding, tenant, acting, { key, fingerprint, part }, reply, work);
    },
    async requireRoom(bytes = announcedBytes(request)) {
      const key = request.headers["idempotency-key"];
      await database.read(tenant.id, async (tx) => {
        if ((await selectQuota(tx)) === null || fits(await selectRoom(tx), bytes)) return;
        if (typeof key === "string" && (await isAnswered(tx, callerOf(actor), key))) return;
        throw quotaReached();
      });
    },
    get stream() {
      return limitBody(request, reply, route.body as Bytes);
    },
    get contentType() {
      return (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    },
    created: (location) =>
      void reply.status(201).header("location", `/${tenant.name}/api${location}`),
    request,
    reply,
    requestId: request.id,
    get signal() {
      return (aborted ??= abortedWith(reply)).signal;
    },
  };
}

/** Aborts when the caller goes away before the answer is written, also where that has happened already. */
function abortedWith({ raw }: FastifyReply): AbortController {
  const aborted = new AbortController();
  const look = () => {
    if (!raw.writableFinished) aborted.abort();
  };
  if (raw.closed) look();
  else raw.once("close", look);
  return aborted;
}

/** A path of any depth at the end of an address, as the routes of a process have it. */
const deepPaths = new WeakMap<Route, { slash: string; name: string | undefined }>();

/**
 * Returns the parameters by their names. A path of any depth is given with its first slash, whether
 * that is the route's or the path's own.
 */
function namedParams(route: Route, raw: Record<string, string>): Record<string, string> {
  let known = deepPaths.get(route);
  if (known === undefined) {
    const [, slash = "", name] = /(\/?)\{(\w+)\*\}$/.exec(route.path) ?? [];
    deepPaths.set(route, (known = { slash, name }));
  }
  if (known.name === undefined) return raw;
  const { "*": deep, ...named } = raw;
  return { ...named, [known.name]: `${known.slash}${deep ?? ""}` };
}

/**
 * Unknown names are refused by the contract's strict objects; a route without a schema takes
 * nothing.
 */
function parsePart(
  schema: Route["params"],
  value: unknown,
  refusal: (error: z.ZodError) => AppError,
): Record<string, unknown> | undefined {
  refuseControls(schema === undefined ? value : withoutChoices(schema, value));
  if (schema === undefined) {
    const unknown = Object.keys((value ?? {}) as object);
    if (unknown.length === 0) return undefined;
    throw new AppError("VALIDATION_FAILED", {
      errors: unknown.map((path) => ({
        path,
        code: "UNKNOWN_FIELD",
        message: "Diese Angabe gibt es hier nicht.",
      })),
    });
  }
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw refusal(parsed.error);
  return parsed.data;
}

/** A value out of a closed list may be a tab: what else it is, the list refuses. */
function withoutChoices(schema: z.ZodObject, value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries((value ?? {}) as object).filter(([name]) => !isChoice(schema.shape[name])),
  );
}

function isChoice(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isChoice(schema.unwrap());
  return schema instanceof z.ZodEnum;
}

function parseBody(route: Route, value: unknown): unknown {
  if (!isSchema(route.body)) {
    if (value === undefined || value === null || JSON.stringify(value) === "{}") return undefined;
    throw new AppError("BAD_REQUEST", { detail: "Dieser Aufruf nimmt keinen Inhalt an." });
  }
  if ((value === undefined || value === null) && route.bodyOptional === true) return undefined;
  refuseUnstorable(value);
  const parsed = route.body.safeParse(value === undefined ? {} : value);
  if (!parsed.success) throw validationError(parsed.error);
  return parsed.data;
}

/** Without a word about it there is at least something. */
function announcedBytes({ headers }: FastifyRequest): number {
  return Number(headers["content-length"] ?? 1);
}

function limitBody(request: FastifyRequest, reply: FastifyReply, { maxBytes }: Bytes): Readable {
  const source = (request.body ?? request.raw) as Readable;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw new AppError("TOO_LARGE");
  let size = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size > maxBytes) done(new AppError("TOO_LARGE"));
      else done(null, chunk);
    },
  });
  // A reader is told of a sender who vanished, however early: also before the handler came to
  // read. Without a reader the error would be unhandled.
  limit.on("error", () => {});
  finished(source, { writable: false }, (error) => {
    if (error) limit.destroy(error);
  });
  // What still comes after a refusal is read and dropped: a client busy sending would never
  // hear the answer.
  limit.once("close", () => {
    // Leaving the pipe pauses what comes, so that comes first.
    source.unpipe(limit);
    source.resume();
  });
  reply.raw.once("finish", () => limit.destroy());
  return source.pipe(limit);
}

/** One effect for many tries: the writes and the remembered answer share one transaction. */
async function once(
  binding: Binding,
  tenant: TenantRow,
  principal: Principal | undefined,
  key: string,
  handler: Handler<Route>,
  answers: RouteAnswers,
  call: Call<Route>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const fingerprint = fingerprintOf(
    `${request.method} ${request.url}`,
    JSON.stringify(request.body ?? null),
  );
  const base = actorOf(principal);
  return replayOrRun(binding, tenant, base, { key, fingerprint }, reply, async (tx) => {
    const joined = Object.create(call, {
      read: { value: (work: (inner: WriteTx) => Promise<unknown>) => work(tx) },
      write: {
        value: (work: (inner: WriteTx) => Promise<unknown>, as?: Partial<Actor>) =>
          binding.database.join(tx, { ...base, ...as }, work),
      },
    }) as Call<Route>;
    // What the contract does not name is not kept either.
    return answers.shown(await handler(joined));
  });
}

/** The answer of an earlier request with the same key, or what `work` answers now. */
async function replayOrRun<T>(
  { database }: Binding,
  tenant: TenantRow,
  actor: Actor,
  {
    key: given,
    fingerprint,
    part,
  }: { key: string; fingerprint: string; part?: number | undefined },
  reply: FastifyReply,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  const caller = callerOf(actor);
  // No given key has a space.
  const key = part === undefined ? given : `${given} ${part}`;
  return database.write(tenant.id, actor, async (tx) => {
    const known = await lockAndRecall(tx, caller, key);
    if (known !== undefined) {
      if (known.fingerprint !== fingerprint) {
        throw new AppError("UNPROCESSABLE", {
          code: KEY_REUSED,
          detail: "Dieser Idempotency-Key gehört zu einer anderen Anfrage.",
        });
      }
      if (known.location !== null) reply.header("location", known.location);
      reply.status(known.status);
      return known.body as T;
    }
    const result = await work(tx);
    const location = reply.getHeader("location");
    await remember(tx, caller, key, {
      fingerprint,
      status: reply.statusCode,
      location: typeof location === "string" ? location : null,
      body: result,
    });
    return result;
  });
}

/** Whose keys these are. */
function callerOf({ userId }: Actor): string {
  return userId ?? "public";
}

function actorOf(principal: Principal | undefined): Actor {
  return principal
    ? { userId: principal.userId, name: principal.name, kind: "USER", way: "UI" }
    : GUEST;
}
