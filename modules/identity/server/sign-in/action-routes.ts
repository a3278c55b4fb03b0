import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/jobs.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import {
  consumeActionToken,
  findActionToken,
  revokeActionTokens,
} from "../logins/action-token-queries.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { hashActionToken, mailNotice } from "../logins/mails.ts";
import { deleteSessionsOfLogin } from "../provider/record-queries.ts";
import { forgotPage, forgotSentPage, messagePage, setPasswordPage } from "../pages/login-pages.ts";
import { hashPassword, passwordProblem } from "../logins/passwords.ts";
import { findLogin, type Login, setPassword } from "../logins/login-queries.ts";
import type { Realm } from "../realm/realm.ts";

export const PASSWORD_HELP_JOB = "identity.password-help";
const ASKED = { points: 20, seconds: 60 * 60 };
const ASKED_FOR_ACCOUNT = { points: 3, seconds: 15 * 60 };

const forgotForm = z.object({ username: z.string().trim().min(1).max(200) });
const keyQuery = z.object({ key: z.string().regex(/^[\w-]{20,100}$/) });
const passwordForm = keyQuery.extend({
  password: z.string().max(1_000),
  repeated: z.string().max(1_000),
});

const EXPIRED = {
  title: "Dieser Link gilt nicht mehr",
  text: "Der Link ist abgelaufen oder wurde schon benutzt. Fordern Sie unter „Passwort vergessen?“ einen neuen an. Ist Ihre Einladung abgelaufen, hilft Ihnen Ihr Verein weiter.",
};

/** Forgotten passwords, and the links in invitations and password mails. */
export function actionRoutes(server: FastifyInstance, identity: IdentityServer): void {
  const { services } = identity;
  const { database, environment } = services;

  const backOf = (realm: Realm) => identity.homeLink(realm, "Zurück zur Anmeldung");

  server.get("/login-actions/reset-credentials", (request, reply) =>
    identity.page(request, reply, (realm, branding) =>
      forgotPage(realm, branding, { back: backOf(realm) }),
    ),
  );

  server.post("/login-actions/reset-credentials", async (request, reply) => {
    const form = forgotForm.safeParse(request.body);
    if (!form.success) {
      return identity.page(
        request,
        reply,
        (realm, branding) =>
          forgotPage(realm, branding, {
            back: backOf(realm),
            problem: "Bitte geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein.",
          }),
        400,
      );
    }
    const { tenant } = identity.realm(request);
    const address = addressKey(request);
    const { username } = form.data;
    await services.rateLimits.consume("password-help", address, ASKED);
    await services.rateLimits.consume(
      "password-help-for",
      `${tenant.id} ${username.toLowerCase()} ${address}`,
      ASKED_FOR_ACCOUNT,
    );
    // Looked up in the background: the answer and its time are the same whether the name is known
    // or not.
    await database.write(tenant.id, systemActor("Anmeldung"), (tx) =>
      addJob(tx, PASSWORD_HELP_JOB, { identifier: username }),
    );
    return identity.page(request, reply, (realm, branding) =>
      forgotSentPage(realm, branding, backOf(realm)),
    );
  });

  const expired = (request: FastifyRequest, reply: FastifyReply) =>
    identity.page(
      request,
      reply,
      (realm, branding) =>
        messagePage(realm, branding, {
          ...EXPIRED,
          link: {
            label: "Passwort vergessen?",
            href: `${realm.path}/login-actions/reset-credentials`,
          },
        }),
      410,
    );

  const tokenOwner = async (
    request: FastifyRequest,
    key: string,
  ): Promise<{ login: Login; invitation: boolean } | undefined> =>
    database.read(identity.realm(request).tenant.id, async (tx) => {
      const token = await findActionToken(tx, hashActionToken(key));
      const login = token && (await findLogin(tx, token.loginId));
      if (
        token === undefined ||
        login === undefined ||
        login.state === "DISABLED" ||
        !login.memberActive
      )
        return undefined;
      return { login, invitation: token.purpose === "INVITATION" };
    });

  // Opening a link changes nothing: mail scanners open links too.
  server.get("/login-actions/action-token", async (request, reply) => {
    const query = keyQuery.safeParse(request.query);
    await services.rateLimits.consume("action-token", addressKey(request), {
      points: 60,
      seconds: 15 * 60,
    });
    const owner = query.success ? await tokenOwner(request, query.data.key) : undefined;
    if (!query.success || owner === undefined) return expired(request, reply);
    const { login, invitation } = owner;
    return identity.page(request, reply, (realm, branding) =>
      setPasswordPage(realm, branding, {
        token: query.data.key,
        username: login.username,
        invitation,
      }),
    );
  });

  server.post("/login-actions/action-token", async (request, reply) => {
    const form = passwordForm.safeParse(request.body);
    await services.rateLimits.consume("action-token", addressKey(request), {
      points: 60,
      seconds: 15 * 60,
    });
    const owner = form.success ? await tokenOwner(request, form.data.key) : undefined;
    if (!form.success || owner === undefined) return expired(request, reply);
    const { login, invitation } = owner;
    const { key, password, repeated } = form.data;
    const realm = identity.realm(request);
    const { clubName } = await identity.realms.branding(realm);
    const problem =
      password === repeated
        ? await passwordProblem(password, [
            login.username,
            login.firstName,
            login.lastName,
            login.email ?? "",
            clubName,
          ])
        : "Die beiden Eingaben sind nicht gleich. Bitte geben Sie das neue Passwort zweimal gleich ein.";
    if (problem !== undefined) {
      return identity.page(
        request,
        reply,
        (to, branding) =>
          setPasswordPage(to, branding, {
            token: key,
            username: login.username,
            invitation,
            problem,
          }),
        400,
      );
    }
    const passwordHash = await hashPassword(password);
    const done = await database.write(realm.tenant.id, systemActor("Anmeldung"), async (tx) => {
      if (!(await consumeActionToken(tx, hashActionToken(key)))) return false;
      await changePassword(tx, login, passwordHash, invitation);
      return true;
    });
    if (!done) return expired(request, reply);
    return identity.page(request, reply, (to, branding) =>
      messagePage(to, branding, {
        title: "Ihr Passwort ist gespeichert",
        text: invitation
          ? "Ihr Zugang ist eingerichtet. Sie können sich jetzt anmelden."
          : "Alle bisherigen Anmeldungen wurden beendet. Bitte melden Sie sich mit dem neuen Passwort an.",
        link: identity.homeLink(to, "Zur Anmeldung"),
      }),
    );
  });

  async function changePassword(
    tx: WriteTx,
    login: Login,
    passwordHash: string,
    invitation: boolean,
  ): Promise<void> {
    await setPassword(tx, login.id, passwordHash);
    await deleteSessionsOfLogin(tx, login.id);
    await revokeActionTokens(tx, login.id);
    if (!invitation) {
      await mailNotice(
        environment,
        tx,
        login,
        "Ihr Passwort wurde geändert",
        "das Passwort Ihres Zugangs wurde gerade neu festgelegt. Alle Anmeldungen auf anderen Geräten wurden beendet.",
      );
    }
  }
}
