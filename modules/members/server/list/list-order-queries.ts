import { type RawBuilder, sql } from "kysely";
import type { CustomField } from "#modules/tenants/contract.ts";
import type { MemberOrder } from "./list-filter.ts";

type Condition = RawBuilder<unknown>;

/** Columns whose index holds the rows with a value alone. */
export const INDEXED_NULLABLE = new Set([
  "city",
  "postalCode",
  "email",
  "phone",
  "mobile",
  "street",
  "birthday",
  "joinedOn",
  "terminatedOn",
  "leftOn",
  "deceasedOn",
]);

/** `value`: the column behind an expression. */
export const ORDERS: Record<string, { by: Condition; nullable: boolean; value?: Condition }> = {
  lastname: { by: sql`m.last_name`, nullable: false },
  firstname: { by: sql`m.first_name`, nullable: false },
  memberNumber: { by: sql`m.member_number`, nullable: false },
  salutation: { by: sql`m.salutation`, nullable: true },
  title: { by: sql`m.title`, nullable: true },
  email: { by: sql`lower(m.email)`, nullable: true, value: sql`m.email` },
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
  loginState: {
    by: sql`(SELECT l.state FROM login l WHERE l.tenant_id = m.tenant_id AND l.member_id = m.id)`,
    nullable: true,
  },
};

const INDEXED = new Set([
  ...INDEXED_NULLABLE,
  "lastname",
  "firstname",
  "memberNumber",
  "createdAt",
  "updatedAt",
]);

/** A list in this order can be read from an index. */
export function isIndexed({ sort, ownField }: MemberOrder): boolean {
  return ownField === undefined && INDEXED.has(sort);
}

/** The order on m (member). */
export function orderBy({ sort, dir, ownField }: MemberOrder, day: string): Condition {
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  if (sort === "lastname")
    return sql`m.last_name ${direction}, m.first_name ${direction}, m.id ${direction}`;
  // Nobody shares it.
  if (sort === "memberNumber") return sql`m.member_number ${direction}`;
  const { by, nullable } =
    sort === "status"
      ? { by: statusOn(day), nullable: false }
      : ownField === undefined
        ? (ORDERS[sort] ?? { by: sql`m.last_name`, nullable: false })
        : ownOrder(ownField);
  // Without values last, whichever the direction.
  return sql`${by} ${direction} ${nullable && dir === "DESC" ? sql`NULLS LAST` : sql``}, m.id ${direction}`;
}

function ownOrder({ key, kind }: CustomField): { by: Condition; nullable: boolean } {
  const value = sql`m.custom_fields ->> ${key}`;
  return {
    by: kind === "NUMBER" ? sql`(${value})::numeric` : sql`(${value}) COLLATE german`,
    nullable: true,
  };
}

export function statusOn(day: string): Condition {
  return sql`CASE WHEN m.left_on < ${day}::date THEN 'FORMER' ELSE m.status END`;
}
