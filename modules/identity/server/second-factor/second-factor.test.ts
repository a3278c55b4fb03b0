import { generate } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { type RealmServer, startRealmServer, TestBrowser, type TestLogin } from "../testing.ts";
import { findTotp } from "./second-factor-queries.ts";

let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
});
afterAll(() => app?.close());

const ACCOUNT = "/realms/alpha/account";
const COOKIE = "login_second_step";
const browser = () => new TestBrowser(app.server, "alpha", app.origin);

interface Owner {
  visitor: TestBrowser;
  login: TestLogin;
  secret: string;
  codes: string[];
}

const codesOf = (body: string) =>
  [...body.matchAll(/<li>(\w{4}-\w{4}-\w{4})<\/li>/g)].map((match) => match[1] ?? "");

async function withSecondFactor(): Promise<Owner> {
  const login = await app.login(alpha, { email: "zweiter@example.org" });
  const visitor = browser();
  await visitor.logIn(login.username, login.password);
  const setup = await visitor.request("POST", `${ACCOUNT}/totp/begin`, {});
  const secret = /<code>(\w+)<\/code>/.exec(setup.body)?.[1] ?? "";
  const code = await generate({ secret });
  const on = await visitor.request("POST", `${ACCOUNT}/totp/confirm`, { code });
  return { visitor, login, secret, codes: codesOf(on.body) };
}

/** A browser in which the password was right. */
async function atSecondStep({ login }: Owner) {
  const visitor = browser();
  const url = await visitor.openLogin("v".repeat(64));
  const answer = await visitor.submit(url, login.username, login.password);
  expect(String(answer.headers.location)).toContain("/second-factor");
  return {
    visitor,
    url,
    enter: (code: string) => visitor.request("POST", `${url}/second-factor`, { code }),
  };
}

describe("the second step", () => {
  test("keeps its secret encrypted", async () => {
    const { login, secret } = await withSecondFactor();
    const totp = await app.services.database.read(alpha.id, (tx) => findTotp(tx, login.loginId));
    expect(totp?.secret).not.toContain(secret);
    expect(app.services.secrets.decrypt("totp", totp?.secret ?? "")).toBe(secret);
    expect(() => app.services.secrets.decrypt("keycloak", totp?.secret ?? "")).toThrow(
      /authenticate|auth/,
    );
  });

  test("gives no tokens before the code was right", async () => {
    const owner = await withSecondFactor();
    const { visitor, enter } = await atSecondStep(owner);
    const silent = await visitor.followToApplication(
      visitor.authorizationUrl("v".repeat(64), { prompt: "none" }),
    );
    expect(silent.get("error")).toBe("login_required");
    expect((await enter("")).statusCode).toBe(400);
    expect((await enter("12345")).statusCode).toBe(401);
    expect((await enter("x".repeat(101))).statusCode).toBe(400);
    expect((await enter(owner.codes[0] ?? "")).statusCode).toBe(303);
  });

  test("takes one code from one of two browsers at the same time", async () => {
    const owner = await withSecondFactor();
    const [first, second] = [await atSecondStep(owner), await atSecondStep(owner)];
    const code = owner.codes[3] ?? "";
    const answers = await Promise.all([first.enter(code), second.enter(code)]);
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["303", "401"]);
  });

  test("tells the owner that a recovery code was used", async () => {
    const owner = await withSecondFactor();
    await (await atSecondStep(owner)).enter(owner.codes[1] ?? "");
    expect((await app.newestMail()).text).toContain("Wiederherstellungscode benutzt");
  });

  test("is not passed with another person's codes", async () => {
    const [owner, other] = [await withSecondFactor(), await withSecondFactor()];
    const { enter } = await atSecondStep(owner);
    expect((await enter(other.codes[0] ?? "")).statusCode).toBe(401);
    const later = Math.floor(Date.now() / 1000) + 30;
    expect((await enter(await generate({ secret: other.secret, epoch: later }))).statusCode).toBe(
      401,
    );
  });
});

describe("the note that the password was right", () => {
  test("opens nothing in another login, when changed, or as another kind of note", async () => {
    const owner = await withSecondFactor();
    const { visitor, url } = await atSecondStep(owner);
    const note = visitor.cookie(COOKIE) ?? "";
    expect(note).not.toContain(owner.login.loginId);

    const thief = browser();
    const other = await thief.openLogin("v".repeat(64));
    const path = new URL(other, app.origin).pathname;
    const enter = () =>
      thief.request("POST", `${other}/second-factor`, { code: owner.codes[0] ?? "" });
    for (const value of [
      note,
      `${note.slice(0, -2)}AA`,
      "x",
      "",
      note.split("").toReversed().join(""),
    ]) {
      thief.setCookie(COOKIE, value, path);
      // Back to the first step.
      expect((await enter()).headers.location, value).toBe(path);
    }
    const forPasskeys = await visitor.postJson(`${url}/passkey-options`, {});
    expect(forPasskeys.statusCode).toBe(200);
    thief.setCookie(COOKIE, visitor.cookie("login_passkey_challenge") ?? "", path);
    expect((await enter()).headers.location).toBe(path);
  });

  test("of another club is worth nothing", async () => {
    const owner = await withSecondFactor();
    const { visitor } = await atSecondStep(owner);
    await app.tenant("gamma");
    const elsewhere = new TestBrowser(
      app.server,
      "gamma",
      `http://gamma.vereinsheim.localhost:${app.services.environment.port}`,
    );
    const url = await elsewhere.openLogin("v".repeat(64));
    const path = new URL(url, elsewhere.origin).pathname;
    elsewhere.setCookie(COOKIE, visitor.cookie(COOKIE) ?? "", path);
    const answer = await elsewhere.request("POST", `${url}/second-factor`, {
      code: owner.codes[0] ?? "",
    });
    expect(answer.headers.location).toBe(path);
  });
});

describe("on the account page", () => {
  test("new recovery codes replace the old ones, for one who knows the password", async () => {
    const owner = await withSecondFactor();
    const change = (password: string, what: string) =>
      owner.visitor.request("POST", `${ACCOUNT}/totp/change`, {
        "totp-password": password,
        change: what,
      });
    expect((await change("falsch falsch", "codes")).statusCode).toBe(400);
    expect((await change(owner.login.password, "alles")).statusCode).toBe(400);
    const made = codesOf((await change(owner.login.password, "codes")).body);
    expect(made).toHaveLength(10);
    const { enter } = await atSecondStep(owner);
    expect((await enter(owner.codes[0] ?? "")).statusCode).toBe(401);
    expect((await enter(made[0] ?? "")).statusCode).toBe(303);
  });

  test("it is switched off with the password, and the owner is told", async () => {
    const owner = await withSecondFactor();
    const off = (password: string) =>
      owner.visitor.request("POST", `${ACCOUNT}/totp/change`, {
        "totp-password": password,
        change: "off",
      });
    for (let time = 0; time < 8; time++) await off(`falsch ${time}`);
    // Guessing the password here is limited as at the login.
    expect((await off(owner.login.password)).statusCode).toBe(429);
    await browser().request("GET", ACCOUNT);
    owner.visitor.address = "203.0.113.8";
    expect((await off(owner.login.password)).headers.location).toContain("done=totp-off");
    expect((await app.newestMail()).text).toContain("Zweiter Schritt ausgeschaltet");
    await browser().logIn(owner.login.username, owner.login.password);
  });

  test("a set-up that was begun asks for nothing yet, and can be begun again", async () => {
    const login = await app.login(alpha);
    const visitor = browser();
    await visitor.logIn(login.username, login.password);
    const confirm = (code: string) => visitor.request("POST", `${ACCOUNT}/totp/confirm`, { code });
    expect((await confirm("123456")).body).toContain("Anmeldung und Sicherheit");
    const first = await visitor.request("POST", `${ACCOUNT}/totp/begin`, {});
    await browser().logIn(login.username, login.password);
    const again = await visitor.request("POST", `${ACCOUNT}/totp/begin`, {});
    const secretOf = (body: string) => /<code>(\w+)<\/code>/.exec(body)?.[1] ?? "";
    expect(secretOf(again.body)).not.toBe(secretOf(first.body));
    const old = await generate({ secret: secretOf(first.body) });
    expect((await confirm(old)).statusCode).toBe(400);
    const code = await generate({ secret: secretOf(again.body) });
    expect(codesOf((await confirm(code)).body)).toHaveLength(10);
    // Once it is on, beginning again shows no secret.
    const third = await visitor.request("POST", `${ACCOUNT}/totp/begin`, {});
    expect(secretOf(third.body)).toBe("");
  });
});
