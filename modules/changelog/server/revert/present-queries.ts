import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import { lockMembers } from "#modules/members/server/public.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { ChangeValue } from "../queries.ts";

type Values = Record<string, ChangeValue>;

/** A member as the history would write it now. */
export interface PresentMember extends Row<"present_member", "id" | "version"> {
  values: Values;
}

/** Members as they are, by id; locked until the end of the transaction. */
export async function lockPresentMembers(
  tx: WriteTx,
  ids: readonly string[],
): Promise<Map<string, PresentMember>> {
  await lockMembers(tx, ids);
  const rows = await sqlOf(tx)
    .selectFrom("present_member")
    .select(["id", "version"])
    .select((eb) => eb.ref("present").$notNull().as("values"))
    .where("id", "=", anyOf(ids))
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Periods as they are, by id. Changing one needs a lock on its group. */
export async function selectPresentMemberships(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, Values>> {
  const rows = await sqlOf(tx)
    .selectFrom("present_membership")
    .select("id")
    .select((eb) => eb.ref("present").$notNull().as("values"))
    .where("id", "=", anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, values }) => [id, values]));
}

export async function selectPresentGroups(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, Values>> {
  const rows = await sqlOf(tx)
    .selectFrom("present_group")
    .select("id")
    .select((eb) => eb.ref("present").$notNull().as("values"))
    .where("id", "=", anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, values }) => [id, values]));
}

function attached(tx: ReadTx, memberIds: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("person as m")
    .leftJoin("group_member as ms", "ms.member_id", "m.id")
    .leftJoin("group_name as g", (join) =>
      join.onRef("g.tenant_id", "=", "ms.tenant_id").onRef("g.id", "=", "ms.group_id"),
    )
    .leftJoin("member_login as l", "l.member_id", "m.id")
    .select([
      "m.id",
      sql<string | null>`min(g.name)`.as("group"),
      sql<boolean>`bool_or(l.id IS NOT NULL)`.as("login"),
    ])
    .where("m.id", "=", anyOf(memberIds))
    .where(({ eb, or }) => or([eb("ms.group_id", "is not", null), eb("l.id", "is not", null)]))
    .groupBy("m.id");
}

/**
 * What of a member is not part of the record: a group they belong to or will (by name), and whether
 * they have a login.
 */
export type Attached = InferResult<ReturnType<typeof attached>>[number];

/** Those of the members who belong to a group or have a login, by id. */
export async function selectAttached(
  tx: ReadTx,
  memberIds: readonly string[],
): Promise<Map<string, Attached>> {
  return new Map((await attached(tx, memberIds).execute()).map((row) => [row.id, row]));
}

/** Who has these member numbers now, in the trash or not, by number. */
export async function selectHoldersOfNumbers(
  tx: ReadTx,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await sqlOf(tx)
    .selectFrom("person")
    .select(["id", "member_number"])
    .where("member_number", "=", sql<string>`ANY(${numbers}::text[])`)
    .execute();
  return new Map(rows.map(({ id, member_number }) => [member_number, id]));
}
