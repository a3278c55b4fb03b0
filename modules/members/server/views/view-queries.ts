import { type InferResult, sql } from "kysely";
import { json } from "#platform/server/database/column-types.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { nextVersion } from "#platform/server/database/expressions.ts";

function views(tx: ReadTx, readerId: string) {
  return sqlOf(tx)
    .selectFrom("member_view as v")
    .innerJoin("member as m", (join) =>
      join.onRef("m.tenant_id", "=", "v.tenant_id").onRef("m.id", "=", "v.owner_id"),
    )
    .select([
      "v.id",
      "v.owner_id",
      sql<string>`full_name(m.first_name, m.last_name)`.as("owner_name"),
      "v.name",
      "v.shared",
      "v.parameters",
      "v.columns",
      "v.version",
    ])
    .where(({ eb, or }) => or([eb("v.owner_id", "=", readerId), eb("v.shared", "is", true)]))
    .orderBy("v.name")
    .orderBy("v.id");
}

export type ViewRecord = InferResult<ReturnType<typeof views>>[number];

/** Own and shared views, or one of them. */
export function selectViews(tx: ReadTx, readerId: string, id?: string): Promise<ViewRecord[]> {
  const found = views(tx, readerId);
  return (id === undefined ? found : found.where("v.id", "=", id)).execute();
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
      version: nextVersion,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteViewRow(tx: WriteTx, id: string): Promise<void> {
  await sqlOf(tx).deleteFrom("member_view").where("id", "=", id).execute();
}
