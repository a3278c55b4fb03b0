import { type ExpressionWrapper, expressionBuilder, type SqlBool, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, direction, now } from "#platform/server/database/expressions.ts";
import type { Row, Tables } from "#platform/server/database/tables.ts";
import type { Change } from "../contract.ts";

export type RecordType = Row<"change">["record_type"];
export type ChangeValue = Change["changes"][number]["oldValue"];
export type Fields = Record<string, { old: ChangeValue; new: ChangeValue }>;

export interface ChangeFilter {
  user?: string | undefined;
  actor?: string | undefined;
  field?: string | undefined;
  way?: readonly Row<"change">["way"][] | undefined;
  recordType?: RecordType | undefined;
  record?: string | undefined;
  importRunId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first moment of a day in the club's time zone. */
function startOf(day: string, plusDays = 0) {
  return sql<Date>`((${day}::date + ${plusDays}::int)::timestamp AT TIME ZONE (SELECT time_zone FROM club))`;
}

type Condition = ExpressionWrapper<Tables & { c: Tables["change"] }, "c", SqlBool>;

/** The filter as a condition on c (change). */
function matching(filter: ChangeFilter): Condition {
  const eb = expressionBuilder<Tables & { c: Tables["change"] }, "c">();
  const { user, actor, field, way = [], recordType, record, importRunId, from, to } = filter;
  const parts: Condition[] = [];
  if (user !== undefined) parts.push(eb("c.member_id", "=", user));
  if (actor !== undefined) parts.push(eb("c.actor_id", "=", actor));
  if (field !== undefined) parts.push(eb.fn<SqlBool>("jsonb_exists", ["c.fields", eb.val(field)]));
  if (recordType !== undefined) parts.push(eb("c.record_type", "=", recordType));
  if (record !== undefined) parts.push(eb("c.record_id", "=", record));
  if (importRunId !== undefined) parts.push(eb("c.import_run_id", "=", importRunId));
  // One way alone is read in the order of its index.
  const [only, ...others] = way;
  if (only !== undefined)
    parts.push(others.length === 0 ? eb("c.way", "=", only) : eb("c.way", "in", way));
  if (from !== undefined)
    parts.push(eb("c.at", ">=", DAY.test(from) ? startOf(from) : sql<Date>`${from}::timestamptz`));
  // Answers carry milliseconds, the database microseconds: the end asked for is meant with all of
  // them.
  if (to !== undefined)
    parts.push(
      eb(
        "c.at",
        "<",
        DAY.test(to) ? startOf(to, 1) : sql<Date>`${to}::timestamptz + interval '1 millisecond'`,
      ),
    );
  return eb.and(parts);
}

/** Entries of the history with what is needed to show them, as c (change). */
function entries(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("change as c")
    .leftJoin("group_name as g", (join) =>
      join.onRef("g.tenant_id", "=", "c.tenant_id").onRef("g.id", "=", "c.group_id"),
    )
    .leftJoin("person as m", (join) =>
      join
        .onRef("m.tenant_id", "=", "c.tenant_id")
        .onRef("m.id", "=", "c.member_id")
        .on("m.anonymised_at", "is", null),
    )
    .select([
      "c.id",
      "c.at",
      "c.actor_id",
      "c.actor_name",
      "c.actor_kind",
      "c.way",
      "c.import_run_id",
      "c.record_type",
      "c.record_id",
      "c.record_name",
      "c.operation",
      "c.member_id",
      "c.group_id",
      "c.fields",
      // Of today; null when the group is gone or the entry belongs to none.
      "g.name as group_name",
      // Null when the member is gone or anonymised.
      "m.id as living_member_id",
    ]);
}

/** An entry of the history with what is needed to show it. */
export type ChangeRecord = Awaited<ReturnType<typeof selectChanges>>[number];

export function selectChanges(
  tx: ReadTx,
  filter: ChangeFilter,
  { dir, page, size }: { dir: "ASC" | "DESC"; page: number; size: number },
) {
  const order = direction(dir);
  // The page's ids first, by the index of time; the rows only for them.
  const few = sqlOf(tx)
    .selectFrom("change as c")
    .select("c.id")
    .where(matching(filter))
    .orderBy("c.at", order)
    .orderBy("c.id", order)
    .limit(size)
    .offset(page * size);
  return entries(tx)
    .innerJoin(few.as("few"), "few.id", "c.id")
    .orderBy("c.at", order)
    .orderBy("c.id", order)
    .execute();
}

export async function countChanges(tx: ReadTx, filter: ChangeFilter): Promise<number> {
  const { count } = await sqlOf(tx)
    .selectFrom("change as c")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(matching(filter))
    .executeTakeFirstOrThrow();
  return count;
}

export async function selectChange(tx: ReadTx, id: string): Promise<ChangeRecord | undefined> {
  return entries(tx).where("c.id", "=", id).executeTakeFirst();
}

/** What this transaction wrote about a record so far. */
export async function selectChangeOfTransaction(
  tx: WriteTx,
  recordId: string,
): Promise<ChangeRecord | undefined> {
  return entries(tx)
    .where("c.record_id", "=", recordId)
    .where("c.at", "=", now)
    .where("c.transaction_id", "=", sql<string>`pg_current_xact_id()`)
    .executeTakeFirst();
}

/** Ids of what an import did, by type of record. */
export async function selectChangeIdsOfImport(
  tx: ReadTx,
  importRunId: string,
): Promise<Map<RecordType, string[]>> {
  const rows = await sqlOf(tx)
    .selectFrom("change")
    .select(["record_type", sql<string[]>`array_agg(id::text ORDER BY id)`.as("ids")])
    .where("import_run_id", "=", importRunId)
    .where("way", "=", "IMPORT")
    .groupBy("record_type")
    .execute();
  return new Map(rows.map(({ record_type, ids }) => [record_type, ids]));
}

export function selectChangesById(tx: ReadTx, ids: readonly string[]): Promise<ChangeRecord[]> {
  return entries(tx).where("c.id", "=", anyOf(ids)).orderBy("c.id").execute();
}

/** Names of groups, for values that are group ids. */
export async function selectGroupNames(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sqlOf(tx)
    .selectFrom("group_name")
    .select(["id", "name"])
    .where("id", "=", anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A record's present values as the history would write them; undefined when the record is gone. */
export async function selectPresentValues(
  tx: ReadTx,
  type: RecordType,
  id: string,
): Promise<Record<string, ChangeValue> | undefined> {
  // What happened to a login is told, not taken back.
  if (type === "LOGIN") return undefined;
  const row = await presentRow(tx, type, id).executeTakeFirst();
  return row?.present ?? undefined;
}

function presentRow(tx: ReadTx, type: Exclude<RecordType, "LOGIN">, id: string) {
  const db = sqlOf(tx);
  switch (type) {
    case "USER":
      return db.selectFrom("present_member").select("present").where("id", "=", id);
    case "MEMBERSHIP":
      return db.selectFrom("present_membership").select("present").where("id", "=", id);
    case "GROUP":
      return db.selectFrom("present_group").select("present").where("id", "=", id);
  }
}

/** Whether anything hangs on a group by now. */
export async function groupInUse(tx: ReadTx, id: string): Promise<boolean> {
  const { used } = await sqlOf(tx)
    .selectNoFrom(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom("group_member").select("group_id").where("group_id", "=", id)),
        exists(selectFrom("group_name").select("id").where("parent_id", "=", id)),
      ])
        .$castTo<boolean>()
        .as("used"),
    )
    .executeTakeFirstOrThrow();
  return used;
}

/** How much a person changed of what kind, day by day. */
export function countChangesBy(
  tx: ReadTx,
  memberId: string,
): Promise<{ day: string; record_type: RecordType; count: number }[]> {
  const day = sql<string>`(at AT TIME ZONE (SELECT time_zone FROM club))::date`;
  return sqlOf(tx)
    .selectFrom("change")
    .select(({ fn }) => [day.as("day"), "record_type", fn.countAll<number>().as("count")])
    .where("actor_id", "=", memberId)
    .groupBy(["day", "record_type"])
    .orderBy("day")
    .orderBy("record_type")
    .execute();
}

/** Wipes names and values of a person: which fields were changed when stays. */
export async function erasePerson(tx: WriteTx, memberId: string, nameLeft: string): Promise<void> {
  const db = sqlOf(tx);
  await db
    .updateTable("change")
    .set({
      record_name: nameLeft,
      fields: sql`CASE WHEN jsonb_exists(fields, 'anonymised') THEN fields
        ELSE (SELECT coalesce(jsonb_object_agg(key, '{"old": null, "new": null}'::jsonb), '{}')
          FROM jsonb_object_keys(fields) AS key) END`,
    })
    .where("member_id", "=", memberId)
    .execute();
  await db
    .updateTable("change")
    .set({ actor_name: nameLeft })
    .where("actor_id", "=", memberId)
    .execute();
}
