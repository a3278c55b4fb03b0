import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  CHOICE_FILTERS,
  type FieldFilters,
  fieldOf,
  type MemberField,
  RANGE_FILTERS,
  TEXT_FILTERS,
} from "../../contract.ts";
import { statusOn } from "./list-order-queries.ts";

/** Returns the conditions on m (member) of the filters that fields have by their rows. */
export function fieldConditions(filters: FieldFilters, day: string): RawBuilder<SqlBool>[] {
  const list: RawBuilder<SqlBool>[] = [];
  for (const field of CHOICE_FILTERS)
    if (filters[field] !== undefined)
      list.push(sql`${valueOf(field, day)} = ANY(${filters[field]})`);
  for (const { field, name } of RANGE_FILTERS) {
    const [from, to] = [filters[`${name}From`], filters[`${name}To`]];
    if (from !== undefined) list.push(sql`${valueOf(field, day)} >= ${from}::date`);
    if (to !== undefined) list.push(sql`${valueOf(field, day)} <= ${to}::date`);
  }
  for (const field of TEXT_FILTERS)
    if (filters[field] !== undefined)
      list.push(sql`position(lower(${filters[field]}) IN lower(${valueOf(field, day)})) > 0`);
  return list;
}

function valueOf(field: MemberField, day: string): RawBuilder<unknown> {
  return field === "status" ? statusOn(sql`${day}::date`) : sql.ref(`m.${fieldOf(field).column}`);
}
