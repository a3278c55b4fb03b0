import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#platform/server/http/app-error.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { type AccountRequest, accountRequest } from "./account-session.ts";
import { confirmIdentity, openConfirmation } from "./confirm-identity.ts";
import { openAccount } from "./account-view.ts";
import { changePassword } from "./change-password.ts";
import { offerPasskey, removePasskey, savePasskey } from "./passkeys.ts";
import { endOneSession, endOtherSessions } from "./sessions.ts";
import { beginTotpSetup, changeTotp, confirmTotp } from "./totp-setup.ts";

type Handler = (account: AccountRequest) => Promise<unknown>;

/** The account page behind Mein Profil: password, second step, passkeys, log-ins. */
export function accountRoutes(server: FastifyInstance, identity: IdentityServer): void {
  const own = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const account = await accountRequest(identity, request, reply);
    return account === undefined ? refuse(identity, request, reply) : handler(account);
  };
  server.get("/account", own(openAccount));
  server.post("/account/password", own(changePassword));
  server.get("/account/confirm", own(openConfirmation));
  server.post("/account/confirm", own(confirmIdentity));
  server.post("/account/totp/begin", own(beginTotpSetup));
  server.post("/account/totp/confirm", own(confirmTotp));
  server.post("/account/totp/change", own(changeTotp));
  server.post("/account/passkey-options", own(offerPasskey));
  server.post("/account/passkey", own(savePasskey));
  server.post("/account/passkeys/:id/remove", own(removePasskey));
  server.post("/account/sessions/:uid/end", own(endOneSession));
  server.post("/account/sessions/end-others", own(endOtherSessions));
}

/** Without a session the way leads through the application, which logs in. */
function refuse(identity: IdentityServer, request: FastifyRequest, reply: FastifyReply) {
  if (request.headers["content-type"]?.startsWith("application/json"))
    throw new AppError("UNAUTHENTICATED");
  return reply.redirect(`${identity.browserOrigin(request).origin}/profile`, 303);
}
