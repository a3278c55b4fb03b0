import { type Expression, type RawBuilder, sql } from "kysely";
import { columnsOf } from "#platform/server/database/expressions.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { fieldOf, fieldsWith, type MemberField } from "../../contract.ts";
import { membershipYears } from "./derived-filter-queries.ts";
import type { MemberOrder } from "./list-filter.ts";

type Value = RawBuilder<unknown>;

const m = columnsOf("member", "m");

export interface Order {
  by: Value;
  nullable: boolean;
  /** The column behind an expression. */
  value?: Value;
}

/** How lists are ordered by what a member's row shows. */
export const ORDERS = new Map<string, Order>([
  ...fieldsWith("sort", "index", "scan").map((field): [string, Order] => [field, orderOf(field)]),
  ["createdAt", { by: m("created_at"), nullable: false }],
  ["updatedAt", { by: m("updated_at"), nullable: false }],
  [
    "loginState",
    {
      by: sql`(SELECT l.state FROM member_login l WHERE l.tenant_id = m.tenant_id AND l.member_id = m.id)`,
      nullable: true,
    },
  ],
]);

function orderOf(field: MemberField): Order {
  const { column, nullable, kind } = fieldOf(field);
  const value = sql.ref(`m.${column}`);
  return kind === "EMAIL" ? { by: sql`lower(${value})`, nullable, value } : { by: value, nullable };
}

const INDEXED = new Set<string>([...fieldsWith("sort", "index"), "createdAt", "updatedAt"]);
/** Orders whose index holds the rows with a value alone. */
export const INDEXED_NULLABLE = new Set(
  [...INDEXED].filter((order) => ORDERS.get(order)?.nullable === true),
);

/** A list in this order can be read from an index. */
export function isIndexed({ sort, customField }: MemberOrder): boolean {
  return customField === undefined && INDEXED.has(sort);
}

/** The order on m (member). */
export function orderBy({ sort, dir, customField }: MemberOrder, day: string): Value {
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  if (sort === "lastname")
    return sql`${m("last_name")} ${direction}, ${m("first_name")} ${direction}, ${m("id")} ${direction}`;
  // It is unique.
  if (sort === "memberNumber") return sql`${m("member_number")} ${direction}`;
  const today = sql<string>`${day}::date`;
  const { by, nullable } =
    sort === "status"
      ? { by: statusOn(today), nullable: false }
      : sort === "membershipYears"
        ? { by: membershipYears(today), nullable: true }
        : customField === undefined
          ? (ORDERS.get(sort) ?? { by: m("last_name"), nullable: false })
          : customFieldOrder(customField);
  // Without values last, whichever the direction.
  return sql`${by} ${direction} ${nullable && dir === "DESC" ? sql`NULLS LAST` : sql``}, ${m("id")} ${direction}`;
}

function customFieldOrder({ key, kind }: CustomField): Order {
  const value = sql`${m("custom_fields")} ->> ${key}`;
  return {
    by: kind === "NUMBER" ? sql`(${value})::numeric` : sql`(${value}) COLLATE german`,
    nullable: true,
  };
}

export function statusOn(day: Expression<string>): RawBuilder<string> {
  return sql`CASE WHEN ${m("left_on")} < ${day} THEN 'FORMER' ELSE ${m("status")} END`;
}
