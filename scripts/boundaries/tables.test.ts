import { describe, expect, test } from "vitest";
import { problemsWith } from "./testing.ts";

const FILE = "modules/identity/server/more-queries.ts";

/** Returns the problems of a statement of the module identity. */
function problemsOf(statement: string): readonly string[] {
  return problemsWith({
    [FILE]: `import { sql } from "kysely";\nexport const it = (db, x) => ${statement};`,
  });
}

describe("a table of another module is written by", () => {
  test.each([
    ["sql`INSERT INTO tenant (id) VALUES (1)`"],
    ["sql<{ id: string }>`UPDATE tenant SET id = 1`.execute(db)"],
    ["sql`WITH gone AS (DELETE FROM tenant RETURNING id) SELECT FROM gone`"],
    ['db.insertInto("tenant").values({ id: 1 })'],
    ['db.updateTable("tenant as t").set({ id: 1 })'],
    ['db.deleteFrom("tenant")'],
    ['db.query("DELETE FROM tenant")'],
    ["db.query(`TRUNCATE tenant, ${x}`)"],
    ['x(db, { table: "tenant", owner: "tenant_id" })'],
  ])("%s", (statement) => {
    expect(problemsOf(statement)).toEqual([
      `${FILE}:2: tenant belongs to tenants, which alone writes it: call its server/public.ts`,
    ]);
  });
});

describe("a table of another module is read by", () => {
  test.each([
    ["sql`SELECT a FROM login, tenant`"],
    ["sql`EXISTS (SELECT FROM tenant WHERE id = ${x})`"],
    ["sql`a = ${x} AND b IN (${sql`SELECT id FROM tenant`})`"],
    ['db.selectFrom(["login", "tenant as t"])'],
    ['db.selectFrom("login").leftJoin("tenant", "a", "b")'],
    ['db.selectFrom("login").where(({ exists, selectFrom }) => exists(selectFrom("tenant")))'],
    ['db.updateTable("login").from("tenant")'],
    ["sql`SELECT FROM ${sql.table('tenant')}`"],
    ['recordset("tenant", x)'],
    ['(db as Row<"tenant", "id">[])'],
  ])("%s", (statement) => {
    expect(problemsOf(statement)).toEqual([
      `${FILE}:2: tenant belongs to tenants: read a view that it offers, or ask its public.ts`,
    ]);
  });
});

test.each([
  ["sql`UPDATE login SET a = (SELECT b FROM club)`"],
  ["sql`SELECT a FROM unnest(${x}) AS tenant (id)`"],
  ["sql`SELECT take_tenant(1) AS tenant, extract(year FROM tenant.day)`"],
  ['db.with("few", (q) => q.selectFrom("login")).selectFrom("few")'],
  ['Buffer.from("tenant")'],
  ['x("tenant: SELECT one FROM the list")'],
])("taken: %s", (statement) => {
  expect(problemsOf(statement)).toEqual([]);
});

test.each(["sql`WITH club AS (SELECT 1) SELECT 2`", 'db.with("club", x)'])(
  "no name of a table may be hidden: %s",
  (statement) => {
    expect(problemsOf(statement)).toEqual([
      `${FILE}:2: WITH hides the table club: give the WITH another name`,
    ]);
  },
);

test("tests and what they make rows with may name any table", () => {
  const text = `import { sql } from "kysely"; export const a = sql\`DELETE FROM tenant\`;`;
  for (const name of ["a.test.ts", "testing.ts", "testing-queries.ts"])
    expect(problemsWith({ [`modules/identity/server/${name}`]: text })).toEqual([]);
});

describe("manifests are held to what the database has:", () => {
  const manifest = (module: string, text: string) =>
    problemsWith({ [`modules/${module}/server/module.ts`]: `export const it = { ${text} };` });

  test("a table of nobody", () => {
    expect(manifest("identity", 'reads: ["club"]')[0]).toBe(
      "login belongs to nobody: name it in one manifest, tables in tables, views in offers",
    );
  });

  test("a table of two", () => {
    expect(manifest("identity", 'tables: ["login", "tenant"], reads: ["club"]')[0]).toBe(
      "tenant belongs to identity and tenants: leave it in one of their manifests",
    );
  });

  test("a table that is none", () => {
    expect(manifest("identity", 'tables: ["login", "user"], reads: ["club"]')).toEqual([
      "modules/identity/server/module.ts: owns user, which is no table: " +
        "after a change in db run `npm run db:generate`",
    ]);
  });

  test("an offer that is no view", () => {
    expect(manifest("tenants", 'tables: ["tenant"], offers: ["club", "house"]')[0]).toContain(
      "modules/tenants/server/module.ts: offers house, which is no view of db/functions",
    );
  });

  test("a read of what nobody offers", () => {
    expect(manifest("identity", 'tables: ["login"], reads: ["club", "tenant"]')[0]).toBe(
      "modules/identity/server/module.ts: reads tenant, which nobody offers: " +
        "its owner names views in offers",
    );
  });

  test("a read upwards", () => {
    const problems = problemsWith({
      "modules/tenants/server/module.ts": `
        export const it = { tables: ["tenant"], offers: ["club"], reads: ["person"] };`,
      "modules/tenants/server/queries.ts": "export const a = (db) => db.selectFrom('person');",
      "modules/members/server/module.ts": `export const it = { offers: ["person"] };`,
      "platform/server/database/tables.generated.ts":
        "export interface CatalogueTables { blob: 1; tenant: 1; login: 1; club: 1; person: 1 }",
      "db/functions/05_members.sql": "CREATE OR REPLACE VIEW person AS SELECT 1;",
    });
    expect(problems).toEqual([
      "modules/tenants/server/module.ts: reads person of a module that does not lie below",
    ]);
  });

  test("a read and an offer that are none any more", () => {
    const problems = problemsWith({
      "modules/identity/server/queries.ts": "export const it = (db) => db.selectFrom('login');",
    });
    expect(problems).toEqual([
      "modules/identity/server/module.ts: reads club, which no statement of it names: take it out",
    ]);
    expect(manifest("identity", 'tables: ["login"]')).toContain(
      "modules/tenants/server/module.ts: offers club, which nobody reads: take it out",
    );
  });
});

test("functions of the database write the tables of their module, and read those below", () => {
  const fn = (body: string) => `CREATE OR REPLACE FUNCTION f() AS $$ ${body} $$;`;
  const path = "db/functions/07_identity.sql";
  expect(problemsWith({ [path]: fn("UPDATE login SET a = 1 FROM tenant") })).toEqual([]);
  expect(problemsWith({ [path]: fn("UPDATE tenant SET a = 1") })).toEqual([
    `${path}: tenant belongs to tenants, which alone writes it: move this into a file of tenants`,
  ]);
  const lower = "db/functions/03_tenants/02_more.sql";
  expect(problemsWith({ [lower]: fn("SELECT a FROM login") })).toEqual([
    `${lower}: login belongs to identity, which does not lie below tenants`,
  ]);
  const platform = "db/functions/02_jobs.sql";
  expect(problemsWith({ [platform]: fn("DELETE FROM blob; SELECT a FROM tenant") })).toEqual([
    `${platform}: tenant belongs to tenants, which does not lie below platform`,
  ]);
});
