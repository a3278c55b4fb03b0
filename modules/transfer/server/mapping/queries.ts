import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { MappingEntry } from "../../mapping-contract.ts";

export type MappingRecord = Omit<Row<"mapping_config">, "tenant_id">;

export interface MappingValues {
  name: string;
  entries: readonly MappingEntry[];
}

interface MappingSearch {
  isExport: boolean;
  /** Part of the name. */
  q?: string | undefined;
  page: number;
  size: number;
  sort: "name" | "id";
  dir: "ASC" | "DESC";
}

const columns = sql.raw("id, name, is_export, entries, version");

/** One page of the saved mappings of one kind, and how many there are. */
export async function selectMappings(
  tx: ReadTx,
  { isExport, q = "", page, size, sort, dir }: MappingSearch,
): Promise<{ records: MappingRecord[]; count: number }> {
  const found = sql`FROM mapping_config WHERE is_export = ${isExport} AND (${q} = '' OR strpos(lower(name COLLATE "C"), lower(${q})) > 0)`;
  const order = sql.raw(`${sort} ${dir}, id ${dir}`);
  const { rows } =
    await sql<MappingRecord>`SELECT ${columns} ${found} ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}`.execute(
      sqlOf(tx),
    );
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count ${found}`.execute(
    sqlOf(tx),
  );
  return { records: rows, count: counted.rows[0]?.count ?? 0 };
}

export async function selectMapping(tx: ReadTx, id: number): Promise<MappingRecord | undefined> {
  return sqlOf(tx)
    .selectFrom("mapping_config")
    .select(["id", "name", "is_export", "entries", "version"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the new mapping's number. */
export async function insertMapping(
  tx: WriteTx,
  isExport: boolean,
  { name, entries }: MappingValues,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO mapping_config (name, is_export, entries) VALUES (${name}, ${isExport}, ${JSON.stringify(entries)}) RETURNING id`.execute(
    sqlOf(tx),
  );
  return rows[0]?.id ?? 0;
}

/** False when the version is another one by now. */
export async function updateMappingRow(
  tx: WriteTx,
  id: number,
  version: number,
  { name, entries }: MappingValues,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("mapping_config")
    .set({ name, entries: sql`${JSON.stringify(entries)}`, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteMappingRow(tx: WriteTx, id: number): Promise<void> {
  await sqlOf(tx).deleteFrom("mapping_config").where("id", "=", id).execute();
}
