import { generate } from "otplib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { homeOf } from "#modules/identity/server/public.ts";
import { passwordMatches } from "#modules/identity/server/logins/passwords.ts";
import {
  type RealmServer,
  startRealmServer,
  TEST_PASSWORD,
  TEST_SECRET,
  TestBrowser,
  type TestLogin,
} from "#modules/identity/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { type Outcome, runInShell } from "./testing.ts";

let app: RealmServer;
let club: TenantRow;
let erika: TestLogin;
let number = 0;

beforeAll(async () => {
  app = await startRealmServer();
});
afterAll(() => app?.close());
beforeEach(async () => {
  number += 1;
  club = await app.tenant(`club${number}`);
  erika = await app.login(club, { username: "erika", email: "erika@example.org" });
});
afterEach(() => vi.unstubAllEnvs());

function user(command: string, ...args: string[]): Promise<Outcome> {
  return runInShell(["user", command, club.name, ...args], {
    DATABASE_URL: app.ownerUrl,
    DATA_DIR: app.dataDir,
    APP_SECRET: TEST_SECRET,
  });
}

const browser = () =>
  new TestBrowser(app.server, club.name, homeOf(app.services.environment, club.name));
const passwordIn = ({ stdout }: Outcome) => /^Passwort: (\S+)$/m.exec(stdout)?.[1] ?? "";
const rows = async (text: string) => {
  const { rows: found } = await withClient(app.ownerUrl, (client) => client.query(text, [club.id]));
  return found;
};
const disable = () =>
  app.services.database.write(club.id, systemActor(), (tx) =>
    app.admin.disableLogins(tx, [erika.memberId]),
  );

test("a lost password is replaced: sessions and mailed links end, and its owner is told", async () => {
  const before = browser();
  const tokens = await before.logIn(erika.username, TEST_PASSWORD);
  await app.services.database.write(club.id, systemActor(), (tx) =>
    app.admin.sendPasswordReset(tx, erika.memberId),
  );
  const { link } = await app.newestMail();
  const outcome = await user("reset-password", "ERIKA");
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(outcome.stdout).toContain("Neues Passwort für erika (Erika Mustermann).");
  await expect(app.tokens.verify(club, tokens.access_token)).rejects.toMatchObject({ status: 401 });
  expect((await before.refresh(tokens.refresh_token)).statusCode).toBe(400);
  expect((await browser().request("GET", link)).statusCode).toBe(410);
  const old = browser();
  const form = await old.openLogin("v".repeat(64));
  expect((await old.submit(form, erika.username, TEST_PASSWORD)).statusCode).toBe(401);
  await browser().logIn(erika.username, passwordIn(outcome));
  const { text } = await app.newestMail();
  expect(text).toContain("Ihr Passwort wurde geändert");
  expect(text).toContain("wer Ihre Anwendung betreibt");
  expect(text).not.toContain(passwordIn(outcome));
});

test("a password from ADMIN_PASSWORD has to be a good one, and is not shown", async () => {
  vi.stubEnv("ADMIN_PASSWORD", "Mustermann1");
  const refused = await user("reset-password", "erika");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("ADMIN_PASSWORD: Das Passwort besteht fast nur aus");
  await browser().logIn("erika", TEST_PASSWORD);
  vi.stubEnv("ADMIN_PASSWORD", "Lampe Ufer Kreide Moos");
  const outcome = await user("reset-password", "erika");
  expect(outcome.code).toBe(0);
  expect(outcome.stdout).not.toContain("Lampe");
  await browser().logIn("erika", "Lampe Ufer Kreide Moos");
});

test("a lost telephone is no obstacle, when the operator says so", async () => {
  const visitor = browser();
  await visitor.logIn("erika", TEST_PASSWORD);
  const setup = await visitor.request("POST", `${visitor.realm}/account/totp/begin`, {});
  const secret = /<code>(\w+)<\/code>/.exec(setup.body)?.[1] ?? "";
  const code = await generate({ secret });
  await visitor.request("POST", `${visitor.realm}/account/totp/confirm`, { code });
  expect((await user("list")).stdout).toMatch(/^erika\tErika Mustermann\tACTIVE\t-\t2FA\t\d/m);

  const kept = await user("reset-password", "erika");
  expect(kept.stdout).toContain("Der zweite Faktor bleibt.");
  const asked = browser();
  const url = await asked.openLogin("v".repeat(64));
  const step = await asked.submit(url, "erika", passwordIn(kept));
  expect(String(step.headers.location)).toContain("/second-factor");

  const without = await user("reset-password", "erika", "--without-second-factor");
  expect(without.stdout).not.toContain("Der zweite Faktor bleibt.");
  await browser().logIn("erika", passwordIn(without));
  expect(await rows("SELECT FROM login_recovery_code WHERE tenant_id = $1")).toHaveLength(0);
});

test("a disabled login stays so until the operator enables it", async () => {
  await disable();
  expect(await user("reset-password", "erika")).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "Der Zugang „erika“ ist abgeschaltet. Wenn er wieder gelten soll, bitte --enable anfügen.\n",
  });
  const [login] = await rows("SELECT state, password_hash FROM login WHERE tenant_id = $1");
  expect(login.state).toBe("DISABLED");
  expect(await passwordMatches(login.password_hash, TEST_PASSWORD)).toBe(true);
  const outcome = await user("reset-password", "erika", "--enable");
  expect(outcome.code).toBe(0);
  await browser().logIn("erika", passwordIn(outcome));
});

test("somebody who was only invited can come in", async () => {
  const memberId = await app.member(club, { firstName: "Jo", email: "jo@example.org" });
  await app.services.database.write(club.id, systemActor(), (tx) =>
    app.admin.inviteLogin(tx, { memberId, username: "jo" }),
  );
  expect((await user("list")).stdout).toContain("jo\tJo Mustermann\tINVITED\t-\t-\t-\n");
  expect((await user("make-admin", "jo")).stdout).toContain(
    `vereinsheim user reset-password ${club.name} jo\n`,
  );
  await browser().logIn("jo", passwordIn(await user("reset-password", "jo")));
});

test("a club without an administrator gets one again, and its record says who did it", async () => {
  expect(await user("make-admin", "erika@example.org")).toEqual({
    code: 0,
    stdout: "Erika Mustermann (erika) ist Administrator.\n",
    stderr: "",
  });
  expect((await user("list")).stdout).toContain("erika\tErika Mustermann\tACTIVE\tADMIN\t");
  expect(await rows("SELECT id FROM member WHERE tenant_id = $1 AND is_admin")).toEqual([
    { id: erika.memberId },
  ]);
  const changes = await rows("SELECT updated_by_system AS who FROM member WHERE tenant_id = $1");
  expect(changes.at(-1)).toEqual({ who: "Betreiber" });
  // Once more does no harm.
  expect((await user("make-admin", "erika")).code).toBe(0);
  await disable();
  expect((await user("make-admin", "erika")).stdout).toContain(
    `vereinsheim user reset-password --enable ${club.name} erika\n`,
  );
});

test("nobody in the trash is made administrator, and who has left is told of", async () => {
  await app.changeMember(club, erika.memberId, { left_on: "2020-01-01" });
  expect((await user("reset-password", "erika")).stdout).toContain(
    "Diese Person gehört nicht mehr zum Verein",
  );
  await app.changeMember(club, erika.memberId, { deleted_at: new Date() });
  expect(await user("make-admin", "erika")).toEqual({
    code: 1,
    stdout: "",
    stderr: "Erika Mustermann liegt im Papierkorb. Bitte nehmen Sie jemand anderen.\n",
  });
});

test("an address that several share names them, and nothing is done; other clubs are not asked", async () => {
  await app.login(club, { username: "max", firstName: "Max", email: "ERIKA@example.org" });
  const refused = await user("reset-password", "erika@example.org");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("passen mehrere Zugänge");
  expect(refused.stderr).toContain("  erika\tErika Mustermann\n  max\tMax Mustermann\n");
  await browser().logIn("erika", TEST_PASSWORD);
  const other = await app.tenant(`other${number}`);
  await app.login(other, { username: "fremd" });
  for (const command of ["reset-password", "make-admin"])
    expect(await user(command, "fremd")).toEqual({
      code: 1,
      stdout: "",
      stderr: `Einen Zugang „fremd“ gibt es in diesem Verein nicht. Alle zeigt: vereinsheim user list ${club.name}\n`,
    });
  expect((await user("list")).stdout).not.toContain("fremd");
});

test("logins are listed for programs, without anything secret", async () => {
  await browser().logIn("erika", TEST_PASSWORD);
  const { code, stdout } = await user("list", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    {
      memberId: erika.memberId,
      username: "erika",
      name: "Erika Mustermann",
      email: "erika@example.org",
      memberNumber: expect.any(String),
      state: "ACTIVE",
      belongs: true,
      hasSecondFactor: false,
      isAdmin: false,
      lastSeenAt: expect.stringMatching(/^20\d\d-/),
    },
  ]);
});
