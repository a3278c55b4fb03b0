import { type InferResult, type SqlBool, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

/** Whether mails reach the member m: an address, mails wanted, still in the club. */
export const memberHasMail = sql<boolean>`coalesce(m.email, '') <> ''
  AND m.message_mail <> 'NONE' AND m.belongs`;

/** The same of the person of i, who may be a guest. */
export const hasMail = sql<boolean>`CASE WHEN i.user_id IS NULL THEN i.guest_email IS NOT NULL
  ELSE ${memberHasMail} END`;

/** The person of i is a guest or still belongs to the club: not left, dead or in the trash. */
export const stillBelongs = sql<SqlBool>`(i.user_id IS NULL OR m.belongs)`;

/**
 * An invitation that organisers count and see. Who said nothing and no longer belongs to the club
 * can't be asked any more; what others said stays.
 */
export const isCounted = sql<SqlBool>`(i.state <> 'OPEN' OR ${stillBelongs})`;

/** Place in the waiting list, from 1. */
export const position = sql<number | null>`CASE WHEN i.state = 'WAITING' THEN (
    SELECT count(*) FROM invitation w
    WHERE w.event_id = i.event_id AND w.state = 'WAITING' AND w.waiting_number <= i.waiting_number
  ) END`.as("position");

/** People who come, companions included; not counted where there is no maximum. */
const coming = sql<number>`CASE WHEN e.answer_maximum IS NULL THEN 0 ELSE (
    SELECT coalesce(sum(1 + companions), 0)::int FROM invitation o WHERE o.event_id = i.event_id AND o.state = 'ACCEPTED'
  ) END`.as("coming");

/** How lists name a person: members by last name, guests as they were entered. */
export const listName = sql<string>`coalesce(m.last_name || ' ' || m.first_name, i.guest_name) COLLATE german`;

/** Invitations (i) with the invited person (m). */
export function selectInvited(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("invitation as i")
    .leftJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "i.tenant_id").onRef("m.id", "=", "i.user_id"),
    );
}

/** Invitations as they are read wherever a person is shown. */
export function invitations(tx: ReadTx) {
  return selectInvited(tx)
    .leftJoin("person as answerer", (join) =>
      join
        .onRef("answerer.tenant_id", "=", "i.tenant_id")
        .onRef("answerer.id", "=", "i.answered_by"),
    )
    .select([
      "i.id",
      "i.event_id",
      "i.user_id",
      "m.first_name",
      "m.last_name",
      sql<boolean>`coalesce(m.has_picture, false)`.as("has_picture"),
      "i.guest_name",
      "i.guest_email",
      "i.state",
      "i.comment",
      "i.companions",
      "i.invited_at",
      "i.reminded_at",
      "i.answered_at",
      // The organiser who answered for them.
      sql<string | null>`nullif(full_name(answerer.first_name, answerer.last_name), '')`.as(
        "answered_by_name",
      ),
      hasMail.as("has_mail"),
      position,
    ]);
}

/** An invitation with the invited person. */
export type InvitationRecord = InferResult<ReturnType<typeof invitations>>[number];

/** The same with the event and what is left of its places. */
export function invitationsWithEvents(tx: ReadTx) {
  return invitations(tx)
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.event_id"),
    )
    .innerJoin("calendar as c", (join) =>
      join.onRef("c.tenant_id", "=", "e.tenant_id").onRef("c.id", "=", "e.calendar_id"),
    )
    .leftJoin("event as series", (join) =>
      join.onRef("series.tenant_id", "=", "e.tenant_id").onRef("series.id", "=", "e.series_id"),
    )
    .select([
      "i.public_id",
      "e.uid",
      "e.sequence",
      "e.recurrence_start",
      "e.series_id",
      // Null for events that belong to no series.
      "series.all_day as series_all_day",
      "e.created_at",
      "e.updated_at",
      "e.title",
      "e.description",
      "e.location",
      "e.meet_at",
      "e.starts_at",
      "e.ends_at",
      "e.all_day",
      "e.status",
      "e.cancel_reason",
      "c.id as calendar_id",
      "c.name as calendar_name",
      "c.color as calendar_color",
      "e.answer_deadline",
      "e.answer_maximum",
      "e.allow_comment",
      "e.allow_companions",
      "e.waiting_list",
      coming,
    ]);
}

export type InvitationWithEvent = InferResult<ReturnType<typeof invitationsWithEvents>>[number];
