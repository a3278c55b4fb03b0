import type { FastifyReply, FastifyRequest } from "fastify";
import { IN_MAINTENANCE } from "#platform/contract/maintenance.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { messagePage } from "../pages/login-pages.ts";
import { problemOf } from "../pages/problem-texts.ts";
import { REFRESH_SECONDS } from "#platform/server/http/pages/failed-page.ts";
import { PLAIN_POLICY, plainPage } from "#platform/server/http/pages/plain-page.ts";
import type { IdentityServer } from "./identity-server.ts";

/** Sends what went wrong: a sentence to scripts, a page of the club to people. */
export async function sendError(
  identity: IdentityServer,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { status, title, text, retryAfterSeconds } = problemOf(error);
  const isExpected = error instanceof AppError && error.code === IN_MAINTENANCE;
  if (status >= 500 && !isExpected) request.log.error({ err: error }, "identity page failed");
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  if (request.headers["content-type"]?.startsWith("application/json"))
    return reply.code(status).send({ detail: text });
  try {
    return await identity.page(
      request,
      reply,
      (realm, club) => messagePage(realm, club, { title, text, link: identity.homeLink(realm) }),
      status,
    );
  } catch {
    // Without the database not even the club's name is known.
    return reply
      .code(status)
      .header("content-security-policy", PLAIN_POLICY)
      .type("text/html; charset=utf-8")
      .send(plainPage(title, text, refreshOf(status, request)));
  }
}

/** What is only asked for is asked for again; nobody's form is sent twice. */
function refreshOf(status: number, { method }: FastifyRequest): { refreshSeconds?: number } {
  return status === 503 && method === "GET" ? { refreshSeconds: REFRESH_SECONDS } : {};
}
