import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { recordset } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { RowKind } from "../../../import-contract.ts";
import { type Part, rowsOfRun, selectParts } from "../rows/staged-row-queries.ts";

const COLUMNS = ["number", "member_id", "member_version", "changes", "join_groups"] as const;

/** Of a row as much as writing it needs. */
export type RowToWrite = Row<"import_row", (typeof COLUMNS)[number]>;

/** The rows of a kind that are to be written, cut into parts of `size`. */
export async function selectPartsToWrite(
  tx: ReadTx,
  runId: string,
  kind: RowKind,
  size: number,
): Promise<Part[]> {
  return selectParts(tx, rowsToWrite(tx, runId, kind), size);
}

export async function selectRowsToWrite(
  tx: ReadTx,
  runId: string,
  kind: RowKind,
  { first, last }: Part,
): Promise<RowToWrite[]> {
  return rowsToWrite(tx, runId, kind)
    .select(COLUMNS)
    .where(({ between }) => between("number", first, last))
    .orderBy("number")
    .execute();
}

/** Member numbers that new rows bring, in order; null for each row that brings none. */
export async function selectNumbersToGive(tx: ReadTx, runId: string): Promise<(string | null)[]> {
  const rows = await rowsToWrite(tx, runId, "NEW")
    .select(({ ref }) =>
      sql<string | null>`
        nullif(btrim(${ref("changes")} -> 'memberNumber' ->> 'new'), '')`.as("given_number"),
    )
    .where("member_version", "is", null)
    .orderBy("number")
    .execute();
  return rows.map((row) => row.given_number);
}

function rowsToWrite(tx: ReadTx, runId: string, kind: RowKind) {
  return rowsOfRun(tx, runId)
    .where("kind", "=", kind)
    .where("decision", "is distinct from", "SKIP");
}

/**
 * Everything that applying would do, as one number: tells whether a new comparison came to another
 * result.
 */
export async function fingerprintOfOutcome(tx: ReadTx, runId: string): Promise<string> {
  const { sum } = await rowsOfRun(tx, runId)
    .select(({ ref }) => {
      const version = ref("member_version");
      const row = sql`md5(concat_ws('|', ${ref("number")}, ${ref("kind")},
        CASE WHEN ${version} IS NOT NULL THEN ${ref("member_id")} END,
        ${ref("changes")}::text, ${ref("join_groups")}::text, ${ref("decision")}))`;
      return sql<string | null>`md5(string_agg(${row}, '' ORDER BY ${ref("number")}))`.as("sum");
    })
    .where("kind", "in", ["NEW", "CHANGED", "MISSING"])
    .executeTakeFirstOrThrow();
  return sum ?? "";
}

/** Members that new rows became, where the comparison did not name them yet. */
export async function saveCreatedMembers(
  tx: WriteTx,
  runId: string,
  created: readonly { number: number; id: string }[],
): Promise<void> {
  if (created.length === 0) return;
  const rows = created.map(({ number, id }) => ({ number, member_id: id }));
  await sqlOf(tx)
    .updateTable("import_row as r")
    .from(recordset<"import_row", "number" | "member_id">("import_row", rows).as("c"))
    .set(({ ref }) => ({ member_id: ref("c.member_id") }))
    .where("r.run_id", "=", runId)
    .whereRef("r.number", "=", "c.number")
    .execute();
}
