import type { SelectQueryBuilder, Simplify } from "kysely";

/** One page of a list, and how many rows it has in all. */
export interface Paged<Record> {
  records: Record[];
  total: number;
}

/**
 * Returns the page of `rows` that was asked for, and how many rows there are on all pages. They
 * come selected and in a whole order; counted is what they are selected from, without order and
 * columns. For queries of one row per record: nothing grouped, nothing distinct.
 */
export async function paged<DB, TB extends keyof DB, Record>(
  rows: SelectQueryBuilder<DB, TB, Record>,
  { page, size }: { page: number; size: number },
): Promise<Paged<Simplify<Record>>> {
  const records = await rows
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return { records, total };
}
