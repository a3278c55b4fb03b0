import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, recordset, setFrom } from "#platform/server/database/expressions.ts";
import type { Filled, Row } from "#platform/server/database/tables.ts";
import { openKind } from "./kind-queries.ts";
import { type Outcome, OUTCOME_COLUMNS } from "./row-record.ts";
import { anyNumber, EMPTY_LIST, rowsOfRun } from "./staged-row-queries.ts";

/** Lines of other rows that mean one of these members. */
export async function selectLinesOfMembers(
  tx: ReadTx,
  runId: string,
  memberIds: readonly string[],
  exceptNumbers: readonly number[],
): Promise<Filled<Row<"import_row", "member_id" | "line">, "member_id" | "line">[]> {
  return rowsOfRun(tx, runId)
    .select(["member_id", "line"])
    .where("member_id", "=", anyOf(memberIds))
    .where("line", "is not", null)
    .where(({ eb, not }) => not(eb("number", "=", anyNumber(exceptNumbers))))
    .where("decision", "is distinct from", "SKIP")
    .$narrowType<{ member_id: string; line: number }>()
    .execute();
}

/** All member numbers that the file gives. */
export async function selectNumbersInFile(tx: ReadTx, runId: string): Promise<string[]> {
  const rows = await rowsOfRun(tx, runId)
    .select(memberNumber.as("number"))
    .distinct()
    .where(memberNumber, "<>", "")
    .execute();
  return rows.map(({ number }) => number);
}

const memberNumber = sql<string>`(given ->> 'memberNumber')`;

/** The outcomes are of neighbouring rows: the range keeps the update to them. */
export async function saveOutcomes(
  tx: WriteTx,
  runId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const numbers = outcomes.map(({ number }) => number);
  await sqlOf(tx)
    .updateTable("import_row as r")
    .from(recordset<"import_row", keyof Outcome>("import_row", outcomes).as("o"))
    .set(setFrom("import_row", "o", OUTCOME_COLUMNS))
    .where("r.run_id", "=", runId)
    .where(({ between }) => between("r.number", Math.min(...numbers), Math.max(...numbers)))
    .whereRef("r.number", "=", "o.number")
    .execute();
}

/** Rows for those of these members who are living, and not gone by now. */
export async function insertMissingRows(
  tx: WriteTx,
  runId: string,
  missing: readonly string[],
  firstNumber: number,
): Promise<void> {
  const db = sqlOf(tx);
  await db.deleteFrom("import_row").where("run_id", "=", runId).where("line", "is", null).execute();
  if (missing.length === 0) return;
  const number = sql<number>`
    ${firstNumber}::int + row_number() OVER (ORDER BY m.last_name, m.first_name, m.id)::int`;
  await db
    .insertInto("import_row")
    .columns(["run_id", "number", "name", "kind", "member_id", "member_version"])
    .expression((eb) =>
      eb
        .selectFrom("person as m")
        .select([eb.val(runId).as("run_id"), number.as("number")])
        .select(({ fn }) => [
          fn<string>("full_name", ["m.first_name", "m.last_name"]).as("name"),
          sql.lit("MISSING").as("kind"),
        ])
        .select(["m.id", "m.version"])
        .where("m.id", "=", anyOf(missing))
        .where("m.belongs", "=", true),
    )
    .execute();
}

/** Writes the run's counts from its rows. */
export async function countRows(tx: WriteTx, runId: string): Promise<void> {
  const counts = rowsOfRun(tx, runId).select(({ eb, fn }) => {
    const count = fn.countAll<number>();
    const wanted = eb("decision", "is distinct from", "SKIP");
    return [
      count.filterWhere("kind", "=", "NEW").filterWhere(wanted).as("new_count"),
      count.filterWhere("kind", "=", "CHANGED").filterWhere(wanted).as("changed_count"),
      count.filterWhere("kind", "=", "SAME").filterWhere(wanted).as("same_count"),
      count.filterWhere(openKind, "=", "CHANGED").filterWhere(wanted).as("open_changed_count"),
      count.filterWhere(openKind, "=", "SAME").filterWhere(wanted).as("open_same_count"),
      count
        .filterWhere("kind", "=", "AMBIGUOUS")
        .filterWhere("decision", "is", null)
        .as("ambiguous_count"),
      count
        .filterWhere("kind", "=", "FAULTY")
        .filterWhere("undecided", "=", false)
        .as("faulty_count"),
      count.filterWhere("undecided", "=", true).as("undecided_count"),
      count.filterWhere("kind", "=", "MISSING").as("missing_count"),
      count
        .filterWhere("hints", "<>", EMPTY_LIST)
        .filterWhere("kind", "<>", "FAULTY")
        .as("hint_count"),
    ];
  });
  await sqlOf(tx)
    .updateTable("import_run")
    .from(counts.as("counted"))
    .set(({ ref }) => ({
      new_count: ref("counted.new_count"),
      changed_count: ref("counted.changed_count"),
      same_count: ref("counted.same_count"),
      open_changed_count: ref("counted.open_changed_count"),
      open_same_count: ref("counted.open_same_count"),
      ambiguous_count: ref("counted.ambiguous_count"),
      faulty_count: ref("counted.faulty_count"),
      undecided_count: ref("counted.undecided_count"),
      missing_count: ref("counted.missing_count"),
      hint_count: ref("counted.hint_count"),
    }))
    .where("import_run.id", "=", runId)
    .execute();
}
