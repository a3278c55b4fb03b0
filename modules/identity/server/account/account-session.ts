import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor, WriteTx } from "#platform/server/database/database.ts";
import { findLogin, type Login, mayLogIn } from "../logins/login-queries.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import type { Realm } from "../realm/realm.ts";

/** A request of the person behind the browser's session. */
export interface AccountRequest {
  identity: IdentityServer;
  realm: Realm;
  request: FastifyRequest;
  reply: FastifyReply;
  login: Login;
  sessionUid: string;
  /** Seconds since 1970; 0 when it is not known. */
  loggedInAt: number;
  /** Changes on the account page are the person's own. */
  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
}

/** Returns undefined when the browser has no session, or one of a closed login. */
export async function accountRequest(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountRequest | undefined> {
  const provider = await identity.provider(request);
  const context = provider.createContext(request.raw, reply.raw);
  const session = await provider.Session.get(context as Parameters<typeof provider.Session.get>[0]);
  const { accountId, uid: sessionUid, loginTs: loggedInAt = 0 } = session;
  if (accountId === undefined) return undefined;
  const { database } = identity.services;
  const realm = identity.realm(request);
  const tenantId = realm.tenant.id;
  const login = await database.read(tenantId, (tx) => findLogin(tx, accountId));
  if (login === undefined || !mayLogIn(login)) return undefined;
  return {
    identity,
    realm,
    request,
    reply,
    login,
    sessionUid,
    loggedInAt,
    write: (work) => database.write(tenantId, ownActor(login), work),
  };
}

function ownActor({ memberId, firstName, lastName }: Login): Actor {
  return {
    userId: memberId,
    name: `${firstName} ${lastName}`.trim(),
    kind: "USER",
    way: "PROFILE",
  };
}
