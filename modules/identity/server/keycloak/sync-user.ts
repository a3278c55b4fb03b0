import { type Database, systemActor, type WriteTx } from "#platform/server/database/database.ts";
import type { Environment } from "#platform/server/environment.ts";
import type { Secrets } from "#platform/server/secrets.ts";
import type { Logger } from "pino";
import { INVITATION_DAYS, mailAddressOf, RESET_MINUTES } from "../logins/mails.ts";
import { usernameTaken } from "../logins/insert-login.ts";
import { homeOf } from "../realm/origins.ts";
import { clubLook } from "#modules/tenants/server/public.ts";
import type { Keycloak } from "./keycloak.ts";
import {
  deleteUserRow,
  findWantedUser,
  noteEndedSessions,
  noteMailed,
  notePasswordSet,
  noteSynced,
  noteUserId,
  type WantedUser,
} from "./keycloak-user-queries.ts";
import { isSameUser, unlinked } from "./same-user.ts";
import type { KeycloakUser, KeycloakUsers, UserContent } from "./keycloak-users.ts";

export const INITIAL_PASSWORD_PURPOSE = "keycloak initial password";

interface Needs {
  keycloak: Keycloak;
  database: Database;
  environment: Environment;
  secrets: Secrets;
  log: Logger;
}

type WantedLogin = NonNullable<WantedUser["login"]>;

/**
 * Brings a Keycloak's user to the state that our tables ask for. Looks at what is there and does
 * what is missing, so that running it twice, late or after a crash comes to the same end. No
 * transaction is open while the Keycloak is asked: each step done is noted in one of its own.
 */
export async function syncUser(needs: Needs, tenantId: string, loginId: string): Promise<void> {
  const { keycloak, database } = needs;
  const wanted = await database.read(tenantId, (tx) => findWantedUser(tx, loginId));
  if (wanted === undefined) return;
  const users = await keycloak.usersOf(tenantId);
  await new UserSync(needs, tenantId, users, wanted).run();
}

class UserSync {
  readonly #needs: Needs;
  readonly #tenantId: string;
  readonly #users: KeycloakUsers;
  readonly #wanted: WantedUser;

  constructor(needs: Needs, tenantId: string, users: KeycloakUsers, wanted: WantedUser) {
    this.#needs = needs;
    this.#tenantId = tenantId;
    this.#users = users;
    this.#wanted = wanted;
  }

  async run(): Promise<void> {
    const { login } = this.#wanted;
    if (login === null) return this.#delete();
    const userId = await this.#bringUpToDate(login);
    // Before all that may be refused: a closed door comes first.
    await this.#endSessions(userId);
    await this.#setInitialPassword(userId);
    await this.#mailLink(userId, login);
  }

  async #delete(): Promise<void> {
    const { loginId, userId } = this.#wanted;
    const id = userId ?? (await this.#users.findOfLogin(loginId))?.id;
    if (id !== undefined) await this.#users.delete(id);
    await this.#note((tx) => deleteUserRow(tx, loginId));
  }

  /** Returns the id of the user, which is there and as it shall be. */
  async #bringUpToDate(login: WantedLogin): Promise<string> {
    const user = await this.#find();
    const userId = user === undefined ? await this.#createOrGoOn(login) : user.id;
    if (userId !== this.#wanted.userId)
      await this.#note((tx) => noteUserId(tx, this.#wanted.loginId, userId));
    if (user !== undefined) await this.#update(user, login);
    if (!this.#wanted.isSynced) await this.#note((tx) => noteSynced(tx, this.#wanted));
    return userId;
  }

  async #find(): Promise<KeycloakUser | undefined> {
    const { userId, loginId } = this.#wanted;
    const known = userId === null ? undefined : await this.#users.find(userId);
    return known ?? this.#users.findOfLogin(loginId);
  }

  async #createOrGoOn(login: WantedLogin): Promise<string> {
    const id = await this.#users.create({
      ...contentOf(login),
      username: login.username,
      attributes: this.#link(),
    });
    if (id !== undefined) return id;
    const user = await this.#sameUser(login);
    // A user of another person is never taken over: a person has to put one of the two names right.
    if (user === undefined)
      throw usernameTaken("Im Anmeldedienst gehört dieser Benutzername schon jemand anderem.");
    const attributes = { ...user.attributes, ...this.#link() };
    await this.#update({ ...user, attributes }, login, { isLinked: false });
    return user.id;
  }

  /** Whose user one is: kept by the Keycloak, found again after an interrupted call. */
  #link(): Record<string, string[]> {
    const { loginId, memberId } = this.#wanted;
    return { memberId: [memberId], loginId: [loginId] };
  }

  /** Returns the user that was this person's already, and is no other login's. */
  async #sameUser(login: WantedLogin): Promise<KeycloakUser | undefined> {
    const { loginId, memberId, initialPassword } = this.#wanted;
    const { username } = login;
    const email = mailAddressOf(login) ?? null;
    const sought = { memberId, username, email, isByOperator: initialPassword !== null };
    const namesakes = await this.#users.findNamesakes(username, null);
    const same = namesakes.filter((user) => isSameUser(user, sought));
    const { database } = this.#needs;
    const [user] = await database.read(this.#tenantId, (tx) => unlinked(tx, same, loginId));
    return user;
  }

  /**
   * The whole user goes back: some versions empty what a change leaves out. What the Keycloak does
   * not take is left out step by step: an address that is no longer this person's must not go on
   * getting their links, and a closed door comes before all.
   */
  async #update(
    user: KeycloakUser,
    login: WantedLogin,
    { isLinked } = { isLinked: true },
  ): Promise<void> {
    const content = contentOf(login);
    if (isLinked && isSame(user, content)) return;
    const emailVerified = content.email !== "";
    if (await this.#users.update({ ...user, ...content, emailVerified })) return;
    const { loginId } = this.#wanted;
    if (await this.#users.update({ ...user, ...content, email: "", emailVerified: false })) {
      this.#needs.log.warn({ loginId }, "Keycloak does not take the address; the user has none");
      return;
    }
    this.#needs.log.warn(
      { loginId },
      "Keycloak takes no such name or address; only the state was changed",
    );
    await this.#users.update({ ...user, enabled: content.enabled });
  }

  async #endSessions(userId: string): Promise<void> {
    if (this.#wanted.sessionsEndedAt === null) return;
    await this.#users.endSessions(userId);
    await this.#note((tx) => noteEndedSessions(tx, this.#wanted));
  }

  async #setInitialPassword(userId: string): Promise<void> {
    const { initialPassword } = this.#wanted;
    if (initialPassword === null) return;
    const password = this.#needs.secrets.decrypt(INITIAL_PASSWORD_PURPOSE, initialPassword);
    await this.#users.setPassword(userId, password);
    await this.#note((tx) => notePasswordSet(tx, this.#wanted));
  }

  async #mailLink(userId: string, { state }: WantedLogin): Promise<void> {
    const { mailPurpose } = this.#wanted;
    if (mailPurpose === null || state === "DISABLED") return;
    const { database, environment } = this.#needs;
    const { name } = await database.read(this.#tenantId, clubLook);
    await this.#users.mailPasswordLink(userId, {
      home: homeOf(environment, name),
      seconds: mailPurpose === "INVITATION" ? INVITATION_DAYS * 86_400 : RESET_MINUTES * 60,
    });
    await this.#note((tx) => noteMailed(tx, this.#wanted));
  }

  async #note(work: (tx: WriteTx) => Promise<void>): Promise<void> {
    await this.#needs.database.write(this.#tenantId, systemActor("Anmeldung"), work);
  }
}

function contentOf(login: WantedLogin): UserContent {
  return {
    enabled: login.state !== "DISABLED",
    firstName: login.firstName,
    lastName: login.lastName,
    email: mailAddressOf(login) ?? "",
  };
}

/** Addresses without regard to case: a Keycloak keeps them in small letters. */
function isSame(user: KeycloakUser, content: UserContent): boolean {
  return (
    user.enabled === content.enabled &&
    (user.firstName ?? "") === content.firstName &&
    (user.lastName ?? "") === content.lastName &&
    (user.email ?? "").toLowerCase() === content.email.toLowerCase()
  );
}
