import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

export type LoginState = Row<"login">["state"];

function logins(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("login")
    .leftJoin("person", "person.id", "login.member_id")
    .select([
      "login.id",
      "login.member_id as memberId",
      "login.username",
      "login.state",
      "login.password_hash as passwordHash",
      sql<string>`coalesce(person.first_name, '')`.as("firstName"),
      sql<string>`coalesce(person.last_name, '')`.as("lastName"),
      "person.email",
      // False for members who have left or died, are in the trash or are gone.
      sql<boolean>`coalesce(person.belongs, false)`.as("memberActive"),
    ]);
}

/** A login and the person it belongs to. */
export type Login = InferResult<ReturnType<typeof logins>>[number];

/** Returns true for a login that may come in now. */
export function mayLogIn(login: Login): boolean {
  return login.state === "ACTIVE" && login.memberActive;
}

export async function findLogin(tx: ReadTx, id: string): Promise<Login | undefined> {
  return logins(tx).where("login.id", "=", id).executeTakeFirst();
}

export async function findLoginOfMember(tx: ReadTx, memberId: string): Promise<Login | undefined> {
  return logins(tx).where("login.member_id", "=", memberId).executeTakeFirst();
}

/** Returns the logins' ids; members without a login are left out. */
export async function selectLoginIds(tx: ReadTx, memberIds: readonly string[]): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("login")
    .select("id")
    .where("member_id", "=", anyOf(memberIds))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the login of that name, else every login whose member has this contact address (a family
 * may share one).
 */
export async function findLoginsByIdentifier(tx: ReadTx, identifier: string): Promise<Login[]> {
  const byName = await named(tx, identifier);
  return byName === undefined ? reachedAt(tx, identifier) : [byName];
}

/**
 * Returns the login of that name and every login whose member has this contact address: a name that
 * is the family's address must not keep the others from help.
 */
export async function findLoginsForHelp(tx: ReadTx, identifier: string): Promise<Login[]> {
  const byName = await named(tx, identifier);
  const byAddress = await reachedAt(tx, identifier);
  const others = byAddress.filter(({ id }) => id !== byName?.id);
  return byName === undefined ? others : [byName, ...others];
}

function named(tx: ReadTx, username: string): Promise<Login | undefined> {
  return logins(tx)
    .where(sql<string>`lower(login.username)`, "=", username.toLowerCase())
    .executeTakeFirst();
}

function reachedAt(tx: ReadTx, address: string): Promise<Login[]> {
  return logins(tx)
    .where(sql<string>`lower(person.email)`, "=", address.toLowerCase())
    .where("login.state", "<>", "DISABLED")
    .limit(10)
    .execute();
}

/** Returns name and address of a member who is not in the trash. */
export async function memberContact(
  tx: ReadTx,
  memberId: string,
): Promise<Pick<Login, "firstName" | "lastName" | "email"> | undefined> {
  return sqlOf(tx)
    .selectFrom("person")
    .select(["first_name as firstName", "last_name as lastName", "email"])
    .where("id", "=", memberId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

export async function isUsernameTaken(tx: ReadTx, username: string): Promise<boolean> {
  const row = await sqlOf(tx)
    .selectFrom("login")
    .select("id")
    .where(sql<string>`lower(username)`, "=", username.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

export type LoginRow = Pick<Login, "id" | "memberId" | "username" | "state" | "passwordHash">;

export async function insertLogin(
  tx: WriteTx,
  { id, memberId, username, state, passwordHash }: LoginRow,
): Promise<void> {
  await sqlOf(tx)
    .insertInto("login")
    .values({
      id,
      member_id: memberId,
      username,
      state,
      password_hash: passwordHash,
      password_changed_at: passwordHash === null ? null : new Date(),
    })
    .execute();
}

export async function setLoginStates(
  tx: WriteTx,
  ids: readonly string[],
  state: LoginState,
): Promise<void> {
  await sqlOf(tx).updateTable("login").set({ state }).where("id", "=", anyOf(ids)).execute();
}

/** Sets the password; an invited login becomes active by it. */
export async function setPassword(tx: WriteTx, id: string, passwordHash: string): Promise<void> {
  await sqlOf(tx)
    .updateTable("login")
    .set({
      password_hash: passwordHash,
      password_changed_at: new Date(),
      state: sql`CASE state WHEN 'INVITED' THEN 'ACTIVE' ELSE state END`,
    })
    .where("id", "=", id)
    .execute();
}

export async function removeLogin(tx: WriteTx, id: string): Promise<void> {
  await sqlOf(tx).deleteFrom("login").where("id", "=", id).execute();
}
