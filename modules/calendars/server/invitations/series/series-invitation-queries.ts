import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, now } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { type InvitationWithEvent, invitationsWithEvents } from "../invitation-rows-queries.ts";
import type { Invitee } from "../organiser/invitee-queries.ts";
import { isSamePerson } from "./series-queries.ts";

/** A person on a series' list, with what their page of the series is headed by. */
export type NamedInvitee = Invitee &
  Row<"series_invitee", "id" | "series_id"> &
  Row<"event", "title"> & { first_name: string | null; last_name: string | null };

/** By the id of the mailed link, and only while the member belongs to the club. */
export function selectNamedInvitee(
  tx: ReadTx,
  publicId: string,
): Promise<NamedInvitee | undefined> {
  return sqlOf(tx)
    .selectFrom("series_invitee as s")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "s.tenant_id").onRef("e.id", "=", "s.series_id"),
    )
    .leftJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "s.tenant_id").onRef("m.id", "=", "s.user_id"),
    )
    .select([
      "s.id",
      "s.series_id",
      "s.user_id",
      "s.guest_name",
      "s.guest_email",
      "e.title",
      "m.first_name",
      "m.last_name",
    ])
    .where("s.public_id", "=", publicId)
    .where(({ eb, or }) => or([eb("s.user_id", "is", null), eb("m.belongs", "=", true)]))
    .executeTakeFirst();
}

/** A person's invitations to the dates of a series that are not over, by beginning. */
export function selectSeriesInvitations(
  tx: ReadTx,
  seriesId: string,
  person: Invitee,
  most: number,
): Promise<InvitationWithEvent[]> {
  return invitationsWithEvents(tx)
    .where("e.series_id", "=", seriesId)
    .where("e.ends_at", ">", now)
    .where(isSamePerson(person))
    .orderBy("e.starts_at")
    .orderBy("i.id")
    .limit(most)
    .execute();
}

/** The ids of the links to people's pages of their series, by invitation; others are absent. */
export async function selectSeriesLinks(
  tx: ReadTx,
  invitationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (invitationIds.length === 0) return new Map();
  const rows = await sqlOf(tx)
    .selectFrom("invitation as i")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.event_id"),
    )
    .innerJoin("series_invitee as s", (join) =>
      join
        .onRef("s.tenant_id", "=", "e.tenant_id")
        .onRef("s.series_id", "=", "e.series_id")
        .on(sql<boolean>`(s.user_id = i.user_id OR lower(s.guest_email) = lower(i.guest_email))`),
    )
    .select(["i.id", "s.public_id"])
    .where("i.id", "=", anyOf(invitationIds))
    .execute();
  return new Map(rows.map(({ id, public_id }) => [id, public_id]));
}
