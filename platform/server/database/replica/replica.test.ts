import { afterAll, beforeAll, expect, test } from "vitest";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { createLiveBus } from "../../live.ts";
import { createLog } from "../../log/create-log.ts";
import { openDatabase, type ReadTx, sqlOf } from "../database.ts";
import { migrate } from "../migrate.ts";

/** What becomes of reads where the replica can't serve; a real one is tried by `npm run interop`. */

const SECRET = "a secret of the tests, long enough";
const CLUB = "01900000-0000-7000-8000-000000000001";
const live = createLiveBus();
let database: TestDatabase;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
  url = await migrate(database.ownerUrl, SECRET);
  await live.start(url, createLog({ level: "silent" }));
});
afterAll(async () => {
  await live.close();
  await database?.drop();
});

/** The server that a read runs at, by its connection's name. */
async function readAt(tx: ReadTx): Promise<string | undefined> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT current_setting('application_name') AS name`.execute(sqlOf(tx));
  return rows[0]?.name;
}

test.each([
  ["that is no standby", () => url],
  ["that is away", () => url.replace(/:\d+\//, ":1/")],
])("a replica %s serves nobody, however long it is looked at", async (_which, replicaUrl) => {
  const opened = openDatabase({ connectionString: url, replicaUrl: replicaUrl(), live });
  try {
    // It is looked at each second.
    for (let round = 0; round < 15; round++) {
      expect(await opened.read(CLUB, readAt, { mayLag: true })).toBe("vereinsheim");
      await wait(100);
    }
  } finally {
    await opened.close();
  }
});
