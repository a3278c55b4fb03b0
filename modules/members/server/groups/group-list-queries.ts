import { type InferResult, type QueryCreator, sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, direction, holdsWords } from "#platform/server/database/expressions.ts";
import type { Tables } from "#platform/server/database/tables.ts";
import type { Group } from "../../groups-contract.ts";
import { periodHolds } from "./period-queries.ts";

/** What begins a statement that asks for the club's day once, as `today`. */
function withToday(tx: ReadTx) {
  return sqlOf(tx).with(
    (cte) => cte("today").materialized(),
    (db) => db.selectNoFrom(sql<string>`tenant_today()`.as("day")),
  );
}

const today = sql<string>`(SELECT day FROM today)`;

/**
 * How many people groups have today, and who leads them. Who is in the trash, has left or died is
 * taken off by a list of ids, not by a join: that stays fast on tables that grew a moment ago and have no
 * statistics yet.
 */
function peopleOf(db: QueryCreator<Tables>, ids: readonly string[] | undefined) {
  const gone = db
    .selectFrom("member")
    .select("id")
    .where("deleted_at", "is not", null)
    .unionAll(
      db
        .selectFrom("member")
        .select("id")
        .where("deleted_at", "is", null)
        .where("left_on", "<", today),
    )
    .unionAll(
      db
        .selectFrom("member")
        .select("id")
        .where("deleted_at", "is", null)
        .where("deceased_on", "is not", null),
    );
  const people = db
    .selectFrom("membership as ms")
    .select(({ fn }) => [
      "ms.group_id",
      fn.countAll<number>().as("member_count"),
      fn
        .agg<string[] | null>("array_agg", ["ms.member_id"])
        .filterWhere("ms.leader", "is", true)
        .as("leader_ids"),
    ])
    .where(periodHolds(today))
    .where("ms.member_id", "not in", gone)
    .groupBy("ms.group_id");
  return ids === undefined ? people : people.where("ms.group_id", "=", anyOf(ids));
}

function listedGroups(tx: ReadTx, ids: readonly string[] | undefined) {
  const groups = withToday(tx)
    .with(
      (cte) => cte("people").materialized(),
      (db) => peopleOf(db, ids),
    )
    .with(
      (cte) => cte("leaders").materialized(),
      (db) =>
        db
          .selectFrom("member")
          .select(["id", "first_name", "last_name"])
          .where("id", "=", sql<string>`ANY(ARRAY(SELECT unnest(leader_ids) FROM people))`),
    )
    .selectFrom("club_group as g")
    .leftJoin("club_group as parent", (join) =>
      join.onRef("parent.tenant_id", "=", "g.tenant_id").onRef("parent.id", "=", "g.parent_id"),
    )
    .leftJoin("people", "people.group_id", "g.id")
    .select((eb) => [
      "g.id",
      "g.name",
      "g.parent_id",
      "parent.name as parent_name",
      "g.description",
      "g.color",
      "g.permissions",
      "g.for_new_members",
      "g.version",
      sql<number>`coalesce(people.member_count, 0)`.as("member_count"),
      sql<Group["leaders"]>`coalesce(${eb
        .selectFrom("leaders as l")
        .select(({ fn, ref }) =>
          fn
            .agg("json_agg", [
              jsonBuildObject({
                id: ref("l.id"),
                firstname: ref("l.first_name"),
                lastname: ref("l.last_name"),
              }),
            ])
            .orderBy("l.last_name")
            .orderBy("l.first_name")
            .orderBy("l.id")
            .as("leaders"),
        )
        .where("l.id", "=", sql<string>`ANY(people.leader_ids)`)}, '[]')`.as("leaders"),
    ])
    .orderBy("g.name")
    .orderBy("parent.name", (order) => order.asc().nullsFirst())
    .orderBy("g.id");
  return ids === undefined ? groups : groups.where("g.id", "=", anyOf(ids));
}

/** A group with the people in it today. */
export type GroupRecord = InferResult<ReturnType<typeof listedGroups>>[number];

/** Groups in German order of their names, all or these, with members and leaders of today. */
export function selectGroups(tx: ReadTx, ids?: readonly string[]): Promise<GroupRecord[]> {
  return listedGroups(tx, ids).execute();
}

export async function selectGroup(tx: ReadTx, id: string): Promise<GroupRecord | undefined> {
  return (await selectGroups(tx, [id]))[0];
}

export interface GroupSearch {
  /** All of them have to occur in the group's name or its parent's. */
  words: readonly string[];
  parent: string | undefined;
  sort: "name" | "groupName" | "memberCount";
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

const name = sql.ref("g.name");
const parentName = sql`coalesce(parent.name, '')`;
const memberCount = sql`coalesce(people.member_count, 0)`;
const ORDERS = {
  name: [name, parentName],
  groupName: [parentName, name],
  memberCount: [memberCount, name, parentName],
};

function matching(tx: ReadTx, { words, parent }: Pick<GroupSearch, "words" | "parent">) {
  const groups = withToday(tx)
    .selectFrom("club_group as g")
    .leftJoin("club_group as parent", (join) =>
      join.onRef("parent.tenant_id", "=", "g.tenant_id").onRef("parent.id", "=", "g.parent_id"),
    )
    .where(({ ref }) => holdsWords(words, ref("g.name"), ref("parent.name")));
  return parent === undefined ? groups : groups.where("g.parent_id", "=", parent);
}

/** One page of the groups found, and how many there are. */
export async function selectGroupPage(
  tx: ReadTx,
  search: GroupSearch,
): Promise<{ records: GroupRecord[]; count: number }> {
  const { sort, dir, page, size } = search;
  const found = matching(tx, search)
    .select("g.id")
    .$if(sort === "memberCount", (query) =>
      query.leftJoin(peopleOf(sqlOf(tx), undefined).as("people"), "people.group_id", "g.id"),
    );
  const [ids, { count }] = await Promise.all([
    ORDERS[sort]
      .reduce((query, key) => query.orderBy(key, direction(dir)), found)
      .orderBy("g.id", direction(dir))
      .limit(size)
      .offset(page * size)
      .execute(),
    matching(tx, search)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  const records = new Map(
    (
      await selectGroups(
        tx,
        ids.map(({ id }) => id),
      )
    ).map((record) => [record.id, record]),
  );
  return { records: ids.flatMap(({ id }) => records.get(id) ?? []), count };
}

/** The groups that new members join, in German order. */
export function selectGroupsForNewMembers(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("club_group as g")
    .leftJoin("club_group as parent", (join) =>
      join.onRef("parent.tenant_id", "=", "g.tenant_id").onRef("parent.id", "=", "g.parent_id"),
    )
    .select(["g.id", "g.name", "parent.name as parent_name"])
    .where("g.for_new_members", "is", true)
    .orderBy("g.name")
    .execute();
}
