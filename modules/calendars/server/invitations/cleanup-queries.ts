import { sql } from "kysely";
import {
  type Database,
  type ReadTx,
  sqlOf,
  type WriteTx,
} from "#platform/server/database/database.ts";

export async function selectTenantIds(database: Database): Promise<string[]> {
  return (
    await database.queryWithoutTenant<{ id: string }>(
      "SELECT id FROM all_tenants() WHERE state = 'ACTIVE'",
      [],
    )
  ).map(({ id }) => id);
}

/**
 * Invitations to coming events of people who left the club, died or were removed; of one member, or
 * of all.
 */
export async function selectInvitationsOfGone(
  tx: ReadTx,
  memberId?: string,
): Promise<{ id: string; event_id: string }[]> {
  const { rows } = await sql<{ id: string; event_id: string }>`
    SELECT i.id, i.event_id FROM invitation i JOIN event e ON e.tenant_id = i.tenant_id AND e.id = i.event_id
    JOIN member m ON m.tenant_id = i.tenant_id AND m.id = i.user_id
    WHERE e.starts_at > now() AND (m.deleted_at IS NOT NULL OR m.anonymised_at IS NOT NULL OR m.deceased_on IS NOT NULL OR m.left_on < tenant_today())
      AND ${memberId === undefined ? sql`true` : sql`i.user_id = ${memberId}`}
    ORDER BY i.event_id`.execute(sqlOf(tx));
  return rows;
}

/** Guests of events that ended before this many days lose name, address and comment. */
export async function eraseGuests(tx: WriteTx, days: number): Promise<void> {
  await sql`
    UPDATE invitation i SET guest_name = 'Gast', guest_email = NULL, comment = NULL FROM event e
    WHERE e.id = i.event_id AND i.guest_email IS NOT NULL AND e.ends_at < now() - make_interval(days => ${days})`.execute(
    sqlOf(tx),
  );
}
