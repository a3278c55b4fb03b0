import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { findLoginOfMember } from "../logins/login-queries.ts";
import { peopleChanged } from "../logins/people-changed.ts";
import {
  KeycloakDouble,
  makeWaitingJobsDue,
  openTransactions,
  waitingJobs,
  type RealmServer,
  startRealmServer,
} from "../testing.ts";
import { changeTestMember, insertTestMember } from "../testing-queries.ts";
import { findWantedUser, selectUnsynced } from "./keycloak-user-queries.ts";
import { syncOneUser, syncUsers } from "./sync-jobs.ts";
import { syncUser } from "./sync-user.ts";
import { Keycloak } from "./keycloak.ts";

// What is written in a transaction reaches the Keycloak exactly as it was committed: not before,
// not without it, and however long the Keycloak is away.

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
  keycloak.goOn();
  const realm = keycloak.realms.get("alpha");
  if (realm !== undefined) realm["duplicateEmailsAllowed"] = true;
});

/** As an operator may set it in a realm: an address is one user's only. */
function withoutSharedAddresses(): void {
  const realm = keycloak.realms.get("alpha");
  if (realm !== undefined) realm["duplicateEmailsAllowed"] = false;
}

const write = <T>(work: (tx: WriteTx) => Promise<T>) =>
  app.services.database.write(alpha.id, systemActor(), work);
const disable = (memberId: string) => write((tx) => app.admin.disableLogins(tx, [memberId]));
const enable = (memberId: string) => write((tx) => app.admin.enableLogin(tx, memberId));
const unsynced = () => app.services.database.read(alpha.id, selectUnsynced);
const loginOf = (memberId: string) =>
  app.services.database.read(alpha.id, (tx) => findLoginOfMember(tx, memberId));

/** A member with a login that the Keycloak knows; its calls are counted from here on. */
async function known(firstName = "Erika"): Promise<{ memberId: string; userId: string }> {
  const email = `${randomUUID()}@example.org`;
  const memberId = await app.member(alpha, { firstName, email });
  await write((tx) =>
    app.admin.createLoginWithPassword(tx, { memberId, username: email, password: "Vier Woerter" }),
  );
  await app.runJobs();
  keycloak.asked = [];
  return { memberId, userId: keycloak.userOf(memberId)?.id ?? "" };
}

/** The queue's next look, as after the time that it waits before another try. */
async function later(): Promise<void> {
  await makeWaitingJobsDue(app.ownerUrl);
  await app.runJobs();
}

describe("a transaction that does not come to its end", () => {
  test("leaves nothing at the Keycloak", async () => {
    const { memberId, userId } = await known();
    const newcomer = await app.member(alpha, { email: "nie@example.org" });
    await expect(
      write(async (tx) => {
        await app.admin.disableLogins(tx, [memberId]);
        await app.admin.sendPasswordReset(tx, memberId).catch(() => {});
        await app.admin.inviteLogin(tx, { memberId: newcomer });
        await app.admin.deleteLogin(tx, memberId);
        throw new Error("taken back");
      }),
    ).rejects.toThrow("taken back");
    await app.runJobs();
    expect(keycloak.asked).toEqual([]);
    expect(keycloak.users.get(userId)?.enabled).toBe(true);
    expect(keycloak.userOf(newcomer)).toBeUndefined();
    expect(await unsynced()).toEqual([]);
  });
});

describe("a Keycloak that is away", () => {
  test("refuses nobody's change, and is told of it once it is back: once", async () => {
    const { memberId, userId } = await known();
    keycloak.outage = 503;
    await disable(memberId);
    const invited = await app.member(alpha, { email: "spaeter@example.org" });
    await write((tx) => app.admin.inviteLogin(tx, { memberId: invited }));
    await app.runJobs();
    await later();
    expect(await loginOf(memberId)).toMatchObject({ state: "DISABLED" });
    expect(await loginOf(invited)).toMatchObject({ state: "INVITED" });
    expect(keycloak.users.get(userId)?.enabled).toBe(true);

    keycloak.outage = undefined;
    keycloak.asked = [];
    await later();
    expect(keycloak.users.get(userId)?.enabled).toBe(false);
    const user = keycloak.userOf(invited);
    expect(keycloak.mails.filter((mail) => mail.userId === user?.id)).toHaveLength(1);
    expect(
      keycloak.changes.filter((call) => call.endsWith(`/users/${userId}/logout`)),
    ).toHaveLength(1);
    await later();
    expect(keycloak.mails.filter((mail) => mail.userId === user?.id)).toHaveLength(1);
    expect(await unsynced()).toEqual([]);
  });

  test("so long that the queue gave up is told by the next regular look", async () => {
    const { memberId, userId } = await known();
    await write(async (tx) => {
      await app.admin.disableLogins(tx, [memberId]);
      // The job that was added is lost, as after its last try.
      const key = (await findLoginOfMember(tx, memberId))?.id ?? "";
      await addJob(tx, syncOneUser, { loginId: randomUUID() }, { key });
    });
    await app.runJobs();
    expect(keycloak.users.get(userId)?.enabled).toBe(true);
    await app.runScheduled(syncUsers);
    expect(keycloak.users.get(userId)?.enabled).toBe(false);
  });

  test("and hangs holds no transaction of the database open", async () => {
    const { memberId } = await known();
    const invited = await app.member(alpha, { email: "haengt@example.org" });
    await app.admin.listSessions(alpha.id, memberId);
    keycloak.hang();
    // Those who have to wait for its answer wait without a transaction; all others don't wait.
    const waiting = [
      app.admin.listSessions(alpha.id, memberId),
      app.admin.loginFacts(alpha.id, memberId),
      app.admin.prepareInvitation(alpha.id, { memberId: invited }),
    ];
    await disable(memberId);
    await write((tx) => app.admin.inviteLogin(tx, { memberId: invited }));
    const jobs = app.runJobs(4);
    await expect.poll(() => keycloak.waiting, { timeout: 5_000 }).toBeGreaterThanOrEqual(4);
    expect(await openTransactions(app.ownerUrl)).toBe(0);
    keycloak.goOn();
    await Promise.all([...waiting, jobs]);
    await later();
    expect(await unsynced()).toEqual([]);
  });
});

describe("changes in quick succession", () => {
  test.each([
    ["off and on", [disable, enable], true],
    ["on, off", [enable, disable], false],
    ["off, on, off, on", [disable, enable, disable, enable], true],
    ["on, off, on, off", [enable, disable, enable, disable], false],
  ] as const)("%s: the last one stands", async (_name, changes, isOn) => {
    const { memberId, userId } = await known();
    // A job is under way while the next change is made.
    const running: Promise<unknown>[] = [];
    for (const change of changes) {
      await change(memberId);
      running.push(app.runJobs(2));
    }
    await Promise.all(running);
    // A job that a change crossed may need another try.
    await later();
    expect(keycloak.users.get(userId)?.enabled).toBe(isOn);
    expect(await unsynced()).toEqual([]);
  });

  test("while the Keycloak is away: it hears of the last one only", async () => {
    const { memberId, userId } = await known();
    keycloak.outage = 500;
    for (const change of [disable, enable, disable]) {
      await change(memberId);
      await app.runJobs();
    }
    keycloak.outage = undefined;
    keycloak.asked = [];
    await later();
    expect(keycloak.users.get(userId)?.enabled).toBe(false);
    expect(keycloak.changes).toEqual([
      `PUT /admin/realms/alpha/users/${userId}`,
      `POST /admin/realms/alpha/users/${userId}/logout`,
    ]);
  });

  test("a login that is deleted before the Keycloak heard of it never comes to be there", async () => {
    const memberId = await app.member(alpha, { email: "kurz@example.org" });
    keycloak.outage = 503;
    await write((tx) => app.admin.inviteLogin(tx, { memberId }));
    await app.runJobs();
    await write((tx) => app.admin.deleteLogin(tx, memberId));
    keycloak.outage = undefined;
    await later();
    expect(keycloak.userOf(memberId)).toBeUndefined();
    expect(keycloak.mails.some(({ userId }) => !keycloak.users.has(userId))).toBe(false);
    expect(await unsynced()).toEqual([]);
  });

  test("whoever is switched off before the mail went out gets none", async () => {
    const { memberId, userId } = await known();
    keycloak.outage = 503;
    await write((tx) => app.admin.sendPasswordReset(tx, memberId));
    await app.runJobs();
    await disable(memberId);
    await enable(memberId);
    keycloak.outage = undefined;
    await later();
    expect(keycloak.users.get(userId)?.enabled).toBe(true);
    expect(keycloak.mails.filter((mail) => mail.userId === userId)).toEqual([]);
  });
});

describe("a job that runs twice", () => {
  const sync = async (memberId: string) => {
    const login = await loginOf(memberId);
    const needs = { ...app.services, keycloak: new Keycloak(app.services) };
    await syncUser(needs, alpha.id, login?.id ?? "");
  };

  test("has one effect", async () => {
    const { memberId, userId } = await known();
    await disable(memberId);
    await sync(memberId);
    keycloak.asked = [];
    await sync(memberId);
    await app.runJobs();
    expect(keycloak.changes.filter((call) => !call.endsWith("/clients"))).toEqual([]);

    await enable(memberId);
    await write((tx) => app.admin.sendPasswordReset(tx, memberId));
    await sync(memberId);
    await app.runJobs();
    expect(keycloak.mails.filter((mail) => mail.userId === userId)).toHaveLength(1);
  });

  test("because it was killed after the user was made takes up that user", async () => {
    const memberId = await app.member(alpha, { email: "halb@example.org" });
    await write((tx) => app.admin.inviteLogin(tx, { memberId }));
    const login = await loginOf(memberId);
    const half = {
      id: randomUUID(),
      username: "halb@example.org",
      email: "halb@example.org",
      enabled: true,
      attributes: { memberId: [memberId], loginId: [login?.id ?? ""] },
    };
    keycloak.users.set(half.id, half);
    await app.runJobs();
    expect(keycloak.userOf(memberId)?.id).toBe(half.id);
    expect(keycloak.users.get(half.id)).toMatchObject({ firstName: "Erika" });
    expect(keycloak.mails.filter(({ userId }) => userId === half.id)).toHaveLength(1);
  });

  test("never takes over a user of the same name, and says so until somebody mends it", async () => {
    const memberId = await app.member(alpha, { firstName: "Kai", email: "kai@example.org" });
    await write((tx) => app.admin.inviteLogin(tx, { memberId, username: "kai" }));
    const stranger = { id: randomUUID(), username: "kai", enabled: true, attributes: {} };
    keycloak.users.set(stranger.id, stranger);
    await app.runJobs();
    expect(keycloak.users.get(stranger.id)).toEqual(stranger);
    const login = await loginOf(memberId);
    expect(await unsynced()).toEqual([login?.id]);
    keycloak.users.delete(stranger.id);
    await later();
    expect(keycloak.userOf(memberId)).toMatchObject({ username: "kai" });
    expect(await unsynced()).toEqual([]);
  });
});

describe("many at once", () => {
  test("500 members thrown out are jobs: the transaction asks nobody, each is done once", async () => {
    const made = await write(async (tx) => {
      const members: { memberId: string; loginId: string }[] = [];
      for (let index = 0; index < 500; index++) {
        const memberId = await insertTestMember(tx, {
          firstName: `Viele ${index}`,
          lastName: "Mustermann",
          email: null,
        });
        const login = { memberId, username: `viele${index}`, password: "Vier Woerter" };
        members.push({ memberId, ...(await app.admin.createLoginWithPassword(tx, login)) });
      }
      return members;
    });
    keycloak.asked = [];
    await write((tx) =>
      app.admin.endSessions(
        tx,
        made.map(({ memberId }) => memberId),
      ),
    );
    expect(keycloak.asked).toEqual([]);
    expect((await unsynced()).toSorted()).toEqual(made.map(({ loginId }) => loginId).toSorted());
    await app.runJobs(4);
    const ended = keycloak.changes.filter((call) => call.endsWith("/logout"));
    expect(ended).toHaveLength(500);
    expect(new Set(ended).size).toBe(500);
    expect(await unsynced()).toEqual([]);
  }, 120_000);
});

describe("what changes at the member", () => {
  /** Changes people as the members' module does: it says what it changed, in one transaction. */
  const told = (memberIds: string[], work?: (tx: WriteTx) => Promise<void>) =>
    write(async (tx) => {
      await work?.(tx);
      await peopleChanged(tx, { told: memberIds, moved: memberIds });
    });
  const moved = (memberId: string, email: string | null, last_name = "Mustermann") =>
    told([memberId], (tx) => changeTestMember(tx, memberId, { email, last_name }));

  test("the Keycloak is told at once: name and address", async () => {
    const { memberId, userId } = await known();
    await moved(memberId, "gleich@example.org", "Neumann");
    await app.runJobs();
    expect(keycloak.users.get(userId)).toMatchObject({
      email: "gleich@example.org",
      emailVerified: true,
      lastName: "Neumann",
    });
    expect(await unsynced()).toEqual([]);
  });

  test("and of nothing when the change is taken back", async () => {
    const { memberId } = await known();
    await expect(
      write(async (tx) => {
        await changeTestMember(tx, memberId, { email: "nie@example.org" });
        await peopleChanged(tx, { told: [memberId], moved: [memberId] });
        throw new Error("taken back");
      }),
    ).rejects.toThrow("taken back");
    await app.runJobs();
    expect(keycloak.asked).toEqual([]);
  });

  test("a link that waits goes to the new address", async () => {
    const { memberId, userId } = await known();
    keycloak.outage = 503;
    await write((tx) => app.admin.sendPasswordReset(tx, memberId));
    await moved(memberId, "nachgesandt@example.org");
    await app.runJobs();
    keycloak.outage = undefined;
    keycloak.asked = [];
    await later();
    expect(keycloak.changes.slice(0, 2)).toEqual([
      `PUT /admin/realms/alpha/users/${userId}`,
      `PUT /admin/realms/alpha/users/${userId}/execute-actions-email`,
    ]);
    expect(keycloak.users.get(userId)?.email).toBe("nachgesandt@example.org");
  });

  /** One with a login name that is no address: whose contact address is all that there is. */
  async function knownByName(): Promise<{ memberId: string; userId: string }> {
    const memberId = await app.member(alpha, { email: `${randomUUID()}@example.org` });
    const login = { memberId, username: randomUUID(), password: "Vier Woerter" };
    await write((tx) => app.admin.createLoginWithPassword(tx, login));
    await app.runJobs();
    return { memberId, userId: keycloak.userOf(memberId)?.id ?? "" };
  }

  test("an address that was taken away is gone there too, and comes back with the next", async () => {
    const { memberId, userId } = await knownByName();
    expect(keycloak.users.get(userId)?.email).toContain("@example.org");
    await moved(memberId, null);
    await app.runJobs();
    expect(keycloak.users.get(userId)).toMatchObject({ enabled: true, emailVerified: false });
    expect(keycloak.users.get(userId)?.email).toBeUndefined();
    await moved(memberId, "wieder@example.org");
    await app.runJobs();
    expect(keycloak.users.get(userId)).toMatchObject({
      email: "wieder@example.org",
      emailVerified: true,
    });
  });

  test("an address that is another one's there does not leave the former one in place", async () => {
    const [{ memberId, userId }, other] = [await knownByName(), await known()];
    const taken = keycloak.users.get(other.userId)?.email ?? "";
    withoutSharedAddresses();
    await moved(memberId, taken, "Neumann");
    await app.runJobs();
    expect(keycloak.users.get(userId)).toMatchObject({ enabled: true, lastName: "Neumann" });
    expect(keycloak.users.get(userId)?.email).toBeUndefined();
    expect(await unsynced()).toEqual([]);
  });

  test("where each user has to have an address the login is switched off all the same", async () => {
    const { memberId, userId } = await knownByName();
    const email = keycloak.users.get(userId)?.email ?? "";
    keycloak.demandsAddress = true;
    await moved(memberId, null);
    await disable(memberId);
    await app.runJobs();
    keycloak.demandsAddress = false;
    expect(keycloak.users.get(userId)).toMatchObject({ enabled: false, email });
  });

  test("a login name stays that of the Keycloak when its owner leaves a shared address", async () => {
    const family = "familie@example.org";
    const memberId = await app.member(alpha, { email: family });
    await app.member(alpha, { firstName: "Kind", email: family });
    await write((tx) => app.admin.inviteLogin(tx, { memberId }));
    await app.runJobs();
    await moved(memberId, "eigene@example.org");
    await app.runJobs();
    expect((await loginOf(memberId))?.username).toBe(family);
    expect(keycloak.userOf(memberId)).toMatchObject({
      username: family,
      email: "eigene@example.org",
    });
  });

  test("many at once are one job, and members without a login none", async () => {
    const people = [];
    for (let index = 0; index < 3; index++) people.push((await known()).memberId);
    await told([await app.member(alpha), await app.member(alpha)]);
    expect(await waitingJobs(app.ownerUrl)).toBe(0);
    await told(people);
    expect(await waitingJobs(app.ownerUrl)).toBe(1);
    await app.runJobs();
  });

  test("the Keycloak knows at its next regular look: name and address", async () => {
    const { memberId, userId } = await known();
    await app.changeMember(alpha, memberId, { email: "neu@example.org", last_name: "Neumann" });
    await app.runScheduled(syncUsers);
    expect(keycloak.users.get(userId)).toMatchObject({
      email: "neu@example.org",
      lastName: "Neumann",
    });
    keycloak.asked = [];
    await app.runScheduled(syncUsers);
    expect(keycloak.asked).toEqual([]);
  });

  test("an address that is another one's there does not keep a login open", async () => {
    const { memberId, userId } = await known();
    const other = await known();
    const taken = keycloak.users.get(other.userId)?.email ?? "";
    withoutSharedAddresses();
    await app.changeMember(alpha, memberId, { email: taken });
    await disable(memberId);
    await app.runJobs();
    expect(keycloak.users.get(userId)).toMatchObject({ enabled: false });
    expect(keycloak.users.get(userId)?.email).not.toBe(taken);
    expect(await unsynced()).toEqual([]);
  });
});

test("a user who was deleted over there comes back with the next change", async () => {
  const { memberId, userId } = await known();
  keycloak.users.delete(userId);
  await write((tx) => app.admin.sendPasswordReset(tx, memberId));
  await app.runJobs();
  const user = keycloak.userOf(memberId);
  expect(user?.id).not.toBe(userId);
  expect(keycloak.mails.at(-1)?.userId).toBe(user?.id);
});

test("the first password waits in the database encrypted, and no longer than until it is set", async () => {
  const memberId = await app.member(alpha, { firstName: "Pia" });
  keycloak.outage = 503;
  const { loginId } = await write((tx) =>
    app.admin.createLoginWithPassword(tx, { memberId, username: "pia", password: "Geheim geheim" }),
  );
  await app.runJobs();
  const read = () => app.services.database.read(alpha.id, (tx) => findWantedUser(tx, loginId));
  const waiting = (await read())?.initialPassword ?? "";
  expect(waiting.length).toBeGreaterThan(20);
  expect(waiting).not.toContain("Geheim");
  keycloak.outage = undefined;
  await later();
  expect(keycloak.passwords.get(keycloak.userOf(memberId)?.id ?? "")).toBe("Geheim geheim");
  expect((await read())?.initialPassword).toBeNull();
});

test("a password that the operator sets reaches the Keycloak: sessions end, and its owner is told", async () => {
  const { memberId, userId } = await known("Paula");
  await write((tx) => app.admin.setPassword(tx, memberId, "Lampe Ufer Kreide Moos"));
  expect(keycloak.asked).toEqual([]);
  await app.runJobs();
  expect(keycloak.passwords.get(userId)).toBe("Lampe Ufer Kreide Moos");
  expect(keycloak.asked.some((call) => call.endsWith(`/users/${userId}/logout`))).toBe(true);
  expect((await app.mails()).at(-1)).toContain("Ihr Passwort wurde geändert");
  await expect(write((tx) => app.admin.removeSecondFactors(tx, memberId))).rejects.toMatchObject({
    code: "KEPT_ELSEWHERE",
  });
  await disable(memberId);
  await expect(
    write((tx) => app.admin.setPassword(tx, memberId, "Lampe Ufer Kreide Moos")),
  ).rejects.toMatchObject({ code: "LOGIN_DISABLED" });
});
