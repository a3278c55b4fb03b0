import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantRow } from "#platform/server/principal.ts";
import { TestBrowser } from "./test-browser.ts";
import { type RealmServer, startRealmServer } from "./testing.ts";

let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
});
afterAll(() => app?.close());

describe("login with name and password", () => {
  test("gives tokens that keycloak-js and the API understand", async () => {
    const { username, password, loginId, memberId } = await app.login(alpha);
    const tokens = await new TestBrowser(app.server, "alpha", app.origin).logIn(username, password);
    const access = decodeJwt(tokens.access_token);
    expect(access).toMatchObject({ sub: loginId, typ: "Bearer", azp: "frontend", preferred_username: username, aud: "urn:vereinsheim:api", iss: `${app.origin}/realms/alpha` });
    expect(access.sid).toEqual(expect.any(String));
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe("ES256");
    expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(300);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ nonce: "nonce", sub: loginId });
    expect(decodeJwt(tokens.refresh_token)).toMatchObject({ typ: "Refresh", sid: access.sid });
    expect(await app.tokens.verify(alpha, tokens.access_token)).toMatchObject({ subject: loginId, memberId, sessionId: access.sid });
  });
});
