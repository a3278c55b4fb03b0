import type { FastifyInstance, FastifyRequest } from "fastify";
import { serverPagePolicy } from "#platform/server/http/server-pages/server-page.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { accountRoutes } from "../account/account-routes.ts";
import { frameRoutes } from "../provider/frame-routes.ts";
import { actionLinkRoutes } from "../sign-in/action-link-routes.ts";
import { loginRoutes } from "../sign-in/login-routes.ts";
import { passwordHelpRoutes } from "../sign-in/password-help-routes.ts";
import { userinfoRoute } from "../tokens/userinfo.ts";
import { parseForm, refuseControls } from "./clean-input.ts";
import type { IdentityServer } from "./identity-server.ts";
import { isOwnAddress } from "./origins.ts";

const FORM_LIMIT_BYTES = 64 * 1024;
const PAGE_POLICY = serverPagePolicy({
  scriptSrc: ["'self'"],
  imgSrc: ["data:"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
});

/** The pages and calls that are ours, beside those of the library. */
export async function ownPages(server: FastifyInstance, identity: IdentityServer): Promise<void> {
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  );
  server.addHook("onRequest", async (request, reply) => {
    reply
      .header("content-security-policy", PAGE_POLICY)
      .header("x-frame-options", "DENY")
      .header("referrer-policy", "same-origin");
    if (request.method === "POST") refuseForeignForm(identity, request);
  });
  server.addHook("preValidation", async (request) => refuseControls(request));
  frameRoutes(server, identity);
  loginRoutes(server, identity);
  passwordHelpRoutes(server, identity);
  actionLinkRoutes(server, identity);
  accountRoutes(server, identity);
  userinfoRoute(server, identity);
}

/**
 * A form of a foreign page must not act in the name of a logged-in person, nor one of another club
 * of the same site. Browsers name their origin on POST, and most say whether it is ours; what says
 * neither is no browser.
 */
function refuseForeignForm(identity: IdentityServer, request: FastifyRequest): void {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const isOwnSite = site === "same-origin" || site === "none";
  // Pages may hide their origin, so that its absence shows nothing.
  const isHidden = origin === undefined || (origin === "null" && isOwnSite);
  const isForeign =
    (site !== undefined && !isOwnSite) || (!isHidden && !isOwnOrigin(identity, request, origin));
  if (isForeign) throw new AppError("FORBIDDEN", { code: "FOREIGN_ORIGIN" });
}

function isOwnOrigin(identity: IdentityServer, request: FastifyRequest, origin: string): boolean {
  const { tenant } = identity.realm(request);
  return isOwnAddress(identity.services.environment, tenant.name, `${origin}/`, request.host);
}
