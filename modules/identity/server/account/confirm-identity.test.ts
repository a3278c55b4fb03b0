import { generate } from "otplib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { VirtualAuthenticator } from "../second-factor/virtual-authenticator.ts";
import { type RealmServer, startRealmServer, TestBrowser, type TestLogin } from "../testing.ts";
import { ageLogin } from "../testing-queries.ts";

// Whoever finds an open browser must not make themselves a way in that outlives it.

let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
});
afterAll(() => app?.close());
afterEach(() => void vi.useRealTimers());

const ACCOUNT = "/realms/alpha/account";
const FOR_TOTP = `${ACCOUNT}/confirm?purpose=totp`;
const FOR_REMOVAL = `${ACCOUNT}/confirm?purpose=passkey-removal`;
const FOR_PASSKEY = `${ACCOUNT}/confirm?purpose=passkey`;
const COOKIE = "login_confirmed";
const browser = () => new TestBrowser(app.server, "alpha", app.origin);

interface Owner {
  visitor: TestBrowser;
  login: TestLogin;
}

const age = (loginId: string, seconds: number) =>
  app.services.database.write(alpha.id, systemActor(), (tx) => ageLogin(tx, loginId, seconds));

/** Somebody who logged in so many seconds ago. */
async function loggedIn(secondsAgo: number): Promise<Owner> {
  const login = await app.login(alpha, { email: "erika@example.org" });
  const visitor = browser();
  await visitor.logIn(login.username, login.password);
  await age(login.loginId, secondsAgo);
  return { visitor, login };
}

const begin = ({ visitor }: Owner) => visitor.request("POST", `${ACCOUNT}/totp/begin`, {});
const confirmCode = ({ visitor }: Owner, code: string) =>
  visitor.request("POST", `${ACCOUNT}/totp/confirm`, { code });
const askOptions = ({ visitor }: Owner) => visitor.postJson(`${ACCOUNT}/passkey-options`, {});
const confirm = ({ visitor, login }: Owner, purpose: string, password = login.password) =>
  visitor.request("POST", `${ACCOUNT}/confirm`, { password, purpose });
const secretIn = (body: string) => /<code>(\w+)<\/code>/.exec(body)?.[1];

/** Whether this browser may set something up, or is asked for the password first. */
async function isAsked(owner: Owner): Promise<boolean> {
  const [app, passkey] = [await begin(owner), await askOptions(owner)];
  const asked = app.headers.location === FOR_TOTP;
  expect(secretIn(app.body) === undefined).toBe(asked);
  expect([passkey.statusCode, passkey.json().confirmAt]).toEqual(
    asked ? [403, FOR_PASSKEY] : [200, undefined],
  );
  return asked;
}

const placeOf = async (visitor: TestBrowser, url: string) => {
  const options = (await visitor.postJson(`${url}/passkey-options`, {})).json();
  const rpId = String(options.rpId ?? options.rp.id);
  return { challenge: String(options.challenge), origin: app.origin, rpId };
};

async function addPasskey({ visitor }: Owner, name: string): Promise<VirtualAuthenticator> {
  const device = new VirtualAuthenticator();
  const response = device.register(await placeOf(visitor, ACCOUNT));
  await visitor.postJson(`${ACCOUNT}/passkey`, { response, name });
  return device;
}

async function firstRemoval({ visitor }: Owner): Promise<string> {
  const { body } = await visitor.request("GET", ACCOUNT);
  return /action="([^"]+\/passkeys\/[^"]+\/remove)"/.exec(body)?.[1] ?? "none";
}

describe("within five minutes of the log-in", () => {
  test("an app and a passkey are set up at once", async () => {
    expect(await isAsked(await loggedIn(290))).toBe(false);
  });

  test("an app that was begun may be finished a little later", async () => {
    const owner = await loggedIn(290);
    const secret = secretIn((await begin(owner)).body) ?? "";
    await age(owner.login.loginId, 600);
    const done = await confirmCode(owner, await generate({ secret }));
    expect(done.body).toContain("Ihre Wiederherstellungscodes");
  });

  test("a passkey is removed at once", async () => {
    const owner = await loggedIn(0);
    await addPasskey(owner, "Handy");
    await age(owner.login.loginId, 290);
    const removed = await owner.visitor.request("POST", await firstRemoval(owner), {});
    expect(removed.headers.location).toBe(`${ACCOUNT}?done=passkey-off`);
    expect(await firstRemoval(owner)).toBe("none");
  });

  test("of a log-in by passkey likewise", async () => {
    const owner = await loggedIn(0);
    const device = await addPasskey(owner, "Handy");
    await age(owner.login.loginId, 301);

    const visitor = browser();
    const url = await visitor.openLogin("v".repeat(64));
    const signed = device.authenticate(await placeOf(visitor, url));
    const { continueAt } = (await visitor.postJson(`${url}/passkey`, { response: signed })).json();
    await visitor.followToApplication(continueAt);
    expect(await isAsked({ ...owner, visitor })).toBe(false);
    expect(await isAsked(owner)).toBe(true);
  });
});

describe("later", () => {
  test("neither a secret, nor recovery codes, nor a passkey come without the password", async () => {
    const owner = await loggedIn(0);
    const secret = secretIn((await begin(owner)).body) ?? "";
    const elsewhere = browser();
    await elsewhere.logIn(owner.login.username, owner.login.password);
    await age(owner.login.loginId, 301);
    const thief = { ...owner, visitor: elsewhere };
    expect(await isAsked(thief)).toBe(true);
    const finished = await confirmCode(thief, await generate({ secret }));
    expect([finished.statusCode, finished.headers.location]).toEqual([303, FOR_TOTP]);
    const saved = await elsewhere.postJson(`${ACCOUNT}/passkey`, {
      response: new VirtualAuthenticator().register({
        challenge: "c2VsYnN0IGdlbWFjaHQ",
        origin: app.origin,
        rpId: "localhost",
      }),
      name: "Fremdes",
    });
    expect(saved.statusCode).toBe(401);
    const page = await elsewhere.request("GET", ACCOUNT);
    expect(page.body).not.toContain("Fremdes");
    expect(page.body).not.toContain("Wiederherstellungscode");
    const codes = await elsewhere.request("POST", `${ACCOUNT}/totp/change`, { change: "codes" });
    expect(codes.statusCode).toBe(400);
  });

  test("the password opens the way to the app", async () => {
    const owner = await loggedIn(301);
    const page = await owner.visitor.request("GET", FOR_TOTP);
    expect(page.body).toContain("Bitte bestätigen Sie, dass Sie es sind");
    expect(page.body).toMatch(/bevor Sie\s+eine Authenticator-App einrichten/);
    const wrong = await confirm(owner, "totp", "falsch falsch");
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain("Das Passwort ist nicht richtig.");
    expect(await isAsked(owner)).toBe(true);
    const secret = secretIn((await confirm(owner, "totp")).body) ?? "";
    const done = await confirmCode(owner, await generate({ secret }));
    expect(done.body).toContain("Ihre Wiederherstellungscodes");
  });

  test("and to a passkey", async () => {
    const owner = await loggedIn(301);
    const page = await owner.visitor.request("GET", FOR_PASSKEY);
    expect(page.body).toMatch(/bevor Sie\s+einen Passkey einrichten/);
    const done = await confirm(owner, "passkey");
    expect([done.statusCode, done.headers.location]).toEqual([303, `${ACCOUNT}?done=confirmed`]);
    expect((await owner.visitor.request("GET", String(done.headers.location))).body).toContain(
      "Danke. Sie können jetzt einen Passkey einrichten.",
    );
    expect(await isAsked(owner)).toBe(false);
  });

  test("and to removing one, which stays until then", async () => {
    const owner = await loggedIn(0);
    const names = async () =>
      [
        ...(await owner.visitor.request("GET", ACCOUNT)).body.matchAll(
          /<strong>(\w+)<\/strong>, ein/g,
        ),
      ].map(([, name]) => name);
    await addPasskey(owner, "Handy");
    await addPasskey(owner, "Laptop");
    await age(owner.login.loginId, 301);
    const remove = await firstRemoval(owner);
    const asked = await owner.visitor.request("POST", remove, {});
    expect([asked.statusCode, asked.headers.location]).toEqual([303, FOR_REMOVAL]);
    expect(await names()).toEqual(["Handy", "Laptop"]);
    const page = await owner.visitor.request("GET", FOR_REMOVAL);
    expect(page.body).toMatch(/bevor Sie\s+einen Passkey entfernen/);
    expect((await confirm(owner, "passkey-removal", "falsch falsch")).statusCode).toBe(400);
    await owner.visitor.request("POST", remove, {});
    expect(await names()).toEqual(["Handy", "Laptop"]);
    const done = await confirm(owner, "passkey-removal");
    expect(done.headers.location).toBe(`${ACCOUNT}?done=confirmed-removal`);
    expect((await owner.visitor.request("GET", String(done.headers.location))).body).toContain(
      "Danke. Sie können den Passkey jetzt entfernen.",
    );
    await owner.visitor.request("POST", remove, {});
    expect(await names()).toEqual(["Laptop"]);
  });

  test("guessing at it is limited, with the sentence on the page", async () => {
    const owner = await loggedIn(301);
    const answers = [];
    for (let time = 0; time < 9; time += 1)
      answers.push(await confirm(owner, "totp", "falsch falsch"));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 8 }, () => 400),
      429,
    ]);
    expect(answers.at(-1)?.headers["retry-after"]).toEqual(expect.any(String));
    expect(answers.at(-1)?.body).toContain("Zu viele Versuche");
    expect((await confirm(owner, "totp")).statusCode).toBe(429);
  });

  test.each(["nichts", ""])(
    "an address that names nothing to set up asks too: %j",
    async (purpose) => {
      const owner = await loggedIn(301);
      const page = await owner.visitor.request("GET", `${ACCOUNT}/confirm?purpose=${purpose}`);
      expect(page.statusCode).toBe(200);
      const empty = await owner.visitor.request("POST", `${ACCOUNT}/confirm`, { purpose });
      expect(empty.statusCode).toBe(400);
    },
  );

  test("nobody without a log-in finds the page", async () => {
    for (const method of ["GET", "POST"] as const) {
      const answer = await browser().request(method, `${ACCOUNT}/confirm`);
      expect(answer.headers.location).toBe(`${app.origin}/profile`);
    }
  });
});

describe("a confirmation", () => {
  async function confirmed(): Promise<Owner & { cookie: string }> {
    const owner = await loggedIn(301);
    await confirm(owner, "passkey");
    const cookie = owner.visitor.cookie(COOKIE) ?? "";
    expect(cookie).not.toBe("");
    return { ...owner, cookie };
  }

  test("counts for nobody else, and in no other log-in of the same person", async () => {
    const { login, cookie } = await confirmed();
    const stranger = await loggedIn(301);
    stranger.visitor.setCookie(COOKIE, cookie, ACCOUNT);
    expect(await isAsked(stranger)).toBe(true);
    const again = browser();
    await again.logIn(login.username, login.password);
    await age(login.loginId, 301);
    again.setCookie(COOKIE, cookie, ACCOUNT);
    expect(await isAsked({ visitor: again, login })).toBe(true);
  });

  test("is worth nothing when changed by a byte", async () => {
    const owner = await confirmed();
    const [first = "", ...rest] = owner.cookie;
    owner.visitor.setCookie(COOKIE, `${first === "A" ? "B" : "A"}${rest.join("")}`, ACCOUNT);
    expect(await isAsked(owner)).toBe(true);
  });

  test("ends after a quarter of an hour, whatever is begun meanwhile", async () => {
    const owner = await confirmed();
    const began = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(began + 14 * 60_000);
    expect(await isAsked(owner)).toBe(false);
    vi.setSystemTime(began + 16 * 60_000);
    expect(await isAsked(owner)).toBe(true);
  });
});
