import { sql } from "kysely";
import type { Database, ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { sqlOf } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";

export type LoginState = "INVITED" | "ACTIVE" | "DISABLED";

interface Tables {
  login: {
    id: string;
    member_id: string;
    username: string;
    state: LoginState;
    password_hash: string | null;
    password_changed_at: Date | null;
  };
  // Of the members module, read only: who a login belongs to and whether they may still come in.
  member: {
    id: string;
    first_name: string;
    last_name: string;
    email: string | null;
    left_on: string | null;
    deceased_on: string | null;
    deleted_at: Date | null;
  };
  tenant: {
    tenant_id: string;
    name: string;
    display_name: string;
    accent_color: string;
    time_zone: string;
    logo_key: string | null;
  };
}

export interface Login {
  id: string;
  memberId: string;
  username: string;
  state: LoginState;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  email: string | null;
  /** False for members who have left or died, are in the trash or are gone. */
  memberActive: boolean;
}

/** A login that may come in now. */
export function mayLogIn(login: Login): boolean {
  return login.state === "ACTIVE" && login.memberActive;
}

export interface Branding {
  name: string;
  clubName: string;
  accentColor: string;
  hasLogo: boolean;
}

export async function findTenantByName(
  database: Database,
  name: string,
): Promise<TenantRow | undefined> {
  const [row] = await database.queryWithoutTenant<{
    id: string;
    name: string;
    display_name: string;
    time_zone: string;
    state: "ACTIVE" | "SUSPENDED";
  }>("SELECT id, name, display_name, time_zone, state FROM find_tenant($1)", [name]);
  if (row === undefined || row.state !== "ACTIVE") return undefined;
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    timeZone: row.time_zone,
    state: row.state,
  };
}

export async function allTenantIds(database: Database): Promise<string[]> {
  return (
    await database.queryWithoutTenant<{ id: string }>("SELECT id FROM all_tenants()", [])
  ).map(({ id }) => id);
}

export async function loadBranding(tx: ReadTx): Promise<Branding> {
  const row = await sqlOf<Tables>(tx)
    .selectFrom("tenant")
    .select(["name", "display_name", "accent_color", "logo_key"])
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    clubName: row.display_name,
    accentColor: row.accent_color,
    hasLogo: row.logo_key !== null,
  };
}

function logins(tx: ReadTx) {
  return sqlOf<Tables>(tx)
    .selectFrom("login")
    .leftJoin("member", "member.id", "login.member_id")
    .select([
      "login.id",
      "login.member_id as memberId",
      "login.username",
      "login.state",
      "login.password_hash as passwordHash",
      sql<string>`coalesce(member.first_name, '')`.as("firstName"),
      sql<string>`coalesce(member.last_name, '')`.as("lastName"),
      "member.email",
      // The day of leaving itself still counts; "today" is the club's.
      sql<boolean>`coalesce(member.deleted_at IS NULL AND member.deceased_on IS NULL AND (member.left_on IS NULL OR member.left_on >= (SELECT (now() AT TIME ZONE time_zone)::date FROM tenant)), false) AND member.id IS NOT NULL`.as(
        "memberActive",
      ),
    ]);
}

export async function findLogin(tx: ReadTx, id: string): Promise<Login | undefined> {
  return logins(tx).where("login.id", "=", id).executeTakeFirst();
}

export async function findLoginOfMember(tx: ReadTx, memberId: string): Promise<Login | undefined> {
  return logins(tx).where("login.member_id", "=", memberId).executeTakeFirst();
}

export async function selectLoginIds(tx: ReadTx, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM login WHERE member_id = ANY(${memberIds}::uuid[])`.execute(sqlOf<Tables>(tx));
  return rows.map(({ id }) => id);
}

/**
 * By login name, else every login whose member has this contact address (a family may share one).
 */
export async function findLoginsByIdentifier(tx: ReadTx, identifier: string): Promise<Login[]> {
  const key = identifier.toLowerCase();
  const byName = await logins(tx)
    .where(sql<string>`lower(login.username)`, "=", key)
    .executeTakeFirst();
  if (byName !== undefined) return [byName];
  return logins(tx)
    .where(sql<string>`lower(member.email)`, "=", key)
    .where("login.state", "<>", "DISABLED")
    .limit(10)
    .execute();
}

export async function memberContact(
  tx: ReadTx,
  memberId: string,
): Promise<{ firstName: string; lastName: string; email: string | null } | undefined> {
  return sqlOf<Tables>(tx)
    .selectFrom("member")
    .select(["first_name as firstName", "last_name as lastName", "email"])
    .where("id", "=", memberId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

export async function usernameTaken(tx: ReadTx, username: string): Promise<boolean> {
  const row = await sqlOf<Tables>(tx)
    .selectFrom("login")
    .select("id")
    .where(sql<string>`lower(username)`, "=", username.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertLogin(
  tx: WriteTx,
  {
    id,
    memberId,
    username,
    state,
    passwordHash,
  }: {
    id: string;
    memberId: string;
    username: string;
    state: LoginState;
    passwordHash: string | null;
  },
): Promise<void> {
  await sqlOf<Tables>(tx)
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

export async function setLoginState(tx: WriteTx, id: string, state: LoginState): Promise<void> {
  await sqlOf<Tables>(tx).updateTable("login").set({ state }).where("id", "=", id).execute();
}

/** Sets the password; an invited login becomes active by it. */
export async function setPassword(tx: WriteTx, id: string, passwordHash: string): Promise<void> {
  await sqlOf<Tables>(tx)
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
  await sqlOf<Tables>(tx).deleteFrom("login").where("id", "=", id).execute();
}
