import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";

/** Returns the ids of everybody who is in the club today. */
export async function selectEverybody(tx: ReadTx): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("person")
    .select("id")
    .where("belongs", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countEverybody(tx: ReadTx): Promise<number> {
  const { count } = await sqlOf(tx)
    .selectFrom("person")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("belongs", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Members of groups today, with what they are there; `groupIds` null: of all groups. */
function memberships(tx: ReadTx, groupIds: readonly string[] | null) {
  const current = sqlOf(tx)
    .selectFrom("group_member as ms")
    .innerJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "ms.tenant_id").onRef("m.id", "=", "ms.member_id"),
    )
    .where("ms.is_current", "=", true)
    .where("m.belongs", "=", true);
  return groupIds === null ? current : current.where("ms.group_id", "=", anyOf(groupIds));
}

/** Returns the ids of those who lead one of the groups. */
export async function selectLeaders(
  tx: ReadTx,
  groupIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await memberships(tx, groupIds)
    .select("m.id")
    .distinct()
    .where("ms.leader", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

const folded = sql<string>`folded_name(ms.function)`;

/** Returns the ids of those who have the function in one of the groups. */
export async function selectWithFunction(
  tx: ReadTx,
  name: string,
  groupIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await memberships(tx, groupIds)
    .select("m.id")
    .distinct()
    .where(folded, "=", sql<string>`folded_name(${name}::text)`)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the functions that people have in these groups, in their most frequent spelling, and how
 * many people have each; the most frequent first.
 */
export async function selectFunctions(
  tx: ReadTx,
  groupIds: readonly string[] | null,
  most: number,
): Promise<{ name: string; count: number }[]> {
  return memberships(tx, groupIds)
    .select(({ fn }) => [
      sql<string>`mode() WITHIN GROUP (ORDER BY ms.function)`.as("name"),
      fn.count<number>("m.id").distinct().as("count"),
    ])
    .where(sql<string>`btrim(coalesce(ms.function, ''))`, "<>", "")
    .groupBy(folded)
    .orderBy("count", "desc")
    .orderBy("name")
    .limit(most)
    .execute();
}
