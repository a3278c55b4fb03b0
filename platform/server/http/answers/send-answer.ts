import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { isBytes, isSchema, type Route } from "#platform/contract/route.ts";
import type { ByteAnswer, JsonText } from "../implement.ts";
import { sendCompressed } from "./send-compressed.ts";
import { projectionOf } from "./projection.ts";

/** What leaves the server as the answers of a route. */
export interface RouteAnswers {
  /** Sends what the handler returned. */
  send(result: unknown, reply: FastifyReply): FastifyReply;
  /** Returns a record that a refusal carries, as the route's answer would show it. */
  shown(record: unknown): unknown;
}

/**
 * Returns how the answers of a route leave the server: compiled once, from its contract. What the
 * contract does not name stays here, whatever the handler returned. With `strict` such an answer is
 * an error instead, for tests: it was meant to be sent.
 */
export function answersOf(route: Route, { strict }: { strict: boolean }): RouteAnswers {
  const { answer: shape } = route;
  const shown = () => undefined;
  if (isSchema(shape)) {
    return route.preserialized === true
      ? { shown, send: textSender(route, shape, strict) }
      : jsonAnswers(route, shape, strict);
  }
  if (isBytes(shape)) return { shown, send: sendBytes };
  if (shape.kind === "eventStream") return { shown, send: (_result, reply) => reply };
  return { shown, send: (_result, reply) => reply.status(204).send() };
}

function jsonAnswers(route: Route, shape: z.ZodType, strict: boolean): RouteAnswers {
  const project = projectionOf(shape);
  const shown = (record: unknown) => {
    if (record === undefined) throw new Error(`${nameOf(route)} answered nothing`);
    const projected = project(record);
    if (strict) assertNamed(route, shape, JSON.stringify(record), JSON.stringify(projected));
    return projected;
  };
  return {
    shown,
    // Whole before anything of it is sent: what fails here is a problem document.
    send: (result, reply) => sendJson(route, JSON.stringify(shown(result)), reply),
  };
}

/** Text that the database made goes out as it is, one of pieces while it is being written. */
function textSender(route: Route, shape: z.ZodType, strict: boolean): RouteAnswers["send"] {
  return (result, reply) => {
    const { content } = result as JsonText;
    if (reply.request.method === "HEAD") return sendJson(route, undefined, reply);
    if (strict) {
      const text = typeof content === "string" ? content : [...content].join("");
      assertNamed(route, shape, text);
      return sendJson(route, text, reply);
    }
    if (typeof content === "string") return sendJson(route, content, reply);
    return sendJson(route, Readable.from(content, { objectMode: false }), reply);
  };
}

function sendJson(route: Route, content: string | Readable | undefined, reply: FastifyReply) {
  const answer = reply
    .status(route.status ?? reply.statusCode)
    .type("application/json; charset=utf-8");
  return sendCompressed(content, answer);
}

function sendBytes(result: unknown, reply: FastifyReply): FastifyReply {
  const { content, contentType, headers, status } = result as ByteAnswer;
  const unread = reply.request.method === "HEAD" && content instanceof Readable;
  if (unread) {
    // A file is not read and a ZIP not packed when no one receives it.
    content.on("error", () => {});
    content.destroy();
  }
  return reply
    .status(status ?? 200)
    .headers(headers ?? {})
    .type(contentType)
    .send(unread ? undefined : content);
}

/** Throws for a field too many, too few or of another kind than the contract says. */
function assertNamed(route: Route, shape: z.ZodType, returned: string, sent = returned): void {
  const answer: unknown = JSON.parse(returned);
  const expected = canonical(answer);
  const parsed = shape.safeParse(answer);
  if (!parsed.success)
    throw new Error(`the answer of ${nameOf(route)} is none`, { cause: parsed.error });
  if (canonical(parsed.data) !== expected)
    throw new Error(`the answer of ${nameOf(route)} has fields that the contract does not name`);
  if (canonical(JSON.parse(sent)) !== expected)
    throw new Error(`the answer of ${nameOf(route)} lost something on its way`);
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
