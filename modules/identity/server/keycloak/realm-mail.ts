import addressparser from "nodemailer/lib/addressparser/index.js";
import type { Environment } from "#platform/server/environment.ts";

/** A realm's `smtpServer`: all values are texts. */
export type RealmMail = Record<string, string>;

/**
 * Returns our mail server as a Keycloak takes it: it mails the links of invitations itself. Undefined
 * without SMTP_URL.
 */
export function realmMail({
  smtpUrl,
  mailFrom,
}: Pick<Environment, "smtpUrl" | "mailFrom">): RealmMail | undefined {
  if (smtpUrl === undefined) return undefined;
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isTls = protocol === "smtps:";
  const [sender] = addressparser(mailFrom, { flatten: true });
  return {
    host: hostname,
    port: port === "" ? (isTls ? "465" : "587") : port,
    from: sender?.address ?? mailFrom,
    fromDisplayName: sender?.name ?? "",
    ssl: String(isTls),
    starttls: String(!isTls),
    ...(username === ""
      ? { auth: "false" }
      : {
          auth: "true",
          user: decodeURIComponent(username),
          password: decodeURIComponent(password),
        }),
  };
}
