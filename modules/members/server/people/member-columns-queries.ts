import { type RawBuilder, sql } from "kysely";
import { authorJoin, authorName } from "./author-queries.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { FieldColumns } from "./field-columns.ts";
import { SELECTED_FIELDS } from "./field-columns-queries.ts";

/** A group as it comes with a member's row. */
export type GroupOfMember = Row<"club_group", "id" | "name" | "permissions"> &
  Row<"membership", "function" | "leader"> & {
    groupName: string | null;
    from: string | null;
    to: string | null;
  };

/** A member with login state and groups of the reference date, as read by one statement. */
export interface MemberRecord
  extends
    FieldColumns,
    Row<
      "member",
      | "id"
      | "custom_fields"
      | "is_admin"
      | "permissions"
      | "message_mail"
      | "deleted_at"
      | "created_at"
      | "updated_at"
      | "version"
    > {
  has_picture: boolean;
  deleted_by: string | null;
  updated_by: string | null;
  login_state: Row<"member_login">["state"] | null;
  username: string | null;
  groups: GroupOfMember[] | null;
}

/** The columns of a `MemberRecord`; needs `memberJoins`. */
export const memberColumns = sql`
  m.id, ${sql.raw(SELECTED_FIELDS)}, m.custom_fields, m.is_admin, m.permissions, m.message_mail,
  m.picture_256 IS NOT NULL AS has_picture, m.deleted_at, ${authorName("deleted_by")} AS deleted_by,
  m.created_at, m.updated_at, ${authorName("updated_by")} AS updated_by, m.version,
  l.state AS login_state, l.username, g.groups`;

/** Returns the beginning of a statement, which names ids of members in their order `page`. */
export function pageOf(ids: readonly string[]) {
  return sql`WITH page AS MATERIALIZED (
    SELECT id, place FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS page (id, place))`;
}

const gatheredGroups = sql`
  json_agg(json_build_object('id', cg.id, 'name', cg.name, 'groupName', parent.name, 'function', ms.function,
    'from', ms.from_on, 'to', ms.to_on, 'leader', ms.leader, 'permissions', cg.permissions)
    ORDER BY parent.name NULLS FIRST, cg.name)`;

const groupJoins = sql`
  JOIN club_group cg ON cg.tenant_id = ms.tenant_id AND cg.id = ms.group_id
  LEFT JOIN club_group parent ON parent.tenant_id = cg.tenant_id AND parent.id = cg.parent_id`;

const isOfDay = (day: RawBuilder<unknown>) => sql`
  (ms.from_on IS NULL OR ms.from_on <= ${day}::date) AND (ms.to_on IS NULL OR ms.to_on >= ${day}::date)`;

/**
 * Joins to `page`, rows with ids of members, these members as m, their login, who wrote them last
 * and their groups of a day. The groups of all are gathered at once: asked for member by member
 * they were half of an export's time.
 */
export function memberJoins(day: string) {
  return sql`
  JOIN member m ON m.id = page.id
  LEFT JOIN member_login l ON l.tenant_id = m.tenant_id AND l.member_id = m.id
  ${authorJoin("updated_by")} ${authorJoin("deleted_by")}
  LEFT JOIN (
    SELECT ms.member_id, ${gatheredGroups} AS groups
    FROM page
    JOIN membership ms ON ms.member_id = page.id
    ${groupJoins}
    WHERE ${isOfDay(sql`${day}`)}
    GROUP BY ms.member_id
  ) g ON g.member_id = m.id`;
}

/** The same for the one member m, who is asked for by id: nothing to gather and to sort. */
export function joinsOfOneMember(day: RawBuilder<string>) {
  return sql`
  LEFT JOIN member_login l ON l.tenant_id = m.tenant_id AND l.member_id = m.id
  ${authorJoin("updated_by")} ${authorJoin("deleted_by")}
  CROSS JOIN LATERAL (
    SELECT ${gatheredGroups} AS groups
    FROM membership ms
    ${groupJoins}
    WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id AND ${isOfDay(day)}
  ) g`;
}
