import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#platform/server/http/app-error.ts";
import { accountRoutes } from "../account/account-routes.ts";
import { frameRoutes } from "../provider/frame-routes.ts";
import { actionLinkRoutes } from "../sign-in/action-link-routes.ts";
import { loginRoutes } from "../sign-in/login-routes.ts";
import { passwordHelpRoutes } from "../sign-in/password-help-routes.ts";
import { userinfoRoute } from "../tokens/userinfo.ts";
import type { IdentityServer } from "./identity-server.ts";
import { isOwnAddress } from "./origins.ts";

const FORM_LIMIT_BYTES = 64 * 1024;
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The pages and calls that are ours, beside those of the library. */
export async function ownPages(server: FastifyInstance, identity: IdentityServer): Promise<void> {
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  server.addHook("onRequest", async (request, reply) => {
    reply
      .header("content-security-policy", PAGE_POLICY)
      .header("x-frame-options", "DENY")
      .header("referrer-policy", "no-referrer");
    if (request.method === "POST") refuseForeignForm(identity, request);
  });
  frameRoutes(server, identity);
  loginRoutes(server, identity);
  passwordHelpRoutes(server, identity);
  actionLinkRoutes(server, identity);
  accountRoutes(server, identity);
  userinfoRoute(server, identity);
}

/**
 * A form of a foreign page must not act in the name of a logged-in person; browsers always name
 * their origin on POST.
 */
function refuseForeignForm(identity: IdentityServer, request: FastifyRequest): void {
  const { origin } = request.headers;
  const isForeign =
    request.headers["sec-fetch-site"] === "cross-site" ||
    (origin !== undefined &&
      origin !== "null" &&
      !isOwnAddress(
        identity.services.environment,
        identity.realm(request).tenant.name,
        `${origin}/`,
        request.host,
      ));
  if (isForeign) throw new AppError("FORBIDDEN", { code: "FOREIGN_ORIGIN" });
}
