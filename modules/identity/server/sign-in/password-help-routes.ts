import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { sendPasswordHelp } from "../logins/password-help.ts";
import { forgotPage, forgotSentPage } from "../pages/login-pages.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import type { Realm } from "../realm/realm.ts";

const REQUESTS_OF_ADDRESS = { points: 20, seconds: 60 * 60 };
const REQUESTS_FOR_ACCOUNT = { points: 3, seconds: 15 * 60 };

const forgotForm = z.object({ username: z.string().trim().min(1).max(200) });

/** The page of a forgotten password. */
export function passwordHelpRoutes(server: FastifyInstance, identity: IdentityServer): void {
  server.get("/login-actions/reset-credentials", (request, reply) =>
    showForm(identity, request, reply),
  );
  server.post("/login-actions/reset-credentials", async (request, reply) => {
    const form = forgotForm.safeParse(request.body);
    if (!form.success) {
      const problem = "Bitte geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein.";
      return showForm(identity, request, reply, problem);
    }
    await requestHelp(identity, request, form.data.username);
    return identity.page(request, reply, (realm, club) =>
      forgotSentPage(realm, club, backToLogin(identity, realm)),
    );
  });
}

/**
 * Looked up in the background: the answer and its time are the same whether the name is known or
 * not.
 */
async function requestHelp(
  identity: IdentityServer,
  request: FastifyRequest,
  identifier: string,
): Promise<void> {
  const { rateLimits, database } = identity.services;
  const { tenant } = identity.realm(request);
  const address = addressKey(request);
  const account = `${tenant.id} ${identifier.toLowerCase()} ${address}`;
  await rateLimits.consume("password-help", address, REQUESTS_OF_ADDRESS);
  await rateLimits.consume("password-help-for", account, REQUESTS_FOR_ACCOUNT);
  await database.write(tenant.id, systemActor("Anmeldung"), (tx) =>
    addJob(tx, sendPasswordHelp, { identifier }),
  );
}

function showForm(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  problem?: string,
): Promise<void> {
  return identity.page(
    request,
    reply,
    (realm, club) =>
      forgotPage(realm, club, {
        back: backToLogin(identity, realm),
        ...(problem === undefined ? {} : { problem }),
      }),
    problem === undefined ? 200 : 400,
  );
}

function backToLogin(identity: IdentityServer, realm: Realm) {
  return identity.homeLink(realm, "Zurück zur Anmeldung");
}
