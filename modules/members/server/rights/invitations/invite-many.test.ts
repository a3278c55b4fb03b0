import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { backdateInvitations } from "#modules/identity/server/testing.ts";
import { identityAdmin } from "#modules/identity/server/public.ts";
import type { BodyInput } from "#platform/contract/route.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract as api } from "../../../contract.ts";

let app: TestApp;
let club: TenantRow;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true, email: "ada@example.org" });
});
afterAll(() => app?.close());

let people = 0;
async function person(values: object = {}): Promise<string> {
  const body = { firstname: `Nr. ${++people}`, lastname: "Gast", ...values };
  const made = await app.call(api.createUser, { body }, admin);
  expect(made.status).toBe(201);
  return made.body.id;
}
const mail = () => `person-${people}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const preview = (body: BodyInput<typeof api.previewLoginInvitations>, as = admin) =>
  app.call(api.previewLoginInvitations, { body }, as);
const invite = (body: BodyInput<typeof api.inviteLogins>, as = admin) =>
  app.call(api.inviteLogins, { body, headers: { "idempotency-key": crypto.randomUUID() } }, as);
const stateOf = async (id: string) =>
  (await app.call(api.getUser, { params: { id } }, admin)).body.loginState;
const states = (ids: readonly string[]) => Promise.all(ids.map(stateOf));
/** Every mail that was sent, in the order in which it was. */
async function mails(): Promise<Email[]> {
  const folder = join(app.services.environment.dataDir, "mail");
  const names: string[] = await readdir(folder).catch(() => []);
  return Promise.all(
    names.toSorted().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
}
/** Recipients and subjects of the mails that `work` and the jobs after it sent. */
async function mailsOf(work: () => Promise<unknown>): Promise<{ to: string; subject: string }[]> {
  const before = (await mails()).length;
  await work();
  await app.runJobs();
  return (await mails()).slice(before).map((one) => ({
    to: one.to?.[0]?.address ?? "",
    subject: one.subject ?? "",
  }));
}
/** The invited person sets their password. */
async function comeIn(id: string): Promise<void> {
  await app.services.database.write(club.id, systemActor(), (tx) =>
    identityAdmin(app.services).setPassword(tx, id, "Lampe Ufer Kreide Moos"),
  );
  await app.runJobs();
}
const counts = (leftOut: { reason: string; count: number }[]) =>
  Object.fromEntries(leftOut.map(({ reason, count }) => [reason, count]));
const remindNow = () => app.runScheduled({ id: "identity:remind-invited" });

describe("whom it reaches", () => {
  test("what was counted before is what happens, and everybody else is named with the reason", async () => {
    const [fresh, alone] = [await person({ email: mail() }), await person({ email: mail() })];
    const without = await person();
    const gone = await person({ email: mail(), leftOn: "2020-12-31", joinedOn: "2010-01-01" });
    const waiting = await person({ email: mail() });
    await app.call(api.inviteLogin, { params: { id: waiting } }, admin);
    const off = await person({ email: mail() });
    await app.call(api.inviteLogin, { params: { id: off } }, admin);
    await app.call(api.disableLogin, { params: { id: off } }, admin);
    await app.runJobs();
    const inside = await person({ email: mail() });
    await app.call(api.inviteLogin, { params: { id: inside } }, admin);
    await comeIn(inside);
    const ids = [fresh, alone, without, gone, waiting, off, inside];
    const { body: plan } = await preview({ ids });
    expect(plan).toMatchObject({ invited: 2, invitedBefore: 1, shared: { people: 0 } });
    expect(counts(plan.leftOut)).toEqual({
      GONE: 1,
      DISABLED: 1,
      INVITED: 1,
      WITHOUT_MAIL: 1,
      ACTIVE: 1,
    });
    expect(plan.leftOut.find(({ reason }) => reason === "WITHOUT_MAIL")?.people).toEqual([
      { id: without, name: expect.stringContaining("Gast") },
    ]);
    const sent = await mailsOf(async () => {
      const { status, body } = await invite({ ids });
      expect([status, body]).toEqual([202, { invited: 2, skipped: 5 }]);
    });
    expect(sent).toHaveLength(2);
    expect(await states([fresh, alone, without, waiting, off])).toEqual([
      "INVITED",
      "INVITED",
      "NONE",
      "INVITED",
      "DISABLED",
    ]);
    // Once more, and those who have their invitation get it again only where that is wanted.
    expect(await mailsOf(() => invite({ ids }))).toEqual([]);
    expect((await preview({ ids, again: true })).body).toMatchObject({ invited: 3 });
    expect(await mailsOf(() => invite({ ids, again: true }))).toHaveLength(3);
  });

  test("of people with one address the oldest, all, or nobody", async () => {
    const email = mail();
    const child = await person({ email, birthday: "2015-05-01" });
    const parent = await person({ email: email.toUpperCase(), birthday: "1980-05-01" });
    const unknown = await person({ email });
    const ids = [child, parent, unknown];
    const { body: plan } = await preview({ ids });
    expect(plan).toMatchObject({ invited: 1, shared: { people: 3, addresses: 1 } });
    expect(plan.shared.named[0]?.address).toBe(email);
    expect(new Set(plan.shared.named[0]?.people.map(({ id }) => id))).toEqual(new Set(ids));
    expect((await preview({ ids, shared: "NONE" })).body).toMatchObject({ invited: 0 });
    expect((await preview({ ids, shared: "ALL" })).body).toMatchObject({ invited: 3 });
    // The parent was not chosen: their mailbox is theirs all the same.
    expect((await preview({ ids: [child] })).body).toMatchObject({
      invited: 0,
      shared: { people: 1, named: [{ people: [{ id: child }] }] },
    });
    await mailsOf(() => invite({ ids }));
    expect(await states(ids)).toEqual(["NONE", "INVITED", "NONE"]);
    const sent = await mailsOf(() => invite({ ids: [child, unknown], shared: "ALL" }));
    expect(sent.map(({ to }) => to)).toEqual([email, email]);
    const names = await Promise.all(
      ids.map(async (id) => (await app.call(api.getUser, { params: { id } }, admin)).body.username),
    );
    expect(new Set(names).size).toBe(3);
  });

  test("the filter of a list, which takes the right to see members", async () => {
    const lastname = `Filterer${crypto.randomUUID().slice(0, 6)}`;
    await person({ lastname, email: mail() });
    await person({ lastname, email: mail() });
    expect((await preview({ filter: { q: lastname } })).body).toMatchObject({ invited: 2 });
    const blind = await app.user(club, { permissions: ["MANAGE_USER"] });
    expect((await preview({ filter: { q: lastname } }, blind)).status).toBe(403);
    expect((await invite({ filter: { q: lastname } }, blind)).status).toBe(403);
    expect(await mailsOf(() => invite({ filter: { q: lastname } }))).toHaveLength(2);
  });
});

describe("who may", () => {
  test("those above one's own rights are left out and named, not invited", async () => {
    const office = await app.user(club, { permissions: ["QUERY_USER", "MANAGE_USER"] });
    const above = await person({ email: mail() });
    const { version } = (await app.call(api.getUser, { params: { id: above } }, admin)).body;
    await app.call(
      api.setUserPermissions,
      { params: { id: above }, body: { permissions: ["MANAGE_TENANT"], isAdmin: false, version } },
      admin,
    );
    const beside = await person({ email: mail() });
    const { body } = await preview({ ids: [above, beside] }, office);
    expect(body.invited).toBe(1);
    expect(body.leftOut).toMatchObject([{ reason: "OUTRANKED", people: [{ id: above }] }]);
    await mailsOf(() => invite({ ids: [above, beside] }, office));
    expect(await states([above, beside])).toEqual(["NONE", "INVITED"]);
  });

  test("nobody without the right, nobody of another club, and not too many at once", async () => {
    const reader = await app.user(club, { permissions: ["QUERY_USER"] });
    const mine = await person({ email: mail() });
    expect((await preview({ ids: [mine] }, reader)).status).toBe(403);
    expect((await invite({ ids: [mine] }, reader)).status).toBe(403);
    const stranger = await app.user(await app.tenant("beta"), { isAdmin: true });
    expect((await preview({ ids: [mine] }, stranger)).status).toBe(404);
    expect((await invite({ ids: [mine, admin.id] }, stranger)).status).toBe(404);
    const many = Array.from({ length: 2_001 }, () => crypto.randomUUID());
    expect((await invite({ ids: many })).body).toMatchObject({ status: 422, code: "TOO_MANY" });
    expect(await stateOf(mine)).toBe("NONE");
  });

  test("who has left or lost the address before the mail went out gets none", async () => {
    const [left, mute] = [await person({ email: mail() }), await person({ email: mail() })];
    const sent = await mailsOf(async () => {
      await invite({ ids: [left, mute] });
      await app.call(api.deleteUser, { params: { id: left } }, admin);
      const { body } = await app.call(api.getUser, { params: { id: mute } }, admin);
      const { firstname, lastname, memberNumber, version } = body;
      await app.call(
        api.updateUser,
        { params: { id: mute }, body: { firstname, lastname, memberNumber, email: null, version } },
        admin,
      );
    });
    expect(sent).toEqual([]);
  });
});

describe("the reminder", () => {
  const age = (days: number) =>
    app.services.database.write(club.id, systemActor(), (tx) => backdateInvitations(tx, days));

  test("comes once, after a week, with a link that works", async () => {
    const id = await person({ email: mail() });
    await mailsOf(() => invite({ ids: [id] }));
    await age(6);
    expect(await mailsOf(remindNow)).toEqual([]);
    await age(1);
    const reminders = await mailsOf(remindNow);
    expect(reminders.filter(({ subject }) => subject.startsWith("Erinnerung: "))).toHaveLength(
      reminders.length,
    );
    expect(reminders.length).toBeGreaterThan(0);
    const text = (await mails()).at(-1)?.text ?? "";
    expect(text).toMatch(/action-token\?key=[\w-]{40,}/);
    expect(text).toContain("nur dieses eine Mal");
    await age(7);
    expect(await mailsOf(remindNow)).toEqual([]);
  });

  test("is left out where it was not wanted, and for who has come in, left or lost the log-in", async () => {
    const ids = [await person({ email: mail() }), await person({ email: mail() })];
    await mailsOf(() => invite({ ids: [ids[0] ?? ""], remind: false }));
    await mailsOf(() => invite({ ids: [ids[1] ?? ""] }));
    await app.call(api.disableLogin, { params: { id: ids[1] ?? "" } }, admin);
    const trashed = await person({ email: mail() });
    await mailsOf(() => invite({ ids: [trashed] }));
    await app.call(api.deleteUser, { params: { id: trashed } }, admin);
    const inside = await person({ email: mail() });
    await mailsOf(() => invite({ ids: [inside] }));
    await comeIn(inside);
    await age(7);
    expect(await mailsOf(remindNow)).toEqual([]);
  });
});
