import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { findLoginOfMember } from "../logins/login-queries.ts";
import { type RealmServer, startRealmServer } from "../testing.ts";

// A small HTTP server stands for the Keycloak: it keeps what a Keycloak would, and tells what was
// asked of it.

interface User {
  id: string;
  username: string;
  enabled: boolean;
  attributes: Record<string, string[]>;
  email?: string;
}

const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" };

let double: Server;
let url: string;
let app: RealmServer;
let alpha: TenantRow;
let asked: string[] = [];
let tokens = 0;
let refuseTokens = 0;
const realms = new Set<string>();
const users = new Map<string, User>();

beforeAll(async () => {
  double = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://double");
      const text = Buffer.concat(chunks).toString();
      const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(body === undefined ? undefined : JSON.stringify(body));
      if (pathname === "/realms/master/protocol/openid-connect/token") {
        tokens++;
        return answer(200, { access_token: `token${tokens}`, expires_in: 60 });
      }
      if (pathname.endsWith("/protocol/openid-connect/certs")) return answer(200, { keys: [jwk] });
      asked.push(`${request.method} ${pathname}`);
      if (refuseTokens-- > 0 || !request.headers.authorization?.startsWith("Bearer token"))
        return answer(401, {});
      const [, , , realm = "", kind, id = "", action] = pathname.split("/");
      if (kind === undefined && request.method === "GET")
        return realms.has(realm) ? answer(200, { realm }) : answer(404, {});
      if (realm === "" && request.method === "POST") {
        realms.add((JSON.parse(text) as { realm: string }).realm);
        return answer(201);
      }
      if (kind === "clients") return answer(201);
      if (kind === "users" && id === "" && request.method === "POST") {
        const wanted = JSON.parse(text) as Omit<User, "id">;
        if ([...users.values()].some(({ username }) => username === wanted.username))
          return answer(409, {});
        const made = { ...wanted, id: randomUUID() };
        users.set(made.id, made);
        return answer(201, undefined, { location: `${url}${pathname}/${made.id}` });
      }
      if (kind === "users" && id === "")
        return answer(
          200,
          [...users.values()].filter(({ username }) => username === searchParams.get("username")),
        );
      const user = users.get(id);
      if (user === undefined) return answer(404, {});
      if (action === "execute-actions-email")
        return user.email === undefined ? answer(400, {}) : answer(204);
      if (action === "logout") return answer(204);
      if (action === "sessions")
        return answer(200, [
          { id: "session-one", start: 1_700_000_000_000, lastAccess: 1_700_000_100_000 },
        ]);
      if (action === "credentials")
        return answer(200, [
          { id: "1", type: "password", createdDate: 1_700_000_000_000, credentialData: "{}" },
          {
            id: "2",
            type: "otp",
            userLabel: "Handy",
            createdDate: 1_710_000_000_000,
            secretData: "geheim",
          },
          {
            id: "3",
            type: "webauthn-passwordless",
            userLabel: "Laptop",
            createdDate: 1_720_000_000_000,
          },
        ]);
      if (request.method === "PUT") Object.assign(user, JSON.parse(text));
      if (request.method === "DELETE") users.delete(id);
      return answer(204);
    });
  });
  await new Promise<void>((resolve) => double.listen(0, "127.0.0.1", resolve));
  const address = double.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  app = await startRealmServer({
    AUTH_URL: url,
    AUTH_ADMIN_CLIENT: "vereinsheim",
    AUTH_ADMIN_PASSWORD: "secret",
    DEFAULT_TENANT: "alpha",
  });
  alpha = await app.tenant("alpha");
});
afterAll(async () => {
  await app?.close();
  await new Promise((resolve) => double.close(resolve));
});
beforeEach(() => {
  asked = [];
});

const write = <T>(work: Parameters<typeof app.services.database.write<T>>[2]) =>
  app.services.database.write(alpha.id, systemActor(), work);

test("the first invitation makes realm, client and user, binds the user's id, and lets the Keycloak mail", async () => {
  const memberId = await app.member(alpha, { email: "erika@example.org" });
  const { loginId } = await write((tx) => app.admin.inviteLogin(tx, { memberId }));
  expect(asked).toEqual([
    "GET /admin/realms/alpha",
    "POST /admin/realms",
    "POST /admin/realms/alpha/clients",
    "POST /admin/realms/alpha/users",
    `PUT /admin/realms/alpha/users/${loginId}/execute-actions-email`,
  ]);
  expect(users.get(loginId)).toMatchObject({
    username: "erika@example.org",
    attributes: { memberId: [memberId] },
  });
  const login = await app.services.database.read(alpha.id, (tx) => findLoginOfMember(tx, memberId));
  expect(login).toMatchObject({ id: loginId, state: "INVITED", passwordHash: null });
});

test("a user of the same name is never taken over, an interrupted try of the same member is", async () => {
  const [first, second] = [
    await app.member(alpha, { firstName: "Ada" }),
    await app.member(alpha, { firstName: "Ida" }),
  ];
  const foreign: User = {
    id: randomUUID(),
    username: "ada",
    enabled: true,
    attributes: { memberId: [randomUUID()] },
  };
  users.set(foreign.id, foreign);
  await expect(
    write((tx) =>
      app.admin.createLoginWithPassword(tx, {
        memberId: first,
        username: "ada",
        password: "Vier Woerter hier",
      }),
    ),
  ).rejects.toMatchObject({ code: "USERNAME_TAKEN" });
  const interrupted: User = {
    id: randomUUID(),
    username: "ida",
    enabled: true,
    attributes: { memberId: [second] },
  };
  users.set(interrupted.id, interrupted);
  expect(
    await write((tx) =>
      app.admin.createLoginWithPassword(tx, {
        memberId: second,
        username: "ida",
        password: "Vier Woerter hier",
      }),
    ),
  ).toEqual({
    loginId: interrupted.id,
  });
});

test("disabling, enabling, sessions, deleting", async () => {
  const memberId = await app.member(alpha, { firstName: "Otto", email: "otto@example.org" });
  const { loginId } = await write((tx) =>
    app.admin.createLoginWithPassword(tx, {
      memberId,
      username: "otto",
      password: "Vier Woerter hier",
    }),
  );
  await write((tx) => app.admin.disableLogin(tx, memberId));
  expect(users.get(loginId)?.enabled).toBe(false);
  expect(asked).toContain(`POST /admin/realms/alpha/users/${loginId}/logout`);
  await write((tx) => app.admin.enableLogin(tx, memberId));
  expect(users.get(loginId)?.enabled).toBe(true);
  await write((tx) => app.admin.sendPasswordReset(tx, memberId));
  expect(await write((tx) => app.admin.listSessions(tx, memberId))).toMatchObject([
    { id: "session-one" },
  ]);
  expect(await write((tx) => app.admin.endSession(tx, memberId, "session-two"))).toBe(false);
  const facts = await app.services.database.read(alpha.id, (tx) =>
    app.admin.loginFacts(tx, memberId),
  );
  expect(facts).toMatchObject({
    username: "otto",
    passwordChangedAt: new Date(1_700_000_000_000),
    codeApps: [{ name: "Handy", confirmedAt: new Date(1_710_000_000_000) }],
    passkeys: [{ name: "Laptop", createdAt: new Date(1_720_000_000_000) }],
  });
  expect(JSON.stringify(facts)).not.toContain("geheim");
  await write((tx) => app.admin.deleteLogin(tx, memberId));
  expect(users.has(loginId)).toBe(false);
});

test("a revoked administrator token is renewed, and a Keycloak that is down is a 503 that changes nothing", async () => {
  const memberId = await app.member(alpha, { firstName: "Uwe", email: "uwe@example.org" });
  refuseTokens = 1;
  const before = tokens;
  await write((tx) => app.admin.inviteLogin(tx, { memberId, username: "uwe" }));
  expect(tokens).toBe(before + 1);
  refuseTokens = 1_000;
  await expect(write((tx) => app.admin.disableLogin(tx, memberId))).rejects.toMatchObject({
    status: 503,
  });
  refuseTokens = 0;
  const login = await app.services.database.read(alpha.id, (tx) => findLoginOfMember(tx, memberId));
  expect(login?.state).toBe("INVITED");
});

test("its tokens are accepted with RS256, and refused when login or member is closed", async () => {
  const memberId = await app.member(alpha, { firstName: "Eva" });
  const { loginId } = await write((tx) =>
    app.admin.createLoginWithPassword(tx, {
      memberId,
      username: "eva",
      password: "Vier Woerter hier",
    }),
  );
  const token = (claims: Record<string, unknown> = {}) =>
    new SignJWT({ typ: "Bearer", azp: "frontend", sid: "0123456789", ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setSubject(loginId)
      .setIssuer(String(claims["iss"] ?? `${url}/realms/alpha`))
      .setAudience("urn:vereinsheim:api")
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);
  expect(await app.tokens.verify(alpha, await token())).toMatchObject({
    subject: loginId,
    memberId,
  });
  await expect(
    app.tokens.verify(alpha, await token({ iss: `${url}/realms/beta` })),
  ).rejects.toMatchObject({ status: 401 });
  await expect(app.tokens.verify(alpha, await token({ typ: "ID" }))).rejects.toMatchObject({
    status: 401,
  });
  await app.changeMember(alpha, memberId, { left_on: "2020-01-01" });
  await expect(app.tokens.verify(alpha, await token())).rejects.toMatchObject({ status: 401 });
});
