import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import { CLIENT_ID } from "../tokens/access-tokens.ts";
import type { KeycloakClient } from "./keycloak-client.ts";
import type { RealmPlace } from "./keycloak-realms.ts";

/** A user as a Keycloak gives and takes it; what is not named here is kept as it came. */
const user = z.looseObject({
  id: z.uuid(),
  username: z.string(),
  enabled: z.boolean(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
});
export type KeycloakUser = z.infer<typeof user>;

/** What we want a user to be. */
export interface UserContent {
  enabled: boolean;
  firstName: string;
  lastName: string;
  /** Empty for none: left out, a former one would stay. */
  email: string;
}

const sessions = z.array(z.object({ id: z.string(), start: z.number(), lastAccess: z.number() }));
export type KeycloakSession = z.infer<typeof sessions>[number];

const credentials = z.array(
  z.object({ type: z.string(), userLabel: z.string().nullish(), createdDate: z.number() }),
);
export type KeycloakCredential = z.infer<typeof credentials>[number];

/** The users of one realm, call by call. What is not there any more counts as done. */
export class KeycloakUsers {
  readonly #client: KeycloakClient;
  readonly #realm: string;
  readonly #sharesAddresses: boolean;

  constructor(client: KeycloakClient, { path, sharesAddresses }: RealmPlace) {
    this.#client = client;
    this.#realm = path;
    this.#sharesAddresses = sharesAddresses;
  }

  async find(id: string): Promise<KeycloakUser | undefined> {
    const answer = await this.#client.call("GET", this.#path(id), undefined, [404]);
    return answer.status === 404 ? undefined : user.parse(await answer.json());
  }

  /** Returns the user that an earlier, interrupted try made for this login. */
  async findOfLogin(loginId: string): Promise<KeycloakUser | undefined> {
    const found = await this.#search({ q: `loginId:${loginId}` });
    return found.find(({ attributes }) => attributes?.["loginId"]?.includes(loginId));
  }

  /** Returns who has this name already, or this address where it can be one user's only. */
  async findNamesakes(username: string, email: string | null): Promise<KeycloakUser[]> {
    const byName = await this.#search({ exact: "true", username });
    return email === null || email === "" || this.#sharesAddresses
      ? byName
      : [...byName, ...(await this.#search({ exact: "true", email }))];
  }

  async #search(query: Record<string, string>): Promise<KeycloakUser[]> {
    const parameters = new URLSearchParams(query);
    const answer = await this.#client.call("GET", `${this.#realm}/users?${parameters.toString()}`);
    return z.array(user).parse(await answer.json());
  }

  /** Returns the new user's id; undefined when the name or the address is taken. */
  async create(
    content: UserContent & { username: string; attributes: Record<string, string[]> },
  ): Promise<string | undefined> {
    const answer = await this.#client.call(
      "POST",
      `${this.#realm}/users`,
      { ...content, emailVerified: true },
      [409],
    );
    if (answer.status === 409) return undefined;
    return z.uuid().parse(answer.headers.get("location")?.split("/").at(-1));
  }

  /** Returns false when the Keycloak takes no such name or address. */
  async update(wanted: KeycloakUser): Promise<boolean> {
    const answer = await this.#client.call("PUT", this.#path(wanted.id), wanted, [400, 409]);
    return answer.ok;
  }

  async delete(id: string): Promise<void> {
    await this.#client.call("DELETE", this.#path(id), undefined, [404]);
  }

  async setPassword(id: string, password: string): Promise<void> {
    await this.#client.call("PUT", `${this.#path(id)}/reset-password`, {
      type: "password",
      value: password,
      temporary: false,
    });
  }

  /** Mails a link to set a password. */
  async mailPasswordLink(id: string, link: { home: string; seconds: number }): Promise<void> {
    const query = new URLSearchParams({
      client_id: CLIENT_ID,
      redirect_uri: `${link.home}/`,
      lifespan: String(link.seconds),
    });
    const path = `${this.#path(id)}/execute-actions-email?${query.toString()}`;
    const answer = await this.#client.call("PUT", path, ["UPDATE_PASSWORD"], [400]);
    if (answer.status === 400)
      throw new AppError("UNPROCESSABLE", {
        code: "NO_EMAIL",
        detail: "Der Anmeldedienst kennt keine E-Mail-Adresse für diesen Zugang.",
      });
  }

  /** Ends all sessions of a user, and what was issued for them. */
  async endSessions(id: string): Promise<void> {
    await this.#client.call("POST", `${this.#path(id)}/logout`, undefined, [404]);
  }

  async listSessions(id: string): Promise<KeycloakSession[]> {
    const answer = await this.#client.call("GET", `${this.#path(id)}/sessions`, undefined, [404]);
    return answer.status === 404 ? [] : sessions.parse(await answer.json());
  }

  async endSession(sessionId: string): Promise<void> {
    const path = `${this.#realm}/sessions/${encodeURIComponent(sessionId)}`;
    await this.#client.call("DELETE", path, undefined, [404]);
  }

  async listCredentials(id: string): Promise<KeycloakCredential[]> {
    const path = `${this.#path(id)}/credentials`;
    const answer = await this.#client.call("GET", path, undefined, [404]);
    return answer.status === 404 ? [] : credentials.parse(await answer.json());
  }

  #path(id: string): string {
    return `${this.#realm}/users/${id}`;
  }
}
