import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestBrowser } from "#modules/identity/server/testing.ts";
import { type TestMailServer, mailServer } from "#modules/messages/server/mail/testing.ts";
import type { Contract, Route } from "#platform/contract/route.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { createAdministrator } from "../first-admin.ts";
import { testApp, type TestApp, type TestUser } from "../testing.ts";
import { makeRecords } from "./records/testing.ts";
import { contracts, type Records, type Sample, samples } from "./samples.ts";

/**
 * A tour of the whole product with values that stand nowhere else, every line of the log kept: what
 * works, what is refused, and what fails with the row in the error. No value may be in a line, and
 * each line is one JSON object that names its club.
 */

const NAME = "Quittenhuber";
const STREET = "Zwetschgenpfad";
const MAILBOX = "mirabelle";
const IBAN = "DE02120300000000202051";
const PHONE = "+4915112345678";
const PASSWORD = "Ein-langes-Passwort-Birne-7";
const PERSONAL = [NAME, STREET, MAILBOX, IBAN, PHONE, PASSWORD, "Birne", "Hilde", "hilde@"];

/** Fields of all contracts that hold what people write, and what they write on this tour. */
const VALUES: Record<string, string> = {
  firstname: NAME,
  lastname: `${NAME} geb. ${STREET}`,
  email: `${MAILBOX}@quitten.example`,
  street: `${STREET} 7`,
  city: STREET,
  iban: IBAN,
  mobilePhone: PHONE,
  username: MAILBOX,
  displayName: NAME,
  title: `Geburtstag ${NAME}`,
  subject: `Für ${NAME}`,
  text: `${NAME} wohnt ${STREET}`,
  description: NAME,
  comment: NAME,
  name: `Liste ${NAME}`,
  guestName: NAME,
  q: NAME,
};

/** Returns a sample with the values of this tour wherever it has such a field. */
function personal(value: unknown, key = ""): unknown {
  if (typeof value === "string") return VALUES[key] ?? value;
  if (Array.isArray(value)) return value.map((each) => personal(each, key));
  if (value === null || typeof value !== "object" || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, personal(inner, name)]),
  );
}

type Samples = Record<string, Record<string, (records: Records) => Sample<Route>>>;

const routes = Object.entries(contracts).flatMap(([module, contract]) =>
  Object.entries(contract as Contract)
    // Its answer never ends.
    .filter(([name]) => name !== "listenToUpdates")
    .map(([name, route]) => ({
      name: `${module}.${name}`,
      route,
      sample: (samples as unknown as Samples)[module]?.[name] ?? (() => ({})),
    })),
);

const text: string[] = [];
/** Records are made where mails become files: one is read. */
let withFiles: TestApp;
let app: TestApp;
let admin: TestUser;
let records: Records;
let mails: TestMailServer;

interface Line {
  level: number;
  msg: string;
  route?: string;
  tenant?: string;
  requestId?: string;
  job?: string;
  err?: { type: string; code?: string; stack: string };
}

const lines = (): Line[] => text.map((line) => JSON.parse(line));

beforeAll(async () => {
  mails = await mailServer();
  mails.behaviour = (recipient) => ({
    code: 451,
    text: `4.3.0 <${recipient}> ${NAME} is not known here`,
    at: "RCPT",
  });
  const logTo = { write: (line: string) => void text.push(line) };
  withFiles = await testApp({ variables: { LOG_LEVEL: "trace" }, logTo });
  admin = await withFiles.user(await withFiles.tenant("alpha"), { isAdmin: true, lastname: NAME });
  records = await makeRecords(withFiles, admin);
  app = await testApp({
    beside: withFiles,
    variables: { LOG_LEVEL: "trace", SMTP_URL: mails.url },
    logTo,
  });
}, 60_000);
afterAll(async () => {
  await app?.close();
  await withFiles?.close();
  await mails?.stop();
});

async function everyRoute(as: TestUser | null): Promise<number[]> {
  const statuses: number[] = [];
  for (const { route, sample } of routes) {
    const given = personal(sample(records)) as never;
    statuses.push((await app.call(route, given, as, admin.tenant)).status);
  }
  return statuses;
}

/** From now on every write fails, with the whole row in the error, as PostgreSQL has it in its own. */
function refuseRows(): Promise<void> {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query(`
      CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'Failing row contains (%)', NEW::text USING
          ERRCODE = '23505', DETAIL = NEW::text, HINT = NEW::text;
      END $$`);
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    for (const { name } of rows)
      await client.query(`CREATE TRIGGER refuse_row BEFORE INSERT OR UPDATE ON ${name}
        FOR EACH ROW EXECUTE FUNCTION refuse_row()`);
  });
}

function allowRows(): Promise<void> {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("DROP FUNCTION refuse_row() CASCADE");
  });
}

describe("on a tour of the product", () => {
  test("people log in, mistype, and forget their passwords", async () => {
    const { username } = await createAdministrator(app.services, admin.tenant, {
      email: `${MAILBOX}@quitten.example`,
      firstname: STREET,
      lastname: NAME,
      password: PASSWORD,
    });
    const browser = () =>
      new TestBrowser(app.server, "alpha", "http://alpha.vereinsheim.localhost:8080");
    const address = await browser().openLogin("v".repeat(64));
    for (const wrong of [`${PASSWORD}x`, NAME]) await browser().submit(address, username, wrong);
    const { access_token: token } = await browser().logIn(username, PASSWORD);
    const headers = { authorization: `Bearer ${token}` };
    const found = await app.server.inject({ url: `/alpha/api/user/search?q=${NAME}`, headers });
    expect(found.statusCode).toBe(200);
    await browser().request("POST", "/realms/alpha/login-actions/reset-credentials", {
      username,
    });
    for (const url of [`/alpha/api/${NAME}`, `/alpha/api/user/${NAME}`, `/${NAME}/api/me`, "/%ff"])
      await app.server.inject({ url, headers });
    expect(text.join("")).not.toContain(token);
  });

  test("every write fails with its row", async () => {
    await refuseRows();
    const statuses = await everyRoute(admin);
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(40);
    await app.runJobs();
    await allowRows();
  });

  test("every route is called, by an administrator and by a stranger", async () => {
    const statuses = await everyRoute(admin);
    expect(statuses.filter((status) => status < 400).length).toBeGreaterThan(80);
    expect(await everyRoute(null)).toContain(401);
    await app.runJobs();
  });

  test("the mail server refuses everybody", () => {
    expect(lines()).toContainEqual(
      expect.objectContaining({
        msg: "job failed, will be tried again",
        job: "mail:send-mail",
        tenant: "alpha",
        err: expect.objectContaining({ message: "mail server: 451 4.3.0" }),
      }),
    );
  });
});

describe("afterwards the log", () => {
  test.each(PERSONAL)("holds no %s", (value) => {
    const found = text.filter((line) => line.toLowerCase().includes(value.toLowerCase()));
    expect(found).toEqual([]);
  });

  test("holds no address, account, question or token of any other kind", () => {
    const found = text.filter((line) =>
      /[\w.]+@(?:[\w-]+\.)+[a-z]{2}|[A-Z]{2}\d{20}|\/\S*\?\w+=|Bearer |test\.[\da-f-]{36}/.test(
        line,
      ),
    );
    expect(found).toEqual([]);
  });

  test("names club and request in each line of a club's request", () => {
    const ofClub = lines().filter(
      ({ route, msg }) => route?.startsWith("/:tenant/") === true && msg === "answered",
    );
    expect(ofClub.length).toBeGreaterThan(300);
    // A club that is not there is not named: anything may stand in an address.
    expect(ofClub.filter(({ tenant }) => tenant !== "alpha").length).toBeLessThanOrEqual(1);
    expect(ofClub.filter(({ requestId }) => requestId === undefined)).toEqual([]);
    const failed = lines().filter(({ msg }) => msg === "request failed");
    expect(failed.length).toBeGreaterThan(30);
    expect(new Set(failed.map(({ tenant }) => tenant))).toEqual(new Set(["alpha"]));
  });

  test("names the club in each line of a club's job", () => {
    const ofJobs = lines().filter(({ job }) => job !== undefined);
    expect(ofJobs.length).toBeGreaterThan(0);
    expect(new Set(ofJobs.map(({ tenant }) => tenant))).toEqual(new Set(["alpha"]));
  });

  test("tells of each failure what it was and where", () => {
    const failed = lines().filter(({ msg }) => msg === "request failed");
    for (const { err } of failed)
      expect(err).toMatchObject({
        type: expect.stringMatching(/\w/),
        stack: expect.stringMatching(/^at /),
      });
    expect(failed.some(({ err }) => err?.code === "23505")).toBe(true);
  });
});
