import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#platform/server/http/app-error.ts";
import { errorText } from "../pages/error-texts.ts";
import { messagePage } from "../pages/login-pages.ts";
import { errors } from "../provider/library/library.ts";
import { REFRESH_SECONDS } from "#platform/server/http/pages/failed-page.ts";
import { PLAIN_POLICY, plainPage } from "#platform/server/http/pages/plain-page.ts";
import type { IdentityServer } from "./identity-server.ts";

interface Problem {
  status: number;
  title: string;
  text: string;
  retryAfterSeconds?: number | undefined;
}

/** Sends what went wrong: a sentence to scripts, a page of the club to people. */
export async function sendError(
  identity: IdentityServer,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { status, title, text, retryAfterSeconds } = problemOf(error);
  if (status >= 500) request.log.error({ err: error }, "identity page failed");
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  if (request.headers["content-type"]?.startsWith("application/json"))
    return reply.code(status).send({ detail: text });
  try {
    return await identity.page(
      request,
      reply,
      (realm, branding) =>
        messagePage(realm, branding, { title, text, link: identity.homeLink(realm) }),
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

function problemOf(error: unknown): Problem {
  if (error instanceof AppError) {
    const { status, detail: text, retryAfterSeconds } = error;
    return { status, title: titleOf(status), text, retryAfterSeconds };
  }
  if (error instanceof errors.OIDCProviderError)
    return { status: error.statusCode, ...errorText(error.message) };
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return status < 500
    ? { status, title: "Das geht so nicht", text: "Die Anfrage ist nicht in Ordnung." }
    : { status: 500, ...errorText("server_error") };
}

function titleOf(status: number): string {
  if (status === 429) return "Bitte warten Sie einen Augenblick";
  return status === 503 ? "Die Anmeldung ist gerade nicht erreichbar" : "Das geht so nicht";
}
