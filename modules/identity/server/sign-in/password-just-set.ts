import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import { findLogin, mayLogIn } from "../logins/login-queries.ts";
import { SESSION_COOKIE } from "../provider/configuration.ts";
import {
  dropCookie,
  readEncryptedCookie,
  writeEncryptedCookie,
} from "../realm/encrypted-cookie.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import type { Interaction } from "./interaction.ts";

const NAME = "login_password_set";
const SECONDS = 2 * 60;

const passwordSet = z.object({ loginId: z.string(), nonce: z.string() });

/**
 * Lets this browser in without asking for the password that it has just set by a mailed link: it
 * would be typed again at once. Somebody else's session in it ends, or they would be who is let in.
 */
export function rememberPasswordSet(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  loginId: string,
): void {
  const { path } = identity.realm(request);
  writeEncryptedCookie(identity, request, reply, {
    name: NAME,
    path: cookiePath(path),
    seconds: SECONDS,
    value: { loginId, nonce: randomUUID() },
  });
  dropCookie(reply, SESSION_COOKIE, `${path}/`);
  dropCookie(reply, `${SESSION_COOKIE}.sig`, `${path}/`);
}

/**
 * Returns whose password this browser has set within the last two minutes; undefined where it has
 * not, where it was let in by that already, and where the login may not come in.
 */
export async function takePasswordSet(interaction: Interaction): Promise<string | undefined> {
  const { identity, realm, request, reply } = interaction;
  const known = readEncryptedCookie(identity, request, NAME, passwordSet);
  if (known === undefined) return undefined;
  dropCookie(reply, NAME, cookiePath(realm.path));
  const { rateLimits, database } = identity.services;
  // A browser forgets a cookie when told to; a copy of it would not.
  const isFirst = await rateLimits
    .consume("password-set", known.nonce, { points: 1, seconds: SECONDS })
    .then(() => true)
    .catch((error: unknown) => {
      if (error instanceof AppError && error.status === 429) return false;
      throw error;
    });
  if (!isFirst) return undefined;
  const login = await database.read(realm.tenant.id, (tx) => findLogin(tx, known.loginId));
  return login !== undefined && mayLogIn(login) ? login.id : undefined;
}

/** Read where a login begins and nowhere else. */
function cookiePath(realmPath: string): string {
  return `${realmPath}/login-actions/authenticate`;
}
