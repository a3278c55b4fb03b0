import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { v7 as uuidv7 } from "uuid";
import type { ErrorCode } from "#platform/contract/problem.ts";
import { AppError } from "../app-error.ts";
import { problemOf } from "../problems.ts";

/** By Node's codes; all others are requests that can't be read. */
const KINDS: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "TOO_LARGE",
};

/** So long an answered connection may go on sending before it is cut. */
const LINGER_MS = 2_000;

/**
 * Answers what the HTTP parser refuses with a problem document. There is no request then, only a
 * connection, which ends with the answer.
 */
export function answerClientError(
  this: { log: FastifyBaseLogger },
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = uuidv7();
  const refusal = new AppError(KINDS[error.code ?? ""] ?? "BAD_REQUEST");
  this.log.info({ requestId, status: refusal.status, code: error.code }, "unreadable request");
  socket.end(rawAnswer(refusal, requestId));
  // Closed with unread bytes, it would take the answer away from a client that is still sending.
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(cut));
}

function rawAnswer(refusal: AppError, requestId: string): string {
  const body = JSON.stringify(problemOf(refusal, requestId));
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "Content-Type: application/problem+json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    `X-Request-Id: ${requestId}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
