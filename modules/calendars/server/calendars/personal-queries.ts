import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

export interface WrittenEvent {
  title: string;
  calendar: string;
  starts_at: Date;
  created: boolean;
  changed: boolean;
}

/** Events that a member entered or changed last, latest first. */
export async function selectEventsWrittenBy(tx: ReadTx, memberId: string): Promise<WrittenEvent[]> {
  const { rows } = await sql<WrittenEvent>`
    SELECT e.title, c.name AS calendar, e.starts_at, coalesce(e.created_by = ${memberId}, false) AS created, coalesce(e.updated_by = ${memberId}, false) AS changed
    FROM event e JOIN calendar c ON c.tenant_id = e.tenant_id AND c.id = e.calendar_id
    WHERE e.created_by = ${memberId} OR e.updated_by = ${memberId}
    ORDER BY e.starts_at DESC, e.id`.execute(sqlOf(tx));
  return rows;
}

/** The events stay; who wrote them is not known any more. */
export async function eraseWriter(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  await db
    .updateTable("event")
    .set({ created_by: null })
    .where("created_by", "=", memberId)
    .execute();
  await db
    .updateTable("event")
    .set({ updated_by: null })
    .where("updated_by", "=", memberId)
    .execute();
}
