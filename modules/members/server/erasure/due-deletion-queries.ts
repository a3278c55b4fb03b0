import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, direction } from "#platform/server/database/expressions.ts";

const since = sql<string>`least(m.left_on, m.deceased_on)`;
const dueAt = sql<Date>`${since} + t.retention_months * interval '1 month'`;

/** Left or dead for longer than the club keeps data; no one when it has set no period. */
function due(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("member as m")
    .innerJoin("club as t", "t.tenant_id", "m.tenant_id")
    .where("m.deleted_at", "is", null)
    .where("t.retention_months", "is not", null)
    .where(dueAt, "<=", sql<Date>`tenant_today()`);
}

export function selectDue(
  tx: ReadTx,
  {
    page,
    size,
    sort,
    dir,
  }: { page: number; size: number; sort: "dueOn" | "lastname"; dir: "ASC" | "DESC" },
) {
  const way = direction(dir);
  const found = due(tx).select(({ fn }) => [
    "m.id",
    "m.member_number",
    "m.first_name",
    "m.last_name",
    "m.birthday",
    "m.city",
    sql<"LEFT" | "DECEASED">`CASE WHEN ${since} = m.deceased_on THEN 'DECEASED' ELSE 'LEFT' END`.as(
      "reason",
    ),
    since.as("since"),
    sql<string>`(${dueAt})::date`.as("due_on"),
    fn.countAll<number>().over().as("total"),
  ]);
  const sorted =
    sort === "dueOn"
      ? found.orderBy("due_on", way)
      : found.orderBy("m.last_name", way).orderBy("m.first_name", way);
  return sorted
    .orderBy("m.id")
    .limit(size)
    .offset(page * size)
    .execute();
}

/** Which of these may be wiped at once: due, or in the trash already. */
export function selectWipeable(
  tx: ReadTx,
  ids: readonly string[],
): Promise<{ id: string; inTrash: boolean }[]> {
  return due(tx)
    .select(["m.id", sql<boolean>`false`.as("inTrash")])
    .where("m.id", "=", anyOf(ids))
    .unionAll(
      sqlOf(tx)
        .selectFrom("member")
        .select(["id", sql<boolean>`true`.as("inTrash")])
        .where("id", "=", anyOf(ids))
        .where("deleted_at", "is not", null)
        .where("anonymised_at", "is", null),
    )
    .execute();
}
