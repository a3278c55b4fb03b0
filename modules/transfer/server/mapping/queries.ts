import { sql } from "kysely";
import { json } from "#platform/server/database/column-types.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { direction, nextVersion } from "#platform/server/database/expressions.ts";
import { type Paged, paged } from "#platform/server/database/paged.ts";
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

const COLUMNS = ["id", "name", "is_export", "entries", "version"] as const;

/** One page of the saved mappings of one kind, and how many there are. */
export async function selectMappings(
  tx: ReadTx,
  { isExport, q = "", sort, dir, ...page }: MappingSearch,
): Promise<Paged<MappingRecord>> {
  const matching = sqlOf(tx)
    .selectFrom("mapping_config")
    .where("is_export", "=", isExport)
    .$if(q !== "", (query) =>
      query.where(sql<number>`strpos(lower(name COLLATE "C"), lower(${q}))`, ">", 0),
    );
  const order = direction(dir);
  const rows = matching
    .select(COLUMNS)
    .orderBy(sort, order)
    .$if(sort !== "id", (query) => query.orderBy("id", order));
  return paged(rows, page);
}

export async function selectMapping(tx: ReadTx, id: number): Promise<MappingRecord | undefined> {
  return sqlOf(tx)
    .selectFrom("mapping_config")
    .select(COLUMNS)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the new mapping's number. */
export async function insertMapping(
  tx: WriteTx,
  isExport: boolean,
  { name, entries }: MappingValues,
): Promise<number> {
  const row = await sqlOf(tx)
    .insertInto("mapping_config")
    .values({ name, is_export: isExport, entries: json([...entries]) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
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
    .set({ name, entries: json([...entries]), version: nextVersion })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteMappingRow(tx: WriteTx, id: number): Promise<void> {
  await sqlOf(tx).deleteFrom("mapping_config").where("id", "=", id).execute();
}
