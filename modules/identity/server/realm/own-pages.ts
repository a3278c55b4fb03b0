import type { FastifyInstance, FastifyRequest } from "fastify";
import { serverPagePolicy } from "#platform/server/http/server-pages/server-page.ts";
import { acceptForms, refuseForeignForm } from "#platform/server/http/server-pages/forms.ts";
import { accountRoutes } from "../account/account-routes.ts";
import { frameRoutes } from "../provider/frame-routes.ts";
import { actionLinkRoutes } from "../sign-in/action-link-routes.ts";
import { loginRoutes } from "../sign-in/login-routes.ts";
import { passwordHelpRoutes } from "../sign-in/password-help-routes.ts";
import { userinfoRoute } from "../tokens/userinfo.ts";
import { refuseControls } from "./clean-input.ts";
import type { IdentityServer } from "./identity-server.ts";
import { isOwnAddress } from "./origins.ts";

const PAGE_POLICY = serverPagePolicy({
  scriptSrc: ["'self'"],
  imgSrc: ["data:"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
});

/** The pages and calls that are ours, beside those of the library. */
export async function ownPages(server: FastifyInstance, identity: IdentityServer): Promise<void> {
  acceptForms(server);
  server.addHook("onRequest", async (request, reply) => {
    reply
      .header("content-security-policy", PAGE_POLICY)
      .header("x-frame-options", "DENY")
      .header("referrer-policy", "same-origin");
    if (request.method === "POST")
      refuseForeignForm(request, (origin) => isOwnOrigin(identity, request, origin));
  });
  server.addHook("preValidation", async (request) => refuseControls(request));
  frameRoutes(server, identity);
  loginRoutes(server, identity);
  passwordHelpRoutes(server, identity);
  actionLinkRoutes(server, identity);
  accountRoutes(server, identity);
  userinfoRoute(server, identity);
}

function isOwnOrigin(identity: IdentityServer, request: FastifyRequest, origin: string): boolean {
  const { tenant } = identity.realm(request);
  return isOwnAddress(identity.services.environment, tenant.name, `${origin}/`, request.host);
}
