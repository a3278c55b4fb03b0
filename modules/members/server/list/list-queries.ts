import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { pageBound } from "#platform/server/database/expressions.ts";
import type { UserCounts } from "../../contract.ts";
import type { MemberFilter, MemberOrder } from "./list-filter.ts";
import { type Condition, hitsAmong, hitsOf } from "./list-hits-queries.ts";
import { INDEXED_NULLABLE, isIndexed, type Order, orderBy, ORDERS } from "./list-order-queries.ts";
import { PackedIds } from "./packed-ids.ts";

/** Rows that are `member AS m`, and what holds for those that are meant. */
interface Members {
  members: RawBuilder<unknown>;
  condition: Condition;
}

/** Ids of the hits in an order, as a statement. */
function idsInOrder(
  { members, condition }: Members,
  {
    order,
    day,
    start = 0,
    size,
  }: { order: MemberOrder; day: string; start?: number; size: number },
): RawBuilder<{ id: string }> {
  return sql`SELECT first.id FROM (
      SELECT m.id FROM ${members} WHERE ${condition}
      ORDER BY ${orderBy(order, day)} LIMIT ${pageBound(start + size)}) first
    LIMIT ${size} OFFSET ${start}`;
}

export async function countMembers(tx: ReadTx, filter: MemberFilter): Promise<number> {
  const { members, condition } = await hitsOf(tx, filter, "all");
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${members} WHERE ${condition}`.execute(sqlOf(tx));
  return rows[0]?.count ?? 0;
}

/** Returns everybody of the list by what they are on a day. */
export async function selectCounts(tx: ReadTx, day: string): Promise<UserCounts> {
  return sqlOf(tx)
    .selectFrom("member as m")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(belongs(day)).as("members"),
      fn
        .countAll<number>()
        .filterWhere(sql<SqlBool>`NOT ${belongs(day)}`)
        .filterWhere("m.deceased_on", "is", null)
        .as("former"),
      fn.countAll<number>().filterWhere("m.deceased_on", "is not", null).as("deceased"),
    ])
    .where("m.deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}

function belongs(day: string) {
  return sql<SqlBool>`belongs_to_club(m, ${day}::date)`;
}

/** Returns the statement that finds the ids of one page of the list. */
export async function pageIds(
  tx: ReadTx,
  filter: MemberFilter,
  order: MemberOrder,
  { page, size }: { page: number; size: number },
): Promise<RawBuilder<{ id: string }>> {
  const found = await hitsOf(tx, filter, "page");
  const start = page * size;
  const column = INDEXED_NULLABLE.has(order.sort) ? ORDERS.get(order.sort) : undefined;
  return column === undefined
    ? idsInOrder(found, { order, day: filter.day, start, size })
    : idsWithValueFirst(found, column, { dir: order.dir, start, size });
}

/** Returns a statement whose rows are these ids, in this order. */
export function theseIds(ids: readonly string[]): RawBuilder<{ id: string }> {
  return sql`SELECT id FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS these (id, place) ORDER BY place`;
}

/**
 * Ids in the order of a column, those without a value last. Its index knows only those with one;
 * the others follow by their ids, and are looked for only where the page is not full without them.
 */
function idsWithValueFirst(
  { members, condition }: Members,
  { by, value = by }: Order,
  { dir, start, size }: { dir: "ASC" | "DESC"; start: number; size: number },
): RawBuilder<{ id: string }> {
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
  const found = await hitsOf(tx, filter, "page");
  if (!found.few && isIndexed(order)) return null;
  const ids = idsInOrder(found, { order, day: filter.day, size: most });
  const { rows } = await sql<{ ids: string[] }>`SELECT ARRAY(${ids}) AS ids`.execute(sqlOf(tx));
  return rows[0]?.ids ?? [];
}

/** Returns those of some members whom a filter fits, in an order. */
export async function selectIdsAmong(
  tx: ReadTx,
  filter: MemberFilter,
  order: MemberOrder,
  among: readonly string[],
): Promise<string[]> {
  const ids = idsInOrder(hitsAmong(filter, among), {
    order,
    day: filter.day,
    size: among.length,
  });
  const { rows } = await sql<{ ids: string[] }>`SELECT ARRAY(${ids}) AS ids`.execute(sqlOf(tx));
  return rows[0]?.ids ?? [];
}

/** `selectMemberIds` for very many: they come as one value instead of a row each. */
export async function selectPackedIds(
  tx: ReadTx,
  filter: MemberFilter,
  order: MemberOrder,
  most: number,
): Promise<PackedIds> {
  const hits = idsInOrder(await hitsOf(tx, filter, "all"), { order, day: filter.day, size: most });
  const { rows } = await sql<{ packed: Buffer | null }>`
    SELECT string_agg(uuid_send(id), ''::bytea ORDER BY place) AS packed
    FROM (SELECT id, row_number() OVER () AS place FROM (${hits}) hits) placed`.execute(sqlOf(tx));
  return new PackedIds(rows[0]?.packed ?? undefined);
}

/** Ids of all hits in order, at most `most`. */
export async function selectMemberIds(
  tx: ReadTx,
  filter: MemberFilter,
  order: MemberOrder,
  most: number,
): Promise<string[]> {
  const hits = await hitsOf(tx, filter, "all");
  const { rows } = await idsInOrder(hits, { order, day: filter.day, size: most }).execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}
