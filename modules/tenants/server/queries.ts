import {
  type Database,
  type ReadTx,
  sqlOf,
  type WriteTx,
} from "#platform/server/database/database.ts";
import { nextVersion } from "#platform/server/database/expressions.ts";
import type { NewRow, Row, RowChange } from "#platform/server/database/tables.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";

export type TenantRecord = Row<"tenant">;
export type CustomFieldRecord = Omit<Row<"custom_field">, "tenant_id">;

/** A tenant as its name finds it. */
export interface NamedTenant extends TenantRow {
  /** What is told while it is in maintenance; null: the usual sentence. */
  maintenanceText: string | null;
}

export async function findTenantByName(
  database: Database,
  name: string,
): Promise<NamedTenant | undefined> {
  const [row] = await database.queryWithoutTenant<FoundTenant & Row<"tenant", "maintenance_text">>(
    "SELECT * FROM find_tenant($1)",
    [name],
  );
  return row && { ...toTenant(row), maintenanceText: row.maintenance_text };
}

export async function allTenants(database: Database): Promise<(TenantRow & { createdAt: Date })[]> {
  const rows = await database.queryWithoutTenant<FoundTenant & Row<"tenant", "created_at">>(
    "SELECT * FROM all_tenants()",
    [],
  );
  return rows.map((row) => ({ ...toTenant(row), createdAt: row.created_at }));
}

/** What the functions that look tenants up tell of each. */
type FoundTenant = Row<"tenant", "name" | "display_name" | "time_zone" | "state"> & { id: string };

function toTenant({ id, name, display_name, time_zone, state }: FoundTenant): TenantRow {
  return { id, name, displayName: display_name, timeZone: time_zone, state };
}

export async function selectTenant(tx: ReadTx): Promise<TenantRecord> {
  return sqlOf(tx).selectFrom("tenant").selectAll().executeTakeFirstOrThrow();
}

/** Holds the club's row until the end of the transaction: who else asks for it waits. */
export async function lockTenant(tx: WriteTx): Promise<void> {
  await sqlOf(tx).selectFrom("tenant").select("tenant_id").forUpdate().execute();
}

export async function insertTenant(tx: WriteTx, name: string, displayName: string): Promise<void> {
  await sqlOf(tx)
    .insertInto("tenant")
    .values({ tenant_id: tx.tenantId, name, display_name: displayName })
    .execute();
}

/**
 * Changes the settings when `version` is still the one in the database; undefined when it is not.
 */
export async function updateTenantRow(
  tx: WriteTx,
  version: number,
  change: RowChange<"tenant">,
): Promise<TenantRecord | undefined> {
  return sqlOf(tx)
    .updateTable("tenant")
    .set({ ...change, version: nextVersion })
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
}

/** Changes what needs no version (state, logo). */
export async function setTenantValues(tx: WriteTx, change: RowChange<"tenant">): Promise<void> {
  await sqlOf(tx).updateTable("tenant").set(change).execute();
}

export async function selectCustomFields(tx: ReadTx): Promise<CustomFieldRecord[]> {
  return sqlOf(tx)
    .selectFrom("custom_field")
    .select([
      "id",
      "key",
      "label",
      "kind",
      "options",
      "required",
      "self_service",
      "position",
      "version",
    ])
    .orderBy("position")
    .orderBy("label")
    .execute();
}

export async function insertCustomField(
  tx: WriteTx,
  field: NewRow<"custom_field">,
): Promise<CustomFieldRecord> {
  return sqlOf(tx)
    .insertInto("custom_field")
    .values(field)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateCustomFieldRow(
  tx: WriteTx,
  id: string,
  version: number,
  change: RowChange<"custom_field">,
): Promise<CustomFieldRecord | undefined> {
  return sqlOf(tx)
    .updateTable("custom_field")
    .set({ ...change, version: nextVersion })
    .where("id", "=", id)
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteCustomFieldRow(
  tx: WriteTx,
  id: string,
): Promise<CustomFieldRecord | undefined> {
  return sqlOf(tx)
    .deleteFrom("custom_field")
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export async function selectCustomField(
  tx: ReadTx,
  id: string,
): Promise<CustomFieldRecord | undefined> {
  return sqlOf(tx).selectFrom("custom_field").selectAll().where("id", "=", id).executeTakeFirst();
}
