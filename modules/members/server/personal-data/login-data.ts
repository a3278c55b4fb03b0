import type { IdentityAdmin, LoginFacts, SessionOfLogin } from "#modules/identity/server/public.ts";

const LINK_LABELS = {
  INVITATION: "Einladung, ein Passwort zu setzen",
  RESET: "Passwort zurücksetzen",
};

/** What the identity provider tells of a person's login. */
export interface LoginData {
  facts: LoginFacts;
  sessions: readonly SessionOfLogin[];
}

/**
 * Returns undefined when the member has no login. The provider may be a server of its own, so it is
 * asked before the transaction that reads the rest.
 */
export async function loadLoginData(
  identity: IdentityAdmin,
  tenantId: string,
  memberId: string,
): Promise<LoginData | undefined> {
  const facts = await identity.loginFacts(tenantId, memberId);
  if (facts === undefined) return undefined;
  return { facts, sessions: await identity.listSessions(tenantId, memberId) };
}

/** Ways to log in with their names and times; what they are made of is a secret and stays one. */
export function loginSection(login: LoginData | undefined): Record<string, unknown> {
  if (login === undefined) return { "Hat einen Zugang": false };
  const { facts, sessions } = login;
  return {
    "Hat einen Zugang": true,
    Benutzername: facts.username,
    "Zugang seit": facts.createdAt?.toISOString() ?? null,
    "Passwort zuletzt geändert am": facts.passwordChangedAt?.toISOString() ?? null,
    "Unbenutzte Wiederherstellungscodes": facts.recoveryCodes.unused,
    Passkeys: facts.passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      Name: name,
      "Angelegt am": createdAt.toISOString(),
      "Zuletzt benutzt am": lastUsedAt?.toISOString() ?? null,
    })),
    "Zweiter Faktor": facts.codeApps.map(({ name, confirmedAt, lastUsedAt }) => ({
      Art: name,
      "Eingerichtet am": confirmedAt.toISOString(),
      "Zuletzt benutzt am": lastUsedAt?.toISOString() ?? null,
    })),
    "Benutzte Wiederherstellungscodes": facts.recoveryCodes.usedAt.map((at) => ({
      "Benutzt am": at.toISOString(),
    })),
    "Offene Links in E-Mails": facts.openLinks.map(({ purpose, createdAt, expiresAt }) => ({
      Zweck: LINK_LABELS[purpose],
      "Verschickt am": createdAt.toISOString(),
      "Gültig bis": expiresAt.toISOString(),
    })),
    "Laufende Anmeldungen": sessions.map(({ device, startedAt, lastSeenAt }) => ({
      Gerät: device,
      "Angemeldet am": startedAt.toISOString(),
      "Zuletzt gesehen am": lastSeenAt.toISOString(),
    })),
  };
}
