import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import { readEncryptedCookie, writeEncryptedCookie } from "../realm/encrypted-cookie.ts";
import type { IdentityServer } from "../realm/identity-server.ts";

const COOKIE = "login_passkey_challenge";
const COOKIE_SECONDS = 5 * 60;

/** Whose registration the challenge is for; null at a login, where the person is not known yet. */
const challenge = z.object({ challenge: z.string(), loginId: z.string().nullable() });
export type PasskeyChallenge = z.infer<typeof challenge>;

/** What the library reads of every authenticator's answer; it checks the contents itself. */
export const authenticatorAnswer = {
  id: z.string().max(2_000),
  rawId: z.string(),
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}),
};

/** The browser carries the challenge to its answer; it is encrypted and can't be changed. */
export function keepChallenge(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  value: PasskeyChallenge,
): void {
  writeEncryptedCookie(identity, request, reply, {
    name: COOKIE,
    path,
    seconds: COOKIE_SECONDS,
    value,
  });
}

export function keptChallenge(
  identity: IdentityServer,
  request: FastifyRequest,
): PasskeyChallenge | undefined {
  return readEncryptedCookie(identity, request, COOKIE, challenge);
}

export function passkeyRefused(detail: string, cause?: unknown): AppError {
  return new AppError("UNAUTHENTICATED", { detail, cause });
}

export const NOT_ACCEPTED =
  "Der Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal.";
