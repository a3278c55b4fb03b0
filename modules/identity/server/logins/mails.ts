import { createHash, randomBytes } from "node:crypto";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Environment } from "#platform/server/environment.ts";
import { enqueueMail } from "#platform/server/mail/send-mail.ts";
import { type MailContent, renderMail } from "#platform/server/mail/mail-layout.ts";
import { insertActionToken } from "./action-token-queries.ts";
import { homeOf, realmPath } from "../realm/origins.ts";
import { type Login } from "./login-queries.ts";
import { clubLook } from "#modules/tenants/server/public.ts";

const TOKEN_BYTES = 32;
export const INVITATION_DAYS = 7;
export const RESET_MINUTES = 60;

export function hashActionToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Where mails to this person go: the contact address, else a login name that is one. */
export function mailAddressOf({
  email,
  username,
}: Pick<Login, "email" | "username">): string | undefined {
  if (email !== null && email !== "") return email;
  return username.includes("@") ? username : undefined;
}

/** Makes a single-use link; the address is built from the configuration, never from a request. */
async function actionLink(
  environment: Environment,
  tx: WriteTx,
  tenantName: string,
  loginId: string,
  purpose: "INVITATION" | "RESET",
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const milliseconds = purpose === "RESET" ? RESET_MINUTES * 60_000 : INVITATION_DAYS * 86_400_000;
  await insertActionToken(tx, {
    tokenHash: hashActionToken(token),
    loginId,
    purpose,
    expiresAt: new Date(Date.now() + milliseconds),
  });
  return `${homeOf(environment, tenantName)}${realmPath(tenantName)}/login-actions/action-token?key=${token}`;
}

/** Why an invitation goes out; nobody waits at the screen for the last two. */
export type InvitationOccasion = "INVITED" | "ONE_OF_MANY" | "REMINDED";

export async function mailInvitation(
  environment: Environment,
  tx: WriteTx,
  login: Login,
  address: string,
  occasion: InvitationOccasion = "INVITED",
): Promise<void> {
  const { name, clubName } = await clubLook(tx);
  const url = await actionLink(environment, tx, name, login.id, "INVITATION");
  const reminds = occasion === "REMINDED";
  const subject = `${reminds ? "Erinnerung: " : ""}Ihr Zugang bei ${clubName}`;
  const content: MailContent = {
    title: reminds ? "Ihr Zugang wartet auf Sie" : "Willkommen",
    paragraphs: [
      `Guten Tag ${login.firstName} ${login.lastName},`,
      reminds
        ? `${clubName} hat Ihnen vor einigen Tagen einen Zugang eingerichtet. Hier ist noch einmal ein Link, mit dem Sie Ihr Passwort festlegen. Wir erinnern Sie nur dieses eine Mal.`
        : `${clubName} hat für Sie einen Zugang eingerichtet. Legen Sie bitte ein Passwort fest, danach können Sie sich anmelden.`,
      `Ihr Benutzername: ${login.username}`,
      `Der Link gilt ${INVITATION_DAYS} Tage und nur einmal.`,
    ],
    button: { label: "Passwort festlegen", url },
  };
  await send(environment, tx, login, address, subject, content, occasion === "INVITED");
}

export async function mailPasswordReset(
  environment: Environment,
  tx: WriteTx,
  login: Login,
  address: string,
): Promise<void> {
  const { name, clubName } = await clubLook(tx);
  const url = await actionLink(environment, tx, name, login.id, "RESET");
  await send(environment, tx, login, address, `Neues Passwort bei ${clubName}`, {
    title: "Neues Passwort festlegen",
    paragraphs: [
      `Guten Tag ${login.firstName} ${login.lastName},`,
      "für Ihren Zugang wurde ein neues Passwort angefordert. Mit dem folgenden Link legen Sie es fest.",
      `Ihr Benutzername: ${login.username}`,
      `Der Link gilt ${RESET_MINUTES} Minuten und nur einmal. Wenn Sie nichts angefordert haben, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
    ],
    button: { label: "Neues Passwort festlegen", url },
  });
}

/** Tells the owner of a password that the operator has set. */
export async function mailPasswordSet(
  environment: Environment,
  tx: WriteTx,
  login: Login,
): Promise<void> {
  await mailNotice(
    environment,
    tx,
    login,
    "Ihr Passwort wurde geändert",
    "wer Ihre Anwendung betreibt, hat für Ihren Zugang ein neues Passwort festgelegt. Alle bisherigen Anmeldungen wurden beendet.",
  );
}

/** Tells the owner that something about the way in has changed. */
export async function mailNotice(
  environment: Environment,
  tx: WriteTx,
  login: Login,
  title: string,
  what: string,
): Promise<void> {
  const address = mailAddressOf(login);
  if (address === undefined) return;
  const { clubName } = await clubLook(tx);
  await send(environment, tx, login, address, `${title} bei ${clubName}`, {
    title,
    paragraphs: [
      `Guten Tag ${login.firstName} ${login.lastName},`,
      what,
      "Waren Sie das nicht selbst, fordern Sie bitte gleich ein neues Passwort an und geben Sie Ihrem Verein Bescheid.",
    ],
  });
}

async function send(
  environment: Environment,
  tx: WriteTx,
  login: Login,
  address: string,
  subject: string,
  content: MailContent,
  urgent = true,
): Promise<void> {
  const { name, clubName, accentColor, logoVersion } = await clubLook(tx);
  const logoUrl =
    logoVersion === null
      ? null
      : `${homeOf(environment, name)}/public/${name}/logo?v=${logoVersion}`;
  await enqueueMail(tx, {
    ...(urgent && { urgent }),
    to: { name: `${login.firstName} ${login.lastName}`.trim(), address },
    fromName: clubName,
    subject,
    ...renderMail({ clubName, accentColor, logoUrl }, content),
  });
}
