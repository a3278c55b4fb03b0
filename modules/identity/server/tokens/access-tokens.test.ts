import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, exportJWK, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { embeddedAccessTokens } from "./embedded-access-tokens.ts";
import { rotateSigningKey, signingKeys } from "./signing-keys.ts";
import { TestBrowser, type Tokens } from "../test-browser.ts";
import { type RealmServer, startRealmServer, type TestLogin } from "../testing.ts";

let app: RealmServer;
let alpha: TenantRow;
let login: TestLogin;
let tokens: Tokens;
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
  login = await app.login(alpha);
  tokens = await new TestBrowser(app.server, "alpha", app.origin).logIn(
    login.username,
    login.password,
  );
});
afterAll(() => app?.close());

/** The real token's claims, changed, signed with the realm's real key. */
async function signed(
  change: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  const [key] = await signingKeys(app.services, alpha.id);
  if (key === undefined) throw new Error("no key");
  const claims = { ...decodeJwt(tokens.access_token), ...change };
  for (const [name, value] of Object.entries(claims)) if (value === undefined) delete claims[name];
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: key.id, ...header })
    .sign(await importJWK(key.privateJwk, "ES256"));
}

const refused = (token: string, tenant = alpha) =>
  expect(app.tokens.verify(tenant, token)).rejects.toMatchObject({ status: 401 });

describe("the check of access tokens", () => {
  test("accepts what the provider gave, again and again", async () => {
    await app.tokens.verify(alpha, tokens.access_token);
    await app.tokens.verify(alpha, await signed({}));
    const first = await app.tokens.verify(alpha, tokens.access_token);
    for (let index = 0; index < 20; index++)
      expect(await app.tokens.verify(alpha, tokens.access_token)).toEqual(first);
  });

  test("refuses a token it has accepted before once it has expired, and in another tenant", async () => {
    const token = await signed({ exp: Math.floor(Date.now() / 1000) + 60 });
    await app.tokens.verify(alpha, token);
    await app.tokens.verify(alpha, token);
    await refused(token, await app.tenant("gamma"));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 63_000 });
    try {
      await refused(token);
    } finally {
      vi.useRealTimers();
    }
    await app.tokens.verify(alpha, token);
  });

  test("refuses no signature, foreign keys and algorithms of the attacker's choice", async () => {
    const claims = decodeJwt(tokens.access_token);
    const { kid } = decodeProtectedHeader(tokens.access_token);
    const [header = "", payload = "", signature = ""] = tokens.access_token.split(".");
    await refused("");
    await refused("x.y.z");
    await refused(`${base64({ alg: "none", kid })}.${base64(claims)}.`);
    await refused(`${header}.${payload}.`);
    await refused(`${header}.${base64({ ...claims, sub: login.memberId })}.${signature}`);
    const [key] = await signingKeys(app.services, alpha.id);
    const pem = key?.publicKey.export({ type: "spki", format: "pem" }).toString() ?? "";
    const head = `${base64({ alg: "HS256", kid })}.${base64(claims)}`;
    await refused(`${head}.${createHmac("sha256", pem).update(head).digest("base64url")}`);
    const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" });
    for (const extra of [
      {},
      { kid: "unknown" },
      { jwk: await exportJWK(foreign.publicKey) },
      { jku: "https://evil.example/keys" },
    ]) {
      const forged = `${base64({ alg: "ES256", kid, ...extra })}.${base64(claims)}`;
      await refused(
        `${forged}.${sign("sha256", Buffer.from(forged), { key: foreign.privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`,
      );
    }
    // The good one is still good: nothing above was refused for another reason.
    expect(await app.tokens.verify(alpha, tokens.access_token)).toMatchObject({
      subject: login.loginId,
    });
  });

  test("refuses expired tokens, other audiences, issuers, kinds and parties, and id and refresh tokens", async () => {
    const now = Math.floor(Date.now() / 1000);
    await refused(await signed({ exp: now - 10 }));
    await refused(await signed({ exp: undefined }));
    await refused(await signed({ aud: "frontend" }));
    await refused(await signed({ iss: `${app.origin}/realms/beta` }));
    await refused(await signed({ typ: "ID" }));
    await refused(await signed({ typ: undefined }));
    await refused(await signed({ azp: "other" }));
    await refused(await signed({ sid: undefined }));
    await refused(await signed({ sub: crypto.randomUUID() }));
    await refused(await signed({ sid: "aaaaaaaaaaaaaaaaaaaaa" }));
    await refused(tokens.id_token);
    await refused(tokens.refresh_token);
    // The good one is still good: nothing above was refused for another reason.
    expect(await app.tokens.verify(alpha, tokens.access_token)).toMatchObject({
      subject: login.loginId,
    });
  });

  test("refuses a token of another tenant, even under the same session names", async () => {
    const beta = await app.tenant("beta");
    await refused(tokens.access_token, beta);
    // The good one is still good: nothing above was refused for another reason.
    expect(await app.tokens.verify(alpha, tokens.access_token)).toMatchObject({
      subject: login.loginId,
    });
  });

  test("a rotated key works at once, and tokens of the old one until they expire", async () => {
    await app.services.database.write(alpha.id, systemActor(), (tx) =>
      rotateSigningKey(app.services, tx),
    );
    const other = embeddedAccessTokens(app.services);
    await other.verify(alpha, tokens.access_token);
    await expect
      .poll(
        async () => {
          const browser = new TestBrowser(app.server, "alpha", app.origin);
          const next = await browser.logIn(login.username, login.password);
          await other.verify(alpha, next.access_token);
          return decodeProtectedHeader(next.access_token).kid;
        },
        { timeout: 10_000 },
      )
      .not.toBe(decodeProtectedHeader(tokens.access_token).kid);
    await app.tokens.verify(alpha, tokens.access_token);
    const jwks = await app.server.inject({
      method: "GET",
      url: "/realms/alpha/protocol/openid-connect/certs",
    });
    expect(jwks.json().keys).toHaveLength(2);
    expect(jwks.body).not.toContain('"d"');
  });

  test("a session that ended and a login that was closed are refused within seconds", async () => {
    const browser = new TestBrowser(app.server, "alpha", app.origin);
    const other = await app.login(alpha);
    const { access_token: token } = await browser.logIn(other.username, other.password);
    await app.tokens.verify(alpha, token);
    await app.services.database.write(alpha.id, systemActor(), (tx) =>
      app.admin.endSessions(tx, [other.memberId]),
    );
    await refused(token);
    const { access_token: second, refresh_token } = await browser.logIn(
      other.username,
      other.password,
    );
    await app.tokens.verify(alpha, second);
    await app.changeMember(alpha, other.memberId, { left_on: "2020-01-01" });
    await refused(second);
    expect((await browser.refresh(refresh_token)).statusCode).toBe(400);
  });
});
