import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkBoundaries } from "./check.ts";

/** A small product that keeps all rules: two modules, each with a table, and a view of one. */
const GOOD: Record<string, string> = {
  "platform/server/database/tables.generated.ts": `
    export interface CatalogueTables { blob: object; tenant: object; login: object; club: object }`,
  "platform/server/platform-tables.ts": `export const platformTables = { tables: ["blob"] };`,
  "modules/tenants/server/module.ts": `
    export const tenantsModule = { tables: ["tenant"], offers: ["club"] };`,
  "modules/tenants/server/public.ts": `export const one = 1;`,
  "modules/tenants/server/queries.ts": `
    import { sql } from "kysely";
    export const add = sql\`INSERT INTO tenant (id) SELECT 1\`;`,
  "modules/identity/server/module.ts": `
    export const identityModule = { tables: ["login"], reads: ["club"] };`,
  "modules/identity/server/queries.ts": `
    import { sql } from "kysely";
    import { one } from "#modules/tenants/server/public.ts";
    export const logins = (db) => db.selectFrom("login as l").innerJoin("club", "club.id", one);`,
  "db/functions/03_tenants.sql": `
CREATE OR REPLACE VIEW club WITH (security_invoker) AS SELECT id FROM tenant;`,
};

/** Returns what the check says about the small product with these files added or changed. */
export function problemsWith(files: Record<string, string>): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), "vereinsheim-boundaries-"));
  try {
    for (const [path, text] of Object.entries({ ...GOOD, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return checkBoundaries(root).problems;
  } finally {
    rmSync(root, { recursive: true });
  }
}
