import type { FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import { AppError } from "#platform/server/http/app-error.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import type { Realm } from "../realm/realm.ts";

/** A request within one running login, which the library calls an interaction. */
export interface Interaction {
  identity: IdentityServer;
  realm: Realm;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Name of the login in its addresses. */
  uid: string;
  /** Path of its pages. */
  action: string;
  /** What the application named as the likely user, or an empty text. */
  loginHint: unknown;
  provider: Provider;
}

/** Throws when the address is not the one of the login that this browser has begun. */
export async function runningInteraction(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const provider = await identity.provider(request);
  const { uid, params } = await provider.interactionDetails(request.raw, reply.raw);
  if ((request.params as { uid: string }).uid !== uid)
    throw new AppError("BAD_REQUEST", {
      detail: "Diese Anmeldung ist nicht mehr gültig. Bitte beginnen Sie neu.",
    });
  const realm = identity.realm(request);
  const action = `${realm.path}/login-actions/authenticate/${uid}`;
  return { identity, realm, request, reply, uid, action, loginHint: params.login_hint, provider };
}

/** Returns where the browser goes once it is clear who is there. */
export function finishInteraction(
  { provider, request, reply }: Interaction,
  loginId: string,
  amr: string[],
): Promise<string> {
  return provider.interactionResult(
    request.raw,
    reply.raw,
    { login: { accountId: loginId, amr, remember: true } },
    { mergeWithLastSubmission: false },
  );
}

/**
 * Returns what `work` does, or the sentence of its refusal with 429: people read it on the page
 * they are on.
 */
export async function unlessTooMany<T>(
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<{ result: T } | { tooMany: string }> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 429) throw error;
    reply.header("retry-after", String(error.retryAfterSeconds ?? 60));
    return { tooMany: error.detail };
  }
}
