import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, isFilled } from "#platform/server/database/expressions.ts";
import type { FieldValues } from "../stored-values.ts";

/** Of a member as much as telling people apart needs. */
export type KnownPerson = Awaited<ReturnType<typeof selectPersons>>[number];

/**
 * Everyone of the club, read once for all rows of a file: just after an import the tables have no
 * statistics yet, and looking thousands of values up one by one would then read the whole club for
 * each of them.
 */
export async function selectPersons(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("person")
    .select(["id", "member_number as memberNumber", "first_name as firstname"])
    .select(["last_name as lastname", "birthday", "email", "phone", "mobile", "street"])
    .select(["postal_code as postalCode", "name_sound as nameSound"])
    .select(({ ref }) => [
      isFilled(ref("deleted_at")).as("inTrash"),
      // Only the number is left of them; it is not given again.
      isFilled(ref("anonymised_at")).as("anonymised"),
    ])
    .execute();
}

/** A member's values by the names of fields, as the history writes them. */
export type PresentMember = Awaited<ReturnType<typeof presentMembers>>[number];

export async function selectPresentMembers(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, PresentMember>> {
  if (ids.length === 0) return new Map();
  const rows = await presentMembers(tx, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

function presentMembers(tx: ReadTx, ids: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("present_member as m")
    .select(["m.id", "m.version", sql<FieldValues>`m.present`.as("values")])
    .select(({ ref, selectFrom }) => {
      // Groups they belong to today or will.
      const groupIds = selectFrom("group_member as ms")
        .select(sql<string>`ms.group_id::text`.as("id"))
        .distinct()
        .whereRef("ms.tenant_id", "=", "m.tenant_id")
        .whereRef("ms.member_id", "=", "m.id")
        .where(({ eb, or }) =>
          or([
            eb("ms.to_on", "is", null),
            eb("ms.to_on", ">=", sql<string>`(SELECT tenant_today())`),
          ]),
        );
      return [
        isFilled(ref("m.deleted_at")).as("inTrash"),
        sql<string[]>`ARRAY${groupIds}`.as("groupIds"),
      ];
    })
    .where("m.id", "=", anyOf(ids))
    .execute();
}

/** Members as rows show them. */
export type ShownMember = Awaited<ReturnType<typeof shownMembers>>[number];

export async function selectShownMembers(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, ShownMember>> {
  if (ids.length === 0) return new Map();
  const rows = await shownMembers(tx, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

function shownMembers(tx: ReadTx, ids: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("person")
    .select(["id", "member_number as memberNumber", "first_name as firstname"])
    .select(["last_name as lastname", "birthday", "email", "city"])
    .select(({ ref }) => isFilled(ref("deleted_at")).as("inTrash"))
    .where("id", "=", anyOf(ids))
    .where("anonymised_at", "is", null)
    .execute();
}
