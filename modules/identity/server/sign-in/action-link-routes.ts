import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import {
  consumeActionToken,
  findActionToken,
  revokeActionTokens,
} from "../logins/action-token-queries.ts";
import { findLogin, type Login, setPassword } from "../logins/login-queries.ts";
import { hashActionToken, mailNotice } from "../logins/mails.ts";
import { hashPassword } from "../logins/passwords.ts";
import { messagePage, setPasswordPage } from "../pages/login-pages.ts";
import { deleteSessionsOfLogins } from "../provider/session-queries.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { newPasswordProblem } from "./new-password.ts";
import { rememberPasswordSet } from "./password-just-set.ts";

const OPENED_LINKS = { points: 60, seconds: 15 * 60 };

const keyQuery = z.object({ key: z.string().regex(/^[\w-]{20,100}$/) });
const passwordForm = keyQuery.extend({
  password: z.string().max(1_000),
  repeated: z.string().max(1_000),
});
type PasswordForm = z.infer<typeof passwordForm>;

const EXPIRED = {
  title: "Dieser Link gilt nicht mehr",
  text: "Der Link ist abgelaufen oder wurde schon benutzt. Fordern Sie unter „Passwort vergessen?“ einen neuen an. Ist Ihre Einladung abgelaufen, hilft Ihnen Ihr Verein weiter.",
};

/** A mailed link that may be used, and whose it is. */
interface ActionLink {
  key: string;
  login: Login;
  isInvitation: boolean;
}

/** The links in invitations and password mails. */
export function actionLinkRoutes(server: FastifyInstance, identity: IdentityServer): void {
  // Opening a link changes nothing: mail scanners open links too.
  server.get("/login-actions/action-token", async (request, reply) => {
    const link = await findLink(identity, request, keyQuery.safeParse(request.query).data);
    return link === undefined
      ? showExpired(identity, request, reply)
      : showForm(identity, request, reply, link);
  });
  server.post("/login-actions/action-token", async (request, reply) => {
    const form = passwordForm.safeParse(request.body).data;
    const link = await findLink(identity, request, form);
    return form === undefined || link === undefined
      ? showExpired(identity, request, reply)
      : submit(identity, request, reply, link, form);
  });
}

async function findLink(
  identity: IdentityServer,
  request: FastifyRequest,
  form: { key: string } | undefined,
): Promise<ActionLink | undefined> {
  const { rateLimits, database } = identity.services;
  await rateLimits.consume("action-token", addressKey(request), OPENED_LINKS);
  if (form === undefined) return undefined;
  const { key } = form;
  return database.read(identity.realm(request).tenant.id, async (tx) => {
    const token = await findActionToken(tx, hashActionToken(key));
    const login = token && (await findLogin(tx, token.loginId));
    const isOpen = login?.memberActive === true && login.state !== "DISABLED";
    return isOpen ? { key, login, isInvitation: token?.purpose === "INVITATION" } : undefined;
  });
}

async function submit(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  link: ActionLink,
  { password, repeated }: PasswordForm,
): Promise<void> {
  const realm = identity.realm(request);
  const problem =
    password === repeated
      ? await newPasswordProblem(identity, realm, link.login, password)
      : "Die beiden Eingaben sind nicht gleich. Bitte geben Sie das neue Passwort zweimal gleich ein.";
  if (problem !== undefined) return showForm(identity, request, reply, link, problem);
  const passwordHash = await hashPassword(password);
  const { database } = identity.services;
  const isDone = await database.write(realm.tenant.id, systemActor("Anmeldung"), async (tx) => {
    if (!(await consumeActionToken(tx, hashActionToken(link.key)))) return false;
    await changePassword(identity, tx, link, passwordHash);
    return true;
  });
  return isDone ? enter(identity, request, reply, link) : showExpired(identity, request, reply);
}

/** The new password has been typed twice: the pages of the club open without a third time. */
async function enter(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  link: ActionLink,
): Promise<void> {
  const { href } = identity.homeLink(identity.realm(request));
  // Asked by another name than the club's: what this browser carries is not seen there.
  if (new URL(href).origin !== identity.browserOrigin(request).origin)
    return showSaved(identity, request, reply, link);
  rememberPasswordSet(identity, request, reply, link.login.id);
  await reply.redirect(href, 303);
}

async function changePassword(
  { services }: IdentityServer,
  tx: WriteTx,
  { login, isInvitation }: ActionLink,
  passwordHash: string,
): Promise<void> {
  await setPassword(tx, login.id, passwordHash);
  await deleteSessionsOfLogins(tx, [login.id]);
  await revokeActionTokens(tx, [login.id]);
  if (isInvitation) return;
  await mailNotice(
    services.environment,
    tx,
    login,
    "Ihr Passwort wurde geändert",
    "das Passwort Ihres Zugangs wurde gerade neu festgelegt. Alle Anmeldungen auf anderen Geräten wurden beendet.",
  );
}

function showForm(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, login, isInvitation }: ActionLink,
  problem?: string,
): Promise<void> {
  return identity.page(
    request,
    reply,
    (realm, club) =>
      setPasswordPage(realm, club, {
        token: key,
        username: login.username,
        invitation: isInvitation,
        ...(problem === undefined ? {} : { problem }),
      }),
    problem === undefined ? 200 : 400,
  );
}

function showSaved(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  { isInvitation }: ActionLink,
): Promise<void> {
  return identity.page(request, reply, (realm, club) =>
    messagePage(realm, club, {
      title: "Ihr Passwort ist gespeichert",
      text: isInvitation
        ? "Ihr Zugang ist eingerichtet. Sie können sich jetzt anmelden."
        : "Alle bisherigen Anmeldungen wurden beendet. Bitte melden Sie sich mit dem neuen Passwort an.",
      link: identity.homeLink(realm, "Zur Anmeldung"),
    }),
  );
}

function showExpired(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  return identity.page(
    request,
    reply,
    (realm, club) =>
      messagePage(realm, club, {
        ...EXPIRED,
        link: {
          label: "Passwort vergessen?",
          href: `${realm.path}/login-actions/reset-credentials`,
        },
      }),
    410,
  );
}
