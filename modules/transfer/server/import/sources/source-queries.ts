import { sql } from "kysely";
import { json } from "#platform/server/database/column-types.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, direction, nextVersion } from "#platform/server/database/expressions.ts";
import { type Paged, paged } from "#platform/server/database/paged.ts";
import type { Filled, NewRow, Row, RowChange } from "#platform/server/database/tables.ts";
import { RUN_COLUMNS, type RunRecord } from "../runs/run-record.ts";
import type { ImportRules } from "../stored-values.ts";

const COLUMNS = [
  "s.id",
  "s.name",
  "s.kind",
  "s.url",
  "s.headers",
  "s.header_names",
  "s.allow_http",
  "s.schedule",
  "s.next_run_at",
  "s.apply_automatically",
  "s.rules",
  "s.mapping_config_id",
  "s.quick",
  "s.responsible_id",
  "s.version",
] as const;

export interface SourceRecord extends Omit<Row<"import_source">, "tenant_id" | "created_at"> {
  responsible_name: string | null;
}

export async function selectSource(tx: ReadTx, id: string): Promise<SourceRecord | undefined> {
  return records(tx).where("s.id", "=", id).executeTakeFirst();
}

export async function selectQuickSource(tx: ReadTx): Promise<SourceRecord | undefined> {
  return records(tx)
    .where(({ ref }) => ref("s.quick"))
    .executeTakeFirst();
}

function records(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("import_source as s")
    .leftJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "s.tenant_id").onRef("m.id", "=", "s.responsible_id"),
    )
    .select(COLUMNS)
    .select(({ fn }) =>
      fn<string | null>("full_name", ["m.first_name", "m.last_name"]).as("responsible_name"),
    );
}

interface SourceSearch {
  q?: string | undefined;
  page: number;
  size: number;
  dir: "ASC" | "DESC";
}

/** One page of sources, the one of dropped files last, and how many there are. */
export async function selectSources(
  tx: ReadTx,
  { q = "", dir, ...page }: SourceSearch,
): Promise<Paged<SourceRecord>> {
  const named =
    q === ""
      ? sql.lit(true)
      : sql<boolean>`
    strpos(lower(s.name COLLATE "C"), lower(${q})) > 0`;
  const rows = records(tx)
    .where(named)
    .orderBy("s.quick")
    .orderBy("s.name", direction(dir))
    .orderBy("s.id");
  return paged(rows, page);
}

/** The latest run of each of these sources. */
export async function selectLastRuns(
  tx: ReadTx,
  sourceIds: readonly string[],
): Promise<Map<string, RunRecord>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await sqlOf(tx)
    .selectFrom("import_run")
    .select(RUN_COLUMNS)
    .distinctOn("source_id")
    .where("source_id", "=", anyOf(sourceIds))
    .orderBy("source_id")
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.source_id ?? "", row]));
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
  await sqlOf(tx)
    .insertInto("import_source")
    .values({
      id,
      name,
      kind: "FILE",
      rules: json(rules),
      quick: true,
      responsible_id: responsibleId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
    .set({ ...values, version: nextVersion })
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
      version: nextVersion,
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
): Promise<Filled<Row<"import_source", "id" | "next_run_at">, "next_run_at">[]> {
  return sqlOf(tx)
    .selectFrom("import_source")
    .select(["id", "next_run_at"])
    .where("next_run_at", "<", sql<Date>`now() - interval '10 minutes'`)
    .$narrowType<{ next_run_at: Date }>()
    .execute();
}

/**
 * Remembers who came through a source with a run. Members who came with it before stay as they are:
 * most rows of a list come every time.
 */
export async function rememberMembers(tx: WriteTx, sourceId: string, runId: string): Promise<void> {
  await sqlOf(tx)
    .insertInto("import_source_member")
    .columns(["source_id", "member_id", "run_id"])
    .expression((eb) =>
      eb
        .selectFrom("import_row")
        .select([sql<string>`${sourceId}::uuid`.as("source_id"), "member_id", "run_id"])
        .distinct()
        .where("run_id", "=", runId)
        .where("member_id", "is not", null)
        .where("kind", "in", ["NEW", "CHANGED", "SAME"])
        .where("decision", "is distinct from", "SKIP"),
    )
    .onConflict((conflict) => conflict.columns(["tenant_id", "source_id", "member_id"]).doNothing())
    .execute();
}

/** Who came through a source so far. */
export async function selectMembersOfSource(tx: ReadTx, sourceId: string): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("import_source_member")
    .select("member_id")
    .where("source_id", "=", sourceId)
    .execute();
  return rows.map((row) => row.member_id);
}

/** Who came with the run that is taken back came with none before. */
export async function forgetMembersOfRun(tx: WriteTx, runId: string): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("import_source_member")
    .where("run_id", "=", runId)
    .where("member_id", "in", ({ selectFrom }) =>
      selectFrom("person").select("id").where("deleted_at", "is not", null),
    )
    .execute();
}

/** The club's. */
export async function selectTimeZone(tx: ReadTx): Promise<string> {
  const row = await sqlOf(tx).selectFrom("club").select("time_zone").executeTakeFirst();
  return row?.time_zone ?? "Europe/Berlin";
}
