import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

export interface DueRecord {
  id: string;
  member_number: string;
  first_name: string;
  last_name: string;
  birthday: string | null;
  city: string | null;
  reason: "LEFT" | "DECEASED";
  since: string;
  due_on: string;
  total: number;
}

/** Left or dead for longer than the club keeps data; nobody when it has set no time. */
const due = sql`
  SELECT m.id, m.member_number, m.first_name, m.last_name, m.birthday::text AS birthday, m.city, m.tenant_id,
    CASE WHEN least(m.left_on, m.deceased_on) = m.deceased_on THEN 'DECEASED' ELSE 'LEFT' END AS reason,
    least(m.left_on, m.deceased_on) AS since, (least(m.left_on, m.deceased_on) + t.retention_months * interval '1 month')::date AS due_on
  FROM member m JOIN tenant t ON t.tenant_id = m.tenant_id
  WHERE m.deleted_at IS NULL AND t.retention_months IS NOT NULL
    AND least(m.left_on, m.deceased_on) + t.retention_months * interval '1 month' <= tenant_today()`;

export async function selectDue(
  tx: ReadTx,
  {
    page,
    size,
    sort,
    dir,
  }: { page: number; size: number; sort: "dueOn" | "lastname"; dir: "ASC" | "DESC" },
): Promise<DueRecord[]> {
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  const order =
    sort === "dueOn"
      ? sql`due.due_on ${direction}, due.id`
      : sql`due.last_name ${direction}, due.first_name ${direction}, due.id`;
  const { rows } = await sql<DueRecord>`
    SELECT due.id, due.member_number, due.first_name, due.last_name, due.birthday, due.city, due.reason, due.since::text AS since,
      due.due_on::text AS due_on, count(*) OVER ()::int AS total
    FROM (${due}) due ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}`.execute(sqlOf(tx));
  return rows;
}

/** Which of these may be wiped at once: due, or in the trash already. */
export async function selectWipeable(
  tx: ReadTx,
  ids: readonly string[],
): Promise<{ id: string; inTrash: boolean }[]> {
  const { rows } = await sql<{ id: string; inTrash: boolean }>`
    SELECT id, false AS "inTrash" FROM (${due}) due WHERE id = ANY(${ids}::uuid[])
    UNION ALL SELECT id, true FROM member WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NOT NULL AND anonymised_at IS NULL`.execute(
    sqlOf(tx),
  );
  return rows;
}
