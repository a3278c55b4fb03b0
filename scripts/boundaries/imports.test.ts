import { describe, expect, test } from "vitest";
import { problemsWith } from "./testing.ts";

/** Returns the problems of one file that imports another. */
function importing(path: string, target: string, statement?: string): readonly string[] {
  return problemsWith({ [path]: statement ?? `import { it } from "${target}"; it();` });
}

test("a product that keeps all rules is taken", () => {
  expect(problemsWith({})).toEqual([]);
});

describe("an import is refused:", () => {
  test.each([
    ["platform/server/a.ts", "#modules/tenants/server/public.ts", "knows no module and no app"],
    ["platform/web/a.ts", "../../apps/web/main.tsx", "knows no module and no app"],
    ["modules/tenants/server/a.ts", "#apps/server/main.ts", "modules know no app"],
    ["modules/tenants/server/a.ts", "../../../bench/seed.ts", "never imports its harnesses"],
    ["modules/identity/server/a.ts", "#modules/tenants/server/queries.ts", "is reached by"],
    ["modules/identity/web/a.ts", "#modules/tenants/web/Page.tsx", "is reached by"],
    ["modules/tenants/server/a.ts", "#modules/identity/server/public.ts", "does not lie below"],
    ["modules/tenants/server/a.ts", "#modules/unknown/contract.ts", "unknown has no place"],
    ["modules/tenants/web/a.ts", "../server/public.ts", "web code never imports server code"],
    ["platform/web/a.ts", "../server/a.ts", "web code never imports server code"],
    ["modules/tenants/server/a.ts", "../web/module.tsx", "server code never imports web code"],
    ["modules/tenants/web/a.ts", "node:fs", "web code runs in the browser"],
    ["modules/tenants/contract.ts", "kysely", "import zod and one another only"],
    ["modules/tenants/more-contract.ts", "node:fs", "import zod and one another only"],
    ["modules/tenants/shapes.ts", "./server/a.ts", "import zod and one another only"],
    ["platform/contract/fields.ts", "../server/a.ts", "import zod and one another only"],
    ["modules/tenants/contract.ts", "./server/a.ts", "import zod and one another only"],
    ["modules/tenants/server/a.ts", "pg", "the database driver belongs to platform/server"],
    ["modules/tenants/server/a.ts", "kysely", "SQL belongs into *queries.ts"],
  ])("%s of %s", (path, target, rule) => {
    const problems = importing(path, target);
    expect(problems).toContainEqual(expect.stringContaining(`${path}: imports `));
    expect(problems.join("\n")).toContain(rule);
  });

  test("of the door to SQL, outside of queries", () => {
    const text = `import { sqlOf } from "#platform/server/database/database.ts"; sqlOf();`;
    const door = "#platform/server/database/database.ts";
    expect(importing("modules/tenants/server/a.ts", door, text)).toEqual([
      expect.stringContaining("SQL belongs into *queries.ts"),
    ]);
    expect(importing("modules/tenants/server/a-queries.ts", door, text)).toEqual([]);
  });

  test("also where it is passed on, or loaded when it is asked for", () => {
    const target = "#modules/tenants/server/queries.ts";
    for (const text of [`export * from "${target}";`, `export const a = import("${target}");`])
      expect(importing("modules/identity/server/a.ts", target, text)).toHaveLength(1);
  });
});

describe("an import is taken:", () => {
  test.each([
    ["apps/server/a.ts", "#modules/tenants/server/module.ts"],
    ["modules/identity/server/a.ts", "#modules/tenants/server/public.ts"],
    ["modules/identity/web/a.ts", "#modules/tenants/web/public.tsx"],
    ["modules/identity/contract.ts", "#modules/tenants/contract.ts"],
    ["modules/tenants/shapes.ts", "./contract.ts"],
    ["modules/tenants/shapes.test.ts", "node:fs"],
    ["modules/tenants/web/a.ts", "#platform/contract/route.ts"],
    ["modules/tenants/server/a.test.ts", "#apps/server/testing.ts"],
    ["modules/tenants/server/a.test.ts", "#modules/identity/server/testing.ts"],
    ["modules/changelog/web/a.test.tsx", "#modules/members/web/testing.ts"],
    ["modules/tenants/server/a-queries.ts", "kysely"],
    ["modules/backup/server/a.ts", "pg"],
    ["bench/a.ts", "#modules/tenants/server/queries.ts"],
  ])("%s of %s", (path, target) => {
    expect(importing(path, target)).toEqual([]);
  });

  test("types of columns name what the builder calls them", () => {
    const text = `import type { ColumnType } from "kysely"; export type A = ColumnType<string>;`;
    expect(importing("modules/tenants/server/column-types.ts", "kysely", text)).toEqual([]);
    expect(importing("modules/tenants/server/records.ts", "kysely", text)).toHaveLength(1);
  });
});

test("SQL in a string is refused outside of queries", () => {
  const text = `export const a = (db) => db.query("SELECT id FROM somewhere WHERE true");`;
  expect(problemsWith({ "apps/server/a.ts": text })).toEqual([
    expect.stringContaining("apps/server/a.ts: SQL belongs into *queries.ts"),
  ]);
  const permitted = text.replace("db.query(", "db.queryWithoutTenant(");
  expect(problemsWith({ "apps/server/a.ts": permitted })).toEqual([]);
});

test("circles of files are refused, except of types and of what is loaded later", () => {
  const circle = (back: string) =>
    problemsWith({
      "apps/server/a.ts": `import { b } from "./b.ts"; export const a = b;`,
      "apps/server/b.ts": back,
    });
  expect(circle(`import { a } from "./a.ts"; export const b = a;`)).toEqual([
    "cycle: apps/server/a.ts → apps/server/b.ts → apps/server/a.ts: " +
      "put what they share into a file of its own",
  ]);
  expect(circle(`import type { a } from "./a.ts"; export const b: typeof a = 1;`)).toEqual([]);
  expect(circle(`export const b = () => import("./a.ts");`)).toEqual([]);
});
