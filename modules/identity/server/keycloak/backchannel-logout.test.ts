import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { cleanUpLogins } from "../cleanup.ts";
import { KeycloakDouble, type RealmServer, startRealmServer } from "../testing.ts";
import { backdateEndedSessions } from "../testing-queries.ts";

let keycloak: KeycloakDouble;
let app: RealmServer;
let alpha: TenantRow;
let memberId: string;
let userId: string;

beforeAll(async () => {
  keycloak = new KeycloakDouble();
  await keycloak.start();
  app = await startRealmServer({ ...keycloak.variables, DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
  await app.tenant("beta");
  memberId = await app.member(alpha, { firstName: "Eva" });
  const login = { memberId, username: "eva", password: "Vier Woerter hier" };
  await app.services.database.write(alpha.id, systemActor(), (tx) =>
    app.admin.createLoginWithPassword(tx, login),
  );
  await app.runJobs();
  userId = keycloak.userOf(memberId)?.id ?? "";
});
afterAll(async () => {
  await app?.close();
  await keycloak.close();
});
afterEach(() => {
  keycloak.outage = undefined;
});

const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

/** A logout token as a Keycloak makes it, with other claims where given. */
const logoutToken = (claims: Record<string, unknown>, realm = "alpha") =>
  keycloak.token(realm, userId, {
    aud: "frontend",
    typ: "Logout",
    azp: undefined,
    jti: randomUUID(),
    events: EVENTS,
    ...claims,
  });

async function tell(token: string | undefined, tenant = "alpha"): Promise<number> {
  const { statusCode } = await app.server.inject({
    method: "POST",
    url: `/public/${tenant}/backchannel-logout`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    ...(token !== undefined && { body: new URLSearchParams({ logout_token: token }).toString() }),
  });
  return statusCode;
}

const session = async () => {
  const sid = randomUUID();
  return { sid, token: await keycloak.token("alpha", userId, { sid }) };
};
const counts = (token: string) =>
  app.tokens.verify(alpha, token).then(
    () => true,
    () => false,
  );

test("a log-in that ended at the Keycloak counts no longer, from the next request on; others do", async () => {
  const [first, second] = [await session(), await session()];
  expect([await counts(first.token), await counts(second.token)]).toEqual([true, true]);
  expect(await tell(await logoutToken({ sid: first.sid }))).toBe(200);
  expect([await counts(first.token), await counts(second.token)]).toEqual([false, true]);
  // Told twice, as after a lost answer.
  expect(await tell(await logoutToken({ sid: first.sid }))).toBe(200);
});

describe("ends nobody's log-in:", () => {
  const at = Math.floor(Date.now() / 1000);
  test.each<[string, Record<string, unknown>]>([
    ["another issuer's", { iss: "https://evil.example/realms/alpha" }],
    ["one for another client", { aud: "account" }],
    ["an access token", { aud: "urn:vereinsheim:api", events: undefined }],
    ["an ID token", { nonce: "abc" }],
    ["one without its event", { events: { other: {} } }],
    ["one that was kept", { iat: at - 3_600, exp: undefined }],
    ["one without an id of its own", { jti: undefined }],
    ["one that names nobody", { sub: undefined, sid: undefined }],
  ])("%s", async (_what, claims) => {
    const { sid, token } = await session();
    expect(await tell(await logoutToken({ sid, ...claims }))).toBe(400);
    expect(await counts(token)).toBe(true);
  });

  test("one of another club's realm, sent here or told there", async () => {
    const { sid, token } = await session();
    expect(await tell(await logoutToken({ sid }, "beta"))).toBe(400);
    expect(await tell(await logoutToken({ sid }), "beta")).toBe(400);
    expect(await tell(await logoutToken({ sid }, "beta"), "beta")).toBe(200);
    expect(await counts(token)).toBe(true);
  });

  test.each([["no token"], ["a.b.c"], [""]])("%j", async (text) => {
    expect(await tell(text === "no token" ? undefined : text)).toBe(400);
  });

  test("one to a club that is not there", async () => {
    expect(await tell(await logoutToken({ sid: randomUUID() }), "gamma")).toBe(404);
  });
});

test("ended log-ins are forgotten after a day", async () => {
  const { sid, token } = await session();
  await tell(await logoutToken({ sid }));
  const age = (hours: number) =>
    app.services.database.write(alpha.id, systemActor(), (tx) => backdateEndedSessions(tx, hours));
  await age(23);
  await app.runScheduled(cleanUpLogins);
  expect(await counts(token)).toBe(false);
  await age(25);
  await app.runScheduled(cleanUpLogins);
  expect(await counts(token)).toBe(true);
});

test("without a session all log-ins of the user are over, and the next one counts", async () => {
  const { token } = await session();
  expect(await tell(await logoutToken({ sid: undefined }))).toBe(200);
  expect(await counts(token)).toBe(false);
  const later = Math.floor(Date.now() / 1000) + 1;
  expect(await counts(await keycloak.token("alpha", userId, { iat: later }))).toBe(true);
});
