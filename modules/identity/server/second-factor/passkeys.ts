import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import { readEncryptedCookie, writeEncryptedCookie } from "../realm/encrypted-cookie.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { mailNotice } from "../logins/mails.ts";
import { findPasskey, insertPasskey, listPasskeys, notePasskeyUse } from "./passkey-queries.ts";
import { findLogin, type Login, mayLogIn } from "../logins/login-queries.ts";

const CHALLENGE = "login_passkey_challenge";
const CHALLENGE_SECONDS = 5 * 60;
const challengeCookie = z.object({ challenge: z.string(), loginId: z.string().nullable() });

/** The parts of an authenticator's answer that the library does not check itself. */
const answer = z.object({
  response: z.looseObject({
    id: z.string().max(2_000),
    rawId: z.string(),
    type: z.literal("public-key"),
    response: z.looseObject({}),
    clientExtensionResults: z.looseObject({}),
  }),
});

function refused(detail: string, cause?: unknown): AppError {
  return new AppError("UNAUTHENTICATED", { detail, cause });
}

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
  writeEncryptedCookie(identity, request, reply, {
    name: CHALLENGE,
    path,
    seconds: CHALLENGE_SECONDS,
    value: { challenge: options.challenge, loginId: null },
  });
  return options;
}

/** Checks a passkey's answer; it counts as both factors, because the device asked for its owner. */
export async function finishPasskeyLogin(
  identity: IdentityServer,
  request: FastifyRequest,
): Promise<Login> {
  const { services } = identity;
  const { tenant } = identity.realm(request);
  await services.rateLimits.consume("passkey", addressKey(request), {
    points: 60,
    seconds: 15 * 60,
  });
  const parsed = answer.safeParse(request.body);
  const cookie = readEncryptedCookie(identity, request, CHALLENGE, challengeCookie);
  if (!parsed.success || cookie === undefined)
    throw refused(
      "Die Anmeldung mit dem Passkey ist abgelaufen. Bitte versuchen Sie es noch einmal.",
    );
  const { response } = parsed.data;
  const passkey = await services.database.read(tenant.id, (tx) => findPasskey(tx, response.id));
  if (passkey === undefined) throw refused("Dieser Passkey gehört zu keinem Zugang.");
  const origin = identity.browserOrigin(request);
  const verification = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: cookie.challenge,
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
    throw refused("Der Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal.", error);
  });
  if (!verification.verified)
    throw refused("Der Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal.");
  return services.database.write(tenant.id, systemActor("Anmeldung"), async (tx) => {
    const login = await findLogin(tx, passkey.loginId);
    if (login === undefined || !mayLogIn(login))
      throw refused("Dieser Zugang ist abgeschaltet. Bitte wenden Sie sich an Ihren Verein.");
    await notePasskeyUse(tx, passkey.id, verification.authenticationInfo.newCounter);
    return login;
  });
}

export async function passkeyRegistrationOptions(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  login: Login,
) {
  const realm = identity.realm(request);
  const known = await identity.services.database.read(realm.tenant.id, (tx) =>
    listPasskeys(tx, login.id),
  );
  const { clubName } = await identity.realms.branding(realm);
  const options = await generateRegistrationOptions({
    rpName: clubName,
    rpID: identity.browserOrigin(request).hostname,
    userName: login.username,
    userDisplayName: `${login.firstName} ${login.lastName}`.trim(),
    userID: Buffer.from(login.id),
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  writeEncryptedCookie(identity, request, reply, {
    name: CHALLENGE,
    path: `${realm.path}/account`,
    seconds: CHALLENGE_SECONDS,
    value: { challenge: options.challenge, loginId: login.id },
  });
  return options;
}

export async function registerPasskey(
  identity: IdentityServer,
  request: FastifyRequest,
  login: Login,
): Promise<void> {
  const parsed = answer.extend({ name: z.string().max(60) }).safeParse(request.body);
  const cookie = readEncryptedCookie(identity, request, CHALLENGE, challengeCookie);
  if (!parsed.success || cookie?.loginId !== login.id)
    throw refused("Das Einrichten ist abgelaufen. Bitte versuchen Sie es noch einmal.");
  const origin = identity.browserOrigin(request);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: parsed.data.response as unknown as RegistrationResponseJSON,
    expectedChallenge: cookie.challenge,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refused("Der Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal.", error);
  });
  if (!verified || registrationInfo === undefined)
    throw refused("Der Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal.");
  const { credential } = registrationInfo;
  const { services } = identity;
  await services.database.write(
    identity.realm(request).tenant.id,
    systemActor("Anmeldung"),
    async (tx) => {
      await insertPasskey(tx, {
        id: uuidv7(),
        loginId: login.id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name: parsed.data.name.trim() || "Passkey",
      });
      await mailNotice(
        services.environment,
        tx,
        login,
        "Neuer Passkey",
        "für Ihren Zugang wurde gerade ein Passkey eingerichtet, mit dem man sich ohne Passwort anmelden kann.",
      );
    },
  );
}
