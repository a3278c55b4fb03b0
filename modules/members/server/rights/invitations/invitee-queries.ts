import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";

function invitees(tx: ReadTx, ids: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("member as m")
    .leftJoin("member_login as l", (join) =>
      join.onRef("l.tenant_id", "=", "m.tenant_id").onRef("l.member_id", "=", "m.id"),
    )
    .select([
      "m.id",
      sql<string>`full_name(m.first_name, m.last_name)`.as("name"),
      sql<string>`lower(coalesce(m.email, ''))`.as("address"),
      "l.state",
      // False when left in the past, deceased, in the trash or anonymised.
      sql<boolean>`belongs_to_club(m, tenant_today())`.as("belongs"),
    ])
    .where("m.id", "=", anyOf(ids))
    .orderBy("m.last_name")
    .orderBy("m.first_name")
    .orderBy("m.id");
}

/** Somebody who was chosen to be invited. */
export type Invitee = InferResult<ReturnType<typeof invitees>>[number];

/** Returns these people in the order of a list. */
export function selectInvitees(tx: ReadTx, ids: readonly string[]): Promise<Invitee[]> {
  return invitees(tx, ids).execute();
}

/**
 * Returns everybody of the club with one of these addresses, in small letters, the oldest first;
 * those whose birthday is not known come last.
 */
export function selectPeopleAt(
  tx: ReadTx,
  addresses: readonly string[],
): Promise<{ id: string; address: string }[]> {
  const address = sql<string>`lower(m.email)`;
  return sqlOf(tx)
    .selectFrom("member as m")
    .select(["m.id", address.as("address")])
    .where(address, "=", sql<string>`ANY(${[...addresses]}::text[])`)
    .where(sql<boolean>`belongs_to_club(m, tenant_today())`)
    .orderBy("m.birthday", (order) => order.asc().nullsLast())
    .orderBy("m.id")
    .execute();
}
