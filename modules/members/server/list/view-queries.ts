import { json } from "#platform/server/database/column-types.ts";
import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

export interface ViewRecord {
  id: string;
  owner_id: string;
  owner_name: string;
  name: string;
  shared: boolean;
  parameters: Record<string, string>;
  columns: string[];
  version: number;
}

/** Own and shared views, or one of them. */
export async function selectViews(
  tx: ReadTx,
  readerId: string,
  id?: string,
): Promise<ViewRecord[]> {
  const { rows } = await sql<ViewRecord>`
    SELECT v.id, v.owner_id, full_name(m.first_name, m.last_name) AS owner_name, v.name, v.shared, v.parameters, v.columns, v.version
    FROM member_view v JOIN member m ON m.tenant_id = v.tenant_id AND m.id = v.owner_id
    WHERE (v.owner_id = ${readerId} OR v.shared) AND ${id === undefined ? sql`true` : sql`v.id = ${id}`}
    ORDER BY v.name, v.id`.execute(sqlOf(tx));
  return rows;
}

type ViewValues = Pick<ViewRecord, "name" | "shared" | "parameters" | "columns">;

export async function insertView(
  tx: WriteTx,
  id: string,
  ownerId: string,
  { name, shared, parameters, columns }: ViewValues,
): Promise<void> {
  await sqlOf(tx)
    .insertInto("member_view")
    .values({
      id,
      owner_id: ownerId,
      name,
      shared,
      parameters: json(parameters),
      columns,
    })
    .execute();
}

export async function updateViewRow(
  tx: WriteTx,
  id: string,
  version: number,
  { name, shared, parameters, columns }: ViewValues,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("member_view")
    .set({
      name,
      shared,
      parameters: json(parameters),
      columns,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteViewRow(tx: WriteTx, id: string): Promise<void> {
  await sqlOf(tx).deleteFrom("member_view").where("id", "=", id).execute();
}
