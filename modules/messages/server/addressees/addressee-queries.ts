import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";

function members(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("person as m")
    .select(["m.id", "m.first_name as firstname", "m.last_name as lastname"]);
}

export type Person = InferResult<ReturnType<typeof members>>[number];

/** Members by their ids; anonymised ones are left out. */
export async function selectPeople(tx: ReadTx, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  return members(tx).where("m.id", "=", anyOf(ids)).where("m.anonymised_at", "is", null).execute();
}

function groups(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("group_name as g")
    .leftJoin("group_name as parent", (join) =>
      join.onRef("parent.tenant_id", "=", "g.tenant_id").onRef("parent.id", "=", "g.parent_id"),
    )
    .select(["g.id", "g.name", "parent.name as groupName"]);
}

/** A group and the name of the one above it. */
type NamedGroup = InferResult<ReturnType<typeof groups>>[number];

/** Groups by their ids, without looking at who is in them. */
export async function selectNamedGroups(tx: ReadTx, ids: readonly string[]): Promise<NamedGroup[]> {
  if (ids.length === 0) return [];
  return groups(tx).where("g.id", "=", anyOf(ids)).execute();
}

/** Groups with how many people of today are in them and below; these, or all. By name. */
export async function selectAddressedGroups(
  tx: ReadTx,
  ids: readonly string[] | null,
): Promise<(NamedGroup & { count: number })[]> {
  const meant = sqlOf(tx).selectFrom("group_name").select(["id as root", "id"]);
  const counted = sqlOf(tx)
    .withRecursive("below(root, id)", (db) =>
      (ids === null ? meant : meant.where("id", "=", anyOf(ids))).union(
        db
          .selectFrom("group_name as g")
          .innerJoin("below", "below.id", "g.parent_id")
          .select(["below.root", "g.id"]),
      ),
    )
    .with(
      (cte) => cte("here").materialized(),
      (db) => db.selectFrom("person as m").select("m.id").where("m.belongs", "=", true),
    )
    .with(
      (cte) => cte("people").materialized(),
      (db) =>
        db
          .selectFrom("below")
          .innerJoin("group_member as ms", "ms.group_id", "below.id")
          .select(({ fn }) => [
            "below.root",
            fn.count<number>("ms.member_id").distinct().as("count"),
          ])
          .where("ms.is_current", "=", true)
          .where("ms.member_id", "in", (eb) => eb.selectFrom("here").select("here.id"))
          .groupBy("below.root"),
    )
    .selectFrom("group_name as g")
    .leftJoin("group_name as parent", (join) =>
      join.onRef("parent.tenant_id", "=", "g.tenant_id").onRef("parent.id", "=", "g.parent_id"),
    )
    .leftJoin("people", "people.root", "g.id")
    .select([
      "g.id",
      "g.name",
      "parent.name as groupName",
      sql<number>`coalesce(people.count, 0)`.as("count"),
    ])
    .orderBy("g.name")
    .orderBy("parent.name", (order) => order.asc().nullsFirst())
    .orderBy("g.id");
  return (ids === null ? counted : counted.where("g.id", "=", anyOf(ids))).execute();
}

/** Those of the members who are in one of the groups today. */
export async function selectInGroups(
  tx: ReadTx,
  memberIds: readonly string[],
  groupIds: readonly string[],
): Promise<string[]> {
  if (memberIds.length === 0 || groupIds.length === 0) return [];
  const rows = await sqlOf(tx)
    .selectFrom("group_member as ms")
    .select("ms.member_id")
    .distinct()
    .where("ms.member_id", "=", anyOf(memberIds))
    .where("ms.group_id", "=", anyOf(groupIds))
    .where("ms.is_current", "=", true)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/**
 * Those of the members who have written to the reader; also what the reader has removed from the
 * list counts.
 */
export async function selectCorrespondents(
  tx: ReadTx,
  userId: string,
  memberIds: readonly string[],
): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const rows = await sqlOf(tx)
    .selectFrom(sql<{ id: string }>`unnest(${memberIds}::uuid[])`.as<"asked">(sql`asked (id)`))
    .select("asked.id")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("message as m")
          .innerJoin("message_recipient as r", (join) =>
            join.onRef("r.tenant_id", "=", "m.tenant_id").onRef("r.message_id", "=", "m.id"),
          )
          .select("m.id")
          .whereRef("m.sender_id", "=", "asked.id")
          .where("r.user_id", "=", userId),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

export interface PeopleSearch {
  /** LIKE patterns of folded words, all of which must fit. */
  pattern: readonly string[];
  /** Names only; else number, mail and city as well. */
  byName: boolean;
  /** Those in the groups today and those named; null: everybody. */
  among: { groupIds: readonly string[]; userIds: readonly string[] } | null;
  size: number;
}

/** Members for the picker, by name: everybody who is in the club, or some of them. */
export function selectPossiblePeople(
  tx: ReadTx,
  { pattern, byName, among, size }: PeopleSearch,
): Promise<(Person & { hasMail: boolean })[]> {
  const text = byName
    ? sql`folded_name(full_name(m.first_name, m.last_name))`
    : sql.ref("m.search_text");
  const found = members(tx)
    .select(sql<boolean>`coalesce(m.email, '') <> ''`.as("hasMail"))
    .where("m.belongs", "=", true)
    .$if(pattern.length > 0, (query) =>
      query.where(sql<boolean>`${text} LIKE ALL(${pattern}::text[])`),
    )
    .orderBy("m.last_name")
    .orderBy("m.first_name")
    .orderBy("m.id")
    .limit(size);
  if (among === null) return found.execute();
  return found
    .where((eb) =>
      eb.or([
        eb("m.id", "=", anyOf(among.userIds)),
        eb(
          "m.id",
          "in",
          eb
            .selectFrom("group_member as ms")
            .select("ms.member_id")
            .where("ms.group_id", "=", anyOf(among.groupIds))
            .where("ms.is_current", "=", true),
        ),
      ]),
    )
    .execute();
}
