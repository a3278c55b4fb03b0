import { sql } from "kysely";
import type { Permission } from "#platform/contract/permissions.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** One member's period in one group. */
export interface MembershipRow {
  id: string;
  group_id: string;
  member_id: string;
  function: string | null;
  from_on: string | null;
  to_on: string | null;
  leader: boolean;
}

export interface MembershipRecord extends MembershipRow {
  member_number: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  has_picture: boolean;
}

export interface OwnMembershipRecord extends MembershipRow {
  group_name: string;
  parent_name: string | null;
  group_permissions: Permission[];
  current: boolean;
}

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

const plainColumns = sql`ms.id, ms.group_id, ms.member_id, ms.function, ms.from_on::text AS from_on, ms.to_on::text AS to_on, ms.leader`;
const columns = sql`${plainColumns}, m.member_number, m.first_name, m.last_name, m.email, m.phone, m.mobile, m.picture_256 IS NOT NULL AS has_picture`;

function holdsOn(day: string) {
  return sql`(ms.from_on IS NULL OR ms.from_on <= ${day}::date) AND (ms.to_on IS NULL OR ms.to_on >= ${day}::date)`;
}

function matching({ groupId, day, words }: MembershipFilter) {
  const parts = [
    sql`ms.group_id = ${groupId}`,
    sql`m.deleted_at IS NULL`,
    sql`m.anonymised_at IS NULL`,
  ];
  if (day !== null) parts.push(holdsOn(day), sql`(m.left_on IS NULL OR m.left_on >= ${day}::date)`);
  for (const word of words) parts.push(sql`m.search_text LIKE ${`%${word}%`}`);
  return sql`FROM membership ms JOIN member m ON m.tenant_id = ms.tenant_id AND m.id = ms.member_id WHERE ${sql.join(parts, sql` AND `)}`;
}

function order(sort: MembershipSearch["sort"], dir: MembershipSearch["dir"]) {
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  const name = sql`m.last_name ${direction}, m.first_name ${direction}`;
  switch (sort) {
    case "lastname":
      return name;
    case "firstname":
      return sql`m.first_name ${direction}, m.last_name ${direction}`;
    case "function":
      return sql`ms.function ${direction} NULLS LAST, ${name}`;
    case "from":
      // No beginning is before every day, no end is after.
      return dir === "ASC"
        ? sql`ms.from_on ASC NULLS FIRST, ${name}`
        : sql`ms.from_on DESC NULLS LAST, ${name}`;
    case "to":
      return sql`ms.to_on ${direction}, ${name}`;
  }
}

export async function selectMemberships(
  tx: ReadTx,
  search: MembershipSearch,
): Promise<MembershipRecord[]> {
  const { rows } = await sql<MembershipRecord>`
    SELECT ${columns} ${matching(search)}
    ORDER BY ${order(search.sort, search.dir)}, ms.id LIMIT ${search.size} OFFSET ${search.page * search.size}`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function countMemberships(tx: ReadTx, filter: MembershipFilter): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count ${matching(filter)}`.execute(sqlOf(tx));
  return rows[0]?.count ?? 0;
}

export async function selectMembership(
  tx: ReadTx,
  id: string,
): Promise<MembershipRecord | undefined> {
  const { rows } = await sql<MembershipRecord>`
    SELECT ${columns} FROM membership ms JOIN member m ON m.tenant_id = ms.tenant_id AND m.id = ms.member_id WHERE ms.id = ${id}`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

/** Periods of members in a group, oldest first. */
export async function selectPeriods(
  tx: ReadTx,
  groupId: string,
  memberIds: readonly string[],
): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    SELECT ${plainColumns} FROM membership ms WHERE ms.group_id = ${groupId} AND ms.member_id = ANY(${memberIds}::uuid[])
    ORDER BY ms.from_on NULLS FIRST, ms.id`.execute(sqlOf(tx));
  return rows;
}

/** All groups of a member; those of today first, then the latest. */
export async function selectMembershipsOfMember(
  tx: ReadTx,
  memberId: string,
): Promise<OwnMembershipRecord[]> {
  const { rows } = await sql<OwnMembershipRecord>`
    SELECT ${plainColumns}, g.name AS group_name, parent.name AS parent_name, g.permissions AS group_permissions, now_on.current
    FROM membership ms
    JOIN club_group g ON g.tenant_id = ms.tenant_id AND g.id = ms.group_id
    LEFT JOIN club_group parent ON parent.tenant_id = g.tenant_id AND parent.id = g.parent_id
    CROSS JOIN (SELECT tenant_today() AS day) today
    CROSS JOIN LATERAL (SELECT (ms.from_on IS NULL OR ms.from_on <= today.day) AND (ms.to_on IS NULL OR ms.to_on >= today.day) AS current) now_on
    WHERE ms.member_id = ${memberId}
    ORDER BY now_on.current DESC, ms.to_on DESC NULLS FIRST, parent.name NULLS FIRST, g.name, ms.id`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** The club's day. */
export async function selectToday(tx: ReadTx): Promise<string> {
  const { rows } = await sql<{ today: string }>`SELECT tenant_today()::text AS today`.execute(
    sqlOf(tx),
  );
  return rows[0]?.today ?? "";
}

/** Those of the ids that are living records: neither in the trash nor anonymised. */
export async function selectLivingMembers(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM member WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL AND anonymised_at IS NULL`.execute(
    sqlOf(tx),
  );
  return new Set(rows.map((row) => row.id));
}

/** Many rows by one statement. */
export async function insertMemberships(
  tx: WriteTx,
  rows: readonly MembershipRow[],
): Promise<void> {
  await sql`
    INSERT INTO membership (id, group_id, member_id, function, from_on, to_on, leader)
    SELECT id, group_id, member_id, function, from_on, to_on, leader
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (id uuid, group_id uuid, member_id uuid, function text, from_on date, to_on date, leader boolean)`.execute(
    sqlOf(tx),
  );
}

export async function updateMembershipRow(
  tx: WriteTx,
  id: string,
  values: Pick<MembershipRow, "function" | "from_on" | "to_on" | "leader">,
): Promise<void> {
  await sql`
    UPDATE membership SET function = ${values.function}, from_on = ${values.from_on}::date, to_on = ${values.to_on}::date, leader = ${values.leader}
    WHERE id = ${id}`.execute(sqlOf(tx));
}

/** The last day of these periods. */
export async function endMembershipRows(
  tx: WriteTx,
  ids: readonly string[],
  lastDay: string,
): Promise<void> {
  await sql`UPDATE membership SET to_on = ${lastDay}::date WHERE id = ANY(${ids}::uuid[])`.execute(
    sqlOf(tx),
  );
}

export async function deleteMembershipRows(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM membership WHERE id = ANY(${ids}::uuid[])`.execute(sqlOf(tx));
}
