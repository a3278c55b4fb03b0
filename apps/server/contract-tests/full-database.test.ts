import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestBrowser } from "#modules/identity/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import type { Contract, Route } from "#platform/contract/route.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { createAdministrator } from "../first-admin.ts";
import { testApp, type TestApp, type TestUser } from "../testing.ts";
import { makeRecords } from "./records/testing.ts";
import { contracts, type Records, type Sample, samples } from "./samples.ts";

/**
 * A database without room refuses every write with 53100. Whatever is asked of the product then is
 * answered with 507 and a sentence, reading goes on, and nothing is restarted afterwards.
 */

const SENTENCE =
  "Auf dem Server ist kein Speicherplatz mehr frei. Es wurde nichts gespeichert, lesen geht weiter. Bitte geben Sie Ihrem Verein Bescheid.";
const PASSWORD = "Ein-langes-Passwort-7";

type Samples = Record<string, Record<string, (records: Records) => Sample<Route>>>;

const routes = Object.entries(contracts).flatMap(([module, contract]) =>
  Object.entries(contract as Contract).map(([name, route]) => ({
    name: `${module}.${name}`,
    route,
    sample: (samples as unknown as Samples)[module]?.[name] ?? (() => ({})),
  })),
);
const reads = routes.filter(
  // Its answer never ends.
  ({ name, route }) => route.method === "GET" && name !== "system.listenToUpdates",
);
const writes = routes.filter(({ route }) => route.method !== "GET");

let app: TestApp;
let admin: TestUser;
let records: Records;
let browser: TestBrowser;
let tokens: Awaited<ReturnType<TestBrowser["logIn"]>>;
let username: string;
/** Of somebody whose password was right while there was room. */
let halfway: { browser: TestBrowser; next: string };

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha");
  admin = await app.user(tenant, { isAdmin: true });
  records = await makeRecords(app, admin);
  ({ username } = await createAdministrator(app.services, tenant, {
    email: "vorstand@example.org",
    firstname: "Elif",
    lastname: "Becker",
    password: PASSWORD,
  }));
  browser = newBrowser();
  tokens = await browser.logIn(username, PASSWORD);
  const visitor = newBrowser();
  const submitted = await visitor.submit(
    await visitor.openLogin("v".repeat(64)),
    username,
    PASSWORD,
  );
  halfway = { browser: visitor, next: String(submitted.headers.location) };
  await fillUp();
}, 60_000);
afterAll(() => app?.close());

const newBrowser = () =>
  new TestBrowser(app.server, "alpha", "http://alpha.vereinsheim.localhost:8080");

const TABLES = `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
  WHERE schemaname IN ('public', 'operations')`;

/** From now on every write fails as it does without room. */
function fillUp(): Promise<void> {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query(`
      CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device'
          USING ERRCODE = '53100';
      END $$`);
    const { rows } = await client.query<{ name: string }>(TABLES);
    for (const { name } of rows)
      await client.query(`CREATE TRIGGER no_room BEFORE INSERT OR UPDATE OR DELETE ON ${name}
        FOR EACH STATEMENT EXECUTE FUNCTION no_room()`);
  });
}

function makeRoom(): Promise<void> {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("DROP FUNCTION no_room() CASCADE");
  });
}

const health = () => app.server.inject({ url: "/health/ready" });
const metric = async (name: string) => {
  const { body } = await app.server.inject({ url: "/metrics" });
  return new RegExp(`^${name} (\\S+)$`, "m").exec(body)?.[1];
};

describe.each(reads)("$name", ({ route, sample }) => {
  test("is read as before", async () => {
    const { status } = await app.call(route, sample(records) as never, admin);
    expect(status).toBeLessThan(500);
  });
});

describe("a write", () => {
  let refused = 0;
  test.each(writes)("$name is refused with a sentence", async ({ route, sample }) => {
    const given = sample(records) as Sample<Route>;
    let answer = await app.call(route, given as never, admin);
    if (answer.status === 412) {
      const { version } = (answer.body as unknown as { current: { version: number } }).current;
      given.body = { ...(given.body as object), version } as never;
      answer = await app.call(route, given as never, admin);
    }
    // Some have no effect, and some samples are refused anyway.
    if (answer.status < 500) return;
    refused += 1;
    expect(answer.status).toBe(507);
    expect(answer.body).toMatchObject({ code: "DATABASE_FULL", detail: SENTENCE });
  });

  test("is most of what is no reading", () => {
    expect(refused).toBeGreaterThan(70);
  });
});

test("readiness and a figure say it", async () => {
  await app.call(usersContract.createUser, { body: { firstname: "A", lastname: "B" } }, admin);
  const answer = await health();
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { status: "DOWN", files: "OK", database: "FULL" },
  ]);
  expect(await metric("vereinsheim_database_full")).toBe("1");
  expect(await metric("vereinsheim_database_up")).toBe("1");
});

describe("logging in", () => {
  test("shows the sentence on a page, for a right password", async () => {
    const visitor = newBrowser();
    const address = await visitor.openLogin("v".repeat(64));
    const answer = await visitor.submit(address, username, PASSWORD);
    expect(answer.statusCode).toBe(507);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.body).toContain("<h1>Der Speicherplatz ist voll</h1>");
    expect(answer.body).toContain(SENTENCE);
  });

  test("shows it to somebody halfway in as well, where the session can't be saved", async () => {
    const answer = await halfway.browser.request("GET", halfway.next, undefined, {
      accept: "text/html",
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([507, undefined]);
    expect(answer.body).toContain("<h1>Der Speicherplatz ist voll</h1>");
  });

  test("still counts wrong passwords, and says that they are wrong", async () => {
    const visitor = newBrowser();
    visitor.address = "203.0.113.99";
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt++) {
      const address = await visitor.openLogin("v".repeat(64));
      const answer = await visitor.submit(address, username, "falsch");
      if (attempt === 1) expect(answer.body).toContain("stimm");
      statuses.push(answer.statusCode);
    }
    expect(statuses.slice(0, 8).every((status) => status < 429)).toBe(true);
    expect(statuses[8]).toBe(429);
  });

  test("tells scripts the same, and the session goes on once there is room", async () => {
    const refused = await browser.refresh(tokens.refresh_token);
    expect(refused.statusCode).toBe(507);
    expect(refused.json()).toMatchObject({ error_description: SENTENCE });
  });
});

test("once there is room all goes on without a restart", async () => {
  await makeRoom();
  const made = await app.call(
    usersContract.createUser,
    { body: { firstname: "Zoë", lastname: "Platz" } },
    admin,
  );
  expect(made.status).toBe(201);
  expect((await browser.refresh(tokens.refresh_token)).statusCode).toBe(200);
  expect((await newBrowser().logIn(username, PASSWORD)).access_token).not.toBe("");
  await expect
    .poll(
      async () => {
        await app.call(usersContract.getUser, { params: { id: made.body.id } }, admin);
        await newBrowser().logIn(username, PASSWORD);
        return (await health()).json();
      },
      { timeout: 8_000, interval: 500 },
    )
    .toEqual({ status: "UP", files: "OK", database: "OK" });
  expect(await metric("vereinsheim_database_full")).toBe("0");
});
