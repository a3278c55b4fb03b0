import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import {
  type Database,
  type ReadTx,
  sqlOf,
  type WriteTx,
} from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";

interface TenantTable {
  tenant_id: string;
  name: string;
  display_name: string;
  time_zone: string;
  accent_color: string;
  state: "ACTIVE" | "SUSPENDED";
  logo_key: string | null;
  trash_days: number;
  retention_months: number | null;
  mail_sender_name: string | null;
  mail_reply_to: string | null;
  version: number;
}

interface CustomFieldTable {
  id: string;
  key: string;
  label: string;
  kind: "TEXT" | "NUMBER" | "DATE" | "BOOLEAN" | "CHOICE" | "MULTI_CHOICE";
  options: string[];
  required: boolean;
  self_service: boolean;
  position: number;
  version: number;
}

interface Tables {
  tenant: TenantTable;
  custom_field: CustomFieldTable;
}

export type TenantRecord = Selectable<TenantTable>;
export type CustomFieldRecord = Selectable<CustomFieldTable>;

export async function findTenantByName(
  database: Database,
  name: string,
): Promise<TenantRow | undefined> {
  const rows = await database.lookup<{
    id: string;
    name: string;
    display_name: string;
    time_zone: string;
    state: TenantRow["state"];
  }>("SELECT * FROM find_tenant($1)", [name]);
  const row = rows[0];
  return (
    row && {
      id: row.id,
      name: row.name,
      displayName: row.display_name,
      timeZone: row.time_zone,
      state: row.state,
    }
  );
}

export async function allTenants(database: Database): Promise<(TenantRow & { createdAt: Date })[]> {
  const rows = await database.lookup<{
    id: string;
    name: string;
    display_name: string;
    time_zone: string;
    state: TenantRow["state"];
    created_at: Date;
  }>("SELECT * FROM all_tenants()", []);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    timeZone: row.time_zone,
    state: row.state,
    createdAt: row.created_at,
  }));
}

export async function selectTenant(tx: ReadTx): Promise<TenantRecord> {
  return sqlOf<Tables>(tx).selectFrom("tenant").selectAll().executeTakeFirstOrThrow();
}

export async function insertTenant(tx: WriteTx, name: string, displayName: string): Promise<void> {
  await sqlOf<Tables>(tx)
    .insertInto("tenant")
    .values({ tenant_id: tx.tenantId, name, display_name: displayName } as Insertable<TenantTable>)
    .execute();
}

/**
 * Changes the settings when `version` is still the one in the database; undefined when it is not.
 */
export async function updateTenantRow(
  tx: WriteTx,
  version: number,
  change: Updateable<TenantTable>,
): Promise<TenantRecord | undefined> {
  return sqlOf<Tables>(tx)
    .updateTable("tenant")
    .set({ ...change, version: sql<number>`version + 1` })
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
}

/** Changes what needs no version (state, logo). */
export async function setTenantValues(tx: WriteTx, change: Updateable<TenantTable>): Promise<void> {
  await sqlOf<Tables>(tx).updateTable("tenant").set(change).execute();
}

export async function deleteTenantRow(tx: WriteTx): Promise<void> {
  await sqlOf<Tables>(tx).deleteFrom("tenant").execute();
}

export async function selectCustomFields(tx: ReadTx): Promise<CustomFieldRecord[]> {
  return sqlOf<Tables>(tx)
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
  field: Insertable<CustomFieldTable>,
): Promise<CustomFieldRecord> {
  return sqlOf<Tables>(tx)
    .insertInto("custom_field")
    .values(field)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateCustomFieldRow(
  tx: WriteTx,
  id: string,
  version: number,
  change: Updateable<CustomFieldTable>,
): Promise<CustomFieldRecord | undefined> {
  return sqlOf<Tables>(tx)
    .updateTable("custom_field")
    .set({ ...change, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteCustomFieldRow(
  tx: WriteTx,
  id: string,
): Promise<CustomFieldRecord | undefined> {
  return sqlOf<Tables>(tx)
    .deleteFrom("custom_field")
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export async function selectCustomField(
  tx: ReadTx,
  id: string,
): Promise<CustomFieldRecord | undefined> {
  return sqlOf<Tables>(tx)
    .selectFrom("custom_field")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}
