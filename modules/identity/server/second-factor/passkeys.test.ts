import { generate } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { type RealmServer, startRealmServer, TestBrowser, type TestLogin } from "../testing.ts";
import { VirtualAuthenticator } from "./virtual-authenticator.ts";

let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
});
afterAll(() => app?.close());

const ACCOUNT = "/realms/alpha/account";
const browser = () => new TestBrowser(app.server, "alpha", app.origin);

interface Owner {
  visitor: TestBrowser;
  login: TestLogin;
  device: VirtualAuthenticator;
}

async function loggedIn(): Promise<Owner> {
  const login = await app.login(alpha, { email: "passkey@example.org" });
  const visitor = browser();
  await visitor.logIn(login.username, login.password);
  return { visitor, login, device: new VirtualAuthenticator() };
}

async function placeOf(visitor: TestBrowser, url: string) {
  const options = (await visitor.postJson(`${url}/passkey-options`, {})).json();
  return {
    challenge: String(options.challenge),
    origin: app.origin,
    rpId: String(options.rpId ?? options.rp.id),
  };
}

async function register({ visitor, device }: Owner, name = "Mein Handy") {
  const response = device.register(await placeOf(visitor, ACCOUNT));
  return visitor.postJson(`${ACCOUNT}/passkey`, { response, name });
}

async function withPasskey(): Promise<Owner> {
  const owner = await loggedIn();
  expect((await register(owner)).statusCode).toBe(200);
  return owner;
}

/** A login in a fresh browser up to the device's question. */
async function begun() {
  const visitor = browser();
  const url = await visitor.openLogin("v".repeat(64));
  return { visitor, url, place: await placeOf(visitor, url) };
}

describe("a passkey", () => {
  test("is set up on the account page, opens the login without a password, and its owner is told", async () => {
    const owner = await withPasskey();
    expect((await app.newestMail()).text).toContain("Neuer Passkey");
    expect((await owner.visitor.request("GET", ACCOUNT)).body).toContain("Mein Handy");

    const { visitor, url, place } = await begun();
    const answer = await visitor.postJson(`${url}/passkey`, {
      response: owner.device.authenticate(place),
    });
    expect(answer.statusCode).toBe(200);
    const fragment = await visitor.followToApplication(answer.json().continueAt);
    const tokens = await visitor.exchange(fragment.get("code") ?? "", "v".repeat(64));
    const { memberId } = await app.tokens.verify(alpha, tokens.json().access_token);
    expect(memberId).toBe(owner.login.memberId);
  });

  test("counts as both steps where the second one is switched on", async () => {
    const owner = await withPasskey();
    const setup = await owner.visitor.request("POST", `${ACCOUNT}/totp/begin`, {});
    const secret = /<code>(\w+)<\/code>/.exec(setup.body)?.[1] ?? "";
    const code = await generate({ secret });
    const on = await owner.visitor.request("POST", `${ACCOUNT}/totp/confirm`, { code });
    expect(on.statusCode).toBe(200);
    const { visitor, url, place } = await begun();
    const answer = await visitor.postJson(`${url}/passkey`, {
      response: owner.device.authenticate(place),
    });
    const fragment = await visitor.followToApplication(answer.json().continueAt);
    expect(fragment.get("code")).toEqual(expect.any(String));
  });

  test("that was removed opens nothing", async () => {
    const owner = await withPasskey();
    const page = await owner.visitor.request("GET", ACCOUNT);
    const remove = /action="([^"]+\/remove)"/.exec(page.body)?.[1] ?? "";
    const stranger = await loggedIn();
    // Another person's form removes nothing of theirs.
    expect((await stranger.visitor.request("POST", remove, {})).statusCode).toBe(303);
    expect((await owner.visitor.request("GET", ACCOUNT)).body).toContain("Mein Handy");
    expect((await owner.visitor.request("POST", remove, {})).headers.location).toContain(
      "done=passkey-off",
    );
    const { visitor, url, place } = await begun();
    const answer = await visitor.postJson(`${url}/passkey`, {
      response: owner.device.authenticate(place),
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().detail).toContain("gehört zu keinem Zugang");
  });

  test("of a closed login is refused with a sentence", async () => {
    const owner = await withPasskey();
    await app.services.database.write(alpha.id, systemActor(), (tx) =>
      app.admin.disableLogins(tx, [owner.login.memberId]),
    );
    const { visitor, url, place } = await begun();
    const answer = await visitor.postJson(`${url}/passkey`, {
      response: owner.device.authenticate(place),
    });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      401,
      "Dieser Zugang ist abgeschaltet. Bitte wenden Sie sich an Ihren Verein.",
    ]);
  });

  test("has a name that is shown as text, whatever it says", async () => {
    const owner = await loggedIn();
    expect((await register(owner, "<img src=x onerror=alert(1)>")).statusCode).toBe(200);
    const { body } = await owner.visitor.request("GET", ACCOUNT);
    expect(body).not.toContain("<img src=x");
    expect(body).toContain("&#60;img src=x");
    expect((await register(await loggedIn(), "x".repeat(61))).statusCode).toBe(401);
  });
});

describe("what an attacker could hand over instead", () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await withPasskey();
  });
  const refused = async (
    make: (place: { challenge: string; origin: string; rpId: string }) => object,
  ) => {
    const { visitor, url, place } = await begun();
    const answer = await visitor.postJson(`${url}/passkey`, { response: make(place) });
    expect(answer.statusCode).toBe(401);
  };

  test("a signature for another page, another host or another challenge", async () => {
    await refused((place) =>
      owner.device.authenticate({ ...place, origin: "https://evil.example" }),
    );
    await refused((place) => owner.device.authenticate({ ...place, rpId: "evil.example" }));
    await refused((place) => owner.device.authenticate({ ...place, challenge: "AAAA" }));
    await refused((place) => owner.device.authenticate(place, "webauthn.create"));
  });

  test("one of a device that did not ask for its owner", async () => {
    owner.device.verifiesUser = false;
    await refused((place) => owner.device.authenticate(place));
    owner.device.verifiesUser = true;
  });

  test("one with another key under the same name, or with an older counter", async () => {
    const thief = new VirtualAuthenticator();
    thief.register({ challenge: "AAAA", origin: app.origin, rpId: "localhost" });
    const { credential } = owner.device;
    if (thief.credential === undefined || credential === undefined) throw new Error("no key");
    thief.credential.id = credential.id;
    await refused((place) => thief.authenticate(place));

    const { visitor, url, place } = await begun();
    credential.counter = 40;
    await visitor.postJson(`${url}/passkey`, { response: owner.device.authenticate(place) });
    credential.counter = 3;
    await refused((place2) => owner.device.authenticate(place2));
  });

  test("the answer of one browser in another one", async () => {
    const first = await begun();
    const second = await begun();
    const response = owner.device.authenticate(first.place);
    expect((await second.visitor.postJson(`${second.url}/passkey`, { response })).statusCode).toBe(
      401,
    );
  });

  test("nothing, or nothing that makes sense", async () => {
    const { visitor, url } = await begun();
    for (const body of [{}, { response: null }, { response: { id: "x" } }, [], "x"])
      expect((await visitor.postJson(`${url}/passkey`, body)).statusCode).toBe(401);
    const fresh = browser();
    const without = await fresh.openLogin("v".repeat(64));
    const response = owner.device.authenticate({
      challenge: "AAAA",
      origin: app.origin,
      rpId: "localhost",
    });
    expect((await fresh.postJson(`${without}/passkey`, { response })).statusCode).toBe(401);
  });

  test("a registration with the challenge of another person", async () => {
    const other = await loggedIn();
    const response = other.device.register(await placeOf(other.visitor, ACCOUNT));
    const cookie = other.visitor.cookie("login_passkey_challenge") ?? "";
    const thief = await loggedIn();
    thief.visitor.setCookie("login_passkey_challenge", cookie, ACCOUNT);
    const answer = await thief.visitor.postJson(`${ACCOUNT}/passkey`, { response, name: "x" });
    expect(answer.statusCode).toBe(401);
  });

  test("a registration without a log-in, or from a foreign page", async () => {
    const stranger = browser();
    expect((await stranger.postJson(`${ACCOUNT}/passkey-options`, {})).statusCode).toBe(401);
    const foreign = await owner.visitor.postJson(
      `${ACCOUNT}/passkey-options`,
      {},
      { origin: "https://evil.example" },
    );
    expect(foreign.statusCode).toBe(403);
    const silent = await owner.visitor.postJson(
      `${ACCOUNT}/passkey-options`,
      {},
      { "sec-fetch-site": "cross-site" },
    );
    expect(silent.statusCode).toBe(403);
  });
});
