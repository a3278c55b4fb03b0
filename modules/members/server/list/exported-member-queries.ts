import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { UserRow } from "../../contract.ts";
import { namedFields } from "../people/field-columns-queries.ts";
import type { WantedOfMembers } from "./wanted-of-members.ts";

/**
 * A member on the way into a file: no rights, and of groups their names. What the file does not want
 * of it is absent, and nobody asks for it: its columns said what they want.
 */
export type ExportedMember = Omit<
  UserRow,
  "groups" | "can" | "updatedBy" | "version" | "hasProfilePicture" | "enteredStatus"
> & { groups: NamedGroup[] };

/**
 * Members of these ids, in no order, by the names of their fields, still without groups and what is
 * worked out. Their ids stand in the condition and are joined to nothing: PostgreSQL then looks up
 * just these, however many the club has.
 */
export async function selectExportedMembers(
  tx: ReadTx,
  ids: readonly string[],
  wanted: WantedOfMembers,
  inTrash: boolean,
): Promise<ExportedMember[]> {
  const columns = [
    sql`m.id`,
    sql.raw(namedFields(wanted.fields)),
    ...(wanted.ownFields ? [sql`m.custom_fields AS "customFields"`] : []),
    ...(wanted.created ? [sql`${moment("created_at")} AS "createdAt"`] : []),
    ...(wanted.updated ? [sql`${moment("updated_at")} AS "updatedAt"`] : []),
    ...(wanted.login ? [sql`coalesce(l.state, 'NONE') AS "loginState"`] : []),
  ];
  const login = sql`LEFT JOIN member_login l ON l.tenant_id = m.tenant_id AND l.member_id = m.id`;
  const { rows } = await sql<ExportedMember>`
    SELECT ${sql.join(columns)} FROM member m ${wanted.login ? login : sql``}
    WHERE m.id = ANY (${arrayOf(ids)}::uuid[]) AND (m.deleted_at IS NOT NULL) = ${inTrash}
      AND m.anonymised_at IS NULL`.execute(sqlOf(tx));
  return rows;
}

/** A time as `toISOString()` writes it. */
function moment(column: "created_at" | "updated_at") {
  return sql`to_char(${sql.ref(`m.${column}`)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Ids have nothing to be escaped, which the driver looks for in each of them. */
function arrayOf(ids: readonly string[]): string {
  return `{${ids.join(",")}}`;
}

/** A group of the club as files name it. */
export interface NamedGroup {
  id: string;
  name: string;
  groupName: string | null;
}

/** All groups of the club, in the order in which a member's are told. */
export async function selectNamedGroups(tx: ReadTx): Promise<NamedGroup[]> {
  return sqlOf(tx)
    .selectFrom("club_group as g")
    .leftJoin("club_group as parent", (join) =>
      join.onRef("parent.tenant_id", "=", "g.tenant_id").onRef("parent.id", "=", "g.parent_id"),
    )
    .select(["g.id", "g.name", "parent.name as groupName"])
    .orderBy("parent.name", (order) => order.asc().nullsFirst())
    .orderBy("g.name")
    .execute();
}

/** Who of these members is in which group on a day. */
export async function selectGroupIds(
  tx: ReadTx,
  ids: readonly string[],
  day: string,
): Promise<Row<"membership", "member_id" | "group_id">[]> {
  const { rows } = await sql<Row<"membership", "member_id" | "group_id">>`
    SELECT member_id, group_id FROM membership
    WHERE member_id = ANY (${arrayOf(ids)}::uuid[]) AND (from_on IS NULL OR from_on <= ${day}::date)
      AND (to_on IS NULL OR to_on >= ${day}::date)`.execute(sqlOf(tx));
  return rows;
}
