import type { FastifyReply, FastifyRequest } from "fastify";
import { IN_MAINTENANCE } from "#platform/contract/maintenance.ts";
import { AppError } from "../app-error.ts";
import { MAINTENANCE_TITLE } from "../maintenance.ts";
import { PLAIN_POLICY, plainPage } from "./plain-page.ts";

/** So often a page asks again while the club can't be reached. */
export const REFRESH_SECONDS = 5;

/**
 * Sends a page to a person whose request was refused, or whose club could not be looked up, for
 * example without the database.
 */
export function sendFailedPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply
    .header("content-security-policy", PLAIN_POLICY)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8");
  if (error instanceof AppError && error.status === 503) {
    if (error.code === IN_MAINTENANCE) {
      request.log.info({ code: error.code }, "request refused");
      return reply
        .code(503)
        .header("retry-after", String(error.retryAfterSeconds))
        .send(maintenancePage(error, request));
    }
    request.log.warn({ err: error }, "page without its club");
    return reply
      .code(503)
      .header("retry-after", String(error.retryAfterSeconds ?? REFRESH_SECONDS))
      .send(error.code === "IDENTITY_UNAVAILABLE" ? noLoginPage() : awayPage(request));
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) {
    const text = error instanceof AppError ? error.detail : "Die Anfrage ist nicht in Ordnung.";
    return reply.code(status).send(plainPage("Das geht so nicht", text));
  }
  request.log.error({ err: error }, "page failed");
  return reply
    .code(500)
    .send(
      plainPage(
        "Das hat nicht geklappt",
        `Auf dem Server ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal. Bleibt es dabei, nennen Sie diese Kennung: ${request.id}`,
      ),
    );
}

/** What was typed into a form is a step back, and there is no use in sending it now. */
function maintenancePage({ detail }: AppError, { method }: FastifyRequest): string {
  const isForm = method === "POST";
  return plainPage(
    MAINTENANCE_TITLE,
    isForm ? `${detail} Ihre Angaben sind noch nicht gespeichert.` : detail,
    isForm ? {} : { refreshSeconds: REFRESH_SECONDS },
  );
}

/** The club itself is there: whoever is logged in works on. */
function noLoginPage(): string {
  return plainPage(
    "Die Anmeldung ist gerade nicht möglich",
    "Der Anmeldedienst antwortet im Augenblick nicht. Diese Seite versucht es von selbst alle fünf Sekunden wieder.",
    { refreshSeconds: REFRESH_SECONDS },
  );
}

/** What was only asked for is asked for again; what was typed into a form is a step back. */
function awayPage({ method }: FastifyRequest): string {
  const title = "Der Verein ist gerade nicht erreichbar";
  return method === "POST"
    ? plainPage(
        title,
        "Der Server antwortet im Augenblick nicht. Ihre Angaben sind noch nicht gespeichert: Bitte gehen Sie einen Schritt zurück und senden Sie sie gleich noch einmal.",
      )
    : plainPage(
        title,
        "Der Server antwortet im Augenblick nicht. Es ging nichts verloren. Diese Seite versucht es von selbst alle fünf Sekunden wieder.",
        { refreshSeconds: REFRESH_SECONDS },
      );
}
