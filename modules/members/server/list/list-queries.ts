import { type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { memberColumns, memberJoins, type MemberRecord } from "../people/member-columns-queries.ts";
import type { MemberFilter, MemberOrder } from "./list-filter.ts";
import { fieldConditions } from "./field-filter-queries.ts";
import { INDEXED_NULLABLE, isIndexed, orderBy, ORDERS } from "./list-order-queries.ts";
import { PackedIds } from "./packed-ids.ts";

/**
 * More hits than this are found by walking the list in its order instead of collecting them first.
 */
const MOST_COLLECTED = 5_000;
/** The same for members of a group. */
const MOST_OF_GROUP = 1_000;

type Condition = RawBuilder<unknown>;

/** All conditions of a filter but the words and the group, on m (member). */
function conditions(filter: MemberFilter): Condition[] {
  const { day } = filter;
  const list: Condition[] = [sql`m.deleted_at IS NULL`];
  if (filter.ids !== undefined) list.push(sql`m.id = ANY(${filter.ids}::uuid[])`);
  list.push(...fieldConditions(filter.fields, day));
  if (filter.loginState !== undefined)
    list.push(
      sql`coalesce((SELECT l.state FROM login l WHERE l.tenant_id = m.tenant_id AND l.member_id = m.id), 'NONE') = ANY(${filter.loginState})`,
    );
  for (const { field, value } of filter.own) list.push(ownCondition(field, value));
  return list;
}

function ownCondition({ key, kind }: CustomField, value: string): Condition {
  const stored = sql`m.custom_fields ->> ${key}`;
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
      return sql`m.custom_fields -> ${key} ? ${value}`;
  }
}

function all(list: readonly Condition[]): Condition {
  return sql.join(list as Condition[], sql` AND `);
}

/** What is going to be done with the hits: a page of them in an order, or all of them. */
type Use = "page" | "all";

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

/** Members with all the words: as ids when they are few, else a test of each row. */
async function hitsOfWords(
  tx: ReadTx,
  words: readonly string[],
  inTrash: boolean,
  use: Use,
): Promise<Hits | undefined> {
  if (words.length === 0) return undefined;
  const { rows } = await sql<{
    found: string[] | null;
  }>`SELECT search_members(${words}::text[], ${MOST_COLLECTED}, ${inTrash}) AS found`.execute(
    sqlOf(tx),
  );
  const found = rows[0]?.found ?? null;
  if (found !== null) return { condition: sql`m.id = ANY(${found}::uuid[])`, few: true };
  const test = all(words.map((word) => sql`m.search_text LIKE ${`%${word}%`}`));
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

/** The members of a group: as ids when they are few, else a test of each row. */
async function hitsOfGroup(
  tx: ReadTx,
  { group, includeSubgroups, day }: MemberFilter,
  use: Use,
): Promise<Hits | undefined> {
  if (group === undefined) return undefined;
  const groups = includeSubgroups
    ? sql`(WITH RECURSIVE below AS (SELECT ${group}::uuid AS id UNION SELECT cg.id FROM club_group cg JOIN below ON cg.parent_id = below.id) SELECT id FROM below)`
    : sql`(SELECT ${group}::uuid)`;
  const today = sql`(ms.from_on IS NULL OR ms.from_on <= ${day}::date) AND (ms.to_on IS NULL OR ms.to_on >= ${day}::date)`;
  const members = sql`SELECT ms.member_id FROM membership ms WHERE ms.group_id IN ${groups} AND ${today}`;
  if (use === "all") return { condition: sql`m.id IN (${members})`, few: false };
  const { rows } = await sql<{ groups: string[]; found: string[] }>`
    SELECT ARRAY(SELECT id::text FROM ${groups} AS g(id)) AS groups, ARRAY(SELECT member_id::text FROM (${members} LIMIT ${MOST_OF_GROUP + 1}) few) AS found`.execute(
    sqlOf(tx),
  );
  const { groups: ids, found } = rows[0] ?? { groups: [], found: [] };
  if (found.length <= MOST_OF_GROUP)
    return { condition: sql`m.id = ANY(${found}::uuid[])`, few: true };
  // OFFSET keeps PostgreSQL from reading the whole group into a hash table first.
  const belongs = sql`EXISTS (SELECT FROM membership ms WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id AND ms.group_id = ANY(${ids}::uuid[]) AND ${today} OFFSET 0)`;
  return { condition: common(belongs), few: false };
}

/**
 * The filter as `member AS m` and a condition on it. OFFSET fences few hits in, so that they are
 * looked up first.
 */
async function hitsOf(
  tx: ReadTx,
  filter: MemberFilter,
  use: Use,
): Promise<{ members: Condition; condition: Condition; few: boolean }> {
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

export async function countMembers(tx: ReadTx, filter: MemberFilter): Promise<number> {
  const { members, condition } = await hitsOf(tx, filter, "all");
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM ${members} WHERE ${condition}`.execute(sqlOf(tx));
  return rows[0]?.count ?? 0;
}

/** One page of the list: ids from an index first, then the rows belonging to them. */
export async function selectMemberPage(
  tx: ReadTx,
  filter: MemberFilter,
  order: MemberOrder,
  { page, size }: { page: number; size: number },
): Promise<MemberRecord[]> {
  const { members, condition } = await hitsOf(tx, filter, "page");
  const start = page * size;
  const ids = INDEXED_NULLABLE.has(order.sort)
    ? idsWithValueFirst(
        { members, condition },
        ORDERS.get(order.sort) ?? { by: sql`m.id` },
        order.dir,
        start,
        size,
      )
    : sql`SELECT m.id FROM ${members} WHERE ${condition} ORDER BY ${orderBy(order, filter.day)} LIMIT ${size} OFFSET ${start}`;
  const { rows } = await sql<MemberRecord>`
    WITH ids AS MATERIALIZED (${ids}), page AS MATERIALIZED (SELECT id, row_number() OVER () AS place FROM ids)
    SELECT ${memberColumns} FROM page JOIN member m ON m.id = page.id ${memberJoins(filter.day)}
    ORDER BY page.place`.execute(sqlOf(tx));
  return rows;
}

/**
 * Ids in the order of a column, those without a value last. Its index knows only those with one;
 * the others follow by their ids, and are looked for only where the page is not full without them.
 */
function idsWithValueFirst(
  { members, condition }: { members: Condition; condition: Condition },
  { by, value = by }: { by: Condition; value?: Condition },
  dir: "ASC" | "DESC",
  start: number,
  size: number,
): Condition {
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  const valued = sql`${members} WHERE ${condition} AND ${value} IS NOT NULL`;
  return sql`
    (WITH valued AS MATERIALIZED (SELECT m.id FROM ${valued} ORDER BY ${by} ${direction}, m.id ${direction} LIMIT ${size} OFFSET ${start})
    SELECT id FROM (
      SELECT id, 0 AS part, row_number() OVER () AS place FROM valued
      UNION ALL
      SELECT id, 1, row_number() OVER () FROM (
        SELECT m.id FROM ${members} WHERE ${condition} AND ${value} IS NULL AND (SELECT count(*) FROM valued) < ${size}
        ORDER BY m.id ${direction} LIMIT ${size}
        OFFSET CASE WHEN EXISTS (SELECT FROM valued) THEN 0 ELSE greatest(0, ${start} - (SELECT count(*) FROM ${valued})) END) others
    ) both_parts ORDER BY part, place LIMIT ${size})`;
}

/**
 * Ids of the first hits in order, at most `most`, where all hits have to be looked at anyway: those
 * of a rare word, or in an order that no index has. Null where walking an index finds a page
 * sooner.
 */
export async function selectFirstIds(
  tx: ReadTx,
  filter: MemberFilter,
  order: MemberOrder,
  most: number,
): Promise<string[] | null> {
  const { members, condition, few } = await hitsOf(tx, filter, "page");
  if (!few && isIndexed(order)) return null;
  const { rows } = await sql<{ ids: string[] }>`
    SELECT ARRAY(SELECT m.id::text FROM ${members} WHERE ${condition} ORDER BY ${orderBy(order, filter.day)} LIMIT ${most}) AS ids`.execute(
    sqlOf(tx),
  );
  return rows[0]?.ids ?? [];
}

/** List rows of these members, in this order. */
export async function selectMembersInOrder(
  tx: ReadTx,
  ids: readonly string[],
  day: string,
): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    SELECT ${memberColumns} FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS page (id, place) JOIN member m ON m.id = page.id ${memberJoins(day)}
    WHERE m.deleted_at IS NULL ORDER BY page.place`.execute(sqlOf(tx));
  return rows;
}

/** `selectMemberIds` for very many: they come as one value instead of a row each. */
export async function selectPackedIds(
  tx: ReadTx,
  filter: MemberFilter,
  order: MemberOrder,
  most: number,
): Promise<PackedIds> {
  const { members, condition } = await hitsOf(tx, filter, "all");
  const { rows } = await sql<{ packed: Buffer | null }>`
    SELECT string_agg(uuid_send(id), ''::bytea ORDER BY place) AS packed FROM (
      SELECT id, row_number() OVER () AS place FROM (SELECT m.id FROM ${members} WHERE ${condition} ORDER BY ${orderBy(order, filter.day)} LIMIT ${most}) hits
    ) placed`.execute(sqlOf(tx));
  return new PackedIds(rows[0]?.packed ?? undefined);
}

/** Ids of all hits in order, at most `most`. */
export async function selectMemberIds(
  tx: ReadTx,
  filter: MemberFilter,
  order: MemberOrder,
  most: number,
): Promise<string[]> {
  const { members, condition } = await hitsOf(tx, filter, "all");
  const { rows } = await sql<{
    id: string;
  }>`SELECT m.id FROM ${members} WHERE ${condition} ORDER BY ${orderBy(order, filter.day)} LIMIT ${most}`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}
