import { type InferResult, type SqlBool, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, direction, pageBound, recordset } from "#platform/server/database/expressions.ts";
import type { Row, RowChange } from "#platform/server/database/tables.ts";
import { periodHolds } from "./period-queries.ts";

const columns = [
  "id",
  "group_id",
  "member_id",
  "function",
  "from_on",
  "to_on",
  "leader",
] as const satisfies readonly (keyof Row<"membership">)[];
type Column = (typeof columns)[number];

/** One member's period in one group. */
export type MembershipRow = Row<"membership", Column>;

const periodColumns = columns.map((column): `ms.${Column}` => `ms.${column}`);

/** Periods (ms) with their members (m). */
function periods(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("membership as ms")
    .innerJoin("member as m", (join) =>
      join.onRef("m.tenant_id", "=", "ms.tenant_id").onRef("m.id", "=", "ms.member_id"),
    );
}

function memberships(query: ReturnType<typeof periods>) {
  return query
    .select(periodColumns)
    .select([
      "m.member_number",
      "m.first_name",
      "m.last_name",
      "m.email",
      "m.phone",
      "m.mobile",
      sql<boolean>`m.picture_256 IS NOT NULL`.as("has_picture"),
    ]);
}

/** A period with the member whose it is. */
export type MembershipRecord = InferResult<ReturnType<typeof memberships>>[number];

export interface MembershipSearch {
  groupId: string;
  /** Null: periods of any day. */
  day: string | null;
  words: readonly string[];
  sort: "lastname" | "firstname" | "function" | "from" | "to";
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

type MembershipFilter = Pick<MembershipSearch, "groupId" | "day" | "words">;

function matching(tx: ReadTx, { groupId, day, words }: MembershipFilter) {
  const found = periods(tx)
    .where("ms.group_id", "=", groupId)
    .where("m.deleted_at", "is", null)
    .where("m.anonymised_at", "is", null);
  const ofDay =
    day === null
      ? found
      : found
          .where(periodHolds(sql`${day}::date`))
          .where(sql<SqlBool>`(m.left_on IS NULL OR m.left_on >= ${day}::date)`)
          .where(sql<SqlBool>`(m.deceased_on IS NULL OR m.deceased_on > ${day}::date)`);
  return words.reduce((query, word) => query.where("m.search_text", "like", `%${word}%`), ofDay);
}

/** The order by a field, then by name. */
function ordered(
  query: ReturnType<typeof memberships>,
  { sort, dir }: Pick<MembershipSearch, "sort" | "dir">,
) {
  const way = direction(dir);
  if (sort === "firstname") return query.orderBy("m.first_name", way).orderBy("m.last_name", way);
  const first = {
    lastname: query,
    function: query.orderBy("ms.function", (order) => order[way]().nullsLast()),
    // No beginning is before every day, no end is after.
    from: query.orderBy("ms.from_on", (order) =>
      dir === "ASC" ? order.asc().nullsFirst() : order.desc().nullsLast(),
    ),
    to: query.orderBy("ms.to_on", way),
  }[sort];
  return first.orderBy("m.last_name", way).orderBy("m.first_name", way);
}

export function selectMemberships(
  tx: ReadTx,
  search: MembershipSearch,
): Promise<MembershipRecord[]> {
  const { page, size } = search;
  const first = ordered(memberships(matching(tx, search)), search)
    .orderBy("ms.id")
    .limit(pageBound((page + 1) * size));
  return sqlOf(tx)
    .selectFrom(first.as("first"))
    .selectAll()
    .limit(size)
    .offset(page * size)
    .execute();
}

export async function countMemberships(tx: ReadTx, filter: MembershipFilter): Promise<number> {
  const { count } = await matching(tx, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export function selectMembership(tx: ReadTx, id: string): Promise<MembershipRecord | undefined> {
  return memberships(periods(tx)).where("ms.id", "=", id).executeTakeFirst();
}

/** Periods of members in a group, oldest first. */
export function selectPeriods(
  tx: ReadTx,
  groupId: string,
  memberIds: readonly string[],
): Promise<MembershipRow[]> {
  return sqlOf(tx)
    .selectFrom("membership")
    .select(columns)
    .where("group_id", "=", groupId)
    .where("member_id", "=", anyOf(memberIds))
    .orderBy("from_on", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .execute();
}

function ownMemberships(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("membership as ms")
    .innerJoin("club_group as g", (join) =>
      join.onRef("g.tenant_id", "=", "ms.tenant_id").onRef("g.id", "=", "ms.group_id"),
    )
    .leftJoin("club_group as parent", (join) =>
      join.onRef("parent.tenant_id", "=", "g.tenant_id").onRef("parent.id", "=", "g.parent_id"),
    )
    .crossJoin(sql<{ day: string }>`(SELECT tenant_today() AS day)`.as<"today">(sql`today`))
    .select(periodColumns)
    .select([
      "g.name as group_name",
      "parent.name as parent_name",
      "g.permissions as group_permissions",
      periodHolds(sql`today.day`).as("current"),
    ])
    .where("ms.member_id", "=", memberId)
    .orderBy("current", "desc")
    .orderBy("ms.to_on", (order) => order.desc().nullsFirst())
    .orderBy("parent.name", (order) => order.asc().nullsFirst())
    .orderBy("g.name")
    .orderBy("ms.id");
}

/** A period with its group. */
export type OwnMembershipRecord = InferResult<ReturnType<typeof ownMemberships>>[number];

/** All groups of a member; those of today first, then the latest. */
export function selectMembershipsOfMember(
  tx: ReadTx,
  memberId: string,
): Promise<OwnMembershipRecord[]> {
  return ownMemberships(tx, memberId).execute();
}

/** Those of the ids that are living records: neither in the trash nor anonymised. */
export async function selectLivingMembers(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await sqlOf(tx)
    .selectFrom("member")
    .select("id")
    .where("id", "=", anyOf(ids))
    .where("deleted_at", "is", null)
    .where("anonymised_at", "is", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Many rows by one statement. */
export async function insertMemberships(
  tx: WriteTx,
  rows: readonly MembershipRow[],
): Promise<void> {
  await sqlOf(tx)
    .insertInto("membership")
    .columns(columns)
    .expression((db) =>
      db.selectFrom(recordset("membership", rows).as<"row">(sql`row`)).select(columns),
    )
    .execute();
}

export async function updateMembershipRow(
  tx: WriteTx,
  id: string,
  { function: role, from_on, to_on, leader }: Omit<MembershipRow, "id" | "group_id" | "member_id">,
): Promise<void> {
  await update(tx, [id], { function: role, from_on, to_on, leader });
}

/** The last day of these periods. */
export async function endMembershipRows(
  tx: WriteTx,
  ids: readonly string[],
  lastDay: string,
): Promise<void> {
  await update(tx, ids, { to_on: lastDay });
}

async function update(
  tx: WriteTx,
  ids: readonly string[],
  change: RowChange<"membership">,
): Promise<void> {
  await sqlOf(tx).updateTable("membership").set(change).where("id", "=", anyOf(ids)).execute();
}

export async function deleteMembershipRows(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sqlOf(tx).deleteFrom("membership").where("id", "=", anyOf(ids)).execute();
}

/** Returns whether somebody belongs, or belonged, to one of these groups. */
export async function isOrWasInGroup(
  tx: ReadTx,
  memberId: string,
  groupIds: readonly string[] | "ANY",
): Promise<boolean> {
  const found = await sqlOf(tx)
    .selectFrom("membership")
    .select("id")
    .where("member_id", "=", memberId)
    .$if(groupIds !== "ANY", (query) =>
      query.where("group_id", "=", anyOf(groupIds === "ANY" ? [] : groupIds)),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
