import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { Login } from "../logins/login-queries.ts";

/*
 * Table keycloak_user: what a Keycloak shall know of a login, and what of that it has been told.
 * Names, addresses and states are not repeated: their fingerprint tells whether they changed since.
 */

export type MailPurpose = NonNullable<Row<"keycloak_user">["mail_purpose"]>;

/** Stands for all that a Keycloak is told of a person in one call. */
const FINGERPRINT = sql<string>`md5(row(login.username, login.state = 'DISABLED',
  person.first_name, person.last_name, person.email)::text)`;

const IS_SYNCED = sql<boolean>`(login.id IS NOT NULL
  AND keycloak_user.synced_state IS NOT DISTINCT FROM ${FINGERPRINT})`;

const IS_ENDING = sql<boolean>`(keycloak_user.sessions_ended_at
  IS DISTINCT FROM keycloak_user.synced_sessions_ended_at)`;

/** Moments go through JavaScript and back, which knows no microseconds. */
const NOW = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

/** The same for both columns of a row: that of the transaction. */
const MOMENT = sql<Date>`date_trunc('milliseconds', now())`;

type KnownLogin = Pick<Login, "username" | "state" | "firstName" | "lastName" | "email">;

function users(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("keycloak_user")
    .leftJoin("login", "login.id", "keycloak_user.login_id")
    .leftJoin("person", "person.id", "login.member_id");
}

function wantedUsers(tx: ReadTx) {
  return users(tx).select([
    "keycloak_user.login_id as loginId",
    "keycloak_user.member_id as memberId",
    // The Keycloak's own id; null until the user was made there.
    "keycloak_user.user_id as userId",
    // Encrypted.
    "keycloak_user.initial_password as initialPassword",
    "keycloak_user.mail_purpose as mailPurpose",
    "keycloak_user.mail_requested_at as mailRequestedAt",
    FINGERPRINT.as("fingerprint"),
    IS_SYNCED.as("isSynced"),
    // Sessions that began before this moment have to be ended; null: they are.
    sql<Date | null>`CASE WHEN ${IS_ENDING} THEN keycloak_user.sessions_ended_at END`.as(
      "sessionsEndedAt",
    ),
    // Null: the login was deleted, and the user shall be too.
    sql<KnownLogin | null>`CASE WHEN login.id IS NOT NULL THEN json_build_object(
      'username', login.username, 'state', login.state, 'firstName', person.first_name,
      'lastName', person.last_name, 'email', person.email) END`.as("login"),
  ]);
}

/** A user as it shall be, and what of it the Keycloak does not know yet. */
export type WantedUser = InferResult<ReturnType<typeof wantedUsers>>[number];

export function findWantedUser(tx: ReadTx, loginId: string): Promise<WantedUser | undefined> {
  return wantedUsers(tx).where("keycloak_user.login_id", "=", loginId).executeTakeFirst();
}

/** Returns the logins of which the Keycloak does not know everything yet. */
export async function selectUnsynced(tx: ReadTx): Promise<string[]> {
  const rows = await users(tx)
    .select("keycloak_user.login_id as id")
    .where((where) =>
      where.or([
        where.not(IS_SYNCED),
        IS_ENDING,
        where("keycloak_user.initial_password", "is not", null),
        where("keycloak_user.mail_requested_at", "is not", null),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the logins of these members that a Keycloak keeps; none with the embedded provider. */
export async function selectKnownLogins(
  tx: ReadTx,
  memberIds: readonly string[],
): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("keycloak_user")
    .select("login_id as id")
    .where("member_id", "=", anyOf(memberIds))
    .execute();
  return rows.map(({ id }) => id);
}

/** Makes sure that the Keycloak is told of these logins; comes before every other wish. */
export async function wishUsers(tx: WriteTx, loginIds: readonly string[]): Promise<void> {
  await sqlOf(tx)
    .insertInto("keycloak_user")
    .columns(["login_id", "member_id"])
    .expression((db) =>
      db.selectFrom("login").select(["id", "member_id"]).where("id", "=", anyOf(loginIds)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function wishInitialPassword(
  tx: WriteTx,
  loginId: string,
  encrypted: string,
): Promise<void> {
  await wishUsers(tx, [loginId]);
  await update(tx, [loginId]).set({ initial_password: encrypted }).execute();
}

export async function wishMail(tx: WriteTx, loginId: string, purpose: MailPurpose): Promise<void> {
  await wishUsers(tx, [loginId]);
  await update(tx, [loginId]).set({ mail_purpose: purpose, mail_requested_at: NOW }).execute();
}

export async function wishEndOfSessions(tx: WriteTx, loginIds: readonly string[]): Promise<void> {
  await wishUsers(tx, loginIds);
  await update(tx, loginIds).set({ sessions_ended_at: NOW }).execute();
}

/** A disabled login is logged out at once and gets no more links. */
export async function wishDisabled(tx: WriteTx, loginIds: readonly string[]): Promise<void> {
  await wishEndOfSessions(tx, loginIds);
  await update(tx, loginIds).set({ mail_purpose: null, mail_requested_at: null }).execute();
}

export async function noteUserId(tx: WriteTx, loginId: string, userId: string): Promise<void> {
  await update(tx, [loginId]).set({ user_id: userId }).execute();
}

export async function noteSynced(tx: WriteTx, { loginId, fingerprint }: WantedUser): Promise<void> {
  await update(tx, [loginId]).set({ synced_state: fingerprint }).execute();
}

export async function noteEndedSessions(
  tx: WriteTx,
  { loginId, sessionsEndedAt }: WantedUser,
): Promise<void> {
  await update(tx, [loginId]).set({ synced_sessions_ended_at: sessionsEndedAt }).execute();
}

/** Notes that a user has no session left, as the Keycloak itself said. */
export async function noteAllSessionsOver(tx: WriteTx, userId: string): Promise<void> {
  await sqlOf(tx)
    .updateTable("keycloak_user")
    .set({ sessions_ended_at: MOMENT, synced_sessions_ended_at: MOMENT })
    .where("user_id", "=", userId)
    .execute();
}

/** Unless another one was given meanwhile. */
export async function notePasswordSet(
  tx: WriteTx,
  { loginId, initialPassword }: WantedUser,
): Promise<void> {
  await update(tx, [loginId])
    .set({ initial_password: null })
    .where("initial_password", "=", initialPassword)
    .execute();
}

/** Unless another mail was asked for meanwhile. */
export async function noteMailed(
  tx: WriteTx,
  { loginId, mailRequestedAt }: WantedUser,
): Promise<void> {
  await update(tx, [loginId])
    .set({ mail_purpose: null, mail_requested_at: null })
    .where("mail_requested_at", "=", mailRequestedAt)
    .execute();
}

function update(tx: WriteTx, loginIds: readonly string[]) {
  return sqlOf(tx).updateTable("keycloak_user").where("login_id", "=", anyOf(loginIds));
}

export async function deleteUserRow(tx: WriteTx, loginId: string): Promise<void> {
  await sqlOf(tx).deleteFrom("keycloak_user").where("login_id", "=", loginId).execute();
}

function loginsOfUsers(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("keycloak_user")
    .select([
      "login_id as loginId",
      // Tokens from before this moment are worth nothing.
      "sessions_ended_at as sessionsEndedAt",
      // The Keycloak has not ended those sessions yet: it would still renew their tokens.
      IS_ENDING.as("isEnding"),
    ]);
}

/** What our own check of tokens needs to know of a Keycloak's user. */
export type LoginOfUser = InferResult<ReturnType<typeof loginsOfUsers>>[number];

export function findLoginOfUser(tx: ReadTx, userId: string): Promise<LoginOfUser | undefined> {
  return loginsOfUsers(tx).where("user_id", "=", userId).executeTakeFirst();
}

/** Returns those of these users that belong to a login that is there, but for the one named. */
export async function selectUsersOfLogins(
  tx: ReadTx,
  userIds: readonly string[],
  exceptLoginId: string | undefined,
): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("keycloak_user")
    .innerJoin("login", "login.id", "keycloak_user.login_id")
    .select("keycloak_user.user_id as id")
    .where("keycloak_user.user_id", "=", anyOf(userIds))
    .where("login.id", "is distinct from", exceptLoginId ?? null)
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
}

/** Returns the Keycloak's id of a member; undefined while it knows none. */
export async function findUserId(tx: ReadTx, memberId: string): Promise<string | undefined> {
  const row = await sqlOf(tx)
    .selectFrom("keycloak_user")
    .select("user_id as id")
    .where("member_id", "=", memberId)
    .where("user_id", "is not", null)
    .executeTakeFirst();
  return row?.id ?? undefined;
}
