import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Told } from "../invitation-record.ts";

/** Somebody to be invited: a member or a guest. */
export interface Invitee {
  user_id: string | null;
  guest_name: string | null;
  guest_email: string | null;
}

const belongs = sql`m.deleted_at IS NULL AND m.anonymised_at IS NULL AND m.deceased_on IS NULL AND (m.left_on IS NULL OR m.left_on >= tenant_today())`;

/**
 * Those of the ids that are members today: neither left nor dead nor in the trash. `unknown` were
 * never members of this club, or are gone.
 */
export async function selectInvitable(
  tx: ReadTx,
  ids: readonly string[],
): Promise<{ invitable: string[]; unknown: string[] }> {
  const { rows } = await sql<{ id: string; invitable: boolean }>`
    SELECT m.id, ${belongs} AS invitable FROM member m WHERE m.id = ANY(${ids}::uuid[]) AND m.deleted_at IS NULL AND m.anonymised_at IS NULL`.execute(
    sqlOf(tx),
  );
  const known = new Set(rows.map(({ id }) => id));
  return {
    invitable: rows.filter(({ invitable }) => invitable).map(({ id }) => id),
    unknown: ids.filter((id) => !known.has(id)),
  };
}

/** Members of these groups today, each once. */
export async function selectMembersOfGroups(
  tx: ReadTx,
  groupIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT m.id FROM membership ms JOIN member m ON m.tenant_id = ms.tenant_id AND m.id = ms.member_id, tenant_today() AS day
    WHERE ms.group_id = ANY(${groupIds}::uuid[]) AND (ms.from_on IS NULL OR ms.from_on <= day) AND (ms.to_on IS NULL OR ms.to_on >= day) AND ${belongs}`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}

export interface NewInvitation extends Invitee {
  id: string;
  public_id: string;
}

/** Adds those who are not invited yet; returns the ids added. */
export async function insertInvitations(
  tx: WriteTx,
  eventId: string,
  rows: readonly NewInvitation[],
  told: Told,
): Promise<string[]> {
  const inserted = await sql<{ id: string }>`
    INSERT INTO invitation (id, event_id, user_id, guest_name, guest_email, public_id, told)
    SELECT id, ${eventId}, user_id, guest_name, guest_email, public_id, ${JSON.stringify(told)}::jsonb
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id uuid, user_id uuid, guest_name text, guest_email text, public_id text)
    ON CONFLICT DO NOTHING RETURNING id`.execute(sqlOf(tx));
  return inserted.rows.map(({ id }) => id);
}
