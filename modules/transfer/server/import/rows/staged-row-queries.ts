import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { recordset } from "#platform/server/database/expressions.ts";
import type { Filled, Row } from "#platform/server/database/tables.ts";
import type { RowProblem } from "../stored-values.ts";
import { READ_COLUMNS, type ReadRow, STAGED_COLUMNS, type StagedRow } from "./row-record.ts";

export async function deleteRows(tx: WriteTx, runId: string): Promise<void> {
  await sqlOf(tx).deleteFrom("import_row").where("run_id", "=", runId).execute();
}

export async function insertReadRows(
  tx: WriteTx,
  runId: string,
  rows: readonly ReadRow[],
): Promise<void> {
  await sqlOf(tx)
    .insertInto("import_row")
    .columns(["run_id", ...READ_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom(recordset("import_row", rows).as("row"))
        .select(eb.val(runId).as("run_id"))
        .select(READ_COLUMNS),
    )
    .execute();
}

/** What was decided about rows so far, for when the file is read anew. */
export async function selectDecisions(
  tx: ReadTx,
  runId: string,
): Promise<Row<"import_row", "number" | "name" | "decision" | "decided_member">[]> {
  return rowsOfRun(tx, runId)
    .select(["number", "name", "decision", "decided_member"])
    .where("decision", "is not", null)
    .execute();
}

type Decision = Row<"import_row", "number" | "decision" | "decided_member"> &
  Partial<Row<"import_row", "name">>;

/** Keeps decisions for rows that still carry the same name. */
export async function saveDecisions(
  tx: WriteTx,
  runId: string,
  decisions: readonly Decision[],
): Promise<number> {
  const { numUpdatedRows } = await sqlOf(tx)
    .updateTable("import_row as r")
    .from(recordset<"import_row", keyof Decision>("import_row", decisions).as("d"))
    .set(({ ref }) => ({ decision: ref("d.decision"), decided_member: ref("d.decided_member") }))
    .where("r.run_id", "=", runId)
    .whereRef("r.number", "=", "d.number")
    .where(({ eb, or, ref }) =>
      or([eb("d.name", "is", null), eb("d.name", "=", sql<string>`${ref("r.name")} COLLATE "C"`)]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Neighbouring rows, by their numbers. */
export interface Part {
  first: number;
  last: number;
}

/** The rows, cut into parts of `size`. */
export async function selectParts(
  tx: ReadTx,
  rows: ReturnType<typeof rowsOfRun>,
  size: number,
): Promise<Part[]> {
  const part = sql<number>`(row_number() OVER (ORDER BY number) - 1) / ${size}::int`;
  return sqlOf(tx)
    .selectFrom(rows.select(["number", part.as("part")]).as("numbered"))
    .select(({ fn }) => [fn.min<number>("number").as("first"), fn.max<number>("number").as("last")])
    .groupBy("part")
    .orderBy("part")
    .execute();
}

export async function selectPartsOfFile(tx: ReadTx, runId: string, size: number): Promise<Part[]> {
  return selectParts(tx, rowsOfFile(tx, runId), size);
}

/** Rows as read, in order. */
export async function selectStagedRows(
  tx: ReadTx,
  runId: string,
  { first, last }: Part,
): Promise<StagedRow[]> {
  return stagedRows(tx, runId)
    .where(({ between }) => between("number", first, last))
    .execute();
}

export async function selectStagedRowsByNumber(
  tx: ReadTx,
  runId: string,
  numbers: readonly number[],
): Promise<StagedRow[]> {
  return stagedRows(tx, runId).where("number", "=", anyNumber(numbers)).execute();
}

/** Returns `ANY (numbers)`, for `=`. */
export function anyNumber(numbers: readonly number[]) {
  return sql<number>`ANY(${numbers}::int[])`;
}

/** No hints, no problems. */
export const EMPTY_LIST = sql<RowProblem[]>`'[]'`;

export function rowsOfRun(tx: ReadTx, runId: string) {
  return sqlOf(tx).selectFrom("import_row").where("run_id", "=", runId);
}

/** Rows that stand in the file; the others are members who don't. */
function rowsOfFile(tx: ReadTx, runId: string) {
  return rowsOfRun(tx, runId).where("line", "is not", null);
}

function stagedRows(tx: ReadTx, runId: string) {
  return rowsOfFile(tx, runId)
    .select(STAGED_COLUMNS)
    .$narrowType<Filled<Row<"import_row", "line" | "given">, "line" | "given">>()
    .orderBy("number");
}
