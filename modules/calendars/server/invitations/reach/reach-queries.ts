import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, now } from "#platform/server/database/expressions.ts";
import { memberHasMail } from "../invitation-rows-queries.ts";

/**
 * Somebody of age with the same last name and address who gets mails; only for members under age.
 */
const family = sql<string | null>`CASE
  WHEN m.birthday > (SELECT tenant_today()) - interval '18 years'
    AND coalesce(btrim(m.street), '') <> '' THEN (
    SELECT full_name(f.first_name, f.last_name) FROM person f
    WHERE f.belongs AND f.id <> m.id AND lower(f.last_name) = lower(m.last_name)
      AND lower(f.street) = lower(m.street)
      AND coalesce(f.postal_code, '') = coalesce(m.postal_code, '')
      AND coalesce(btrim(f.email), '') <> '' AND f.message_mail <> 'NONE'
      AND f.birthday <= (SELECT tenant_today()) - interval '18 years'
    ORDER BY f.birthday, f.id LIMIT 1) END`;

/** Members of today with how they learn of something: by mail, by logging in, or not at all. */
function members(tx: ReadTx, ids: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("person as m")
    .leftJoin("member_login as l", (join) =>
      join.onRef("l.tenant_id", "=", "m.tenant_id").onRef("l.member_id", "=", "m.id"),
    )
    .select([
      "m.id",
      "m.first_name",
      "m.last_name",
      memberHasMail.as("mailed"),
      sql<boolean>`coalesce(l.state = 'ACTIVE', false)`.as("logs_in"),
      sql<boolean>`coalesce(btrim(m.email), '') <> ''`.as("has_address"),
    ])
    .where("m.id", "=", anyOf(ids))
    .where("m.belongs", "=", true)
    .orderBy("m.last_name")
    .orderBy("m.first_name")
    .orderBy("m.id");
}

export type MemberReach = InferResult<ReturnType<typeof members>>[number];

export function selectMemberReach(tx: ReadTx, ids: readonly string[]): Promise<MemberReach[]> {
  return members(tx, ids).execute();
}

/** Returns by member's id the adult who could tell them. */
export async function selectFamilies(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sqlOf(tx)
    .selectFrom("person as m")
    .select(["m.id", family.as("family")])
    .where("m.id", "=", anyOf(ids))
    .execute();
  return new Map(
    rows.flatMap(({ id, family: name }) => (name === null ? [] : [[id, name] as const])),
  );
}

/** How to reach members otherwise. */
export function selectContacts(tx: ReadTx, ids: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("person as m")
    .select([
      "m.id",
      "m.first_name",
      "m.last_name",
      "m.street",
      "m.address_addition",
      "m.postal_code",
      "m.city",
      "m.country",
      "m.phone",
      "m.mobile",
    ])
    .where("m.id", "=", anyOf(ids))
    .orderBy("m.last_name")
    .orderBy("m.first_name")
    .orderBy("m.id")
    .execute();
}

/** Who is meant by something that concerns events: members and guests, each once. */
export interface People {
  memberIds: string[];
  /** Addresses; empty where a guest has none. */
  guests: string[];
}

/** Returns who is invited to these events, has not declined and expects them to take place. */
export async function selectExpecting(tx: ReadTx, eventIds: readonly string[]): Promise<People> {
  const rows = await sqlOf(tx)
    .selectFrom("invitation as i")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.event_id"),
    )
    .select(["i.user_id", sql<string>`lower(coalesce(i.guest_email, ''))`.as("guest")])
    .distinct()
    .where("i.event_id", "=", anyOf(eventIds))
    .where("i.state", "<>", "DECLINED")
    .where("e.status", "=", "CONFIRMED")
    .where("e.ends_at", ">", now)
    .execute();
  return {
    memberIds: rows.flatMap(({ user_id }) => user_id ?? []),
    guests: rows.flatMap(({ user_id, guest }) => (user_id === null ? [guest] : [])),
  };
}

/** Returns who is invited already: to an event, or by a series to its coming occurrences. */
export async function selectAlreadyInvited(
  tx: ReadTx,
  target: { eventId: string } | { seriesId: string },
): Promise<People> {
  const columns = [
    "i.user_id",
    sql<string>`lower(coalesce(i.guest_email, ''))`.as("guest"),
  ] as const;
  const rows =
    "eventId" in target
      ? await sqlOf(tx)
          .selectFrom("invitation as i")
          .select(columns)
          .where("i.event_id", "=", target.eventId)
          .execute()
      : await sqlOf(tx)
          .selectFrom("series_invitee as i")
          .select(columns)
          .where("i.series_id", "=", target.seriesId)
          .execute();
  return {
    memberIds: rows.flatMap(({ user_id }) => user_id ?? []),
    guests: rows.flatMap(({ user_id, guest }) => (user_id === null ? [guest] : [])),
  };
}
