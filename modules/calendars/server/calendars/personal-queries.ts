import type { InferResult } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

export type WrittenEvent = InferResult<ReturnType<typeof eventsWrittenBy>>[number];

/** Events that a member entered or changed last, latest first. */
export function selectEventsWrittenBy(tx: ReadTx, memberId: string): Promise<WrittenEvent[]> {
  return eventsWrittenBy(tx, memberId).execute();
}

function eventsWrittenBy(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("event as e")
    .innerJoin("calendar as c", (join) =>
      join.onRef("c.tenant_id", "=", "e.tenant_id").onRef("c.id", "=", "e.calendar_id"),
    )
    .select(["e.title", "c.name as calendar", "e.starts_at", "e.created_by", "e.updated_by"])
    .where(({ eb, or }) =>
      or([eb("e.created_by", "=", memberId), eb("e.updated_by", "=", memberId)]),
    )
    .orderBy("e.starts_at", "desc")
    .orderBy("e.id");
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
