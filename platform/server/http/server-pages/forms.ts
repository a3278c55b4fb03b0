import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";

const FORM_LIMIT_BYTES = 64 * 1024;

/** Lets pages of this scope be sent forms, as browsers send them without a script. */
export function acceptForms(server: FastifyInstance): void {
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  );
}

/** Returns the fields of a form; refuses one that says a field twice. */
export function parseForm(text: string): Record<string, string> {
  const fields = new URLSearchParams(text);
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length !== fields.size)
    throw new AppError("BAD_REQUEST", { detail: "Ein Feld kommt in der Anfrage doppelt vor." });
  return form;
}

/**
 * A form of a foreign page must not act in the name of a person, nor one of another club of the
 * same site. Browsers name their origin on POST, and most say whether it is ours; what says neither
 * is no browser.
 */
export function refuseForeignForm(
  request: FastifyRequest,
  isOwnOrigin: (origin: string) => boolean,
): void {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const isOwnSite = site === "same-origin" || site === "none";
  // Pages may hide their origin, so that its absence shows nothing.
  const isHidden = origin === undefined || (origin === "null" && isOwnSite);
  const isForeign = (site !== undefined && !isOwnSite) || (!isHidden && !isOwnOrigin(origin));
  if (isForeign) throw new AppError("FORBIDDEN", { code: "FOREIGN_ORIGIN" });
}
