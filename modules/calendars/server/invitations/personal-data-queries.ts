import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { InvitationState } from "../../contract.ts";

/** Series of events to whose coming occurrences a person is invited. */
export async function selectPersonalSeries(
  tx: ReadTx,
  memberId: string,
): Promise<{ title: string; invited_at: Date }[]> {
  const { rows } = await sql<{ title: string; invited_at: Date }>`
    SELECT e.title, s.invited_at FROM series_invitee s JOIN event e ON e.tenant_id = s.tenant_id AND e.id = s.series_id
    WHERE s.user_id = ${memberId} ORDER BY s.invited_at`.execute(sqlOf(tx));
  return rows;
}

/** Answers that a person gave for others. */
export async function selectAnswersGiven(
  tx: ReadTx,
  memberId: string,
): Promise<{ title: string; answered_at: Date }[]> {
  const { rows } = await sql<{ title: string; answered_at: Date }>`
    SELECT e.title, i.answered_at FROM invitation i JOIN event e ON e.tenant_id = i.tenant_id AND e.id = i.event_id
    WHERE i.answered_by = ${memberId} AND i.user_id IS DISTINCT FROM ${memberId} AND i.answered_at IS NOT NULL ORDER BY i.answered_at`.execute(
    sqlOf(tx),
  );
  return rows;
}

export interface PersonalInvitation {
  title: string;
  starts_at: Date;
  state: InvitationState;
  comment: string | null;
  companions: number;
  invited_at: Date;
  answered_at: Date | null;
  answered_by: string | null;
  as_guest: boolean;
}

/** Every invitation to a person: as a member, and as a guest under the same address. */
export async function selectPersonalInvitations(
  tx: ReadTx,
  memberId: string,
): Promise<PersonalInvitation[]> {
  const { rows } = await sql<PersonalInvitation>`
    SELECT e.title, e.starts_at, i.state, i.comment, i.companions, i.invited_at, i.answered_at, full_name(a.first_name, a.last_name) AS answered_by,
      i.user_id IS NULL AS as_guest
    FROM invitation i JOIN event e ON e.tenant_id = i.tenant_id AND e.id = i.event_id LEFT JOIN member a ON a.tenant_id = i.tenant_id AND a.id = i.answered_by
    WHERE i.user_id = ${memberId} OR lower(i.guest_email) = (SELECT lower(email) FROM member WHERE id = ${memberId} AND email <> '')
    ORDER BY e.starts_at, i.id`.execute(sqlOf(tx));
  return rows;
}

/** What a person wrote; that they came or not stays for the club's statistics. */
export async function eraseWords(tx: WriteTx, memberId: string): Promise<void> {
  await sql`UPDATE invitation SET comment = NULL WHERE user_id = ${memberId} AND comment IS NOT NULL`.execute(
    sqlOf(tx),
  );
  await sql`DELETE FROM series_invitee WHERE user_id = ${memberId}`.execute(sqlOf(tx));
}
