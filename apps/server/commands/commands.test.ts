import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import { newestVersion } from "#platform/server/database/schema/applied.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { programVersion } from "#platform/server/program-version.ts";
import { createTestDatabase, type TestDatabase } from "#platform/server/testing/database.ts";
import { testApp, type TestApp } from "../testing.ts";
import { runInShell } from "./testing.ts";

let app: TestApp;
let variables: Record<string, string>;

beforeAll(async () => {
  app = await testApp();
  await app.tenant("alpha", "Verein Alpha");
  const { databaseUrl, dataDir, appSecret } = app.services.environment;
  variables = {
    DATABASE_URL: databaseUrl ?? "",
    DATA_DIR: dataDir,
    APP_SECRET: appSecret ?? "",
    LOG_LEVEL: "silent",
  };
});
afterAll(() => app?.close());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs a command as a shell would; underscores stand for spaces within a word. */
function run(line: string, settings = variables) {
  return runInShell(
    line.split(" ").map((part) => part.replaceAll("_", " ").trim()),
    settings,
  );
}

const FOREIGN = / at |Error:|Invalid|expected|zod|node:/;

test.each([
  ["user create-admin alpha kurz", "Die Angabe „kurz“ ist keine E-Mail-Adresse."],
  ["user create-admin niemand a@example.org", 'Einen Verein "niemand" gibt es nicht.'],
  [
    "user create-admin alpha a@example.org --firstname _",
    "Vorname und Nachname dürfen nicht leer sein.",
  ],
  ["tenant create alpha", 'Einen Verein "alpha" gibt es schon.'],
  ["tenant create beta --display-name _", "Der angezeigte Name braucht 1 bis 120 Zeichen."],
  ["tenant delete niemand --yes", 'Einen Verein "niemand" gibt es nicht.'],
])("%s is refused in one German sentence", async (line, sentence) => {
  expect(await run(line)).toEqual({ code: 1, stdout: "", stderr: `${sentence}\n` });
});

test.each([
  ["tenant list --alle", "Die Angabe „--alle“ gibt es hier nicht."],
  ["tenant create beta --display-name", "Zu „--display-name“ fehlt der Wert"],
  ["tenant", 'Den Befehl "tenant" gibt es nicht.'],
])("%s is called wrongly, and told so in German", async (line, sentence) => {
  const { code, stderr } = await run(line);
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(FOREIGN);
});

test("a password that is too short or easy is refused, and nobody is made", async () => {
  vi.stubEnv("ADMIN_PASSWORD", "kurz");
  const refused = await run("user create-admin alpha a@example.org");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toBe(
    "ADMIN_PASSWORD: Das Passwort ist zu kurz. Es braucht mindestens 10 Zeichen.\n",
  );
  vi.stubEnv("ADMIN_PASSWORD", "Vier zufaellige Woerter");
  expect(await run("user create-admin alpha a@example.org")).toMatchObject({ code: 0 });
  const again = await run("user create-admin alpha a@example.org");
  expect(again).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "Die Adresse a@example.org hat in diesem Verein schon jemand. Wer einen Zugang hat, bekommt alle Rechte mit: vereinsheim user make-admin alpha a@example.org\n",
  });
});

test("a new club and its first administrator are told with the address that opens it", async () => {
  const settings = { ...variables, PUBLIC_URL: "https://{tenant}.vereine.example" };
  const created = await run("tenant create neuling --display-name Neuling_e._V.", settings);
  expect(created).toEqual({
    code: 0,
    stderr: "",
    stdout: [
      'Der Verein "neuling" ist angelegt: https://neuling.vereine.example',
      "Nächster Schritt: vereinsheim user create-admin neuling E-MAIL",
      "",
    ].join("\n"),
  });
  const admin = await run("user create-admin neuling erste@example.org", settings);
  expect(admin.stdout).toMatch(
    /^Angelegt: erste@example\.org\nPasswort: \S+\nAnmelden: https:\/\/neuling\.vereine\.example\n$/,
  );
  expect(await run("tenant delete neuling --yes")).toMatchObject({ code: 0 });
});

test.each(["tenant list", "user create-admin alpha a@example.org", "tenant suspend alpha"])(
  "%s leaves an empty folder and an empty database as they are, and says so",
  async (line) => {
    const folder = await mkdtemp(join(tmpdir(), "empty-"));
    const inFolder = await run(line, { DATA_DIR: folder });
    expect(inFolder).toMatchObject({ code: 1, stdout: "" });
    expect(inFolder.stderr).toContain(`In ${folder} ist noch keine Installation`);
    const database: TestDatabase = await createTestDatabase(
      process.env["TEST_DATABASE_URL"] ?? "",
      {
        migrated: false,
      },
    );
    const settings = { ...variables, DATA_DIR: folder, DATABASE_URL: database.ownerUrl };
    const inDatabase = await run(line, settings);
    expect(inDatabase).toMatchObject({ code: 1, stdout: "" });
    expect(inDatabase.stderr).toContain("In der Datenbank ist noch keine Installation");
    expect(await readdir(folder)).toEqual([]);
    await database.drop();
    await rm(folder, { recursive: true });
  },
);

test("a database on which another version started last is refused, and left as it is", async () => {
  const database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
  const settings = { ...variables, DATABASE_URL: database.ownerUrl };
  const started = (version: string) =>
    withClient(database.ownerUrl, (client) =>
      client.query("UPDATE operations_migrations.program SET version = $1", [version]),
    );
  await started("99.0.0");
  const behind = await run("tenant list", settings);
  expect(behind).toMatchObject({ code: 1, stdout: "" });
  expect(behind.stderr).toBe(
    `Die Datenbank gehört zu einer neueren Version von Vereinsheim (99.0.0); dieses Programm ist ${programVersion()}. Bitte nehmen Sie die neuere. Es wurde nichts verändert.\n`,
  );
  await started("0.0.9");
  const ahead = await run("tenant list", settings);
  expect(ahead).toMatchObject({ code: 1, stdout: "" });
  expect(ahead.stderr).toContain("auf einem früheren Stand (0.0.9)");
  expect(ahead.stderr).toContain("starten Sie zuerst den Server dieser Version");
  expect(await withClient(database.ownerUrl, newestVersion)).toBe("0.0.9");
  expect(await run("tenant create gamma", settings)).toMatchObject({ code: 0, stderr: "" });
  expect(await run("tenant list", settings)).toMatchObject({ code: 0, stderr: "" });
  await database.drop();
});

test("a database that is away is told in German", async () => {
  const settings = { ...variables, DATABASE_URL: "postgres://a:b@127.0.0.1:9/c" };
  expect(await run("tenant list", settings)).toEqual({
    code: 1,
    stdout: "",
    stderr: "Die Datenbank antwortet nicht: Unter ihrer Adresse läuft nichts.\n",
  });
});

test("clubs are listed for people and for programs, and the version is told", async () => {
  expect((await run("tenant list")).stdout).toMatch(
    /^alpha\tACTIVE\t\d{4}-\d\d-\d\d\t(-|\d{4}-\d\d-\d\d)\t\d+\t[\d,]+ B\t-\tVerein Alpha$/m,
  );
  const { code, stdout } = await run("tenant list --json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([
    {
      name: "alpha",
      state: "ACTIVE",
      members: expect.any(Number),
      bytes: expect.any(Number),
      usedBytes: expect.any(Number),
      quota: null,
    },
  ]);
  expect(await run("--version")).toEqual({
    code: 0,
    stdout: `vereinsheim ${programVersion()}\n`,
    stderr: "",
  });
});

test("the room of a club's files is limited, listed and set free", async () => {
  expect(await run("tenant quota alpha 1,5GB")).toEqual({
    code: 0,
    stderr: "",
    stdout: 'Die Dateien des Vereins "alpha" dürfen 1,5 GB belegen; belegt sind 0 B.\n',
  });
  expect((await run("tenant list")).stdout).toMatch(
    /^alpha\tACTIVE\t.*\t0 B\t1,5 GB\tVerein Alpha$/m,
  );
  expect(JSON.parse((await run("tenant list --json")).stdout)).toMatchObject([
    { name: "alpha", quota: 1_500_000_000 },
  ]);
  expect((await run("tenant quota alpha 2GiB")).stdout).toContain("dürfen 2,1 GB belegen");
  expect((await run("tenant quota alpha none")).stdout).toContain("hat keine Grenze");
  expect(JSON.parse((await run("tenant list --json")).stdout)).toMatchObject([{ quota: null }]);
  for (const size of ["viel", "5PB", "99999999999GB", "1.2.3GB"]) {
    const refused = await run(`tenant quota alpha ${size}`);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^"\S+" ist keine Größe\. Es geht 5GB/);
  }
  expect((await run("tenant quota niemand 5GB")).stderr).toBe(
    'Einen Verein "niemand" gibt es nicht.\n',
  );
});

test("a club is put into maintenance and taken out of it, alone or with all", async () => {
  const beta = await app.user(await app.tenant("wartung"), { isAdmin: true });
  const status = async () => (await app.call(usersContract.getMe, {}, beta)).status;
  const begun = await run("tenant maintenance wartung on Bis_14_Uhr.");
  expect(begun).toMatchObject({ code: 0, stderr: "" });
  await expect.poll(status).toBe(503);
  expect((await app.call(usersContract.getMe, {}, beta)).body).toMatchObject({
    detail: "Bis 14 Uhr.",
  });
  expect((await run("tenant list")).stdout).toMatch(/^wartung\tMAINTENANCE\t/m);
  expect((await run("tenant maintenance wartung off")).code).toBe(0);
  await expect.poll(status).toBe(200);

  expect((await run("tenant suspend wartung")).code).toBe(0);
  expect((await run("tenant maintenance wartung on")).stderr).toContain("ist abgeschaltet");
  expect(await run("maintenance on")).toEqual({
    code: 0,
    stderr: "",
    stdout: "In Wartung: 1 Verein.\n",
  });
  expect((await run("tenant list")).stdout).toMatch(/^wartung\tSUSPENDED\t/m);
  expect((await run("tenant list")).stdout).toMatch(/^alpha\tMAINTENANCE\t/m);
  expect((await run("maintenance off")).stdout).toBe("Wartung beendet: 1 Verein.\n");
  expect((await run("tenant maintenance wartung ja")).stderr).toContain('Statt "ja" wird');
  expect((await run("tenant maintenance wartung off Text")).code).toBe(1);
  expect((await run("tenant maintenance wartung on Text zuviel")).stderr).toContain(
    "Das ist zu viel: zuviel",
  );
  expect((await run("tenant delete wartung --yes")).code).toBe(0);
});

test("settings that are wrong are named in German, each with what is expected", async () => {
  const { code, stderr } = await run("tenant list", {
    ...variables,
    PORT: "x",
    DEMO: "vielleicht",
  });
  expect(code).toBe(1);
  expect(stderr).toBe(
    "Die Einstellungen sind nicht in Ordnung:\n  PORT: erwartet wird eine Zahl von 1 bis 65535\n  DEMO: erwartet wird 0 oder 1\n",
  );
});

test("a club gets another name: the old one is free, rows and other clubs are as they were", async () => {
  const boss = await app.user(await app.tenant("vorher", "TSV"), { isAdmin: true });
  expect(await run("tenant rename vorher alpha")).toEqual({
    code: 1,
    stdout: "",
    stderr: 'Einen Verein "alpha" gibt es schon.\n',
  });
  expect((await run("tenant rename vorher Nach.her")).stderr).toContain('"Nach.her" geht nicht');
  expect(await run("tenant rename vorher nachher")).toMatchObject({ code: 0, stderr: "" });
  const renamed = { ...boss.tenant, name: "nachher" };
  const statusAt = async (tenant: typeof renamed) =>
    (await app.call(usersContract.getMe, {}, boss, tenant)).status;
  await expect.poll(() => statusAt(boss.tenant)).toBe(404);
  expect(await statusAt(renamed)).toBe(200);
  expect((await run("tenant list")).stdout).toMatch(
    /^alpha\t.*\n(?:.*\n)*nachher\tACTIVE\t.*\tTSV$/m,
  );
  const refused = await run("tenant rename nachher dritter", {
    ...variables,
    AUTH_URL: "https://anmeldung.example.org",
  });
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("(AUTH_URL) lässt sich ein Verein nicht umbenennen");
});
