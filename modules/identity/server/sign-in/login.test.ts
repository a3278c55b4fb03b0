import { randomBytes } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer, TEST_PASSWORD } from "../testing.ts";

let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
});
afterAll(() => app?.close());

const browser = () => new TestBrowser(app.server, "alpha", app.origin);
const verifier = () => randomBytes(48).toString("base64url");

async function attempt(username: string, password: string, address?: string) {
  const visitor = browser();
  if (address !== undefined) visitor.address = address;
  return visitor.submit(await visitor.openLogin(verifier()), username, password);
}

const problemOf = ({ body }: { body: string }) =>
  /<p class="problem" role="alert"[^>]*>([^<]+)</.exec(body)?.[1] ?? body;

describe("login with name and password", () => {
  test("gives tokens that keycloak-js and the API understand", async () => {
    const { username, password, loginId, memberId } = await app.login(alpha);
    const tokens = await browser().logIn(username, password);
    const access = decodeJwt(tokens.access_token);
    expect(access).toMatchObject({
      sub: loginId,
      typ: "Bearer",
      azp: "frontend",
      preferred_username: username,
      aud: "urn:vereinsheim:api",
      iss: `${app.origin}/realms/alpha`,
    });
    expect(access.sid).toEqual(expect.any(String));
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe("ES256");
    expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(300);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ nonce: "nonce", sub: loginId });
    expect(decodeJwt(tokens.refresh_token)).toMatchObject({ typ: "Refresh", sid: access.sid });
    expect(await app.tokens.verify(alpha, tokens.access_token)).toMatchObject({
      subject: loginId,
      memberId,
      sessionId: access.sid,
    });
  });

  test("the login name is found whatever its case", async () => {
    const { username, password } = await app.login(alpha, { username: "Große.Erika" });
    expect(
      (await attempt(username.toUpperCase().replace("SS", "ß"), password)).statusCode,
    ).not.toBe(500);
    expect((await attempt("große.erika", password)).statusCode).toBe(303);
  });

  test("the contact address works when it is one person's, and asks for the user name when a family shares it", async () => {
    await app.login(alpha, { email: "einzeln@example.org" });
    expect((await attempt("Einzeln@example.org", TEST_PASSWORD)).statusCode).toBe(303);
    const first = await app.login(alpha, { email: "familie@example.org" });
    await app.login(alpha, { email: "familie@example.org", password: "Ganz anderes Wort 9" });
    const shared = await attempt("familie@example.org", TEST_PASSWORD);
    expect(shared.statusCode).toBe(401);
    expect(shared.body).toContain("mit Ihrem Benutzernamen");
    expect(problemOf(shared)).toBe(problemOf(await attempt("fremd@example.org", "falsch")));
    expect(problemOf(shared)).toBe(problemOf(await attempt(first.username, "falsch")));
    expect((await attempt(first.username, TEST_PASSWORD)).statusCode).toBe(303);
  });

  test("wrong passwords and unknown names are refused alike, and what was typed is escaped", async () => {
    const { username } = await app.login(alpha);
    const wrong = await attempt(username, "falsch falsch");
    const unknown = await attempt('<script>alert(1)</script>"', "falsch falsch");
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect(wrong.body).toContain("stimmt nicht");
    expect(unknown.body).toContain("stimmt nicht");
    expect(unknown.body).not.toContain("<script>alert");
  });

  test("a closed account gets a clear sentence, but only with the right password", async () => {
    const { username, password, memberId } = await app.login(alpha);
    await app.services.database.write(alpha.id, systemActor(), (tx) =>
      app.admin.disableLogins(tx, [memberId]),
    );
    expect((await attempt(username, password)).body).toContain("Ihr Zugang ist abgeschaltet");
    expect((await attempt(username, "falsch falsch")).body).not.toContain("abgeschaltet");
  });

  test("whoever left in the past, died or is in the trash stays outside; leaving today or later does not matter yet", async () => {
    const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });
    const { username, password, memberId } = await app.login(alpha);
    await app.changeMember(alpha, memberId, { left_on: today });
    expect((await attempt(username, password)).statusCode).toBe(303);
    await app.changeMember(alpha, memberId, { left_on: "2020-01-31" });
    expect((await attempt(username, password)).body).toContain("Mitgliedschaft ist beendet");
    await app.changeMember(alpha, memberId, { left_on: null, deceased_on: "2020-01-31" });
    expect((await attempt(username, password)).body).toContain("Mitgliedschaft ist beendet");
    await app.changeMember(alpha, memberId, { deceased_on: null, deleted_at: new Date() });
    expect((await attempt(username, password)).statusCode).toBe(401);
  });

  test("passwords are kept as argon2id with 19 MiB and two passes", async () => {
    const { loginId } = await app.login(alpha);
    const { findLogin } = await import("../logins/login-queries.ts");
    const login = await app.services.database.read(alpha.id, (tx) => findLogin(tx, loginId));
    expect(login?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("another tenant's name and password are worth nothing here", async () => {
    const beta = await app.tenant("beta");
    const { username, password } = await app.login(beta);
    expect((await attempt(username, password)).statusCode).toBe(401);
  });
});

describe("guessing", () => {
  test("slows down and says so, and the right login from elsewhere still works", async () => {
    const { username, password } = await app.login(alpha);
    const answers = [];
    for (let index = 0; index < 10; index++)
      answers.push(await attempt(username, `falsch ${index}`, "198.51.100.1"));
    expect(answers.slice(0, 8).every(({ statusCode }) => statusCode === 401)).toBe(true);
    const last = answers.at(-1);
    expect(last?.statusCode).toBe(429);
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
    expect(last?.body).toContain("Zu viele Versuche");
    expect((await attempt(username, password, "198.51.100.1")).statusCode).toBe(429);
    expect((await attempt(username, password, "198.51.100.2")).statusCode).toBe(303);
  });

  test("parallel tries count like tries in a row", async () => {
    const { username } = await app.login(alpha);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        attempt(username, `falsch ${index}`, "198.51.100.3"),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(8);
  });

  test("counts for the account, whichever of its names was typed", async () => {
    const { username, password } = await app.login(alpha, { email: "zwei.namen@example.org" });
    const from = "198.51.100.4";
    const statuses = [];
    for (let index = 0; index < 4; index++) {
      statuses.push((await attempt(username, `falsch ${index}`, from)).statusCode);
      statuses.push((await attempt("Zwei.Namen@example.org", "falsch", from)).statusCode);
    }
    expect(new Set(statuses)).toEqual(new Set([401]));
    for (const name of [`${username.toUpperCase()} `, "zwei.namen@example.org", username])
      expect((await attempt(name, password, from)).statusCode, name).toBe(429);
    expect((await attempt(username, password, "198.51.100.5")).statusCode).toBe(303);
  });

  test("starts afresh for both names after a right password", async () => {
    const { username, password } = await app.login(alpha, { email: "frisch@example.org" });
    const from = "198.51.100.6";
    for (let index = 0; index < 7; index++)
      expect((await attempt(username, "falsch", from)).statusCode).toBe(401);
    expect((await attempt("frisch@example.org", password, from)).statusCode).toBe(303);
    for (let index = 0; index < 7; index++)
      expect((await attempt("frisch@example.org", "falsch", from)).statusCode).toBe(401);
    expect((await attempt(username, password, from)).statusCode).toBe(303);
  });

  test("at both names in parallel counts like one after the other", async () => {
    const { username } = await app.login(alpha, { email: "parallel@example.org" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        attempt(index % 2 === 0 ? username : "parallel@example.org", "falsch", "198.51.100.7"),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(8);
  });

  test("at a name that nobody has is limited alike", async () => {
    const statuses = [];
    for (let index = 0; index < 10; index++)
      statuses.push((await attempt("gibt.es.nicht", "falsch", "198.51.100.8")).statusCode);
    expect(statuses).toEqual([...Array<number>(8).fill(401), 429, 429]);
  });

  test("an IPv6 household is one address, and many addresses get one try each once an account is under attack", async () => {
    const { username, password } = await app.login(alpha);
    for (let index = 0; index < 8; index++)
      await attempt(username, `falsch ${index}`, `2001:db8:1:1::${index}`);
    expect((await attempt(username, "falsch", "2001:db8:1:1::ffff")).statusCode).toBe(429);
    for (let index = 0; index < 40; index++)
      await attempt(username, `falsch ${index}`, `2001:db8:2:${index}::1`);
    expect((await attempt(username, "falsch", "2001:db8:2:1::2")).statusCode).toBe(429);
    expect((await attempt(username, password, "203.0.113.99")).statusCode).toBe(303);
  }, 60_000);

  test("a member disabled while logged in ends at the login page, not in an error", async () => {
    const { username, password, loginId } = await app.login(alpha);
    const visitor = browser();
    const tokens = await visitor.logIn(username, password);
    const { setLoginStates } = await import("../logins/login-queries.ts");
    // Only the state: the session itself stays, as when it ends by the date of leaving.
    await app.services.database.write(alpha.id, systemActor(), (tx) =>
      setLoginStates(tx, [loginId], "DISABLED"),
    );
    await expect(app.tokens.verify(alpha, tokens.access_token)).rejects.toMatchObject({
      status: 401,
    });
    expect((await visitor.refresh(tokens.refresh_token)).statusCode).toBe(400);
    const next = await visitor.openLogin(verifier());
    expect(next).toContain("/login-actions/authenticate/");
    expect((await visitor.request("GET", next)).body).toContain("E-Mail oder Benutzername");
    const silent = await visitor.followToApplication(
      visitor.authorizationUrl(verifier(), { prompt: "none" }),
    );
    expect(silent.get("error")).toBe("login_required");
    const other = await app.login(alpha);
    const submitted = await visitor.submit(next, other.username, other.password);
    expect(submitted.statusCode).toBe(303);
  });
});

describe("tenants", () => {
  test("unknown and suspended ones get a German page with 404, and nothing is built", async () => {
    for (const name of ["unbekannt", "UPPER", "a..b", "a".repeat(80)]) {
      const answer = await app.server.inject({
        method: "GET",
        url: `/realms/${name}/protocol/openid-connect/auth`,
      });
      expect(answer.statusCode, name).toBe(404);
      expect(answer.body).toContain("Diesen Verein gibt es hier nicht");
    }
  });
});
