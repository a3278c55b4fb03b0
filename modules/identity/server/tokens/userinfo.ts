import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#platform/server/http/app-error.ts";
import { embeddedAccessTokens } from "./embedded-access-tokens.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { findLogin } from "../logins/login-queries.ts";

/** The user-info call. The library's own refuses access tokens that are meant for the API. */
export function userinfoRoute(server: FastifyInstance, identity: IdentityServer): void {
  const tokens = embeddedAccessTokens(identity.services);
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { tenant } = identity.realm(request);
    reply.header("cache-control", "no-store");
    try {
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
      const { subject } = await tokens.verify(tenant, token);
      const login = await identity.services.database.read(tenant.id, (tx) =>
        findLogin(tx, subject),
      );
      return reply.send({
        sub: subject,
        name: `${login?.firstName} ${login?.lastName}`.trim(),
        given_name: login?.firstName,
        family_name: login?.lastName,
        preferred_username: login?.username,
        email: login?.email ?? undefined,
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      return reply
        .code(401)
        .header("www-authenticate", 'Bearer error="invalid_token"')
        .send({ error: "invalid_token" });
    }
  };
  server.route({ method: ["GET", "POST"], url: "/protocol/openid-connect/userinfo", handler });
}
