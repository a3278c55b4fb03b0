import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, columnsOf } from "#platform/server/database/expressions.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { periodHolds } from "../groups/period-queries.ts";
import { derivedConditions } from "./derived-filter-queries.ts";
import { fieldConditions } from "./field-filter-queries.ts";
import type { MemberFilter } from "./list-filter.ts";

/**
 * More hits than this are found by walking the list in its order instead of collecting them first.
 */
const MOST_COLLECTED = 5_000;
/** The same for members of a group. */
const MOST_OF_GROUP = 1_000;

export type Condition = RawBuilder<SqlBool>;

const m = columnsOf("member", "m");
const ms = columnsOf("membership", "ms");

/** All conditions of a filter but the words and the group, on m (member). */
function conditions(filter: MemberFilter): Condition[] {
  const { day } = filter;
  const list: Condition[] = [sql`${m("deleted_at")} IS NULL`];
  if (filter.ids !== undefined) list.push(sql`${m("id")} = ${anyOf(filter.ids)}`);
  list.push(...fieldConditions(filter.fields, day), ...derivedConditions(filter.derived, day));
  if (filter.loginState !== undefined)
    list.push(
      sql`coalesce((SELECT l.state FROM member_login l WHERE l.tenant_id = m.tenant_id AND l.member_id = m.id), 'NONE') = ANY(${filter.loginState})`,
    );
  for (const { field, value } of filter.own) list.push(ownCondition(field, value));
  return list;
}

function ownCondition({ key, kind }: CustomField, value: string): Condition {
  const stored = sql`${m("custom_fields")} ->> ${key}`;
  const [from, to] = value.includes("..") ? value.split("..", 2) : [undefined, undefined];
  switch (kind) {
    case "TEXT":
      return sql`position(lower(${value}) IN lower(${stored})) > 0`;
    case "NUMBER":
      if (from === undefined) return sql`(${stored})::numeric = ${value}::numeric`;
      return sql`(${stored})::numeric BETWEEN ${from === "" ? "-Infinity" : from}::numeric AND ${to === "" ? "Infinity" : to}::numeric`;
    case "DATE":
      if (from === undefined) return sql`${stored} = ${value}`;
      return sql`${stored} COLLATE "C" BETWEEN ${from} AND ${to === "" ? "9999" : to}`;
    case "BOOLEAN":
      return sql`coalesce((${stored})::boolean, false) = ${value === "true"}`;
    case "CHOICE":
      return sql`${stored} = ${value}`;
    case "MULTI_CHOICE":
      return sql`${m("custom_fields")} -> ${key} ? ${value}`;
  }
}

function all(list: readonly Condition[]): Condition {
  return sql.join<SqlBool>(list, sql` AND `);
}

/** What is going to be done with the hits: a page of them in an order, or all of them. */
export type Use = "page" | "all";

/**
 * A condition that holds for a good part of the members. PostgreSQL takes such ones for rare and
 * would collect and sort every hit; behind CASE it expects half of the rows and walks the list in
 * its order until the page is full.
 */
function common(condition: Condition): Condition {
  return sql`CASE WHEN ${condition} THEN true ELSE false END`;
}

interface Hits {
  condition: Condition;
  /** True for a list of ids: quicker looked up and sorted than met on a walk through the list. */
  few: boolean;
}

function idsOf(found: readonly string[]): Hits {
  return { condition: sql`${m("id")} = ${anyOf(found)}`, few: true };
}

/** Members with all the words: as ids when they are few, else a test of each row. */
async function hitsOfWords(
  tx: ReadTx,
  words: readonly string[],
  inTrash: boolean,
  use: Use,
): Promise<Hits | undefined> {
  if (words.length === 0) return undefined;
  const search = sql<
    string[] | null
  >`search_members(${words}::text[], ${MOST_COLLECTED}, ${inTrash})`;
  const { found } = await sqlOf(tx).selectNoFrom(search.as("found")).executeTakeFirstOrThrow();
  if (found !== null) return idsOf(found);
  const test = all(words.map((word) => sql`${m("search_text")} LIKE ${`%${word}%`}`));
  return { condition: use === "page" ? common(test) : test, few: false };
}

/** The filter's words as a condition on m (member). */
export async function searchCondition(
  tx: ReadTx,
  words: readonly string[],
  inTrash = false,
): Promise<Condition | undefined> {
  return (await hitsOfWords(tx, words, inTrash, "page"))?.condition;
}

/** Ids of the group of a filter, and of those below it where they are meant. */
function groupsOf({ group, includeSubgroups }: MemberFilter): RawBuilder<unknown> {
  return includeSubgroups
    ? sql`(WITH RECURSIVE below AS (SELECT ${group}::uuid AS id UNION SELECT cg.id FROM club_group cg JOIN below ON cg.parent_id = below.id) SELECT id FROM below)`
    : sql`(SELECT ${group}::uuid)`;
}

/** The members of a group: as ids when they are few, else a test of each row. */
async function hitsOfGroup(tx: ReadTx, filter: MemberFilter, use: Use): Promise<Hits | undefined> {
  if (filter.group === undefined) return undefined;
  const { day } = filter;
  const groups = groupsOf(filter);
  const today = periodHolds(sql`${day}::date`);
  const members = sqlOf(tx)
    .selectFrom("membership as ms")
    .select("ms.member_id")
    .where(sql<SqlBool>`${ms("group_id")} IN ${groups}`)
    .where(today);
  if (use === "all") return { condition: sql`${m("id")} IN ${members}`, few: false };
  const { ids, found } = await sqlOf(tx)
    .selectNoFrom([
      sql<string[]>`ARRAY(SELECT id FROM ${groups} AS g(id))`.as("ids"),
      sql<string[]>`ARRAY${members.limit(MOST_OF_GROUP + 1)}`.as("found"),
    ])
    .executeTakeFirstOrThrow();
  if (found.length <= MOST_OF_GROUP) return idsOf(found);
  // OFFSET keeps PostgreSQL from reading the whole group into a hash table first.
  const belongs: Condition = sql`EXISTS (SELECT FROM membership ms
    WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id AND ${ms("group_id")} = ${anyOf(ids)} AND ${today}
    OFFSET 0)`;
  return { condition: common(belongs), few: false };
}

/** The same for those of some members whom the filter fits: each of them is looked at. */
export function hitsAmong(
  filter: MemberFilter,
  ids: readonly string[],
): { members: RawBuilder<unknown>; condition: Condition } {
  const { words, group, day } = filter;
  const belongs = sql<SqlBool>`EXISTS (SELECT FROM membership ms
    WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id AND ${ms("group_id")} IN ${groupsOf(filter)}
      AND ${periodHolds(sql`${day}::date`)})`;
  return {
    members: sql`(SELECT m.* FROM member m WHERE ${m("id")} = ${anyOf(ids)} OFFSET 0) m`,
    condition: all([
      ...conditions(filter),
      ...words.map((word) => sql<SqlBool>`${m("search_text")} LIKE ${`%${word}%`}`),
      ...(group === undefined ? [] : [belongs]),
    ]),
  };
}

/**
 * The filter as `member AS m` and a condition on it. OFFSET fences few hits in, so that they are
 * looked up first.
 */
export async function hitsOf(
  tx: ReadTx,
  filter: MemberFilter,
  use: Use,
): Promise<{ members: RawBuilder<unknown>; condition: Condition; few: boolean }> {
  const found = [
    await hitsOfWords(tx, filter.words, false, use),
    await hitsOfGroup(tx, filter, use),
  ].filter((hits) => hits !== undefined);
  const few = found.filter((hits) => hits.few).map(({ condition }) => condition);
  const rest = found.filter((hits) => !hits.few).map(({ condition }) => condition);
  return {
    members:
      few.length === 0
        ? sql`member m`
        : sql`(SELECT m.* FROM member m WHERE ${all(few)} OFFSET 0) m`,
    condition: all([...conditions(filter), ...rest]),
    few: few.length > 0,
  };
}
