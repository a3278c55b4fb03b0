import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { ChangeValue } from "../queries.ts";

type Values = Record<string, ChangeValue>;

/** A member as the history would write it now. */
export interface PresentMember extends Row<"member", "id" | "version"> {
  values: Values;
}

/** Members as they are, by id; nobody else changes them until the end of the transaction. */
export async function lockPresentMembers(
  tx: WriteTx,
  ids: readonly string[],
): Promise<Map<string, PresentMember>> {
  const rows = await sqlOf(tx)
    .selectFrom("member as r")
    .select(["id", "version", sql<Values>`history_of_member(r)`.as("values")])
    .where("id", "=", anyOf(ids))
    .where("anonymised_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Periods as they are, by id. Whoever changes one holds its group. */
export async function selectPresentMemberships(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, Values>> {
  const rows = await sqlOf(tx)
    .selectFrom("membership as r")
    .select(["id", sql<Values>`history_of_membership(r)`.as("values")])
    .where("id", "=", anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, values }) => [id, values]));
}

export async function selectPresentGroups(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, Values>> {
  const rows = await sqlOf(tx)
    .selectFrom("club_group as r")
    .select(["id", sql<Values>`history_of_group(r)`.as("values")])
    .where("id", "=", anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, values }) => [id, values]));
}

/**
 * What of a member is not part of the record: a group they belong to or will (by name), and whether
 * they have a login.
 */
export interface Attached {
  id: string;
  group: string | null;
  login: boolean;
}

/** Those of the members who belong to a group or have a login, by id. */
export async function selectAttached(
  tx: ReadTx,
  memberIds: readonly string[],
): Promise<Map<string, Attached>> {
  const { rows } = await sql<Attached>`
    SELECT ids.id, min(g.name) AS group, bool_or(l.id IS NOT NULL) AS login
    FROM unnest(${memberIds}::uuid[]) AS ids (id)
    LEFT JOIN membership ms ON ms.member_id = ids.id LEFT JOIN club_group g ON g.tenant_id = ms.tenant_id AND g.id = ms.group_id
    LEFT JOIN login l ON l.member_id = ids.id
    WHERE ms.id IS NOT NULL OR l.id IS NOT NULL GROUP BY ids.id`.execute(sqlOf(tx));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Who has these member numbers now, in the trash or not, by number. */
export async function selectHoldersOfNumbers(
  tx: ReadTx,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await sqlOf(tx)
    .selectFrom("member")
    .select(["id", "member_number"])
    .where("member_number", "=", sql<string>`ANY(${numbers}::text[])`)
    .execute();
  return new Map(rows.map(({ id, member_number }) => [member_number, id]));
}
