import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";

/*
 * Login names that look like addresses. A family may share an address, so the rule is: a login name
 * that is somebody's address is its owner's own address too.
 */

/**
 * Keeps names and addresses from coming to be the same at the same moment: who sets a name waits
 * for those who set addresses, and the other way round. Comes after the row is written and before
 * the check, so that the later one of two sees the earlier.
 */
export async function lockLoginAddresses(tx: WriteTx, sets: "name" | "address"): Promise<void> {
  const key = sql`hashtextextended('login-addresses ' || ${tx.tenantId}, 0)`;
  const lock =
    sets === "name"
      ? sql`pg_advisory_xact_lock(${key})`
      : sql`pg_advisory_xact_lock_shared(${key})`;
  await sqlOf(tx).selectNoFrom(lock.as("locked")).execute();
}

/** The owner of `login` has the login's name for an address. */
const ownersAddress = sql<string>`coalesce((SELECT lower(owner.email) FROM person owner
  WHERE owner.id = login.member_id), '')`;

/** Returns true when other people, the trash included, have this name for an address. */
export async function isAnothersAddress(
  tx: ReadTx,
  username: string,
  memberId: string,
): Promise<boolean> {
  const rows = await sqlOf(tx)
    .selectFrom("person")
    .select("id")
    .where(sql<string>`lower(email)`, "=", username.toLowerCase())
    .execute();
  return rows.length > 0 && rows.every(({ id }) => id !== memberId);
}

/** Returns the first of these people whose address is the login name of somebody who has another. */
export async function selectForeignName(
  tx: ReadTx,
  memberIds: readonly string[],
): Promise<{ firstName: string; lastName: string } | undefined> {
  return sqlOf(tx)
    .selectFrom("person")
    .innerJoin("login", (join) =>
      join
        .on(sql<boolean>`lower(login.username) = lower(person.email)`)
        .onRef("login.member_id", "<>", "person.id"),
    )
    .select(["person.first_name as firstName", "person.last_name as lastName"])
    .where("person.id", "=", anyOf(memberIds))
    .where(ownersAddress, "<>", sql<string>`lower(person.email)`)
    .orderBy("person.id")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Returns login names that are addresses and not their owners' own, in small letters, with the
 * member they belong to: nobody else can have one for an address.
 */
export async function selectReservedAddresses(tx: ReadTx): Promise<Map<string, string>> {
  const rows = await sqlOf(tx)
    .selectFrom("login")
    .select(["member_id as memberId", sql<string>`lower(username)`.as("address")])
    .where("username", "like", "%@%")
    .where(ownersAddress, "<>", sql<string>`lower(username)`)
    .execute();
  return new Map(rows.map(({ address, memberId }) => [address, memberId]));
}

/**
 * Returns the logins of these people whose name is an address that others still have and they
 * themselves do not. Where a Keycloak keeps the user the name stays: it knows no two users of one
 * address, and renames nobody by default.
 */
export async function selectLeftNames(
  tx: ReadTx,
  memberIds: readonly string[],
): Promise<{ id: string; memberId: string }[]> {
  return sqlOf(tx)
    .selectFrom("login")
    .select(["id", "member_id as memberId"])
    .where("member_id", "=", anyOf(memberIds))
    .where(ownersAddress, "<>", sql<string>`lower(username)`)
    .where(
      sql<boolean>`EXISTS (SELECT FROM person other WHERE other.id <> login.member_id
        AND lower(other.email) = lower(login.username))`,
    )
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM keycloak_user WHERE keycloak_user.login_id = login.id)`,
    )
    .execute();
}

export async function renameLogin(tx: WriteTx, id: string, username: string): Promise<void> {
  await sqlOf(tx).updateTable("login").set({ username }).where("id", "=", id).execute();
}
