import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import { findLogin, type Login, mayLogIn } from "../logins/login-queries.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import {
  authenticatorAnswer,
  keepChallenge,
  keptChallenge,
  NOT_ACCEPTED,
  passkeyRefused,
} from "./passkey-challenge.ts";
import { findPasskey, notePasskeyUse, type Passkey } from "./passkey-queries.ts";

const authentication = z.object({
  response: z.object({
    ...authenticatorAnswer,
    response: z.object({
      clientDataJSON: z.string(),
      authenticatorData: z.string(),
      signature: z.string(),
    }),
  }),
});
const TRIES = { points: 60, seconds: 15 * 60 };

/** Options of a login without a name: the authenticator knows whose keys it holds. */
export async function passkeyLoginOptions(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
) {
  const options = await generateAuthenticationOptions({
    rpID: identity.browserOrigin(request).hostname,
    userVerification: "required",
  });
  keepChallenge(identity, request, reply, path, { challenge: options.challenge, loginId: null });
  return options;
}

/** Checks a passkey's answer; it counts as both factors, because the device asked for its owner. */
export async function finishPasskeyLogin(
  identity: IdentityServer,
  request: FastifyRequest,
): Promise<Login> {
  const { services } = identity;
  const { tenant } = identity.realm(request);
  await services.rateLimits.consume("passkey", addressKey(request), TRIES);
  const parsed = authentication.safeParse(request.body);
  const kept = keptChallenge(identity, request);
  // A challenge that was made for a registration opens no login.
  if (!parsed.success || kept?.loginId !== null)
    throw passkeyRefused(
      "Die Anmeldung mit dem Passkey ist abgelaufen. Bitte versuchen Sie es noch einmal.",
    );
  const { response } = parsed.data;
  const passkey = await services.database.read(tenant.id, (tx) => findPasskey(tx, response.id));
  if (passkey === undefined) throw passkeyRefused("Dieser Passkey gehört zu keinem Zugang.");
  const counter = await verifiedCounter(
    response,
    kept.challenge,
    identity.browserOrigin(request),
    passkey,
  );
  return services.database.write(tenant.id, systemActor("Anmeldung"), async (tx) => {
    const login = await findLogin(tx, passkey.loginId);
    if (login === undefined || !mayLogIn(login))
      throw passkeyRefused(
        "Dieser Zugang ist abgeschaltet. Bitte wenden Sie sich an Ihren Verein.",
      );
    await notePasskeyUse(tx, passkey.id, counter);
    return login;
  });
}

/** Returns the authenticator's counter after this use. */
async function verifiedCounter(
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  origin: URL,
  passkey: Passkey,
): Promise<number> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Buffer.from(passkey.publicKey, "base64url"),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[],
    },
  }).catch((error: unknown) => {
    throw passkeyRefused(NOT_ACCEPTED, error);
  });
  if (!verified) throw passkeyRefused(NOT_ACCEPTED);
  return authenticationInfo.newCounter;
}
