import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { InvitationRecord } from "../invitation-record.ts";
import type { Invitee } from "../organiser/invitee-queries.ts";

/** Somebody invited to every occurrence of a series. */
export interface SeriesInvitee extends Invitee {
  id: string;
  /** Occurrences beginning before this have been invited to. */
  invited_until: Date;
}

export async function selectSeriesInvitees(tx: ReadTx, seriesId: string): Promise<SeriesInvitee[]> {
  const { rows } = await sql<SeriesInvitee>`
    SELECT i.id, i.user_id, i.guest_name, i.guest_email, i.invited_until FROM series_invitee i
    LEFT JOIN member m ON m.tenant_id = i.tenant_id AND m.id = i.user_id
    WHERE i.series_id = ${seriesId} AND (i.user_id IS NULL OR (m.deleted_at IS NULL AND m.anonymised_at IS NULL AND m.deceased_on IS NULL
      AND (m.left_on IS NULL OR m.left_on >= tenant_today())))`.execute(sqlOf(tx));
  return rows;
}

/** The same as an organiser's list shows them. */
export async function selectSeriesList(tx: ReadTx, seriesId: string): Promise<InvitationRecord[]> {
  const { rows } = await sql<InvitationRecord>`
    SELECT i.id, i.series_id AS event_id, i.user_id, m.first_name, m.last_name, coalesce(m.picture_256 IS NOT NULL, false) AS has_picture, i.guest_name, i.guest_email,
      'OPEN' AS state, NULL AS position, NULL AS comment, 0 AS companions, i.invited_at, NULL AS reminded_at, NULL AS answered_at, NULL AS answered_by_name,
      CASE WHEN i.user_id IS NULL THEN i.guest_email IS NOT NULL ELSE coalesce(m.email, '') <> '' AND m.message_mail <> 'NONE' END AS has_mail
    FROM series_invitee i LEFT JOIN member m ON m.tenant_id = i.tenant_id AND m.id = i.user_id
    WHERE i.series_id = ${seriesId} ORDER BY coalesce(m.last_name || ' ' || m.first_name, i.guest_name) COLLATE german, i.id`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** Adds those who are not on the list yet. */
export async function insertSeriesInvitees(
  tx: WriteTx,
  seriesId: string,
  rows: readonly (Invitee & { id: string })[],
): Promise<void> {
  await sql`
    INSERT INTO series_invitee (id, series_id, user_id, guest_name, guest_email, invited_until)
    SELECT id, ${seriesId}, user_id, guest_name, guest_email, now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id uuid, user_id uuid, guest_name text, guest_email text)
    ON CONFLICT DO NOTHING`.execute(sqlOf(tx));
}

export async function setInvitedUntil(tx: WriteTx, seriesId: string, until: Date): Promise<void> {
  await sql`UPDATE series_invitee SET invited_until = ${until} WHERE series_id = ${seriesId}`.execute(
    sqlOf(tx),
  );
}

/** The people of a series are those of its later part as well. */
export async function copySeriesInvitees(tx: WriteTx, fromId: string, toId: string): Promise<void> {
  await sql`
    INSERT INTO series_invitee (id, series_id, user_id, guest_name, guest_email, invited_until, invited_at)
    SELECT time_ordered_uuid(), ${toId}, user_id, guest_name, guest_email, invited_until, invited_at FROM series_invitee WHERE series_id = ${fromId}`.execute(
    sqlOf(tx),
  );
}

/** Takes somebody off the list; answers whom. */
export async function deleteSeriesInvitee(
  tx: WriteTx,
  seriesId: string,
  id: string,
): Promise<Invitee | undefined> {
  const { rows } = await sql<Invitee>`
    DELETE FROM series_invitee WHERE id = ${id} AND series_id = ${seriesId} RETURNING user_id, guest_name, guest_email`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

/** Invitations of a person to coming occurrences of a series, by event. */
export async function selectComingInvitations(
  tx: ReadTx,
  seriesId: string,
  { user_id, guest_email }: Invitee,
): Promise<{ id: string; event_id: string }[]> {
  const { rows } = await sql<{ id: string; event_id: string }>`
    SELECT i.id, i.event_id FROM invitation i JOIN event e ON e.tenant_id = i.tenant_id AND e.id = i.event_id
    WHERE e.series_id = ${seriesId} AND e.starts_at > now() AND (i.user_id = ${user_id} OR lower(i.guest_email) = lower(${guest_email}))
    ORDER BY i.event_id`.execute(sqlOf(tx));
  return rows;
}

/** Series that somebody is invited to and that are not over. */
export async function selectInvitedSeries(tx: ReadTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT e.id FROM event e WHERE e.recurrence IS NOT NULL AND e.status = 'CONFIRMED' AND (e.series_ends_at IS NULL OR e.series_ends_at > now())
      AND EXISTS (SELECT FROM series_invitee i WHERE i.series_id = e.id) ORDER BY e.id`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}
