import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { direction } from "#platform/server/database/expressions.ts";
import { type Paged, paged } from "#platform/server/database/paged.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { RowKind } from "../../../import-contract.ts";
import type { RowProblem } from "../stored-values.ts";
import { kindFor, type KindReader } from "./kind-queries.ts";
import { type RowRecord, SHOWN_COLUMNS } from "./row-record.ts";
import { anyNumber, EMPTY_LIST, rowsOfRun } from "./staged-row-queries.ts";

export async function selectRowKinds(
  tx: ReadTx,
  runId: string,
  numbers: readonly number[],
): Promise<Map<number, Row<"import_row", "number" | "kind" | "decision">>> {
  const rows = await rowsOfRun(tx, runId)
    .select(["number", "kind", "decision"])
    .where("number", "=", anyNumber(numbers))
    .execute();
  return new Map(rows.map((row) => [row.number, row]));
}

interface RowFilter extends KindReader {
  kind?: RowKind | undefined;
  hints?: boolean | undefined;
  undecided?: boolean | undefined;
  q?: string | undefined;
}

export async function selectRows(
  tx: ReadTx,
  runId: string,
  filter: RowFilter & { page: number; size: number; dir: "ASC" | "DESC" },
): Promise<Paged<RowRecord>> {
  const rows = matchingRows(tx, runId, filter)
    .select(SHOWN_COLUMNS)
    .select(kindFor(filter).as("kind"))
    .orderBy("number", direction(filter.dir));
  return paged(rows, filter);
}

function matchingRows(
  tx: ReadTx,
  runId: string,
  { kind, hints, undecided, q = "", ...reader }: RowFilter,
) {
  let rows = rowsOfRun(tx, runId).where("kind", "is not", null);
  if (kind !== undefined) rows = rows.where(kindFor(reader), "=", kind);
  // As they are counted: what waits for a decision about its groups is nobody's fault.
  if (kind === "FAULTY") rows = rows.where("undecided", "=", false);
  if (undecided === true) rows = rows.where("undecided", "=", true);
  // As they are counted: what is wrong with a faulty row comes first.
  if (hints === true) rows = rows.where("hints", "<>", EMPTY_LIST).where("kind", "<>", "FAULTY");
  if (q !== "")
    rows = rows.where(({ or, ref }) =>
      or([
        sql<boolean>`strpos(lower(${ref("name")} COLLATE "C"), lower(${q})) > 0`,
        sql<boolean>`
          strpos(lower(coalesce(${ref("given")} ->> 'memberNumber', '')), lower(${q})) > 0`,
      ]),
    );
  return rows;
}

/** Reasons of faulty rows by their number, and of those that wait for a decision about groups. */
export async function selectFaultyRows(
  tx: ReadTx,
  runId: string,
): Promise<Map<number, RowProblem[]>> {
  const rows = await rowsOfRun(tx, runId)
    .select(["number", "problems", "hints"])
    .where("line", "is not", null)
    .where(({ eb, or }) => or([eb("kind", "=", "FAULTY"), eb("hints", "<>", EMPTY_LIST)]))
    .execute();
  return new Map(rows.map(({ number, problems, hints }) => [number, [...problems, ...hints]]));
}

/** How many rows come in without a value that was wrong. */
export async function countRowsLeavingOut(tx: ReadTx, runId: string): Promise<number> {
  const { count } = await rowsOfRun(tx, runId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(sql<boolean>`hints @> '[{"leftOut": true}]'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Most names of groups that the reader is asked about. */
const MOST_GROUP_NAMES = 2_000;

/** How often each name of a group occurs in the file. */
export async function selectGroupNames(
  tx: ReadTx,
  runId: string,
): Promise<{ name: string; rows: number }[]> {
  return sqlOf(tx)
    .selectFrom("import_row as r")
    .crossJoinLateral((eb) =>
      eb.fn<{ name: string }>("unnest", ["r.group_names"]).as<"g">(sql`g (name)`),
    )
    .select(({ fn }) => ["g.name", fn.countAll<number>().as("rows")])
    .where("r.run_id", "=", runId)
    .groupBy("g.name")
    .orderBy("g.name", (order) => order.collate("german"))
    .limit(MOST_GROUP_NAMES)
    .execute();
}
