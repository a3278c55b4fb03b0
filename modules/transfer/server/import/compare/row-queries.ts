import { type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { RowKind } from "../../../import-contract.ts";
import type { FieldValue } from "../../mapping/values/read-values.ts";
import type { FieldValues, RowProblem } from "../stored-values.ts";

export interface ReadRow {
  number: number;
  line: number;
  name: string;
  given: FieldValues;
  group_names: string[];
  read_problems: RowProblem[];
  read_hints: RowProblem[];
}

/** A row as it was read, with what was decided about it. */
export interface StagedRow extends ReadRow {
  decision: Row<"import_row">["decision"];
  decided_member: string | null;
}

/** What comparing found out about a row. */
export interface Outcome {
  number: number;
  kind: RowKind;
  member_id: string | null;
  member_version: number | null;
  changes: Record<string, { old: FieldValue; new: FieldValue }> | null;
  join_groups: string[];
  problems: RowProblem[];
  hints: RowProblem[];
  candidates: { id: string; reasons: string[] }[];
}

/** The whole of a row as pages show it. */
export interface RowRecord extends StagedRow, Omit<Outcome, "kind"> {
  line: number;
  kind: RowKind;
}

export async function deleteRows(tx: WriteTx, runId: string): Promise<void> {
  await sqlOf(tx).deleteFrom("import_row").where("run_id", "=", runId).execute();
}

export async function insertReadRows(
  tx: WriteTx,
  runId: string,
  rows: readonly ReadRow[],
): Promise<void> {
  await sql`
    INSERT INTO import_row (run_id, number, line, name, given, group_names, read_problems, read_hints)
    SELECT ${runId}, number, line, name, given, ARRAY(SELECT jsonb_array_elements_text(group_names)), read_problems, read_hints
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (number int, line int, name text, given jsonb, group_names jsonb, read_problems jsonb, read_hints jsonb)`.execute(
    sqlOf(tx),
  );
}

/** What was decided about rows so far, for when the file is read anew. */
export async function selectDecisions(tx: ReadTx, runId: string) {
  return sqlOf(tx)
    .selectFrom("import_row")
    .select(["number", "name", "decision", "decided_member"])
    .where("run_id", "=", runId)
    .where("decision", "is not", null)
    .execute();
}

/** Keeps decisions for rows that still carry the same name. */
export async function saveDecisions(
  tx: WriteTx,
  runId: string,
  decisions: readonly {
    number: number;
    name?: string;
    decision: Row<"import_row">["decision"];
    decided_member: string | null;
  }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE import_row r SET decision = d.decision, decided_member = d.decided_member
    FROM jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) AS d (number int, name text, decision text, decided_member uuid)
    WHERE r.run_id = ${runId} AND r.number = d.number AND (d.name IS NULL OR d.name = r.name COLLATE "C")`.execute(
    sqlOf(tx),
  );
  return Number(numAffectedRows ?? 0);
}

const staged = sql`number, line, name, given, group_names, read_problems, read_hints, decision, decided_member`;

/** Neighbouring rows, by their numbers. */
export interface Part {
  first: number;
  last: number;
}

/** The rows that meet a condition, cut into parts of `size`. */
export async function selectParts(
  tx: ReadTx,
  condition: RawBuilder<unknown>,
  size: number,
): Promise<Part[]> {
  const { rows } = await sql<Part>`
    SELECT min(number) AS first, max(number) AS last
    FROM (SELECT number, (row_number() OVER (ORDER BY number) - 1) / ${size}::int AS part FROM import_row WHERE ${condition}) numbered
    GROUP BY part ORDER BY part`.execute(sqlOf(tx));
  return rows;
}

export async function selectPartsOfFile(tx: ReadTx, runId: string, size: number): Promise<Part[]> {
  return selectParts(tx, sql`run_id = ${runId} AND line IS NOT NULL`, size);
}

/** Rows as read, in order. */
export async function selectStagedRows(
  tx: ReadTx,
  runId: string,
  { first, last }: Part,
): Promise<StagedRow[]> {
  const { rows } = await sql<StagedRow>`
    SELECT ${staged} FROM import_row WHERE run_id = ${runId} AND number BETWEEN ${first} AND ${last} AND line IS NOT NULL ORDER BY number`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function selectStagedRowsByNumber(
  tx: ReadTx,
  runId: string,
  numbers: readonly number[],
): Promise<StagedRow[]> {
  const { rows } = await sql<StagedRow>`
    SELECT ${staged} FROM import_row WHERE run_id = ${runId} AND number = ANY(${numbers}::int[]) AND line IS NOT NULL ORDER BY number`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function selectRowKinds(
  tx: ReadTx,
  runId: string,
  numbers: readonly number[],
): Promise<Map<number, { kind: RowKind | null; decision: Row<"import_row">["decision"] }>> {
  const { rows } = await sql<{
    number: number;
    kind: RowKind | null;
    decision: Row<"import_row">["decision"];
  }>`
    SELECT number, kind, decision FROM import_row WHERE run_id = ${runId} AND number = ANY(${numbers}::int[])`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** Lines of other rows that mean one of these members. */
export async function selectLinesOfMembers(
  tx: ReadTx,
  runId: string,
  memberIds: readonly string[],
  exceptNumbers: readonly number[],
): Promise<{ member_id: string; line: number }[]> {
  const { rows } = await sql<{ member_id: string; line: number }>`
    SELECT member_id, line FROM import_row WHERE run_id = ${runId} AND member_id = ANY(${memberIds}::uuid[]) AND line IS NOT NULL
      AND NOT number = ANY(${exceptNumbers}::int[]) AND decision IS DISTINCT FROM 'SKIP'`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** All member numbers that the file gives. */
export async function selectNumbersInFile(tx: ReadTx, runId: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    SELECT DISTINCT given ->> 'memberNumber' AS number FROM import_row WHERE run_id = ${runId} AND given ->> 'memberNumber' <> ''`.execute(
    sqlOf(tx),
  );
  return rows.map(({ number }) => number);
}

/** The outcomes are of neighbouring rows: the range keeps the update to them. */
export async function saveOutcomes(
  tx: WriteTx,
  runId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const numbers = outcomes.map(({ number }) => number);
  await sql`
    UPDATE import_row r SET kind = o.kind, member_id = o.member_id, member_version = o.member_version, changes = o.changes,
      join_groups = o.join_groups, problems = o.problems, hints = o.hints, candidates = o.candidates
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS o (number int, kind text, member_id uuid, member_version int, changes jsonb,
      join_groups jsonb, problems jsonb, hints jsonb, candidates jsonb)
    WHERE r.run_id = ${runId} AND r.number BETWEEN ${Math.min(...numbers)} AND ${Math.max(...numbers)} AND r.number = o.number`.execute(
    sqlOf(tx),
  );
}

/** Rows for those of these members who are living, and not gone by now. */
export async function insertMissingRows(
  tx: WriteTx,
  runId: string,
  missing: readonly string[],
  firstNumber: number,
): Promise<void> {
  const db = sqlOf(tx);
  await sql`DELETE FROM import_row WHERE run_id = ${runId} AND line IS NULL`.execute(db);
  if (missing.length === 0) return;
  await sql`
    INSERT INTO import_row (run_id, number, name, kind, member_id, member_version)
    SELECT ${runId}, ${firstNumber}::int + row_number() OVER (ORDER BY m.last_name, m.first_name, m.id)::int, full_name(m.first_name, m.last_name), 'MISSING', m.id, m.version
    FROM member m WHERE m.id = ANY(${missing}::uuid[]) AND belongs_to_club(m, (SELECT tenant_today()))`.execute(
    db,
  );
}

export interface Counts {
  new_count: number;
  changed_count: number;
  same_count: number;
  ambiguous_count: number;
  faulty_count: number;
  missing_count: number;
  hint_count: number;
}

/** Writes the run's counts from its rows. */
export async function countRows(tx: WriteTx, runId: string): Promise<void> {
  await sql`
    UPDATE import_run SET (new_count, changed_count, same_count, ambiguous_count, faulty_count, missing_count, hint_count) = (
      SELECT count(*) FILTER (WHERE kind = 'NEW' AND decision IS DISTINCT FROM 'SKIP'),
        count(*) FILTER (WHERE kind = 'CHANGED' AND decision IS DISTINCT FROM 'SKIP'),
        count(*) FILTER (WHERE kind = 'SAME' AND decision IS DISTINCT FROM 'SKIP'),
        count(*) FILTER (WHERE kind = 'AMBIGUOUS' AND decision IS NULL), count(*) FILTER (WHERE kind = 'FAULTY'),
        count(*) FILTER (WHERE kind = 'MISSING'), count(*) FILTER (WHERE hints <> '[]' AND kind <> 'FAULTY')
      FROM import_row WHERE run_id = ${runId})
    WHERE id = ${runId}`.execute(sqlOf(tx));
}

const shown = sql`
  number, line, name, given, group_names, read_problems, read_hints, decision, decided_member, kind, member_id, member_version, changes, join_groups,
  problems, hints, candidates`;

interface RowFilter {
  kind?: RowKind | undefined;
  hints?: boolean | undefined;
  q?: string | undefined;
}

function matching(runId: string, { kind, hints, q }: RowFilter) {
  const parts = [sql`run_id = ${runId}`, sql`kind IS NOT NULL`];
  if (kind !== undefined) parts.push(sql`kind = ${kind}`);
  // As they are counted: what is wrong with a faulty row comes first.
  if (hints === true) parts.push(sql`hints <> '[]' AND kind <> 'FAULTY'`);
  if (q !== undefined && q !== "")
    parts.push(
      sql`(strpos(lower(name COLLATE "C"), lower(${q})) > 0 OR strpos(lower(coalesce(given ->> 'memberNumber', '')), lower(${q})) > 0)`,
    );
  return sql.join(parts, sql` AND `);
}

export async function selectRows(
  tx: ReadTx,
  runId: string,
  filter: RowFilter & { page: number; size: number; dir: "ASC" | "DESC" },
): Promise<{ records: RowRecord[]; count: number }> {
  const found = sql`FROM import_row WHERE ${matching(runId, filter)}`;
  const { rows } = await sql<RowRecord>`
    SELECT ${shown} ${found} ORDER BY number ${sql.raw(filter.dir)} LIMIT ${filter.size} OFFSET ${filter.page * filter.size}`.execute(
    sqlOf(tx),
  );
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count ${found}`.execute(
    sqlOf(tx),
  );
  return { records: rows, count: counted.rows[0]?.count ?? 0 };
}

/** Reasons of faulty rows by their number. */
export async function selectFaultyRows(
  tx: ReadTx,
  runId: string,
): Promise<Map<number, RowProblem[]>> {
  const rows = await sqlOf(tx)
    .selectFrom("import_row")
    .select(["number", "problems"])
    .where("run_id", "=", runId)
    .where("kind", "=", "FAULTY")
    .execute();
  return new Map(rows.map(({ number, problems }) => [number, problems]));
}

/** How often each name of a group occurs in the file. */
export async function selectGroupNames(
  tx: ReadTx,
  runId: string,
): Promise<{ name: string; rows: number }[]> {
  const { rows } = await sql<{ name: string; rows: number }>`
    SELECT g.name, count(*)::int AS rows FROM import_row r CROSS JOIN LATERAL unnest(r.group_names) AS g (name)
    WHERE r.run_id = ${runId} GROUP BY g.name ORDER BY g.name COLLATE german LIMIT 2000`.execute(
    sqlOf(tx),
  );
  return rows;
}
