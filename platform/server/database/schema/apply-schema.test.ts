import type pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EnvironmentError } from "../../environment.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { knownMigrations, migrateSchema, withClient } from "../migrate.ts";
import { appliedMigrations } from "./applied.ts";
import { applySchema } from "./apply-schema.ts";
import { BASELINE, FORMER } from "./former-migrations.ts";
import { readSchemaFiles, type SchemaFiles } from "./schema-files.ts";

/** A small schema: a table, and a function and a trigger that stand on it. */
const SMALL: SchemaFiles = {
  foundation: [
    {
      name: "foundation/numbers",
      sql: "CREATE OR REPLACE FUNCTION first_number() RETURNS int LANGUAGE sql RETURN 1",
    },
  ],
  migrations: [
    {
      name: BASELINE,
      files: [
        {
          name: "baseline/things",
          sql: "CREATE TABLE thing (id int PRIMARY KEY DEFAULT first_number())",
        },
      ],
    },
  ],
  functions: [
    {
      name: "functions/things",
      sql: `CREATE OR REPLACE FUNCTION name_of(t thing) RETURNS text LANGUAGE sql
            RETURN 'thing ' || t.id`,
    },
    {
      name: "functions/words",
      sql: "CREATE OR REPLACE FUNCTION words() RETURNS text LANGUAGE sql RETURN 'one two'",
    },
  ],
};

function withMigration(sql: string, name = "0111_later"): SchemaFiles {
  const files = [{ name: `migrations/${name}`, sql }];
  return { ...SMALL, migrations: [...SMALL.migrations, { name, files }] };
}

function withFunction(sql: string, schema = SMALL): SchemaFiles {
  const functions = [{ name: "functions/things", sql }, ...schema.functions.slice(1)];
  return { ...schema, functions };
}

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "", { migrated: false });
});
afterEach(() => database.drop());

function apply(files: SchemaFiles, upTo?: string): Promise<void> {
  return withClient(database.ownerUrl, (client) => applySchema(client, { files, upTo }));
}

function rows<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return withClient(database.ownerUrl, async (client) => (await client.query<Row>(text)).rows);
}

async function value(expression: string): Promise<unknown> {
  const [row] = await rows<{ value: unknown }>(`SELECT ${expression} AS value`);
  return row?.value;
}

/** Which text each file was applied with, and in which transaction. */
function appliedFiles() {
  return rows("SELECT * FROM operations_migrations.applied_file ORDER BY name");
}

describe("an empty database", () => {
  test("gets tables and functions, and is left alone as long as nothing changes", async () => {
    await apply(SMALL);
    await rows("INSERT INTO thing DEFAULT VALUES");
    expect(await rows("SELECT name_of(t) FROM thing t")).toEqual([{ name_of: "thing 1" }]);
    const before = await appliedFiles();
    await apply(SMALL);
    expect(await appliedFiles()).toEqual(before);
  });

  test("is migrated once by servers that start at the same moment", async () => {
    const schema = withMigration("ALTER TABLE thing ADD COLUMN name text");
    await Promise.all([apply(schema), apply(schema), apply(schema)]);
    expect(await withClient(database.ownerUrl, appliedMigrations)).toEqual([
      BASELINE,
      "0111_later",
    ]);
  });

  test("stays empty when a file fails, and the error says where", async () => {
    const failing = withFunction("-- A comment with ä\nSELECT 1;\nSELECT nonsense();\n");
    await expect(apply(failing)).rejects.toThrow(
      /^db\/functions\/things\.sql:3: function nonsense\(\) does not exist$/,
    );
    expect(await value("to_regclass('thing')")).toBeNull();
    expect(await withClient(database.ownerUrl, appliedMigrations)).toEqual([]);
  });

  test("may be brought to the tables of an older version, without functions", async () => {
    const schema = withMigration("ALTER TABLE thing ADD COLUMN name text");
    await apply(schema, BASELINE);
    expect(await withClient(database.ownerUrl, appliedMigrations)).toEqual([BASELINE]);
    expect(await value("to_regproc('words')")).toBeNull();
    await apply(schema);
    expect(await value("words()")).toBe("one two");
  });
});

describe("a database of an older version", () => {
  beforeEach(() => apply(SMALL));

  test("gets what changed: the text of one function, and no other", async () => {
    const before = await appliedFiles();
    await apply(
      withFunction(
        "CREATE OR REPLACE FUNCTION name_of(t thing) RETURNS text LANGUAGE sql RETURN 'a thing'",
      ),
    );
    await rows("INSERT INTO thing DEFAULT VALUES");
    expect(await rows("SELECT name_of(t) FROM thing t")).toEqual([{ name_of: "a thing" }]);
    const after = await appliedFiles();
    expect(after.filter((file, index) => file["sha256"] !== before[index]?.["sha256"])).toEqual([
      expect.objectContaining({ name: "functions/things" }),
    ]);
  });

  test("gets new tables before the functions that stand on them", async () => {
    await apply(
      withFunction(
        `CREATE OR REPLACE FUNCTION name_of(t thing) RETURNS text LANGUAGE sql RETURN t.name`,
        withMigration("ALTER TABLE thing ADD COLUMN name text DEFAULT 'one'"),
      ),
    );
    await rows("INSERT INTO thing DEFAULT VALUES");
    expect(await rows("SELECT name_of(t) FROM thing t")).toEqual([{ name_of: "one" }]);
  });

  test("keeps its tables when a function can't be made", async () => {
    const failing = withFunction(
      "SELECT nonsense()",
      withMigration("ALTER TABLE thing ADD COLUMN name text"),
    );
    await expect(apply(failing)).rejects.toThrow(/nonsense/);
    expect(await withClient(database.ownerUrl, appliedMigrations)).toEqual([BASELINE]);
    await expect(rows("SELECT name FROM thing")).rejects.toThrow(/does not exist/);
  });

  test("applies a file again that was away for a version", async () => {
    await apply({ ...SMALL, functions: SMALL.functions.slice(0, 1) });
    await rows("CREATE OR REPLACE FUNCTION words() RETURNS text LANGUAGE sql RETURN 'meanwhile'");
    await apply(SMALL);
    expect(await value("words()")).toBe("one two");
  });
});

describe("a database of another version", () => {
  test("that is newer is refused, and keeps its functions", async () => {
    const newer = withFunction(
      "CREATE OR REPLACE FUNCTION name_of(t thing) RETURNS text LANGUAGE sql RETURN 'newer'",
      withMigration("ALTER TABLE thing ADD COLUMN name text"),
    );
    await apply(newer);
    const before = await appliedFiles();
    const refused = apply(SMALL);
    await expect(refused).rejects.toThrow(EnvironmentError);
    await expect(refused).rejects.toThrow(
      /neueren Version von Vereinsheim \(Stand 0111_later\); .*Stand 0110_baseline.*nichts verändert/,
    );
    expect(await appliedFiles()).toEqual(before);
    expect(await value("(SELECT name_of(t) FROM (SELECT (1, 'x')::thing AS t) one)")).toBe("newer");
  });

  test("of the same tables is refused to an older program, and its functions stay", async () => {
    const as = (version: string, files: SchemaFiles) =>
      withClient(database.ownerUrl, (client) => applySchema(client, { files, version }));
    await as("0.9.0", SMALL);
    await as("0.10.0", withFunction(SMALL.functions[0]?.sql.replace("thing '", "ding '") ?? ""));
    const before = await appliedFiles();
    const refused = as("0.9.0", SMALL);
    await expect(refused).rejects.toThrow(EnvironmentError);
    await expect(refused).rejects.toThrow(/\(0\.10\.0, Stand .*dieses Programm ist 0\.9\.0/);
    expect(await appliedFiles()).toEqual(before);
    await as("0.10.0", SMALL);
    await as("0.11.1", SMALL);
  });

  test("with other migrations is refused", async () => {
    await apply(withMigration("SELECT 1", "0111_theirs"));
    const refused = apply(withMigration("SELECT 1", "0111_ours"));
    await expect(refused).rejects.toThrow(EnvironmentError);
    await expect(refused).rejects.toThrow(/0111_theirs .* 0111_ours.*nichts verändert/);
  });
});

describe("a database made by the migrations before the baseline", () => {
  const madeBy = async (names: readonly string[]) => {
    await migrateSchema(database.ownerUrl, BASELINE);
    await rows("TRUNCATE operations_migrations.migration");
    await rows("DROP TABLE operations_migrations.applied_file");
    for (const name of names) {
      await rows(
        `INSERT INTO operations_migrations.migration (name, run_on) VALUES ('${name}', now())`,
      );
    }
  };

  test("goes on from the baseline", async () => {
    await madeBy(FORMER);
    await migrateSchema(database.ownerUrl);
    expect(await withClient(database.ownerUrl, appliedMigrations)).toEqual(await knownMigrations());
    const names = await rows("SELECT name FROM operations_migrations.migration ORDER BY id");
    expect(names[0]).toEqual({ name: BASELINE });
    expect(names).toHaveLength((await knownMigrations()).length);
  });

  test("keeps the migrations that it has beyond them", async () => {
    const later = (await knownMigrations()).slice(1);
    await madeBy([...FORMER, ...later]);
    // Without running them: what they would make is not there.
    await withClient(database.ownerUrl, async (client) => {
      const { foundation, migrations } = await readSchemaFiles();
      await applySchema(client, { files: { foundation, migrations, functions: [] } });
      expect(await appliedMigrations(client)).toEqual([BASELINE, ...later]);
    });
  });

  test("is refused in a state between them, and stays as it is", async () => {
    const between = FORMER.slice(0, 20);
    await madeBy(between);
    const refused = migrateSchema(database.ownerUrl);
    await expect(refused).rejects.toThrow(EnvironmentError);
    await expect(refused).rejects.toThrow(/früheren Stand \(0050_messages\).*nichts verändert/);
    expect(await withClient(database.ownerUrl, appliedMigrations)).toEqual(between);
  });
});
