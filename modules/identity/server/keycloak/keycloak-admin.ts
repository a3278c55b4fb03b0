import { z } from "zod";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import { API_AUDIENCE, CLIENT_ID } from "../tokens/access-tokens.ts";
import { freeUsername, insertNewLogin, loginOf } from "../provider/embedded-admin.ts";
import type { IdentityAdmin } from "../identity-admin.ts";
import { KeycloakCalls } from "./keycloak-client.ts";
import { selectLoginFacts } from "../logins/login-facts-queries.ts";
import { INVITATION_DAYS, RESET_MINUTES } from "../logins/mails.ts";
import { homeOf } from "../realm/origins.ts";
import {
  findLoginOfMember,
  loadBranding,
  type LoginState,
  memberContact,
  removeLogin,
  selectLoginIds,
  setLoginState,
} from "../logins/login-queries.ts";

const userAnswer = z.object({
  id: z.string(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
});
const sessionAnswer = z.array(
  z.object({
    id: z.string(),
    start: z.number(),
    lastAccess: z.number(),
    ipAddress: z.string().optional(),
  }),
);

const credentialAnswer = z.array(
  z.object({ type: z.string(), userLabel: z.string().nullish(), createdDate: z.number() }),
);

/**
 * Logins kept by a Keycloak; a row of ours binds its user to the member. Realm, client and audience
 * mapper are made at first use. Tried against a double in the tests only, not yet against a real
 * Keycloak.
 */
export function keycloakAdmin({ environment }: Pick<Services, "environment">): IdentityAdmin {
  const { auth } = environment;
  if (auth === undefined) throw new Error("AUTH_URL is not set");
  const keycloak = new KeycloakCalls(auth);
  const ready = new Map<string, Promise<void>>();

  /** The realm's path, made when it is not there. */
  async function realmOf(tx: ReadTx): Promise<string> {
    const { name, clubName } = await loadBranding(tx);
    let made = ready.get(name);
    if (made === undefined) {
      made = provision(name, clubName);
      ready.set(name, made);
      made.catch(() => ready.delete(name));
    }
    await made;
    return `/${name}`;
  }

  async function provision(name: string, clubName: string): Promise<void> {
    const home = homeOf(environment, name);
    if ((await keycloak.call("GET", `/${name}`, undefined, [404])).status === 404) {
      await keycloak.call(
        "POST",
        "",
        {
          realm: name,
          enabled: true,
          displayName: clubName,
          internationalizationEnabled: true,
          supportedLocales: ["de"],
          defaultLocale: "de",
          bruteForceProtected: true,
          resetPasswordAllowed: true,
          accessTokenLifespan: 300,
          ssoSessionIdleTimeout: 1800,
          ssoSessionMaxLifespan: 36_000,
          passwordPolicy: "length(10) and notUsername and notEmail",
        },
        [409],
      );
    }
    await keycloak.call(
      "POST",
      `/${name}/clients`,
      {
        clientId: CLIENT_ID,
        publicClient: true,
        standardFlowEnabled: true,
        directAccessGrantsEnabled: false,
        redirectUris: [`${home}/*`],
        webOrigins: [home],
        attributes: {
          "pkce.code.challenge.method": "S256",
          "post.logout.redirect.uris": `${home}/*`,
        },
        protocolMappers: [
          {
            name: "api-audience",
            protocol: "openid-connect",
            protocolMapper: "oidc-audience-mapper",
            config: {
              "included.custom.audience": API_AUDIENCE,
              "access.token.claim": "true",
              "id.token.claim": "false",
            },
          },
        ],
      },
      [409],
    );
  }

  async function createUser(
    tx: WriteTx,
    memberId: string,
    username: string,
    credentials: object[],
  ): Promise<string> {
    const realm = await realmOf(tx);
    const contact = await memberContact(tx, memberId);
    if (contact === undefined) throw notFound();
    const answer = await keycloak.call(
      "POST",
      `${realm}/users`,
      {
        username,
        enabled: true,
        firstName: contact.firstName,
        lastName: contact.lastName,
        // A family may share an address; Keycloak wants it once per realm, so it is only a note
        // there when taken.
        ...(contact.email === null ? {} : { email: contact.email }),
        emailVerified: true,
        attributes: { memberId: [memberId] },
        credentials,
      },
      [409],
    );
    if (answer.status === 409) return existingUser(realm, memberId, username);
    const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
    return z.uuid().parse(id);
  }

  /**
   * Only the user that an earlier, interrupted try made for the same member: never one that merely
   * has the name.
   */
  async function existingUser(realm: string, memberId: string, username: string): Promise<string> {
    const answer = await keycloak.call(
      "GET",
      `${realm}/users?exact=true&username=${encodeURIComponent(username)}`,
    );
    const own = z
      .array(userAnswer)
      .parse(await answer.json())
      .find(({ attributes }) => attributes?.["memberId"]?.[0] === memberId);
    if (own === undefined)
      throw new AppError("ALREADY_EXISTS", {
        code: "USERNAME_TAKEN",
        detail: "Dieser Benutzername oder diese E-Mail-Adresse ist schon vergeben.",
      });
    return own.id;
  }

  async function newLogin(
    tx: WriteTx,
    memberId: string,
    username: string,
    state: LoginState,
    credentials: object[],
  ) {
    const id = await createUser(tx, memberId, username, credentials);
    await insertNewLogin(tx, { id, memberId, username, state, passwordHash: null });
    return { id, username, state };
  }

  async function mailAction(tx: WriteTx, loginId: string, seconds: number): Promise<void> {
    const { name } = await loadBranding(tx);
    const query = new URLSearchParams({
      client_id: CLIENT_ID,
      redirect_uri: `${homeOf(environment, name)}/`,
      lifespan: String(seconds),
    });
    const answer = await keycloak.call(
      "PUT",
      `${await realmOf(tx)}/users/${loginId}/execute-actions-email?${query.toString()}`,
      ["UPDATE_PASSWORD"],
      [400],
    );
    if (answer.status === 400)
      throw new AppError("UNPROCESSABLE", {
        code: "NO_EMAIL",
        detail:
          "Für dieses Mitglied ist keine E-Mail-Adresse eingetragen. Ohne sie kann kein Link verschickt werden.",
      });
  }

  async function switchUser(tx: WriteTx, loginId: string, enabled: boolean): Promise<void> {
    await keycloak.call("PUT", `${await realmOf(tx)}/users/${loginId}`, { enabled });
  }

  const logOut = async (tx: WriteTx, loginId: string) =>
    void (await keycloak.call(
      "POST",
      `${await realmOf(tx)}/users/${loginId}/logout`,
      undefined,
      [404],
    ));

  return {
    async inviteLogin(tx, { memberId, username }) {
      const existing = await findLoginOfMember(tx, memberId);
      if (existing?.state === "ACTIVE")
        throw new AppError("ALREADY_EXISTS", {
          code: "LOGIN_EXISTS",
          detail: "Dieses Mitglied hat schon einen Zugang.",
        });
      const login =
        existing ??
        (await newLogin(
          tx,
          memberId,
          username ?? (await freeUsername(tx, memberId)),
          "INVITED",
          [],
        ));
      await mailAction(tx, login.id, INVITATION_DAYS * 86_400);
      return { loginId: login.id, username: login.username };
    },
    async disableLogin(tx, memberId) {
      const { id } = await loginOf(tx, memberId);
      await setLoginState(tx, id, "DISABLED");
      await switchUser(tx, id, false);
      await logOut(tx, id);
    },
    async enableLogin(tx, memberId) {
      const { id } = await loginOf(tx, memberId);
      await setLoginState(tx, id, "ACTIVE");
      await switchUser(tx, id, true);
    },
    async sendPasswordReset(tx, memberId) {
      const { id } = await loginOf(tx, memberId);
      await mailAction(tx, id, RESET_MINUTES * 60);
    },
    async endSessions(tx, memberIds) {
      for (const loginId of await selectLoginIds(tx, memberIds)) await logOut(tx, loginId);
    },
    async createLoginWithPassword(tx, { memberId, username, password }) {
      const { id } = await newLogin(tx, memberId, username, "ACTIVE", [
        { type: "password", value: password, temporary: false },
      ]);
      return { loginId: id };
    },
    async deleteLogin(tx, memberId) {
      const login = await findLoginOfMember(tx, memberId);
      if (login === undefined) return;
      await removeLogin(tx, login.id);
      await keycloak.call("DELETE", `${await realmOf(tx)}/users/${login.id}`, undefined, [404]);
    },
    async loginFacts(tx, memberId) {
      const facts = await selectLoginFacts(tx, memberId);
      const login = await findLoginOfMember(tx, memberId);
      if (facts === undefined || login === undefined) return facts;
      const answer = await keycloak.call(
        "GET",
        `${await realmOf(tx)}/users/${login.id}/credentials`,
        undefined,
        [404],
      );
      const credentials = answer.status === 404 ? [] : credentialAnswer.parse(await answer.json());
      const ofKind = (kind: RegExp) =>
        credentials
          .filter(({ type }) => kind.test(type))
          .map(({ userLabel, createdDate }) => ({
            name: userLabel ?? "ohne Namen",
            at: new Date(createdDate),
          }));
      return {
        ...facts,
        passwordChangedAt: ofKind(/^password$/)[0]?.at ?? null,
        // When they were last used Keycloak does not tell.
        passkeys: ofKind(/^webauthn/).map(({ name, at }) => ({
          name,
          createdAt: at,
          lastUsedAt: null,
        })),
        codeApps: ofKind(/^otp$/).map(({ name, at }) => ({
          name,
          confirmedAt: at,
          lastUsedAt: null,
        })),
      };
    },
    async listSessions(tx, memberId) {
      const login = await findLoginOfMember(tx, memberId);
      if (login === undefined) return [];
      const answer = await keycloak.call(
        "GET",
        `${await realmOf(tx)}/users/${login.id}/sessions`,
        undefined,
        [404],
      );
      if (answer.status === 404) return [];
      return sessionAnswer.parse(await answer.json()).map(({ id, start, lastAccess }) => ({
        id,
        device: "Anmeldung",
        startedAt: new Date(start),
        lastSeenAt: new Date(lastAccess),
      }));
    },
    async endSession(tx, memberId, sessionId) {
      const known = await this.listSessions(tx, memberId);
      if (!known.some(({ id }) => id === sessionId)) return false;
      await keycloak.call("DELETE", `${await realmOf(tx)}/sessions/${sessionId}`, undefined, [404]);
      return true;
    },
  };
}
