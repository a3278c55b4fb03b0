import { type SqlBool, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { now, recordset } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { type InvitationRecord, stillBelongs } from "../invitation-rows-queries.ts";
import type { Invitee } from "../organiser/invitee-queries.ts";

/** People invited to every occurrence of a series (i), with the members among them (m). */
function invitees(tx: ReadTx, seriesId: string) {
  return sqlOf(tx)
    .selectFrom("series_invitee as i")
    .leftJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "i.tenant_id").onRef("m.id", "=", "i.user_id"),
    )
    .where("i.series_id", "=", seriesId);
}

/** A person invited to every occurrence that begins before `invited_until`. */
export type SeriesInvitee = Invitee & Row<"series_invitee", "id" | "invited_until">;

/** Those who are guests or belong to the club today. */
export function selectSeriesInvitees(tx: ReadTx, seriesId: string): Promise<SeriesInvitee[]> {
  return invitees(tx, seriesId)
    .select(["i.id", "i.user_id", "i.guest_name", "i.guest_email", "i.invited_until"])
    .where(stillBelongs)
    .execute();
}

/** Guests and those who belong to the club today, as an organiser's list shows them. */
export async function selectSeriesList(tx: ReadTx, seriesId: string): Promise<InvitationRecord[]> {
  const rows = await invitees(tx, seriesId)
    .select([
      "i.id",
      "i.series_id as event_id",
      "i.user_id",
      "m.first_name",
      "m.last_name",
      sql<boolean>`coalesce(m.has_picture, false)`.as("has_picture"),
      "i.guest_name",
      "i.guest_email",
      "i.invited_at",
      sql<boolean>`CASE WHEN i.user_id IS NULL THEN i.guest_email IS NOT NULL
        ELSE coalesce(m.email, '') <> '' AND m.message_mail <> 'NONE' END`.as("has_mail"),
    ])
    .where(stillBelongs)
    .orderBy(sql`coalesce(m.last_name || ' ' || m.first_name, i.guest_name) COLLATE german`)
    .orderBy("i.id")
    .execute();
  return rows.map((row) => ({
    ...row,
    state: "OPEN",
    position: null,
    comment: null,
    companions: 0,
    reminded_at: null,
    answered_at: null,
    answered_by_name: null,
  }));
}

/** Adds those who are not on the list yet; returns them. */
export async function insertSeriesInvitees(
  tx: WriteTx,
  seriesId: string,
  people: readonly (Invitee & { id: string })[],
): Promise<Invitee[]> {
  const db = sqlOf(tx);
  const rows = people.map((person) => ({ ...person, series_id: seriesId }));
  const columns = ["id", "series_id", "user_id", "guest_name", "guest_email"] as const;
  return db
    .insertInto("series_invitee")
    .columns([...columns, "invited_until"])
    .expression(
      db
        .selectFrom(recordset("series_invitee", rows).as("row"))
        .select(columns)
        .select(now.as("invited_until")),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["user_id", "guest_name", "guest_email"])
    .execute();
}

/** The moment until which everybody on the list is invited; null without anybody. */
export async function selectLeastInvited(tx: ReadTx, seriesId: string): Promise<Date | null> {
  const { least } = await sqlOf(tx)
    .selectFrom("series_invitee")
    .select(({ fn }) => fn.min("invited_until").as("least"))
    .where("series_id", "=", seriesId)
    .executeTakeFirstOrThrow();
  return least;
}

/** Never earlier than it was: who was taken from an occurrence is not invited to it again. */
export async function setInvitedUntil(tx: WriteTx, seriesId: string, until: Date): Promise<void> {
  await sqlOf(tx)
    .updateTable("series_invitee")
    .set(({ fn, ref, val }) => ({
      invited_until: fn<Date>("greatest", [ref("invited_until"), val(until)]),
    }))
    .where("series_id", "=", seriesId)
    .execute();
}

/** The people of a series are those of its later part as well. */
export async function copySeriesInvitees(tx: WriteTx, fromId: string, toId: string): Promise<void> {
  const db = sqlOf(tx);
  const copied = ["user_id", "guest_name", "guest_email", "invited_until", "invited_at"] as const;
  await db
    .insertInto("series_invitee")
    .columns(["id", "series_id", ...copied])
    .expression(
      db
        .selectFrom("series_invitee")
        .select([
          sql<string>`time_ordered_uuid()`.as("id"),
          sql<string>`${toId}::uuid`.as("series_id"),
        ])
        .select(copied)
        .where("series_id", "=", fromId),
    )
    .execute();
}

/** Removes a person from the list; returns the removed row. */
export function deleteSeriesInvitee(
  tx: WriteTx,
  seriesId: string,
  id: string,
): Promise<Invitee | undefined> {
  return sqlOf(tx)
    .deleteFrom("series_invitee")
    .where("id", "=", id)
    .where("series_id", "=", seriesId)
    .returning(["user_id", "guest_name", "guest_email"])
    .executeTakeFirst();
}

/** Whether the invitation i is this person's: the member's, or of the guest's address. */
export function isSamePerson({ user_id, guest_email }: Invitee) {
  return sql<SqlBool>`(i.user_id = ${user_id} OR lower(i.guest_email) = lower(${guest_email}))`;
}

/** Invitations of a person to coming occurrences of a series, by event. */
export function selectComingInvitations(
  tx: ReadTx,
  seriesId: string,
  person: Invitee,
): Promise<Row<"invitation", "id" | "event_id">[]> {
  return sqlOf(tx)
    .selectFrom("invitation as i")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.event_id"),
    )
    .select(["i.id", "i.event_id"])
    .where("e.series_id", "=", seriesId)
    .where("e.starts_at", ">", now)
    .where(isSamePerson(person))
    .orderBy("i.event_id")
    .execute();
}

/** Series with invited people that are not over. */
export async function selectInvitedSeries(tx: ReadTx): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("event as e")
    .select("e.id")
    .where("e.recurrence", "is not", null)
    .where("e.status", "=", "CONFIRMED")
    .where(({ eb, or }) =>
      or([eb("e.series_ends_at", "is", null), eb("e.series_ends_at", ">", now)]),
    )
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("series_invitee as i").select("i.id").whereRef("i.series_id", "=", "e.id")),
    )
    .orderBy("e.id")
    .execute();
  return rows.map(({ id }) => id);
}
