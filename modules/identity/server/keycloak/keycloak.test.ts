import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { findLoginOfMember } from "../logins/login-queries.ts";
import type { DoubleUser } from "./keycloak-double.ts";
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
beforeEach(() => {
  keycloak.asked = [];
});

const write = <T>(work: (tx: WriteTx) => Promise<T>) =>
  app.services.database.write(alpha.id, systemActor(), work);
const loginOf = (memberId: string) =>
  app.services.database.read(alpha.id, (tx) => findLoginOfMember(tx, memberId));

async function invite(memberId: string, username?: string) {
  const request = { memberId, ...(username === undefined ? {} : { username }) };
  const prepared = await app.admin.prepareInvitation(alpha.id, request);
  return write((tx) => app.admin.inviteLogin(tx, prepared));
}

async function withPassword(memberId: string, username: string): Promise<void> {
  await write((tx) =>
    app.admin.createLoginWithPassword(tx, { memberId, username, password: "Vier Woerter hier" }),
  );
  await app.runJobs();
}

describe("an invitation", () => {
  test("makes realm, client and user, and lets the Keycloak mail the link", async () => {
    const memberId = await app.member(alpha, { email: "erika@example.org" });
    await invite(memberId);
    expect(keycloak.changes).toEqual([
      "POST /admin/realms",
      "POST /admin/realms/alpha/clients",
      "PUT /admin/realms/alpha/users/profile",
    ]);
    expect(await loginOf(memberId)).toMatchObject({ state: "INVITED", passwordHash: null });

    keycloak.asked = [];
    await app.runJobs();
    const user = keycloak.userOf(memberId);
    expect(user).toMatchObject({
      username: "erika@example.org",
      email: "erika@example.org",
      firstName: "Erika",
      lastName: "Mustermann",
      enabled: true,
    });
    expect(keycloak.changes).toEqual([
      "POST /admin/realms/alpha/users",
      `PUT /admin/realms/alpha/users/${user?.id}/execute-actions-email`,
    ]);
    expect(keycloak.mails).toEqual([{ userId: user?.id, seconds: 7 * 86_400 }]);
  });

  test("that is repeated mails again to the same user", async () => {
    const memberId = await app.member(alpha, { email: "zweimal@example.org" });
    await invite(memberId);
    await app.runJobs();
    await invite(memberId);
    await app.runJobs();
    const user = keycloak.userOf(memberId);
    expect(keycloak.mails.filter(({ userId }) => userId === user?.id)).toHaveLength(2);
    expect([...keycloak.users.values()].filter(({ email }) => email === user?.email)).toHaveLength(
      1,
    );
  });

  test("is refused at once when the name is somebody else's there", async () => {
    const stranger = { id: randomUUID(), username: "ada", email: "ada@example.org", enabled: true };
    keycloak.users.set(stranger.id, stranger);
    const byName = await app.member(alpha, { firstName: "Ada", email: "a.da@example.org" });
    await expect(invite(byName, "Ada")).rejects.toMatchObject({
      code: "USERNAME_TAKEN",
      status: 409,
    });
    // The right address too, but nobody has ever proven that it is theirs.
    const byBoth = await app.member(alpha, { firstName: "Ada", email: "ada@example.org" });
    await expect(invite(byBoth, "ada")).rejects.toMatchObject({ code: "USERNAME_TAKEN" });
    expect(await loginOf(byName)).toBeUndefined();
    expect(await loginOf(byBoth)).toBeUndefined();
  });

  test("to an address that several people share makes a user for each of them", async () => {
    const family = "familie@example.org";
    const people = [];
    for (const firstName of ["Mia", "Tom"])
      people.push(await app.member(alpha, { firstName, email: family }));
    for (const memberId of people) await invite(memberId);
    await app.runJobs();
    const users = people.map((memberId) => keycloak.userOf(memberId));
    expect(users.map((user) => user?.email)).toEqual([family, family]);
    expect(new Set(users.map((user) => user?.username)).size).toBe(2);
    // The Keycloak's mail does not say for which of the names the link is.
    const names = users.map((user) => user?.username ?? "").filter((name) => name !== family);
    expect(names.length).toBeGreaterThan(0);
    const mails = await app.mails();
    for (const name of names)
      expect(mails.some((mail) => mail.includes(`Ihr Benutzername: ${name}`))).toBe(true);
  });

  test("in a realm where an address is one user's only is refused for a second one", async () => {
    const beta = await app.tenant("beta");
    keycloak.realms.set("beta", { realm: "beta" });
    const stranger = { id: randomUUID(), username: "x", email: "eine@example.org", enabled: true };
    keycloak.users.set(stranger.id, stranger);
    const memberId = await app.member(beta, { email: "Eine@Example.org" });
    await expect(app.admin.prepareInvitation(beta.id, { memberId })).rejects.toMatchObject({
      code: "USERNAME_TAKEN",
    });
  });

  test("follows the same rules as with the embedded provider", async () => {
    const nobody = await app.member(alpha, { firstName: "Ohne" });
    await expect(invite(nobody)).rejects.toMatchObject({ code: "NO_EMAIL", status: 422 });
    const member = await app.member(alpha, { email: "regeln@example.org" });
    await withPassword(member, "regeln");
    await expect(invite(member)).rejects.toMatchObject({ code: "LOGIN_EXISTS", status: 409 });
    await write((tx) => app.admin.disableLogins(tx, [member]));
    await expect(invite(member)).rejects.toMatchObject({ code: "LOGIN_DISABLED", status: 409 });
    await expect(write((tx) => app.admin.sendPasswordReset(tx, member))).rejects.toMatchObject({
      code: "LOGIN_DISABLED",
    });
    await expect(
      write((tx) => app.admin.disableLogins(tx, [member, randomUUID()])),
    ).rejects.toMatchObject({ status: 404 });
  });

  test("of a member who is gone meanwhile is a 404", async () => {
    const memberId = await app.member(alpha, { email: "weg@example.org" });
    await app.changeMember(alpha, memberId, { deleted_at: new Date() });
    await expect(invite(memberId)).rejects.toMatchObject({ status: 404 });
  });
});

describe("a user who is there already", () => {
  /** As an installation before this one left one, or the realm had one before it was the club's. */
  function left(user: Partial<DoubleUser> & { username: string }): string {
    const id = randomUUID();
    keycloak.users.set(id, { enabled: true, ...user, id });
    return id;
  }
  const loginIdOf = async (memberId: string) => (await loginOf(memberId))?.id ?? "";

  test("is the invited person's with the same name and a proven address", async () => {
    const email = "paula@example.org";
    const id = left({
      username: "paula",
      email,
      emailVerified: true,
      attributes: { memberId: [randomUUID()], locale: ["de"] },
      requiredActions: [],
    });
    const memberId = await app.member(alpha, { firstName: "Paula", email: "Paula@example.org" });
    await invite(memberId, "paula");
    await app.runJobs();
    expect(keycloak.userOf(memberId)).toMatchObject({
      id,
      firstName: "Paula",
      requiredActions: [],
    });
    expect(keycloak.users.get(id)?.attributes).toMatchObject({
      loginId: [await loginIdOf(memberId)],
    });
    expect(keycloak.mails.at(-1)?.userId).toBe(id);
  });

  test("is the member's own when it was made for them by a login that is gone", async () => {
    const memberId = await app.member(alpha, { firstName: "Nora", email: "nora@example.org" });
    const attributes = { memberId: [memberId], loginId: [randomUUID()] };
    const id = left({ username: "nora", attributes });
    await invite(memberId, "nora");
    await app.runJobs();
    expect(keycloak.userOf(memberId)?.id).toBe(id);
    expect(keycloak.users.get(id)?.attributes).toMatchObject({
      loginId: [await loginIdOf(memberId)],
    });
  });

  test("is gone on with by the operator's command, with the new password", async () => {
    const id = left({ username: "vorstand@example.org", email: "vorstand@example.org" });
    await app.admin.requireFreeUsername(alpha.id, "Vorstand@example.org");
    const memberId = await app.member(alpha, { email: "vorstand@example.org" });
    await withPassword(memberId, "vorstand@example.org");
    expect(keycloak.userOf(memberId)?.id).toBe(id);
    expect(keycloak.passwords.get(id)).toBe("Vier Woerter hier");
    const token = await keycloak.token("alpha", id);
    expect(await app.tokens.verify(alpha, token)).toMatchObject({ memberId });
  });

  test("and has a login in the club is nobody else's, for the operator neither", async () => {
    const memberId = await app.member(alpha, { firstName: "Rosa", email: "rosa@example.org" });
    await withPassword(memberId, "rosa");
    await expect(app.admin.requireFreeUsername(alpha.id, "ROSA")).rejects.toMatchObject({
      code: "USERNAME_TAKEN",
    });
    await app.admin.requireFreeUsername(alpha.id, "rosamunde");
  });
});

describe("the life of a login", () => {
  test("switched off, on, given a new password and deleted", async () => {
    const memberId = await app.member(alpha, { firstName: "Otto", email: "otto@example.org" });
    await withPassword(memberId, "otto");
    const id = keycloak.userOf(memberId)?.id ?? "";
    expect(keycloak.passwords.get(id)).toBe("Vier Woerter hier");
    keycloak.openSession(id);

    await write((tx) => app.admin.disableLogins(tx, [memberId]));
    await app.runJobs();
    expect(keycloak.users.get(id)?.enabled).toBe(false);
    expect(keycloak.sessions.get(id) ?? []).toEqual([]);

    await write((tx) => app.admin.enableLogin(tx, memberId));
    await app.runJobs();
    expect(keycloak.users.get(id)?.enabled).toBe(true);
    expect(await loginOf(memberId)).toMatchObject({ state: "ACTIVE" });

    await write((tx) => app.admin.sendPasswordReset(tx, memberId));
    await app.runJobs();
    expect(keycloak.mails.at(-1)).toEqual({ userId: id, seconds: 3_600 });

    await write((tx) => app.admin.deleteLogin(tx, memberId));
    await app.runJobs();
    expect(keycloak.users.has(id)).toBe(false);
    expect(await loginOf(memberId)).toBeUndefined();
  });

  test("a change keeps what others have written about the user there", async () => {
    const memberId = await app.member(alpha, { firstName: "Vera", email: "vera@example.org" });
    await withPassword(memberId, "vera");
    const id = keycloak.userOf(memberId)?.id ?? "";
    Object.assign(keycloak.users.get(id) ?? {}, { requiredActions: ["CONFIGURE_TOTP"] });
    await write((tx) => app.admin.disableLogins(tx, [memberId]));
    await app.runJobs();
    expect(keycloak.users.get(id)).toMatchObject({
      enabled: false,
      firstName: "Vera",
      email: "vera@example.org",
      requiredActions: ["CONFIGURE_TOTP"],
    });
  });

  test("the person's file names what the Keycloak keeps, and no secret of it", async () => {
    const memberId = await app.member(alpha, { firstName: "Fine", email: "fine@example.org" });
    await withPassword(memberId, "fine");
    keycloak.credentials = [
      { id: "1", type: "password", createdDate: 1_700_000_000_000, credentialData: "geheim" },
      { id: "2", type: "otp", userLabel: "Handy", createdDate: 1_710_000_000_000 },
      { id: "3", type: "webauthn-passwordless", userLabel: null, createdDate: 1_720_000_000_000 },
    ];
    const facts = await app.admin.loginFacts(alpha.id, memberId);
    expect(facts).toMatchObject({
      username: "fine",
      passwordChangedAt: new Date(1_700_000_000_000),
      codeApps: [{ name: "Handy", confirmedAt: new Date(1_710_000_000_000) }],
      passkeys: [{ name: "ohne Namen", createdAt: new Date(1_720_000_000_000) }],
    });
    expect(JSON.stringify(facts)).not.toContain("geheim");
    expect(await app.admin.loginFacts(alpha.id, randomUUID())).toBeUndefined();
  });

  test("its owner lists and ends log-ins; nobody ends another one's", async () => {
    const [memberId, other] = [
      await app.member(alpha, { firstName: "Lena" }),
      await app.member(alpha, { firstName: "Rike" }),
    ];
    await withPassword(memberId, "lena");
    await withPassword(other, "rike");
    const id = keycloak.userOf(memberId)?.id ?? "";
    const [first, second] = [keycloak.openSession(id), keycloak.openSession(id)];
    const token = await keycloak.token("alpha", id, { sid: first });
    const call = (method: "GET" | "DELETE", path: string, bearer = token) =>
      app.server.inject({
        method,
        url: `/alpha/api/me/sessions${path}`,
        headers: { authorization: `Bearer ${bearer}` },
      });
    const list = (await call("GET", "")).json();
    expect(
      list.content.map((session: { id: string; current: boolean }) => [
        session.id,
        session.current,
      ]),
    ).toEqual([
      [first, true],
      [second, false],
    ]);
    const stranger = await keycloak.token("alpha", keycloak.userOf(other)?.id ?? "");
    expect((await call("DELETE", `/${second}`, stranger)).statusCode).toBe(404);
    expect((await call("DELETE", `/${second}`)).statusCode).toBe(204);
    expect((await call("DELETE", `/${second}`)).statusCode).toBe(404);
    expect(keycloak.sessions.get(id)?.map((session) => session.id)).toEqual([first]);
  });

  test("a member without a login has no sessions, and the Keycloak is not asked", async () => {
    const memberId = await app.member(alpha);
    expect(await app.admin.listSessions(alpha.id, memberId)).toEqual([]);
    expect(await app.admin.endSession(alpha.id, memberId, "session-one")).toBe(false);
    expect(keycloak.asked).toEqual([]);
  });
});

test("a revoked administrator token is renewed", async () => {
  const memberId = await app.member(alpha, { firstName: "Uwe", email: "uwe@example.org" });
  keycloak.refusals = 1;
  const before = keycloak.tokens;
  await invite(memberId, "uwe");
  expect(keycloak.tokens).toBe(before + 1);
});

test("an old Keycloak without user profiles is no obstacle", async () => {
  const old = new KeycloakDouble();
  old.knowsProfiles = false;
  await old.start();
  const other = await startRealmServer({ ...old.variables, DEFAULT_TENANT: "alpha" });
  try {
    const tenant = await other.tenant("alpha");
    const memberId = await other.member(tenant, { email: "alt@example.org" });
    await other.services.database.write(tenant.id, systemActor(), (tx) =>
      other.admin.inviteLogin(tx, { memberId }),
    );
    await other.runJobs();
    expect(old.userOf(memberId)).toMatchObject({ username: "alt@example.org" });
  } finally {
    await other.close();
    await old.close();
  }
});
