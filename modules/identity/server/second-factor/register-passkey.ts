import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import type { Login } from "../logins/login-queries.ts";
import { mailNotice } from "../logins/mails.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import {
  authenticatorAnswer,
  keepChallenge,
  keptChallenge,
  NOT_ACCEPTED,
  passkeyRefused,
} from "./passkey-challenge.ts";
import { insertPasskey, listPasskeys } from "./passkey-queries.ts";

const registration = z.object({
  name: z.string().max(60),
  response: z.object({
    ...authenticatorAnswer,
    response: z.object({
      clientDataJSON: z.string(),
      attestationObject: z.string(),
      transports: z.array(z.string()).exactOptional(),
    }),
  }),
});

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
  const { clubName } = await identity.realms.look(realm);
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
  const { challenge } = options;
  keepChallenge(identity, request, reply, `${realm.path}/account`, {
    challenge,
    loginId: login.id,
  });
  return options;
}

/** Saves a new passkey and tells its owner by mail. */
export async function registerPasskey(
  identity: IdentityServer,
  request: FastifyRequest,
  login: Login,
): Promise<void> {
  const parsed = registration.safeParse(request.body);
  const kept = keptChallenge(identity, request);
  if (!parsed.success || kept?.loginId !== login.id)
    throw passkeyRefused("Das Einrichten ist abgelaufen. Bitte versuchen Sie es noch einmal.");
  const credential = await verifiedCredential(
    parsed.data.response,
    kept.challenge,
    identity.browserOrigin(request),
  );
  const { database, environment } = identity.services;
  const tenantId = identity.realm(request).tenant.id;
  await database.write(tenantId, systemActor("Anmeldung"), async (tx) => {
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
      environment,
      tx,
      login,
      "Neuer Passkey",
      "für Ihren Zugang wurde gerade ein Passkey eingerichtet, mit dem man sich ohne Passwort anmelden kann.",
    );
  });
}

async function verifiedCredential(
  response: RegistrationResponseJSON,
  expectedChallenge: string,
  origin: URL,
) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw passkeyRefused(NOT_ACCEPTED, error);
  });
  if (!verified || registrationInfo === undefined) throw passkeyRefused(NOT_ACCEPTED);
  return registrationInfo.credential;
}
