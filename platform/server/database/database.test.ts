import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import type { TenantRow } from "../http/principal.ts";
import { withClient } from "./migrate.ts";
import { plannedForOnce } from "./planning.ts";
import { type Actor, type ReadTx, sqlOf, systemActor } from "./database.ts";

let app: TestApp;
let alpha: TenantRow;
let beta: TenantRow;

beforeAll(async () => {
  app = await testApp();
  [alpha, beta] = [await app.tenant("alpha"), await app.tenant("beta")];
});
afterAll(() => app?.close());

const names = (tx: ReadTx) => sqlOf(tx).selectFrom("tenant").select("name").execute();

test("ids made in one statement sort as they were made, as version 7 of RFC 9562", async () => {
  const { rows } = await app.services.database.read(alpha.id, (tx) =>
    sql<{ id: string }>`SELECT time_ordered_uuid() AS id FROM generate_series(1, 500)`.execute(
      sqlOf(tx),
    ),
  );
  const ids = rows.map(({ id }) => id);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-/);
  // The twelve bits behind the millisecond count in steps of a quarter of a microsecond; what lies
  // behind them is random. Making one id takes longer than a microsecond.
  const moments = ids.map((id) => id.slice(0, 18));
  expect(moments).toEqual(moments.toSorted());
  expect(new Set(ids).size).toBe(500);
});

describe("a transaction", () => {
  test("sees its own tenant only, however many run side by side", async () => {
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const tenant = index % 2 === 0 ? alpha : beta;
        const rows = await app.services.database.read(tenant.id, names);
        return rows.length === 1 && rows[0]?.name === tenant.name;
      }),
    );
    expect(seen.every(Boolean)).toBe(true);
  });

  test("that failed does not leave its tenant to the next one", async () => {
    for (let round = 0; round < 30; round++) {
      await expect(
        app.services.database.write(alpha.id, systemActor(), async (tx) => {
          await names(tx);
          throw new Error("broken");
        }),
      ).rejects.toThrow("broken");
      const [row] = await app.services.database.read(beta.id, names);
      expect(row?.name).toBe("beta");
    }
    await expect(
      app.services.database.queryWithoutTenant("SELECT * FROM tenant", []),
    ).rejects.toThrow(/app\.tenant_id|uuid/);
  });

  test("takes no more statements once it is over, from whatever goes on beside what failed", async () => {
    const { database } = app.services;
    for (const run of [
      (work: (tx: ReadTx) => Promise<unknown>) => database.read(alpha.id, work),
      (work: (tx: ReadTx) => Promise<unknown>) => database.write(alpha.id, systemActor(), work),
    ]) {
      const over = Promise.withResolvers<void>();
      let late: Promise<unknown> = Promise.resolve();
      await expect(
        run(async (tx) => {
          late = over.promise.then(() => names(tx));
          late.catch(() => {});
          await names(tx);
          throw new Error("broken");
        }),
      ).rejects.toThrow("broken");
      // Its connection is another club's by now.
      await database.read(beta.id, async (tx) => {
        over.resolve();
        await expect(late).rejects.toThrow("over");
        expect(await names(tx)).toEqual([{ name: "beta" }]);
      });
      let kept: ReadTx | undefined;
      await run(async (tx) => {
        kept = tx;
      });
      await expect(names(kept!)).rejects.toThrow("over");
    }
  });

  test("that has read leaves its tenant to nobody, and its connection at once", async () => {
    const { database } = app.services;
    for (let round = 0; round < 30; round++) {
      const [row] = await database.read(alpha.id, names);
      expect(row?.name).toBe("alpha");
      if (round % 3 === 0) {
        // Whoever takes the connection next is in no transaction, and in no club.
        const settings = await database.queryWithoutTenant<{ tenant: string | null }>(
          "SELECT nullif(current_setting('app.tenant_id', true), '') AS tenant",
          [],
        );
        expect(settings).toEqual([{ tenant: null }]);
      }
      if (round % 3 === 1) expect((await database.read(beta.id, names))[0]?.name).toBe("beta");
    }
  });

  test("sees what was committed since the one before on its connection", async () => {
    const { database } = app.services;
    const shown = (tx: ReadTx) =>
      sqlOf(tx).selectFrom("tenant").select("display_name").executeTakeFirstOrThrow();
    for (let round = 0; round < 20; round++) {
      await database.read(alpha.id, shown);
      const name = `Verein ${round}`;
      await database.write(alpha.id, systemActor(), (tx) =>
        sqlOf(tx).updateTable("tenant").set({ display_name: name }).execute(),
      );
      expect((await database.read(alpha.id, shown)).display_name).toBe(name);
    }
  });

  test("that has read is over soon, also where nobody takes its connection", async () => {
    const { database } = app.services;
    await Promise.all(Array.from({ length: 12 }, () => database.read(alpha.id, names)));
    await expect
      .poll(() =>
        withClient(app.services.environment.databaseUrl ?? "", async (client) => {
          const { rows } = await client.query<{ open: number }>(
            `SELECT count(*)::int AS open FROM pg_stat_activity
             WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
          );
          return rows[0]?.open;
        }),
      )
      .toBe(0);
  });

  test("of a job is planned for what it is about, however often it comes", async () => {
    const { database } = app.services;
    const prepared = (tx: ReadTx) =>
      sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_prepared_statements`.execute(
        sqlOf(tx),
      );
    const counts = await plannedForOnce(() =>
      Promise.all(Array.from({ length: 60 }, () => database.read(alpha.id, prepared))),
    );
    const before = Math.max(...counts.map(({ rows }) => rows[0]?.count ?? 0));
    for (let round = 0; round < 20; round++) await database.read(alpha.id, names);
    const later = await Promise.all(
      Array.from({ length: 60 }, () => database.read(alpha.id, prepared)),
    );
    expect(Math.max(...later.map(({ rows }) => rows[0]?.count ?? 0))).toBeGreaterThan(before);
  });

  test("goes on with its statements when a newer version has changed a table", async () => {
    const { database, environment } = app.services;
    const owner = (text: string) =>
      withClient(environment.databaseUrl ?? "", (client) => client.query(text));
    try {
      const all = (tx: ReadTx) => sql<object>`SELECT * FROM tenant`.execute(sqlOf(tx));
      const often = () =>
        Promise.all(Array.from({ length: 40 }, () => database.read(alpha.id, all)));
      await often();
      await owner("ALTER TABLE tenant ADD first_change int DEFAULT 1");
      for (const { rows } of await often()) expect(rows).toMatchObject([{ first_change: 1 }]);
      await owner("ALTER TABLE tenant ADD second_change int DEFAULT 2");
      const { rows } = await database.write(alpha.id, systemActor(), all);
      expect(rows).toMatchObject([{ first_change: 1, second_change: 2 }]);
    } finally {
      await owner("ALTER TABLE tenant DROP first_change, DROP second_change");
    }
  });

  test("that reads cannot write", async () => {
    const sneak = app.services.database.read(alpha.id, (tx) =>
      sql`UPDATE tenant SET display_name = 'x'`.execute(sqlOf(tx)),
    );
    await expect(sneak).rejects.toThrow(/read-only/);
  });

  test("whose error was swallowed is not taken for committed", async () => {
    const swallowed = app.services.database.write(alpha.id, systemActor(), async (tx) => {
      await sql`SELECT 1 / 0`.execute(sqlOf(tx)).catch(() => {});
    });
    await expect(swallowed).rejects.toThrow(/rolled back/);
  });

  test("whose connection breaks while it is committed may have happened, and says so", async () => {
    const cut = app.services.database.write(alpha.id, systemActor(), async (tx) => {
      const db = sqlOf(tx);
      await sql`CREATE TEMPORARY TABLE last_words (x int)`.execute(db);
      await sql`CREATE FUNCTION pg_temp.cut() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`.execute(db);
      await sql`CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON last_words
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pg_temp.cut()`.execute(db);
      // In a block: a statement of its own would be looked at among the product's.
      await sql`DO 'BEGIN INSERT INTO last_words VALUES (1); END'`.execute(db);
    });
    await expect(cut).rejects.toMatchObject({ status: 503, code: "OUTCOME_UNKNOWN" });
  });

  test("that did not reach the standby it has to be at is not taken for safe", async () => {
    const asOwner = (text: string) =>
      withClient(app.services.environment.databaseUrl ?? "", async (client) => {
        await client.query(text);
        await client.query("SELECT pg_reload_conf()");
      });
    // Concerns this transaction alone: the others of the tests wait for nobody.
    const waiting = (how: "write" | "writeAtOnce") =>
      app.services.database[how](alpha.id, systemActor(), (tx) =>
        Promise.all([
          sql`SELECT set_config('synchronous_commit', 'on', true)`.execute(sqlOf(tx)),
          sqlOf(tx).updateTable("tenant").set({ display_name: "Hier" }).execute(),
        ]),
      );
    const CANCEL = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'SyncRep'`;
    await asOwner("ALTER SYSTEM SET synchronous_standby_names = 'absent'");
    const operator = setInterval(() => void asOwner(CANCEL), 100);
    try {
      for (const how of ["write", "writeAtOnce"] as const) {
        const outcome = () => waiting(how).then(String, (error: { code: string }) => error.code);
        await expect.poll(outcome, { timeout: 20_000 }).toBe("OUTCOME_UNKNOWN");
      }
    } finally {
      clearInterval(operator);
      await asOwner("ALTER SYSTEM RESET synchronous_standby_names");
    }
  });

  test("that PostgreSQL refuses to commit has not happened, and nobody says it might", async () => {
    const refused = app.services.database.write(alpha.id, systemActor(), async (tx) => {
      await sql`CREATE TEMPORARY TABLE late (x int UNIQUE DEFERRABLE INITIALLY DEFERRED)`.execute(
        sqlOf(tx),
      );
      await sql`DO 'BEGIN INSERT INTO late VALUES (1), (1); END'`.execute(sqlOf(tx));
    });
    await expect(refused).rejects.toMatchObject({ code: "23505" });
  });

  test("takes an impossible tenant id as text, never as SQL", async () => {
    await expect(app.services.database.read("'; DROP TABLE tenant; --", names)).rejects.toThrow(
      /uuid/,
    );
    expect(await app.services.database.read(alpha.id, names)).toHaveLength(1);
  });

  test("tells its actor as given, whatever the name is made of", async () => {
    const actor: Actor = {
      userId: null,
      name: `O'Neil \\ "x" $1'; COMMIT; --`,
      kind: "SYSTEM",
      way: "SYSTEM",
    };
    const noted = await app.services.database.write(alpha.id, actor, async (tx) => {
      const { rows } = await sql<{
        actor: string;
      }>`SELECT current_setting('app.actor') AS actor`.execute(sqlOf(tx));
      return rows[0]?.actor ?? "";
    });
    expect(JSON.parse(noted)).toEqual(actor);
  });

  test("that waits too long is ended and answers 503", async () => {
    const slow = app.services.database.read(alpha.id, (tx) =>
      sql`SELECT pg_sleep(30)`.execute(sqlOf(tx)),
    );
    await expect(slow).rejects.toMatchObject({ status: 503, code: "DATABASE_UNAVAILABLE" });
    expect(await app.services.database.read(alpha.id, names)).toHaveLength(1);
  });
});
