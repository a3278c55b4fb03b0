import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import { exportJWK, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { createLiveBus } from "#platform/server/live.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { keycloakAccessTokens } from "./keycloak-access-tokens.ts";
import { ALGORITHMS } from "./realm-keys.ts";
import { KeycloakDouble, type RealmServer, startRealmServer } from "../testing.ts";

let keycloak: KeycloakDouble;
let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  keycloak = new KeycloakDouble();
  await keycloak.start();
  app = await startRealmServer({ ...keycloak.variables, DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
});
afterAll(async () => {
  await app?.close();
  await keycloak.close();
});
afterEach(() => {
  keycloak.outage = undefined;
});

const write = <T>(work: (tx: WriteTx) => Promise<T>) =>
  app.services.database.write(alpha.id, systemActor(), work);

/** A member whose login the Keycloak knows. */
async function known(): Promise<{ memberId: string; loginId: string; userId: string }> {
  const memberId = await app.member(alpha, { firstName: "Eva" });
  const username = `eva${randomUUID().slice(0, 8)}`;
  const { loginId } = await write((tx) =>
    app.admin.createLoginWithPassword(tx, { memberId, username, password: "Vier Woerter hier" }),
  );
  await app.runJobs();
  return { memberId, loginId, userId: keycloak.userOf(memberId)?.id ?? "" };
}

function service() {
  const { auth } = app.services.environment;
  if (auth === undefined) throw new Error("no Keycloak");
  return auth;
}

const refused = (token: string, tenant = alpha) =>
  expect(app.tokens.verify(tenant, token)).rejects.toMatchObject({ status: 401 });

describe("tokens of a Keycloak", () => {
  test("are accepted with RS256 and stand for the login of their user", async () => {
    const { memberId, loginId, userId } = await known();
    const token = await keycloak.token("alpha", userId, { sid: "session-one" });
    expect(await app.tokens.verify(alpha, token)).toMatchObject({
      subject: loginId,
      memberId,
      sessionId: "session-one",
    });
  });

  test("are accepted with whatever a realm can be told to sign with", async () => {
    const { memberId, userId } = await known();
    expect(ALGORITHMS).toHaveLength(10);
    const tokens = await Promise.all(
      ALGORITHMS.map((alg) => keycloak.token("alpha", userId, {}, alg)),
    );
    // One that has not read the realm's keys yet.
    const process = keycloakAccessTokens(app.services, service());
    for (const [index, token] of tokens.entries())
      expect(await process.verify(alpha, token), ALGORITHMS[index]).toMatchObject({ memberId });
    // Each key stands for its own algorithm only.
    const [header = "", payload, signature] = (tokens[ALGORITHMS.indexOf("RS512")] ?? "").split(
      ".",
    );
    const renamed = Buffer.from(header, "base64url").toString().replace('RS512",', 'RS384",');
    const changed = `${Buffer.from(renamed).toString("base64url")}.${payload}.${signature}`;
    await expect(process.verify(alpha, changed)).rejects.toMatchObject({ status: 401 });
  });

  test("are refused with other claims than an access token of ours has", async () => {
    const { userId } = await known();
    const now = Math.floor(Date.now() / 1000);
    for (const claims of [
      { iss: `${keycloak.url}/realms/beta` },
      { iss: "https://evil.example/realms/alpha" },
      { aud: "account" },
      { typ: "ID" },
      { typ: undefined },
      { azp: "admin-cli" },
      { exp: now - 60 },
      { sid: undefined },
      { sub: randomUUID() },
      { sub: "admin" },
    ])
      await refused(await keycloak.token("alpha", userId, claims));
    await refused(await keycloak.token("beta", userId));
  });

  test("are refused without a signature, with a foreign key and with the public key as a secret", async () => {
    const { userId } = await known();
    const good = await keycloak.token("alpha", userId);
    const [header = "", payload = ""] = good.split(".");
    const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    await refused(`${base64({ alg: "none" })}.${payload}.`);
    await refused(`${header}.${payload}.`);
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const foreign = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "one", jku: "https://evil.example/keys" })
      .sign(own.privateKey);
    await refused(foreign);
    const embedded = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "two", jwk: await exportJWK(own.publicKey) })
      .sign(own.privateKey);
    await refused(embedded);
    const certs = await fetch(`${keycloak.url}/realms/alpha/protocol/openid-connect/certs`);
    const confused = `${base64({ alg: "HS256", kid: "one" })}.${payload}`;
    const mac = createHmac("sha256", await certs.text())
      .update(confused)
      .digest("base64url");
    await refused(`${confused}.${mac}`);
    await app.tokens.verify(alpha, good);
  });

  test("say nothing while their keys can't be had: that is an outage, no refusal", async () => {
    const { userId } = await known();
    const token = await keycloak.token("alpha", userId);
    const process = keycloakAccessTokens(app.services, service());
    keycloak.outage = 503;
    await expect(process.verify(alpha, token)).rejects.toMatchObject({
      status: 503,
      code: "IDENTITY_UNAVAILABLE",
    });
    // One that knows the keys goes on without it.
    await app.tokens.verify(alpha, token);
    keycloak.outage = undefined;
    await vi.waitFor(() => process.verify(alpha, token), { timeout: 5_000, interval: 300 });
  });
});

test("whose time is over are an outage too while nobody can renew them", async () => {
  const { userId } = await known();
  const past = Math.floor(Date.now() / 1000) - 600;
  const token = await keycloak.token("alpha", userId, { iat: past, exp: past + 300 });
  await refused(token);
  // Another process: one answer about the Keycloak serves for some seconds.
  const process = keycloakAccessTokens(app.services, service());
  await process.verify(alpha, await keycloak.token("alpha", userId));
  keycloak.outage = 503;
  await expect(process.verify(alpha, token)).rejects.toMatchObject({
    status: 503,
    code: "IDENTITY_UNAVAILABLE",
  });
});

test("name the issuer that browsers know, whatever address their keys are fetched from", async () => {
  const { userId, loginId } = await known();
  const { url } = service();
  const issuerOf = (tenant: string) => `https://login.example.org/auth/realms/${tenant}`;
  const process = keycloakAccessTokens(app.services, { issuerOf, url });
  const token = await keycloak.token("alpha", userId, { iss: issuerOf("alpha") });
  expect(await process.verify(alpha, token)).toMatchObject({ subject: loginId });
  await expect(process.verify(alpha, await keycloak.token("alpha", userId))).rejects.toMatchObject({
    status: 401,
  });
});

describe("what our tables say counts at once, while the Keycloak is away", () => {
  test("a login that is switched off, and again once it is on", async () => {
    const { memberId, userId } = await known();
    const token = await keycloak.token("alpha", userId);
    await app.tokens.verify(alpha, token);
    keycloak.outage = 503;
    await write((tx) => app.admin.disableLogins(tx, [memberId]));
    await refused(token);
    await refused(await keycloak.token("alpha", userId));
    await write((tx) => app.admin.enableLogin(tx, memberId));
    // The Keycloak would still renew what was thrown out: nobody comes in until it has heard.
    await refused(await keycloak.token("alpha", userId));
    keycloak.outage = undefined;
    await app.runJobs();
    await refused(token);
    const later = Math.floor(Date.now() / 1000) + 1;
    await app.tokens.verify(alpha, await keycloak.token("alpha", userId, { iat: later }));
  });

  test("sessions that were ended: the old tokens, and new ones of the old session", async () => {
    const { memberId, userId } = await known();
    const token = await keycloak.token("alpha", userId);
    await app.tokens.verify(alpha, token);
    keycloak.outage = 503;
    await write((tx) => app.admin.endSessions(tx, [memberId]));
    await refused(token);
    await refused(await keycloak.token("alpha", userId));
    keycloak.outage = undefined;
    await app.runJobs();
    await refused(token);
    const later = Math.floor(Date.now() / 1000) + 1;
    await app.tokens.verify(alpha, await keycloak.token("alpha", userId, { iat: later }));
  });

  test("a member who has left, and a login that was deleted", async () => {
    const [leaving, deleted] = [await known(), await known()];
    const tokens = [
      await keycloak.token("alpha", leaving.userId),
      await keycloak.token("alpha", deleted.userId),
    ] as const;
    for (const token of tokens) await app.tokens.verify(alpha, token);
    keycloak.outage = 503;
    await app.changeMember(alpha, leaving.memberId, { left_on: "2020-01-01" });
    await write((tx) => app.admin.deleteLogin(tx, deleted.memberId));
    for (const token of tokens) await refused(token);
  });

  test("by another process as well", async () => {
    const { memberId, userId } = await known();
    const token = await keycloak.token("alpha", userId);
    // It hears of changes through the database only.
    const live = createLiveBus();
    await live.start(app.ownerUrl, app.services.log);
    try {
      const other = keycloakAccessTokens({ ...app.services, live }, service());
      await other.verify(alpha, token);
      await write((tx) => app.admin.endSessions(tx, [memberId]));
      await expect
        .poll(
          () =>
            other.verify(alpha, token).then(
              () => "accepted",
              (error: { status?: number }) => error.status,
            ),
          { timeout: 2_000 },
        )
        .toBe(401);
    } finally {
      await live.close();
    }
  });
});
