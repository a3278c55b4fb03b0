import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import { runs } from "#platform/testing/properties.ts";
import type { TenantRow } from "../http/principal.ts";
import { type Actor, type ReadTx, sqlOf, systemActor, type WriteTx } from "./database.ts";
import { withClient } from "./migrate.ts";

/** More reads at once than there are connections. */
const MANY = 40;

let app: TestApp;
let alpha: TenantRow;
let beta: TenantRow;

beforeAll(async () => {
  app = await testApp();
  [alpha, beta] = [await app.tenant("alpha"), await app.tenant("beta")];
});
afterAll(() => app?.close());

const read = <T>(tenant: TenantRow, work: (tx: ReadTx) => Promise<T>) =>
  app.services.database.read(tenant.id, work);
const writeAtOnce = <T>(tenant: TenantRow, work: (tx: WriteTx) => Promise<T>) =>
  app.services.database.writeAtOnce(tenant.id, systemActor(), work);
const rename = (tx: WriteTx, name: string) =>
  sqlOf(tx).updateTable("tenant").set({ display_name: name }).execute();
const displayName = async (tx: ReadTx) =>
  (await sqlOf(tx).selectFrom("tenant").select("display_name").executeTakeFirstOrThrow())
    .display_name;
const nameOf = async (tx: ReadTx) =>
  (await sqlOf(tx).selectFrom("tenant").select("name").execute()).map(({ name }) => name).join();
const fails = (tx: ReadTx) => sql`SELECT 1 / 0`.execute(sqlOf(tx));
const asOwner = (text: string) =>
  withClient(app.services.environment.databaseUrl ?? "", (client) => client.query(text));

/** Looks at all connections of the pool: none is in a club, or may only read. */
async function expectNothingLeft(): Promise<void> {
  const settings = await Promise.all(
    Array.from({ length: MANY }, () =>
      app.services.database.queryWithoutTenant(
        `SELECT nullif(current_setting('app.tenant_id', true), '') AS tenant,
           current_setting('transaction_read_only') AS only_reads`,
        [],
      ),
    ),
  );
  for (const found of settings) expect(found).toEqual([{ tenant: null, only_reads: "off" }]);
}

type Deed =
  | "asks"
  | "fails"
  | "asks beside what fails"
  | "waits"
  | "begins"
  | "commits"
  | "cannot be sent";

const deeds: Record<Deed, (tx: ReadTx, name: string) => Promise<unknown>> = {
  asks: async (tx, name) => expect(await nameOf(tx)).toBe(name),
  fails,
  "asks beside what fails": (tx) => Promise.all([nameOf(tx), fails(tx), nameOf(tx)]),
  waits: () => new Promise((resolve) => setTimeout(resolve, 1)),
  begins: (tx) => sql.raw("BEGIN").execute(sqlOf(tx)),
  commits: (tx) => sql.raw("COMMIT").execute(sqlOf(tx)),
  "cannot be sent": (tx) => {
    const round: Record<string, unknown> = {};
    round["itself"] = round;
    return sql`SELECT ${round}::jsonb`.execute(sqlOf(tx));
  },
};

test("whatever reads do, each sees its own club and leaves nothing behind", async () => {
  const deed = fc.constantFrom(...(Object.keys(deeds) as Deed[]));
  const reads = fc.array(fc.tuple(fc.boolean(), fc.array(deed, { maxLength: 5 })), {
    minLength: 1,
    maxLength: MANY,
  });
  await fc.assert(
    fc.asyncProperty(reads, async (all) => {
      await Promise.all(
        all.map(async ([first, course]) => {
          const tenant = first ? alpha : beta;
          await read(tenant, async (tx) => {
            for (const deed of course) await deeds[deed](tx, tenant.name);
          }).catch((error: unknown) => {
            // A club that is not the reader's own would be told here.
            expect(String(error)).not.toMatch(/AssertionError|expected/);
          });
        }),
      );
      expect(await read(alpha, nameOf)).toBe("alpha");
      expect(await read(beta, nameOf)).toBe("beta");
    }),
    runs(25),
  );
  await expectNothingLeft();
});

describe("a write at once", () => {
  test("is there when it answers, in its own club, and says who did it", async () => {
    const actor: Actor = {
      userId: null,
      name: `O'Neil \\ "x" $1'; COMMIT; --`,
      kind: "SYSTEM",
      way: "SYSTEM",
    };
    const before = await read(beta, displayName);
    const noted = await app.services.database.writeAtOnce(alpha.id, actor, async (tx) => {
      const [, { rows }] = await Promise.all([
        rename(tx, "Auf einmal"),
        sql<{ actor: string }>`SELECT current_setting('app.actor') AS actor`.execute(sqlOf(tx)),
      ]);
      return rows[0]?.actor ?? "";
    });
    expect(JSON.parse(noted)).toEqual(actor);
    expect(await read(alpha, displayName)).toBe("Auf einmal");
    expect(await read(beta, displayName)).toBe(before);
    await expectNothingLeft();
  });

  test("is all there or nothing, in whichever order it fails", async () => {
    await writeAtOnce(alpha, (tx) => rename(tx, "Wie vorher"));
    for (const work of [
      (tx: WriteTx): Promise<unknown> => Promise.all([rename(tx, "Halb"), fails(tx)]),
      (tx: WriteTx): Promise<unknown> => Promise.all([fails(tx), rename(tx, "Halb")]),
    ])
      await expect(writeAtOnce(alpha, work)).rejects.toThrow("division by zero");
    expect(await read(alpha, displayName)).toBe("Wie vorher");
  });

  test("asks once: what comes after an answer would be another transaction", async () => {
    await expect(
      writeAtOnce(alpha, async (tx) => {
        await nameOf(tx);
        await rename(tx, "Zu spät");
      }),
    ).rejects.toThrow("at once");
    expect(await read(alpha, displayName)).toBe("Wie vorher");
  });

  test("that PostgreSQL refuses to commit has not happened", async () => {
    await asOwner(`CREATE TABLE late (x int UNIQUE DEFERRABLE INITIALLY DEFERRED);
      GRANT INSERT, SELECT ON late TO PUBLIC`);
    try {
      await expect(
        writeAtOnce(alpha, (tx) =>
          sql`DO 'BEGIN INSERT INTO late VALUES (1), (1); END'`.execute(sqlOf(tx)),
        ),
      ).rejects.toMatchObject({ code: "23505" });
    } finally {
      await asOwner("DROP TABLE late");
    }
  });

  test("whose connection breaks may have happened, and says so", async () => {
    await expect(
      writeAtOnce(alpha, (tx) =>
        sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(sqlOf(tx)),
      ),
    ).rejects.toMatchObject({ status: 503, code: "OUTCOME_UNKNOWN" });
  });
});

test("what is asked beside what fails is refused with it, and so is what comes later", async () => {
  const heard: unknown[] = [];
  await expect(
    read(alpha, async (tx) => {
      const asked = [nameOf(tx), fails(tx), nameOf(tx)];
      for (const one of asked) one.catch((error: Error) => heard.push(error.message));
      await Promise.allSettled(asked);
      await nameOf(tx).catch((error: Error) => heard.push(error.message));
      return "as if nothing had been";
    }),
  ).rejects.toThrow("swallowed");
  expect(heard).toHaveLength(4);
  expect(heard.slice(0, 3)).toEqual(Array(3).fill("division by zero"));
});

test("a transaction that is begun by hand ends with its connection", async () => {
  await read(alpha, (tx) => deeds.begins(tx, "alpha"));
  await expectNothingLeft();
  await expect
    .poll(async () => {
      const { rows } = await asOwner(
        `SELECT count(*)::int AS open FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      return (rows as { open: number }[])[0]?.open;
    })
    .toBe(0);
});

test("a transaction that is ended by hand ends the club with it", async () => {
  await expect(
    read(alpha, (tx) => Promise.all([deeds.commits(tx, "alpha"), nameOf(tx)])),
  ).rejects.toThrow(/uuid|app\.tenant_id/);
  await expectNothingLeft();
});

test("holds no connection between what it asks", async () => {
  let here = 0;
  const all = Promise.withResolvers<void>();
  const names = await Promise.all(
    Array.from({ length: MANY }, (_, index) =>
      read(index % 2 === 0 ? alpha : beta, async (tx) => {
        await nameOf(tx);
        if (++here === MANY) all.resolve();
        await all.promise;
        return nameOf(tx);
      }),
    ),
  );
  expect(names).toEqual(names.map((_, index) => (index % 2 === 0 ? "alpha" : "beta")));
});

test("a statement that could not be prepared is prepared once it can be", async () => {
  const late = (tx: ReadTx) =>
    // Without SELECT: the statement is not looked at among the product's.
    sql<{ word: string }>`TABLE not_yet_there`.execute(sqlOf(tx) as Kysely<unknown>);
  const often = () => Promise.allSettled(Array.from({ length: MANY }, () => read(alpha, late)));
  const beside = () =>
    Promise.allSettled(
      Array.from({ length: MANY }, () =>
        read(alpha, (tx) => Promise.all([fails(tx), sql`SELECT 'behind'`.execute(sqlOf(tx))])),
      ),
    );
  for (const outcome of [...(await often()), ...(await beside())])
    expect(outcome.status).toBe("rejected");
  try {
    await asOwner(`CREATE TABLE not_yet_there AS SELECT 'there' AS word;
      GRANT SELECT ON not_yet_there TO PUBLIC`);
    for (const outcome of await often())
      expect(outcome).toMatchObject({ value: { rows: [{ word: "there" }] } });
  } finally {
    await asOwner("DROP TABLE not_yet_there");
  }
  for (let round = 0; round < MANY; round++)
    expect(
      (await read(alpha, (tx) => sql`SELECT 'behind' AS word`.execute(sqlOf(tx)))).rows,
    ).toEqual([{ word: "behind" }]);
});

test("values arrive as they are read anywhere else, also those that are missing", async () => {
  const { rows } = await read(alpha, (tx) =>
    sql`SELECT * FROM (VALUES
        (1, 2::bigint, true, 'ä', DATE '2026-11-25', TIMESTAMPTZ '2026-11-25T12:00:00Z', '{"a":[1]}'::jsonb, ARRAY['x','y z'], NULL::text),
        (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)) AS v (a, b, c, d, e, f, g, h, i)`.execute(
      sqlOf(tx),
    ),
  );
  expect(rows).toEqual([
    {
      a: 1,
      b: 2,
      c: true,
      d: "ä",
      e: "2026-11-25",
      f: new Date("2026-11-25T12:00:00Z"),
      g: { a: [1] },
      h: ["x", "y z"],
      i: null,
    },
    { a: null, b: null, c: null, d: null, e: null, f: null, g: null, h: null, i: null },
  ]);
});

test("a connection that is cut costs the read, and no other", async () => {
  await expect(
    read(alpha, (tx) => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(sqlOf(tx))),
  ).rejects.toMatchObject({ status: 503, code: "DATABASE_UNAVAILABLE" });
  const names = await Promise.all(Array.from({ length: MANY }, () => read(beta, nameOf)));
  expect(names).toEqual(Array(MANY).fill("beta"));
});
