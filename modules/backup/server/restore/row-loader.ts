import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from, to } from "pg-copy-streams";
import type { TenantTable } from "../catalogue-queries.ts";
import { BackupRefusal } from "../archive/format.ts";
import { RowDigest } from "../check/row-digest.ts";
import { asApplication } from "./as-application.ts";

/**
 * Brings rows into the open transaction, each table of each tenant once, and compares in the end
 * what is there.
 */
export interface RowLoader {
  begin(): Promise<void>;
  /** The transaction has the tenant of the rows. */
  load(tenantId: string, table: TenantTable, rows: AsyncIterable<Buffer>): Promise<number>;
  end(): Promise<void>;
}

/**
 * For an empty installation: straight into the tables, whose triggers and policies rest until the
 * transaction ends.
 */
export function directLoader(client: pg.Client, tables: readonly TenantTable[]): RowLoader {
  const each = async (change: (name: string) => string) => {
    for (const { name } of tables) await client.query(change(client.escapeIdentifier(name)));
  };
  return {
    // The owner may do this without being a superuser; no other connection sees it: it is undone
    // before the commit.
    begin: () =>
      each((name) => `ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`),
    async load(tenantId, table, rows) {
      const arrived = new RowDigest();
      const name = client.escapeIdentifier(table.name);
      await pipeline(
        seen(rows, arrived),
        client.query(from(`COPY ${name} (${columnsOf(client, table)}) FROM STDIN`)),
      );
      await compare(client, tenantId, table, arrived);
      return arrived.rows;
    },
    end: () => each((name) => `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER`),
  };
}

/**
 * Beside clubs that are in use: through a table of the transaction's own, under the policies of
 * everybody and without locks that others would feel. Triggers run; what they write of the arriving
 * rows is replaced by what arrives itself.
 */
export function stagedLoader(client: pg.Client): RowLoader {
  const loaded: { tenantId: string; table: TenantTable; arrived: RowDigest }[] = [];
  let acting: Awaited<ReturnType<typeof asApplication>> = (work) => work();
  return {
    async begin() {
      acting = await asApplication(client);
    },
    async load(tenantId, table, rows) {
      const arrived = new RowDigest();
      const [name, columns] = [client.escapeIdentifier(table.name), columnsOf(client, table)];
      await acting(async () => {
        await client.query(
          `CREATE TEMP TABLE arriving ON COMMIT DROP AS SELECT ${columns} FROM ${name} WITH NO DATA`,
        );
        await pipeline(
          seen(rows, arrived),
          client.query(from(`COPY arriving (${columns}) FROM STDIN`)),
        );
        await client.query(`DELETE FROM ${name} WHERE tenant_id = $1`, [tenantId]);
        await client.query(
          `INSERT INTO ${name} (tenant_id, ${columns}) SELECT $1, ${columns} FROM arriving`,
          [tenantId],
        );
        await client.query("DROP TABLE arriving");
      });
      loaded.push({ tenantId, table, arrived });
      return arrived.rows;
    },
    async end() {
      for (const { tenantId, table, arrived } of loaded)
        await compare(client, tenantId, table, arrived);
    },
  };
}

function columnsOf(client: pg.Client, { columns }: TenantTable): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(", ");
}

async function* seen(rows: AsyncIterable<Buffer>, digest: RowDigest): AsyncIterable<Buffer> {
  for await (const chunk of rows) {
    digest.add(chunk);
    yield chunk;
  }
}

async function compare(
  client: pg.Client,
  tenantId: string,
  table: TenantTable,
  arrived: RowDigest,
): Promise<void> {
  const there = new RowDigest();
  const select = `SELECT ${columnsOf(client, table)} FROM ${client.escapeIdentifier(table.name)} WHERE tenant_id = ${client.escapeLiteral(tenantId)}::uuid`;
  for await (const chunk of client.query(to(`COPY (${select}) TO STDOUT`)))
    there.add(chunk as Buffer);
  if (there.toString() !== arrived.toString()) {
    throw new BackupRefusal(
      `Die Tabelle ${table.name} ist nach dem Einspielen nicht, was gesichert wurde (${there.rows} statt ${arrived.rows} Zeilen). Es wurde nichts behalten.`,
    );
  }
}
