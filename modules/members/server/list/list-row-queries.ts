import { type Expression, type RawBuilder, sql } from "kysely";
import { constantSql } from "#platform/server/database/constant-sql.ts";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { columnsOf, isFilled } from "#platform/server/database/expressions.ts";
import { jsonOf, type JsonSql, openObject } from "#platform/server/database/json-text.ts";
import type { Row } from "#platform/server/database/tables.ts";
import {
  FIELD_KEYS,
  fieldOf,
  listedUser,
  type ListedUser,
  type MemberField,
  PROTECTED_USER_FIELDS,
  type RowField,
} from "../../contract.ts";
import { periodHolds } from "../groups/period-queries.ts";
import { authorJoin, authorName } from "../people/author-queries.ts";
import { ageInYears, membershipYears } from "./derived-filter-queries.ts";
import { statusOn } from "./list-order-queries.ts";

/** A member as a row of the list: most of it as JSON that is sent as it comes. */
export interface ListRow {
  /** An object that is not closed: the groups and what the reader may do are put to it. */
  row: string;
  /** `t` of an administrator, else `f`, and the permissions held directly, as the text of an array. */
  held: string;
  login_state: Row<"member_login">["state"] | null;
  /** Memberships of the day, a line each; null where there are none or nobody asked. */
  memberships: string | null;
}

/** What is asked of each row. */
export interface WantedRow {
  fields: ReadonlySet<RowField>;
  /** Bank data and notes are null otherwise: their columns are then not in the statement. */
  seesProtected: boolean;
  /** Whether `login_state` and `memberships` are read. */
  login: boolean;
  memberships: boolean;
}

const m = columnsOf("member", "m");
const l = columnsOf("member_login", "l");
const ms = columnsOf("membership", "ms");
/** The day that the list is about. */
const day = sql<string>`page.day`;

/** What of a row the database writes. */
type WrittenField = Exclude<keyof ListedUser, "groups" | "can">;
/** What stands in every row. */
const WHO = [
  "id",
  "memberNumber",
  "firstname",
  "lastname",
  "hasProfilePicture",
  "updatedAt",
] as const satisfies readonly WrittenField[];

function jsonOfField(key: MemberField): JsonSql {
  const { column, kind } = fieldOf(key);
  const value = sql.ref<string>(`m.${column}`);
  return kind === "DATE" || kind === "CHOICE" ? jsonOf.word(value) : jsonOf.text(value);
}

const VALUES: Readonly<Record<WrittenField, JsonSql>> = {
  ...(Object.fromEntries(FIELD_KEYS.map((key) => [key, jsonOfField(key)])) as Record<
    MemberField,
    JsonSql
  >),
  id: jsonOf.word(m("id")),
  status: jsonOf.word(statusOn(day)),
  enteredStatus: jsonOf.word(m("status")),
  age: jsonOf.plain(ageInYears(day)),
  birthYear: jsonOf.plain(sql`date_part('year', ${m("birthday")})`),
  membershipYears: jsonOf.plain(membershipYears(day)),
  customFields: jsonOf.plain(m("custom_fields")),
  loginState: jsonOf.word(sql`coalesce(${l("state")}, 'NONE')`),
  hasProfilePicture: jsonOf.plain(isFilled(m("picture_256"))),
  createdAt: jsonOf.moment(m("created_at")),
  updatedAt: jsonOf.moment(m("updated_at")),
  updatedBy: jsonOf.text(authorName("updated_by")),
  version: jsonOf.plain(m("version")),
};
const MASKED: Readonly<Record<WrittenField, JsonSql>> = {
  ...VALUES,
  ...Object.fromEntries(PROTECTED_USER_FIELDS.map((field) => [field, jsonOf.plain(sql.lit(null))])),
};

/** Columns and joins by what is wanted: few lists differ, and each is many pieces long. */
const known = new Map<string, Expression<ListRow>>();
const MOST_KNOWN = 200;

function selectOf(wanted: WantedRow): Expression<ListRow> {
  const { fields, ...rest } = wanted;
  const key = JSON.stringify([...fields, rest]);
  let select = known.get(key);
  if (select === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, (select = constantSql(columnsAndJoins(wanted))));
  }
  return select;
}

function columnsAndJoins({ fields, seesProtected, ...reads }: WantedRow): RawBuilder<ListRow> {
  const written = new Set<WrittenField>(WHO);
  for (const field of fields) if (field !== "groups") written.add(field);
  const row = openObject(listedUser, written, seesProtected ? VALUES : MASKED);
  const nothing = sql.lit(null);
  const login = reads.login || fields.has("loginState");
  return sql`
    SELECT ${row} AS row, concat(${m("is_admin")}, ${m("permissions")}) AS held,
      ${login ? l("state") : nothing} AS login_state, ${reads.memberships ? sql`g.memberships` : nothing} AS memberships
    FROM page JOIN member m ON m.id = page.id
    ${login ? loginJoin : sql``} ${fields.has("updatedBy") ? authorJoin("updated_by") : sql``} ${reads.memberships ? membershipJoin : sql``}`;
}

const loginJoin = sql`LEFT JOIN member_login l ON l.tenant_id = m.tenant_id AND l.member_id = m.id`;

/** Names and rights of the groups are known already: a line is the group's id and JSON to go on with. */
const membershipJoin = sql`
  LEFT JOIN (
    SELECT ms.member_id, string_agg(concat(${ms("group_id")}, ',"function":', ${jsonOf.text(ms("function"))},
      ',"from":', ${jsonOf.word(ms("from_on"))}, ',"to":', ${jsonOf.word(ms("to_on"))},
      ',"leader":', ${ms("leader")}::text), E'\n') AS memberships
    FROM page JOIN membership ms ON ms.member_id = page.id
    WHERE ${periodHolds(day)}
    GROUP BY ms.member_id
  ) g ON g.member_id = m.id`;

/** The club's groups, in the order in which a member's groups stand. */
export function selectNamedGroups(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("club_group as cg")
    .leftJoin("club_group as parent", (join) =>
      join.onRef("parent.tenant_id", "=", "cg.tenant_id").onRef("parent.id", "=", "cg.parent_id"),
    )
    .select(["cg.id", "cg.name", "parent.name as groupName", "cg.permissions"])
    .orderBy("parent.name", (order) => order.asc().nullsFirst())
    .orderBy("cg.name")
    .orderBy("cg.id")
    .execute();
}

/** Returns the rows of members whose ids a statement finds, in its order. */
export async function selectListRows(
  tx: ReadTx,
  ids: RawBuilder<{ id: string }>,
  on: string,
  wanted: WantedRow,
): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    WITH ids AS MATERIALIZED (${ids}),
      page AS MATERIALIZED (SELECT id, row_number() OVER () AS place, ${on}::date AS day FROM ids)
    ${selectOf(wanted)} WHERE m.deleted_at IS NULL ORDER BY page.place`.execute(sqlOf(tx));
  return rows;
}
