import { type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Change, OPERATIONS, RECORD_TYPES, WAYS } from "../contract.ts";

export type RecordType = (typeof RECORD_TYPES)[number];
export type ChangeValue = Change["changes"][number]["oldValue"];
export type Fields = Record<string, { old: ChangeValue; new: ChangeValue }>;

/** An entry of the history with what is needed to show it. */
export interface ChangeRecord {
  id: string;
  at: Date;
  actor_id: string | null;
  actor_name: string;
  actor_kind: Change["actor"]["kind"];
  way: (typeof WAYS)[number];
  import_run_id: string | null;
  record_type: RecordType;
  record_id: string;
  record_name: string;
  operation: (typeof OPERATIONS)[number];
  member_id: string | null;
  group_id: string | null;
  fields: Fields;
  /** The group's name of today, null when it is gone or the entry belongs to none. */
  group_name: string | null;
  /** Whether the member is still a record of its own: there and not anonymised. */
  member_there: boolean;
}

export interface ChangeFilter {
  user?: string | undefined;
  actor?: string | undefined;
  field?: string | undefined;
  way?: readonly string[] | undefined;
  recordType?: RecordType | undefined;
  record?: string | undefined;
  importRunId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first moment of a day in the club's time zone. */
function startOf(day: string, plusDays = 0) {
  return sql`((${day}::date + ${plusDays}::int)::timestamp AT TIME ZONE (SELECT time_zone FROM tenant))`;
}

function matching(filter: ChangeFilter): RawBuilder<unknown> {
  const parts = [sql`true`];
  const add = (value: string | undefined, condition: (value: string) => RawBuilder<unknown>) => {
    if (value !== undefined) parts.push(condition(value) as RawBuilder<boolean>);
  };
  add(filter.user, (id) => sql`c.member_id = ${id}`);
  add(filter.actor, (id) => sql`c.actor_id = ${id}`);
  add(filter.field, (field) => sql`jsonb_exists(c.fields, ${field})`);
  add(filter.recordType, (type) => sql`c.record_type = ${type}`);
  add(filter.record, (id) => sql`c.record_id = ${id}`);
  add(filter.importRunId, (id) => sql`c.import_run_id = ${id}`);
  const [way, ...otherWays] = filter.way ?? [];
  // One way alone is read in the order of its index.
  if (way !== undefined)
    parts.push(
      otherWays.length === 0 ? sql`c.way = ${way}` : sql`c.way = ANY(${filter.way}::text[])`,
    );
  add(filter.from, (from) =>
    DAY.test(from) ? sql`c.at >= ${startOf(from)}` : sql`c.at >= ${from}::timestamptz`,
  );
  // Answers carry milliseconds, the database microseconds: the end asked for is meant with all of
  // them.
  add(filter.to, (to) =>
    DAY.test(to)
      ? sql`c.at < ${startOf(to, 1)}`
      : sql`c.at < ${to}::timestamptz + interval '1 millisecond'`,
  );
  return sql.join(parts, sql` AND `);
}

const columns = sql`
  c.id, c.at, c.actor_id, c.actor_name, c.actor_kind, c.way, c.import_run_id, c.record_type, c.record_id, c.record_name, c.operation,
  c.member_id, c.group_id, c.fields, g.name AS group_name, m.id IS NOT NULL AS member_there`;
const joins = sql`
  LEFT JOIN club_group g ON g.tenant_id = c.tenant_id AND g.id = c.group_id
  LEFT JOIN member m ON m.tenant_id = c.tenant_id AND m.id = c.member_id AND m.anonymised_at IS NULL`;

export async function selectChanges(
  tx: ReadTx,
  filter: ChangeFilter,
  { dir, page, size }: { dir: "ASC" | "DESC"; page: number; size: number },
): Promise<ChangeRecord[]> {
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  // The page's ids first, by the index of time; the rows only for them.
  const { rows } = await sql<ChangeRecord>`
    SELECT ${columns} FROM (
      SELECT c.id FROM change c WHERE ${matching(filter)} ORDER BY c.at ${direction}, c.id ${direction} LIMIT ${size} OFFSET ${page * size}
    ) few JOIN change c ON c.id = few.id ${joins} ORDER BY c.at ${direction}, c.id ${direction}`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function countChanges(tx: ReadTx, filter: ChangeFilter): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM change c WHERE ${matching(filter)}`.execute(sqlOf(tx));
  return rows[0]?.count ?? 0;
}

export async function selectChange(tx: ReadTx, id: string): Promise<ChangeRecord | undefined> {
  const { rows } =
    await sql<ChangeRecord>`SELECT ${columns} FROM change c ${joins} WHERE c.id = ${id}`.execute(
      sqlOf(tx),
    );
  return rows[0];
}

/** What this transaction wrote about a record so far. */
export async function selectChangeOfTransaction(
  tx: WriteTx,
  recordId: string,
): Promise<ChangeRecord | undefined> {
  const { rows } = await sql<ChangeRecord>`
    SELECT ${columns} FROM change c ${joins} WHERE c.record_id = ${recordId} AND c.at = now() AND c.transaction_id = pg_current_xact_id()`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

/** Ids of what an import did, by type of record. */
export async function selectChangeIdsOfImport(
  tx: ReadTx,
  importRunId: string,
): Promise<Map<RecordType, string[]>> {
  const { rows } = await sql<{ type: RecordType; ids: string[] }>`
    SELECT record_type AS type, array_agg(id::text ORDER BY id) AS ids FROM change WHERE import_run_id = ${importRunId} AND way = 'IMPORT'
    GROUP BY record_type`.execute(sqlOf(tx));
  return new Map(rows.map(({ type, ids }) => [type, ids]));
}

export async function selectChangesById(
  tx: ReadTx,
  ids: readonly string[],
): Promise<ChangeRecord[]> {
  const { rows } =
    await sql<ChangeRecord>`SELECT ${columns} FROM change c ${joins} WHERE c.id = ANY(${ids}::uuid[]) ORDER BY c.id`.execute(
      sqlOf(tx),
    );
  return rows;
}

/** Names of groups, for values that are group ids. */
export async function selectGroupNames(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`SELECT id, name FROM club_group WHERE id = ANY(${ids}::uuid[])`.execute(sqlOf(tx));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A record's present values as the history would write them; undefined when the record is gone. */
export async function selectPresentValues(
  tx: ReadTx,
  type: RecordType,
  id: string,
): Promise<Record<string, ChangeValue> | undefined> {
  const source = {
    USER: sql`SELECT history_of_member(r) AS present FROM member r WHERE id = ${id} AND anonymised_at IS NULL`,
    MEMBERSHIP: sql`SELECT history_of_membership(r) AS present FROM membership r WHERE id = ${id}`,
    GROUP: sql`SELECT history_of_group(r) AS present FROM club_group r WHERE id = ${id}`,
    LOGIN: sql`SELECT jsonb_build_object('username', username, 'loginState', state) AS present FROM login WHERE id = ${id}`,
  }[type];
  const { rows } = await sql<{ present: Record<string, ChangeValue> }>`${source}`.execute(
    sqlOf(tx),
  );
  return rows[0]?.present;
}

/** Whether anything hangs on a group by now. */
export async function groupInUse(tx: ReadTx, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM membership WHERE group_id = ${id}) OR EXISTS (SELECT FROM club_group WHERE parent_id = ${id}) AS used`.execute(
    sqlOf(tx),
  );
  return rows[0]?.used ?? false;
}

/** How much a person changed of what kind, day by day. */
export async function countChangesBy(
  tx: ReadTx,
  memberId: string,
): Promise<{ day: string; record_type: RecordType; count: number }[]> {
  const { rows } = await sql<{ day: string; record_type: RecordType; count: number }>`
    SELECT (at AT TIME ZONE (SELECT time_zone FROM tenant))::date::text AS day, record_type, count(*)::int AS count
    FROM change WHERE actor_id = ${memberId} GROUP BY 1, 2 ORDER BY 1, 2`.execute(sqlOf(tx));
  return rows;
}

/** Wipes names and values of a person: which fields were changed when stays. */
export async function erasePerson(tx: WriteTx, memberId: string, nameLeft: string): Promise<void> {
  const db = sqlOf(tx);
  await sql`
    UPDATE change SET record_name = ${nameLeft},
      fields = CASE WHEN jsonb_exists(fields, 'anonymised') THEN fields
        ELSE (SELECT coalesce(jsonb_object_agg(key, '{"old": null, "new": null}'::jsonb), '{}') FROM jsonb_object_keys(fields) AS key) END
    WHERE member_id = ${memberId}`.execute(db);
  await sql`UPDATE change SET actor_name = ${nameLeft} WHERE actor_id = ${memberId}`.execute(db);
}
