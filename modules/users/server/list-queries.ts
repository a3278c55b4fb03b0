import { type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { memberColumns, memberJoins, type MemberRecord } from "./member-columns-queries.ts";
import type { MemberFilter, MemberOrder } from "./list-filter.ts";
import type { Tables } from "./tables.ts";

/** More hits than this are found by walking the list in its order instead of collecting them first. */
const MOST_COLLECTED = 1_000;

type Condition = RawBuilder<unknown>;

/** Columns with an index of their own whose rows may lack a value. */
const INDEXED_NULLABLE = new Set(["city", "postalCode", "birthday", "joinedOn", "leftOn"]);

const ORDERS: Record<string, { by: Condition; nullable: boolean }> = {
  lastname: { by: sql`m.last_name`, nullable: false },
  firstname: { by: sql`m.first_name`, nullable: false },
  memberNumber: { by: sql`m.member_number`, nullable: false },
  salutation: { by: sql`m.salutation`, nullable: true },
  title: { by: sql`m.title`, nullable: true },
  email: { by: sql`m.email`, nullable: true },
  phone: { by: sql`m.phone`, nullable: true },
  mobile: { by: sql`m.mobile`, nullable: true },
  street: { by: sql`m.street`, nullable: true },
  addressAddition: { by: sql`m.address_addition`, nullable: true },
  postalCode: { by: sql`m.postal_code`, nullable: true },
  city: { by: sql`m.city`, nullable: true },
  country: { by: sql`m.country`, nullable: true },
  birthday: { by: sql`m.birthday`, nullable: true },
  gender: { by: sql`m.gender`, nullable: false },
  joinedOn: { by: sql`m.joined_on`, nullable: true },
  terminatedOn: { by: sql`m.terminated_on`, nullable: true },
  leftOn: { by: sql`m.left_on`, nullable: true },
  deceasedOn: { by: sql`m.deceased_on`, nullable: true },
  createdAt: { by: sql`m.created_at`, nullable: false },
  updatedAt: { by: sql`m.updated_at`, nullable: false },
  accountHolder: { by: sql`m.account_holder`, nullable: true },
  iban: { by: sql`m.iban`, nullable: true },
  bic: { by: sql`m.bic`, nullable: true },
  mandateReference: { by: sql`m.mandate_reference`, nullable: true },
  loginState: { by: sql`(SELECT l.state FROM login l WHERE l.tenant_id = m.tenant_id AND l.member_id = m.id)`, nullable: true },
};

function orderBy({ sort, dir, ownField }: MemberOrder, day: string): Condition {
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  if (sort === "lastname") return sql`m.last_name ${direction}, m.first_name ${direction}, m.id ${direction}`;
  const { by, nullable } = sort === "status" ? { by: statusOn(day), nullable: false } : ownField === undefined ? (ORDERS[sort] ?? { by: sql`m.last_name`, nullable: false }) : ownOrder(ownField);
  // Without values last, whichever the direction.
  return sql`${by} ${direction} ${nullable && dir === "DESC" ? sql`NULLS LAST` : sql``}, m.id ${direction}`;
}

function ownOrder({ key, kind }: CustomField): { by: Condition; nullable: boolean } {
  const value = sql`m.custom_fields ->> ${key}`;
  return { by: kind === "NUMBER" ? sql`(${value})::numeric` : sql`(${value}) COLLATE german`, nullable: true };
}

function statusOn(day: string): Condition {
  return sql`CASE WHEN m.left_on < ${day}::date THEN 'FORMER' ELSE m.status END`;
}

/** All conditions of a filter but the words, on m (member). */
function conditions(filter: MemberFilter): Condition[] {
  const { day } = filter;
  const list: Condition[] = [sql`m.deleted_at IS NULL`];
  if (filter.ids !== undefined) list.push(sql`m.id = ANY(${filter.ids}::uuid[])`);
  if (filter.status !== undefined) list.push(sql`${statusOn(day)} = ANY(${filter.status})`);
  if (filter.gender !== undefined) list.push(sql`m.gender = ANY(${filter.gender})`);
  if (filter.loginState !== undefined) list.push(sql`coalesce((SELECT l.state FROM login l WHERE l.tenant_id = m.tenant_id AND l.member_id = m.id), 'NONE') = ANY(${filter.loginState})`);
  if (filter.joinedFrom !== undefined) list.push(sql`m.joined_on >= ${filter.joinedFrom}::date`);
  if (filter.joinedTo !== undefined) list.push(sql`m.joined_on <= ${filter.joinedTo}::date`);
  if (filter.leftFrom !== undefined) list.push(sql`m.left_on >= ${filter.leftFrom}::date`);
  if (filter.leftTo !== undefined) list.push(sql`m.left_on <= ${filter.leftTo}::date`);
  if (filter.birthdayFrom !== undefined) list.push(sql`m.birthday >= ${filter.birthdayFrom}::date`);
  if (filter.birthdayTo !== undefined) list.push(sql`m.birthday <= ${filter.birthdayTo}::date`);
  if (filter.group !== undefined) {
    const groups = filter.includeSubgroups
      ? sql`(WITH RECURSIVE below AS (SELECT ${filter.group}::uuid AS id UNION SELECT cg.id FROM club_group cg JOIN below ON cg.parent_id = below.id) SELECT id FROM below)`
      : sql`(SELECT ${filter.group}::uuid)`;
    list.push(sql`m.id IN (SELECT ms.member_id FROM membership ms WHERE ms.group_id IN ${groups}
      AND (ms.from_on IS NULL OR ms.from_on <= ${day}::date) AND (ms.to_on IS NULL OR ms.to_on >= ${day}::date))`);
  }
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

/** The filter's words as a condition: the hits themselves when they are few, else a test of each row. */
export async function searchCondition(tx: ReadTx, words: readonly string[], inTrash = false): Promise<Condition | undefined> {
  if (words.length === 0) return undefined;
  const { rows } = await sql<{ found: string[] | null }>`SELECT search_members(${words}::text[], ${MOST_COLLECTED}, ${inTrash}) AS found`.execute(sqlOf<Tables>(tx));
  const found = rows[0]?.found ?? null;
  if (found !== null) return sql`m.id = ANY(${found}::uuid[])`;
  return all(words.map((word) => sql`m.search_text LIKE ${`%${word}%`}`));
}

async function where(tx: ReadTx, filter: MemberFilter): Promise<Condition> {
  const words = await searchCondition(tx, filter.words);
  return all(words === undefined ? conditions(filter) : [...conditions(filter), words]);
}

export async function countMembers(tx: ReadTx, filter: MemberFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM member m WHERE ${await where(tx, filter)}`.execute(sqlOf<Tables>(tx));
  return rows[0]?.count ?? 0;
}

/** One page of the list: ids from an index first, then the rows belonging to them. */
export async function selectMemberPage(tx: ReadTx, filter: MemberFilter, order: MemberOrder, { page, size }: { page: number; size: number }): Promise<MemberRecord[]> {
  const condition = await where(tx, filter);
  const start = page * size;
  const ids =
    order.dir === "DESC" && INDEXED_NULLABLE.has(order.sort)
      ? idsBackwards(condition, ORDERS[order.sort]?.by ?? sql`m.id`, start, size)
      : sql`SELECT m.id FROM member m WHERE ${condition} ORDER BY ${orderBy(order, filter.day)} LIMIT ${size} OFFSET ${start}`;
  const { rows } = await sql<MemberRecord>`
    WITH ids AS MATERIALIZED (${ids}), page AS MATERIALIZED (SELECT id, row_number() OVER () AS place FROM ids)
    SELECT ${memberColumns} FROM page JOIN member m ON m.id = page.id ${memberJoins(filter.day)}
    ORDER BY page.place`.execute(sqlOf<Tables>(tx));
  return rows;
}

/**
 * Ids from the greatest value down, those without a value last. An index read backwards has them first, so it is
 * read twice: with values, then without.
 */
function idsBackwards(condition: Condition, by: Condition, start: number, size: number): Condition {
  const part = (place: number, test: Condition) => sql`(
    SELECT id, ${sql.lit(place)} AS part, row_number() OVER () AS place
    FROM (SELECT m.id FROM member m WHERE ${condition} AND ${test} ORDER BY ${by} DESC, m.id DESC LIMIT ${start + size}) few)`;
  return sql`SELECT id FROM (${part(0, sql`${by} IS NOT NULL`)} UNION ALL ${part(1, sql`${by} IS NULL`)}) both_parts
    ORDER BY part, place LIMIT ${size} OFFSET ${start}`;
}

/** Ids of all hits in order, at most `most`. */
export async function selectMemberIds(tx: ReadTx, filter: MemberFilter, order: MemberOrder, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT m.id FROM member m WHERE ${await where(tx, filter)} ORDER BY ${orderBy(order, filter.day)} LIMIT ${most}`.execute(sqlOf<Tables>(tx));
  return rows.map(({ id }) => id);
}
