import { afterEach, beforeEach, expect, test } from "vitest";
import pg from "pg";
import { withClient } from "../migrate.ts";
import { poolTo } from "./primary-client.ts";
import { asUrl } from "../../database-address.ts";
import { startTestServer, type TestServer } from "./testing.ts";

/** Several servers, of which one takes writes: which one is connected to, and what follows its end. */

const clusterUrl = process.env["TEST_DATABASE_URL"] ?? "";
/** A connection that is begun to a silent server ends by its limit. */
const SOON = { timeout: 20_000 };

let first: TestServer;
let second: TestServer;
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  first = await startTestServer(clusterUrl);
  second = await startTestServer(clusterUrl);
  await second.takeWrites(false);
  const { username, password } = new URL(clusterUrl);
  const servers = [first, second].map(({ port }) => `127.0.0.1:${port}`).join();
  url = asUrl(`postgres://${username}:${password}@${servers}/test_000000000000`) ?? "";
  pool = new pg.Pool({ ...poolTo(url), max: 3, connectionTimeoutMillis: 4_000 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
});
afterEach(async () => {
  await first.drop();
  await second.drop();
  await pool.end();
});

/** The port of the server that a connection of the pool is to. */
async function portInUse(): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("CREATE TEMPORARY TABLE written () ON COMMIT DROP");
    return client.port;
  } finally {
    client.release();
  }
}

test("the server that takes writes is taken, also when it is not the first", async () => {
  expect(await portInUse()).toBe(first.port);
  await first.takeWrites(false);
  await second.takeWrites(true);
  await expect.poll(() => withClient(url, async ({ port }) => port)).toBe(second.port);
});

test("where both take writes, it is the first of the address", async () => {
  await second.takeWrites(true);
  expect(await portInUse()).toBe(first.port);
});

test("after the death of one, work goes on at the other as soon as it takes writes", async () => {
  expect(await portInUse()).toBe(first.port);
  await first.die();
  await expect(portInUse()).rejects.toThrow(/Connection terminated|ECONN|takes writes/);
  await expect(portInUse()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await second.takeWrites(true);
  await expect.poll(() => portInUse().catch(() => 0)).toBe(second.port);
});

test("connections to a server that says nothing any more end once another takes the writes", async () => {
  const client = await pool.connect();
  first.fallSilent();
  const asked = client.query("SELECT 1");
  await second.takeWrites(true);
  const refused = asked.catch((error: Error) => error.message);
  await expect
    .poll(() => withClient(url, async ({ port }) => port).catch(() => 0), SOON)
    .toBe(second.port);
  expect(await refused).toMatch("Connection terminated: another server");
  client.release(true);
  expect(await portInUse()).toBe(second.port);
});

test("a wrong password is told as such, not as a server that is away", async () => {
  const wrong = new URL(url);
  wrong.password = "wrong";
  await expect(withClient(wrong.toString(), async () => {})).rejects.toMatchObject({
    code: "28P01",
  });
});
