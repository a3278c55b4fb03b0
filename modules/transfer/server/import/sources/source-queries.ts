import { sql } from "kysely";
import { json } from "#platform/server/database/column-types.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { NewRow, Row, RowChange } from "#platform/server/database/tables.ts";
import { runColumns, type RunRecord } from "../runs/run-queries.ts";
import type { ImportRules } from "../stored-values.ts";

export interface SourceRecord extends Omit<Row<"import_source">, "tenant_id" | "created_at"> {
  responsible_name: string | null;
}

const columns = sql`
  s.id, s.name, s.kind, s.url, s.headers, s.header_names, s.allow_http, s.schedule, s.next_run_at, s.apply_automatically, s.rules,
  s.mapping_config_id, s.quick, s.responsible_id, full_name(m.first_name, m.last_name) AS responsible_name, s.version`;
const joins = sql`FROM import_source s LEFT JOIN member m ON m.tenant_id = s.tenant_id AND m.id = s.responsible_id`;

export async function selectSource(tx: ReadTx, id: string): Promise<SourceRecord | undefined> {
  const { rows } = await sql<SourceRecord>`SELECT ${columns} ${joins} WHERE s.id = ${id}`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

export async function selectQuickSource(tx: ReadTx): Promise<SourceRecord | undefined> {
  const { rows } = await sql<SourceRecord>`SELECT ${columns} ${joins} WHERE s.quick`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

/** One page of sources, the one of dropped files last, and how many there are. */
export async function selectSources(
  tx: ReadTx,
  {
    q = "",
    page,
    size,
    dir,
  }: { q?: string | undefined; page: number; size: number; dir: "ASC" | "DESC" },
): Promise<{ records: SourceRecord[]; count: number }> {
  const direction = sql.raw(dir);
  const found = sql`WHERE (${q} = '' OR strpos(lower(s.name COLLATE "C"), lower(${q})) > 0)`;
  const { rows } = await sql<SourceRecord>`
    SELECT ${columns} ${joins} ${found} ORDER BY s.quick, s.name ${direction}, s.id LIMIT ${size} OFFSET ${page * size}`.execute(
    sqlOf(tx),
  );
  const counted = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM import_source s ${found}`.execute(sqlOf(tx));
  return { records: rows, count: counted.rows[0]?.count ?? 0 };
}

/** The latest run of each of these sources. */
export async function selectLastRuns(
  tx: ReadTx,
  sourceIds: readonly string[],
): Promise<Map<string, RunRecord>> {
  if (sourceIds.length === 0) return new Map();
  const { rows } = await sql<RunRecord & { of_source: string }>`
    SELECT DISTINCT ON (r.source_id) r.source_id AS of_source, ${runColumns} FROM import_run r
    WHERE r.source_id = ANY(${sourceIds}::uuid[]) ORDER BY r.source_id, r.started_at DESC, r.id DESC`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map((row) => [row.of_source, row]));
}

export async function insertSource(tx: WriteTx, values: NewRow<"import_source">): Promise<void> {
  await sqlOf(tx).insertInto("import_source").values(values).execute();
}

/** Does nothing where there is one already, or the name is taken. */
export async function insertQuickSource(
  tx: WriteTx,
  {
    id,
    name,
    rules,
    responsibleId,
  }: { id: string; name: string; rules: ImportRules; responsibleId: string },
): Promise<void> {
  await sql`
    INSERT INTO import_source (id, name, kind, rules, quick, responsible_id) VALUES (${id}, ${name}, 'FILE', ${JSON.stringify(rules)}, true, ${responsibleId})
    ON CONFLICT DO NOTHING`.execute(sqlOf(tx));
}

/** False when the version is another one by now. */
export async function updateSourceRow(
  tx: WriteTx,
  id: string,
  version: number,
  values: RowChange<"import_source">,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("import_source")
    .set({ ...values, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function updateSourceRules(
  tx: WriteTx,
  id: string,
  rules: ImportRules,
  mappingConfigId: number | null,
): Promise<void> {
  await sqlOf(tx)
    .updateTable("import_source")
    .set({
      rules: json(rules),
      mapping_config_id: mappingConfigId,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .execute();
}

export async function deleteSourceRow(tx: WriteTx, id: string): Promise<boolean> {
  const result = await sqlOf(tx)
    .deleteFrom("import_source")
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Takes a due run: true for exactly one caller. */
export async function takeDueRun(
  tx: WriteTx,
  id: string,
  due: Date,
  next: Date | null,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("import_source")
    .set({ next_run_at: next })
    .where("id", "=", id)
    .where("next_run_at", "=", due)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Sources whose time has come and gone without a run. */
export async function selectOverdueSources(
  tx: ReadTx,
): Promise<{ id: string; next_run_at: Date }[]> {
  const { rows } = await sql<{ id: string; next_run_at: Date }>`
    SELECT id, next_run_at FROM import_source WHERE next_run_at < now() - interval '10 minutes'`.execute(
    sqlOf(tx),
  );
  return rows;
}

/**
 * Remembers who came through a source with a run. Whoever came with it before stays as they are:
 * most rows of a list come every time.
 */
export async function rememberMembers(tx: WriteTx, sourceId: string, runId: string): Promise<void> {
  await sql`
    INSERT INTO import_source_member (source_id, member_id, run_id)
    SELECT DISTINCT ${sourceId}::uuid, row.member_id, row.run_id FROM import_row row
    WHERE row.run_id = ${runId} AND row.member_id IS NOT NULL AND row.kind IN ('NEW', 'CHANGED', 'SAME') AND row.decision IS DISTINCT FROM 'SKIP'
    ON CONFLICT (tenant_id, source_id, member_id) DO NOTHING`.execute(sqlOf(tx));
}

/** Who came through a source so far. */
export async function selectMembersOfSource(tx: ReadTx, sourceId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT member_id AS id FROM import_source_member WHERE source_id = ${sourceId}`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}

/** Who came with the run that is taken back came with none before. */
export async function forgetMembersOfRun(tx: WriteTx, runId: string): Promise<void> {
  await sql`DELETE FROM import_source_member WHERE run_id = ${runId} AND member_id IN (SELECT id FROM member WHERE deleted_at IS NOT NULL)`.execute(
    sqlOf(tx),
  );
}

/** The club's. */
export async function selectTimeZone(tx: ReadTx): Promise<string> {
  const { rows } = await sql<{ zone: string }>`SELECT time_zone AS zone FROM tenant`.execute(
    sqlOf(tx),
  );
  return rows[0]?.zone ?? "Europe/Berlin";
}
