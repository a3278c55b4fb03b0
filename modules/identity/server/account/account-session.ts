import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "#platform/server/database/database.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { findLogin, type Login, mayLogIn } from "../logins/login-queries.ts";

/** Who stands behind the session cookie. */
export interface AccountSession {
  login: Login;
  sessionUid: string;
}

/** The person of the browser's log-in session, undefined without one. */
export async function accountSession(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountSession | undefined> {
  const provider = await identity.provider(request);
  const context = provider.createContext(request.raw, reply.raw);
  const session = await provider.Session.get(context as Parameters<typeof provider.Session.get>[0]);
  const { accountId, uid } = session;
  if (accountId === undefined) return undefined;
  const login = await identity.services.database.read(identity.realm(request).tenant.id, (tx) =>
    findLogin(tx, accountId),
  );
  return login !== undefined && mayLogIn(login) ? { login, sessionUid: uid } : undefined;
}

/** Changes on the account page are the person's own. */
export function ownActor({ memberId, firstName, lastName }: Login): Actor {
  return {
    userId: memberId,
    name: `${firstName} ${lastName}`.trim(),
    kind: "USER",
    way: "PROFILE",
  };
}
