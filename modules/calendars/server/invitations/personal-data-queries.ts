import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** Series of events to whose coming occurrences a person is invited. */
export function selectPersonalSeries(
  tx: ReadTx,
  memberId: string,
): Promise<(Row<"event", "title"> & Row<"series_invitee", "invited_at">)[]> {
  return sqlOf(tx)
    .selectFrom("series_invitee as s")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "s.tenant_id").onRef("e.id", "=", "s.series_id"),
    )
    .select(["e.title", "s.invited_at"])
    .where("s.user_id", "=", memberId)
    .orderBy("s.invited_at")
    .execute();
}

/** Invitations as i with their events as e. */
function invitationsToEvents(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("invitation as i")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.event_id"),
    );
}

/** Answers that a person gave for others. */
export function selectAnswersGiven(
  tx: ReadTx,
  memberId: string,
): Promise<{ title: string; answered_at: Date }[]> {
  return invitationsToEvents(tx)
    .select("e.title")
    .select((eb) => eb.ref("i.answered_at").$notNull().as("answered_at"))
    .where("i.answered_by", "=", memberId)
    .where("i.user_id", "is distinct from", memberId)
    .where("i.answered_at", "is not", null)
    .orderBy("i.answered_at")
    .execute();
}

function personalInvitations(tx: ReadTx) {
  return invitationsToEvents(tx)
    .leftJoin("person as a", (join) =>
      join.onRef("a.tenant_id", "=", "i.tenant_id").onRef("a.id", "=", "i.answered_by"),
    )
    .select([
      "e.title",
      "e.starts_at",
      "i.state",
      "i.comment",
      "i.companions",
      "i.invited_at",
      "i.answered_at",
      // Null for an invitation as a guest.
      "i.user_id",
    ])
    .select(({ fn }) =>
      fn<string | null>("full_name", ["a.first_name", "a.last_name"]).as("answered_by"),
    );
}

export type PersonalInvitation = InferResult<ReturnType<typeof personalInvitations>>[number];

/** Every invitation to a person: as a member, and as a guest under the same address. */
export function selectPersonalInvitations(
  tx: ReadTx,
  memberId: string,
): Promise<PersonalInvitation[]> {
  const address = sql<string>`(SELECT lower(email) FROM person WHERE id = ${memberId} AND email <> '')`;
  return personalInvitations(tx)
    .where(({ eb, fn, or }) =>
      or([
        eb("i.user_id", "=", memberId),
        eb(fn<string>("lower", ["i.guest_email"]), "=", address),
      ]),
    )
    .orderBy("e.starts_at")
    .orderBy("i.id")
    .execute();
}

/** What a person wrote; that they came or not stays for the club's statistics. */
export async function eraseWords(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  await db
    .updateTable("invitation")
    .set({ comment: null })
    .where("user_id", "=", memberId)
    .where("comment", "is not", null)
    .execute();
  await db.deleteFrom("series_invitee").where("user_id", "=", memberId).execute();
}
