import nodemailer from "nodemailer";
import type { Logger } from "pino";
import type { Environment } from "#platform/server/environment.ts";

const LIMIT_MS = 10_000;

/** What is wrong with a part, in one line; undefined for nothing. */
type Trial = Promise<string | undefined>;

/**
 * Tries the parts that the settings name and the server can begin without, and says in a line each
 * what is wrong. None of it stops the server: what needs the part waits for it or says so.
 */
export async function tryParts(environment: Environment, log: Logger): Promise<void> {
  const found = await Promise.all([
    tryMailServer(environment),
    tryKeycloak(environment),
    tryAiService(environment),
  ]);
  for (const sentence of found) if (sentence !== undefined) log.warn(sentence);
}

async function tryMailServer({ smtpUrl }: Environment): Trial {
  if (smtpUrl === undefined) return undefined;
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const { code = "", responseCode } = error as { code?: string; responseCode?: number };
    return `SMTP_URL: ${MAIL_REASONS[code] ?? "Der Mailserver lässt sich nicht benutzen"} (${[code, responseCode].filter(Boolean).join(" ")}). Mails warten, bis es geht.`;
  } finally {
    transport.close();
  }
}

/** By nodemailer's code. */
const MAIL_REASONS: Readonly<Record<string, string>> = {
  EAUTH: "Der Mailserver nimmt Benutzer oder Passwort nicht an",
  EDNS: "Den Namen des Mailservers gibt es nicht",
  ECONNECTION: "Der Mailserver antwortet nicht",
  ESOCKET: "Der Mailserver antwortet nicht",
  ETIMEDOUT: "Der Mailserver antwortet nicht",
  ETLS: "Mit dem Mailserver kommt keine verschlüsselte Verbindung zustande",
};

async function tryKeycloak({ auth }: Environment): Trial {
  if (auth === undefined) return undefined;
  const { status, reason } = await ask(
    `${auth.url}/realms/master/.well-known/openid-configuration`,
  );
  if (status === 200) return undefined;
  return `AUTH_URL: Dort antwortet kein Keycloak (${reason}). Bis dahin kann sich niemand anmelden.`;
}

async function tryAiService({ ai }: Environment): Trial {
  if (ai === undefined) return undefined;
  const { status, reason } = await ask(
    `${ai.url}/models`,
    ai.key === undefined ? {} : { authorization: `Bearer ${ai.key}` },
  );
  if (status === 401 || status === 403)
    return `AI_KEY: Der KI-Dienst nimmt den Schlüssel nicht an (${reason}). Programme werden auf diesem Server gelesen.`;
  // Not every service lists its models.
  if (status !== undefined && status < 500) return undefined;
  return `AI_URL: Der KI-Dienst antwortet nicht (${reason}). Programme werden auf diesem Server gelesen.`;
}

async function ask(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status?: number; reason: string }> {
  try {
    const { status } = await fetch(url, { headers, signal: AbortSignal.timeout(LIMIT_MS) });
    return { status, reason: String(status) };
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string };
    return { reason: cause?.code ?? name };
  }
}
