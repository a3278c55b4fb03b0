import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row, Tables } from "#platform/server/database/tables.ts";
import type { Grant, GrantAccess, GrantLine } from "../contract.ts";

type GrantColumn = "id" | "subject" | "group_id" | "user_id" | "access";

/** Tables with all that a grant has, as calendar_grant. */
type GrantTableName = {
  [Table in keyof Tables]: GrantColumn extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

/**
 * A table of grants and its column that names what they are for. Every owner (calendar, share) has
 * its own, so that foreign keys clean up.
 */
export type GrantTable = {
  [Table in GrantTableName]: { table: Table; owner: Exclude<keyof Tables[Table], GrantColumn> };
}[GrantTableName];

/** Whose grants count: a member and the groups they belong to today. */
export interface Grantee {
  userId: string;
  groupIds: readonly string[];
}

/** Every owner that a member may use, by any way, with the strongest access. */
export async function selectAccess(
  tx: ReadTx,
  { table, owner }: GrantTable,
  { userId, groupIds }: Grantee,
): Promise<Map<string, GrantAccess>> {
  const rows = await sqlOf(tx)
    .withRecursive("mine", (db) =>
      db
        .selectFrom("group_name")
        .select(["id", "parent_id"])
        .where("id", "=", anyOf(groupIds))
        .union(
          db
            .selectFrom("group_name as above")
            .innerJoin("mine", "mine.parent_id", "above.id")
            .select(["above.id", "above.parent_id"]),
        ),
    )
    .selectFrom(grantsIn(table))
    .select(({ ref }) => [
      sql.ref<string>(`g.${owner}`).as("owner_id"),
      sql<boolean>`bool_or(${ref("g.access")} = 'WRITE')`.as("writes"),
    ])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("g.subject", "=", "ALL"),
        eb("g.user_id", "=", userId),
        eb("g.group_id", "in", selectFrom("mine").select("mine.id")),
      ]),
    )
    .groupBy(sql.ref(`g.${owner}`))
    .execute();
  return new Map(rows.map((row) => [row.owner_id, row.writes ? "WRITE" : "READ"]));
}

/** What belonging to a group opens, by a grant to it or to one above it. */
export interface OpenedByGroup {
  groupId: string;
  ownerId: string;
  access: GrantAccess;
}

/** What belonging to each of these groups opens that is not everybody's anyway. */
export async function selectOpened(
  tx: ReadTx,
  { table, owner }: GrantTable,
  groupIds: readonly string[],
): Promise<OpenedByGroup[]> {
  if (groupIds.length === 0) return [];
  const ownerOf = (alias: string) => sql.ref<string>(`${alias}.${owner}`);
  const rows = await sqlOf(tx)
    .withRecursive("upwards", (db) =>
      db
        .selectFrom("group_name")
        .select(["id as root", "id", "parent_id"])
        .where("id", "=", anyOf(groupIds))
        .union(
          db
            .selectFrom("group_name as above")
            .innerJoin("upwards", "upwards.parent_id", "above.id")
            .select(["upwards.root", "above.id", "above.parent_id"]),
        ),
    )
    .selectFrom(grantsIn(table))
    .innerJoin("upwards", "upwards.id", "g.group_id")
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom(grantsIn(table, "everybody"))
            .select("everybody.id")
            .where("everybody.subject", "=", "ALL")
            .whereRef(ownerOf("everybody"), "=", ownerOf("g"))
            .where(({ eb, or }) =>
              or([
                eb("everybody.access", "=", "WRITE"),
                eb("everybody.access", "=", eb.ref("g.access")),
              ]),
            ),
        ),
      ),
    )
    .select(({ ref }) => [
      "upwards.root as groupId",
      ownerOf("g").as("ownerId"),
      sql<boolean>`bool_or(${ref("g.access")} = 'WRITE')`.as("writes"),
    ])
    .groupBy(["upwards.root", ownerOf("g")])
    .execute();
  return rows.map(({ writes, ...row }) => ({ ...row, access: writes ? "WRITE" : "READ" }));
}

/** The lists of these owners: everybody first, then groups, then members, by name. */
export async function selectGrants(
  tx: ReadTx,
  { table, owner }: GrantTable,
  ownerIds: readonly string[],
): Promise<(Grant & { ownerId: string })[]> {
  const lines = sqlOf(tx)
    .selectFrom(grantsIn(table))
    .leftJoin("group_name", (join) =>
      join
        .onRef("group_name.tenant_id", "=", "g.tenant_id")
        .onRef("group_name.id", "=", "g.group_id"),
    )
    .leftJoin("group_name as parent", (join) =>
      join
        .onRef("parent.tenant_id", "=", "group_name.tenant_id")
        .onRef("parent.id", "=", "group_name.parent_id"),
    )
    .leftJoin("person", (join) =>
      join.onRef("person.tenant_id", "=", "g.tenant_id").onRef("person.id", "=", "g.user_id"),
    )
    .select(["g.subject", "g.access", sql.ref<string>(`g.${owner}`).as("ownerId")])
    .select(({ fn, ref }) => [
      fn.coalesce("g.group_id", "g.user_id").as("id"),
      sql<string>`CASE ${ref("g.subject")}
        WHEN 'ALL' THEN 'Alle Mitglieder'
        WHEN 'GROUP' THEN concat_ws('->', ${ref("parent.name")}, ${ref("group_name.name")})
        ELSE full_name(${ref("person.first_name")}, ${ref("person.last_name")})
      END`.as("name"),
    ])
    .where(sql.ref<string>(`g.${owner}`), "=", anyOf(ownerIds));
  return sqlOf(tx)
    .selectFrom(lines.as("line"))
    .selectAll()
    .orderBy(({ ref }) => sql`array_position(ARRAY['ALL', 'GROUP', 'USER'], ${ref("subject")})`)
    .orderBy("name", (order) => order.collate("german"))
    .orderBy("id")
    .execute();
}

/**
 * Those of the groups and members named that do not exist (any more), by their place in the list.
 */
export async function selectUnknown(tx: ReadTx, lines: readonly GrantLine[]): Promise<number[]> {
  const placed = JSON.stringify(lines.map((line, place) => ({ ...line, place })));
  const line = sql<{ place: number; subject: GrantLine["subject"]; id: string | null }>`
    jsonb_to_recordset(${placed}::jsonb)`;
  const rows = await sqlOf(tx)
    .selectFrom(line.as<"line">(sql`line (place int, subject text, id uuid)`))
    .select("line.place")
    .where(({ and, eb, exists, not, or, selectFrom }) => {
      const group = selectFrom("group_name")
        .select("group_name.id")
        .whereRef("group_name.id", "=", "line.id");
      const member = selectFrom("person")
        .select("person.id")
        .whereRef("person.id", "=", "line.id")
        .where("person.deleted_at", "is", null)
        .where("person.anonymised_at", "is", null);
      return or([
        and([eb("line.subject", "=", "GROUP"), not(exists(group))]),
        and([eb("line.subject", "=", "USER"), not(exists(member))]),
      ]);
    })
    .orderBy("line.place")
    .execute();
  return rows.map((row) => row.place);
}

export async function replaceGrants(
  tx: WriteTx,
  { table, owner }: GrantTable,
  ownerId: string,
  lines: readonly GrantLine[],
): Promise<void> {
  const db = sqlOf(tx);
  await db.deleteFrom(table).where(sql.ref(owner), "=", ownerId).execute();
  if (lines.length === 0) return;
  const rows = lines.map(({ subject, id, access }) => ({
    [owner]: ownerId,
    subject,
    group_id: subject === "GROUP" ? id : null,
    user_id: subject === "USER" ? id : null,
    access,
  }));
  await db.insertInto(table).values(rows).execute();
}

/** Grants that name this member, for their file. */
export async function selectGrantsOfMember(
  tx: ReadTx,
  { table, owner }: GrantTable,
  memberId: string,
): Promise<{ ownerId: string; access: GrantAccess }[]> {
  return sqlOf(tx)
    .selectFrom(grantsIn(table))
    .select(["g.access", sql.ref<string>(`g.${owner}`).as("ownerId")])
    .where("g.user_id", "=", memberId)
    .orderBy("g.id")
    .execute();
}

export async function deleteGrantsOfMember(
  tx: WriteTx,
  { table }: GrantTable,
  memberId: string,
): Promise<void> {
  await sqlOf(tx).deleteFrom(table).where("user_id", "=", memberId).execute();
}

/** What all tables of grants have, of the table known as `g`. */
type GrantRow = Row<GrantTableName, GrantColumn | "tenant_id">;

function grantsIn<Alias extends string = "g">(table: GrantTableName, alias?: Alias) {
  return sql<GrantRow>`${sql.table(table)}`.as((alias ?? "g") as Alias);
}
