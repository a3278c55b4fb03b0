import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract as calendars } from "#modules/calendars/contract.ts";
import { changelogContract } from "#modules/changelog/contract.ts";
import { filesContract as files } from "#modules/files/contract.ts";
import type { GrantLine } from "#modules/grants/contract.ts";
import { usersContract as users } from "#modules/members/contract.ts";
import { type Group, groupsContract as groups } from "#modules/members/groups-contract.ts";
import { importContract } from "#modules/transfer/import-contract.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { runs } from "#platform/testing/properties.ts";

/** Nobody lets anybody in, by a group, where they may not go themselves. */

const OFFICE: Permission[] = [
  "QUERY_USER",
  "MANAGE_USER",
  "QUERY_GROUP",
  "MANAGE_GROUP",
  "QUERY_CALENDAR",
  "QUERY_FILESHARE",
  "QUERY_IMAGESHARE",
  "QUERY_USER_CHANGELOG",
  "MANAGE_IMPORTS",
];

let app: TestApp;
let club: TenantRow;
let admin: TestUser;
let clerk: TestUser;
let friend: TestUser;
let board: Group;
let inner: Group;

beforeAll(async () => {
  app = await testApp();
  club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true });
  clerk = await app.user(club, { firstname: "Klara", permissions: OFFICE });
  friend = await app.user(club, { firstname: "Fred" });
  board = await create("Vorstand");
  inner = await create("Kasse", board.id);
  const grants: GrantLine[] = [{ subject: "GROUP", id: board.id, access: "WRITE" }];
  await calendar("Vorstandstermine", grants);
  await share("Verträge", [{ subject: "GROUP", id: inner.id, access: "READ" }]);
});
afterAll(() => app?.close());

async function create(name: string, parentId: string | null = null, as = admin): Promise<Group> {
  return (await app.call(groups.createGroup, { body: { name, parentId } }, as)).body;
}
const calendar = (name: string, grants: GrantLine[]) =>
  app.call(calendars.createCalendar, { body: { name, grants } }, admin);
const share = (name: string, grants: GrantLine[], kind: "DOCUMENTS" | "IMAGES" = "DOCUMENTS") =>
  app.call(files.createFileShare, { body: { name, grants, kind } }, admin);
const put = (group: { id: string }, who: TestUser, body: object = {}, as = clerk) =>
  app.call(groups.putGroupMember, { params: { id: group.id, userId: who.id }, body }, as);
const end = (group: { id: string }, who: TestUser, as = clerk) =>
  app.call(groups.deleteGroupMember, { params: { id: group.id, userId: who.id } }, as);
const move = async (group: { id: string }, parentId: string | null, as = clerk) => {
  const now = (await app.call(groups.getGroup, { params: { id: group.id } }, admin)).body;
  const { name, permissions, version } = now;
  const body = { name, permissions, version, parentId };
  return app.call(groups.updateGroup, { params: { id: group.id }, body }, as);
};
const can = async (group: { id: string }, as: TestUser) =>
  (await app.call(groups.getGroup, { params: { id: group.id } }, as)).body.can;

/** Names and rights of everything that the person opens. */
async function opens(as: TestUser): Promise<string[]> {
  const seen = await app.call(calendars.searchCalendars, { query: { size: 200 } }, as);
  const shares = await app.call(files.searchFileShares, { query: { size: 200 } }, as);
  return [...seen.body.content, ...shares.body.content]
    .flatMap(({ name, can: rights }) => [name, ...rights.map((right) => `${right} ${name}`)])
    .toSorted();
}

const CALENDAR = "den Kalender „Vorstandstermine“ (Schreiben)";
const SHARE = "die Ablage „Verträge“";

describe("someone who may change groups, but not open what a group opens", () => {
  test("puts neither themselves nor others into it, and reads what it would open", async () => {
    const before = await opens(clerk);
    for (const who of [clerk, friend]) {
      const refused = await put(board, who);
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({
        code: "OPENS_BEYOND_OWN_RIGHTS",
        detail: expect.stringContaining(`Die Gruppe „Vorstand“ öffnet ${CALENDAR}.`),
      });
    }
    const deeper = await put(inner, clerk);
    expect(deeper.status).toBe(403);
    expect(deeper.body).toMatchObject({
      detail: expect.stringContaining(`Die Gruppe „Kasse“ öffnet ${CALENDAR} und ${SHARE}.`),
    });
    expect(await opens(clerk)).toEqual(before);
    expect(
      (await app.call(groups.searchGroupMembers, { params: { id: board.id } }, admin)).body,
    ).toMatchObject({ totalElements: 0 });
  });

  test("nor from a later day on, nor by changing a period that is over", async () => {
    expect((await put(board, clerk, { from: "2090-01-01" })).status).toBe(403);
    await put(board, friend, { from: "2001-01-01", to: "2002-01-01" }, admin);
    const params = { id: friend.id };
    const [period] = (await app.call(groups.listUserMemberships, { params }, admin)).body;
    const membershipId = period?.id;
    const from = "2001-01-01";
    expect((await put(board, friend, { membershipId, from })).status).toBe(403);
    expect((await put(board, friend, { membershipId, from, to: "2090-01-01" })).status).toBe(403);
    // What is over stays over: its dates and words are free.
    const past = { membershipId, from: "2000-01-01", to: "2003-01-01", function: "Kasse" };
    expect((await put(board, friend, past)).status).toBe(200);
  });

  test("nor many at once, by the list", async () => {
    const body = { action: "ADD_TO_GROUP" as const, ids: [clerk.id], groupId: inner.id };
    const refused = await app.call(users.bulkUsers, { body }, clerk);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: "OPENS_BEYOND_OWN_RIGHTS" });
  });

  test("nor a group of theirs below it; making an empty one there opens nothing", async () => {
    const own = await create("Büro", null, clerk);
    expect((await put(own, clerk)).status).toBe(200);
    const refused = await move(own, inner.id);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: "OPENS_BEYOND_OWN_RIGHTS",
      detail: expect.stringContaining(`unter „Kasse“ ${CALENDAR} und ${SHARE}.`),
    });
    const empty = await create("Neu darunter", board.id, clerk);
    expect((await put(empty, clerk)).status).toBe(403);
    expect((await move(empty, null)).status).toBe(200);
    expect((await put(empty, clerk)).status).toBe(200);
  });

  test("nor everybody to come, by making it a group for new members", async () => {
    const { name, version } = board;
    const body = { name, version, forNewMembers: true };
    const flagged = await app.call(groups.updateGroup, { params: { id: board.id }, body }, clerk);
    expect([flagged.status, flagged.body]).toMatchObject([
      403,
      { code: "OPENS_BEYOND_OWN_RIGHTS" },
    ]);
    const below = { name: "Neue", parentId: board.id, forNewMembers: true };
    expect((await app.call(groups.createGroup, { body: below }, clerk)).status).toBe(403);
  });

  test("nor by taking back that somebody was removed or that a group was moved away", async () => {
    const moved = await create("Ausschuss", board.id);
    await put(board, clerk, {}, admin);
    await end(board, clerk, admin);
    await move(moved, null, admin);
    const before = await opens(clerk);
    const query = { size: 200 };
    const { body } = await app.call(changelogContract.searchChanges, { query }, clerk);
    const mine = body.content.filter(
      ({ record, operation }) =>
        operation !== "CREATE" && (record.type === "MEMBERSHIP" || record.id === moved.id),
    );
    expect(mine.length).toBeGreaterThan(1);
    for (const { id, record } of mine.slice(0, 2)) {
      const refused = await app.call(changelogContract.revertChange, { params: { id } }, clerk);
      expect([record.type, refused.status]).toEqual([record.type, 403]);
      expect(refused.body).toMatchObject({ code: "OPENS_BEYOND_OWN_RIGHTS" });
    }
    expect(await opens(clerk)).toEqual(before);
  });

  test("nor by a file: the preview says why, and nothing is written", async () => {
    const rows = [
      "Vorname;Nachname;E-Mail;Gruppe",
      "Petra;Probe;petra@example.org;Vorstand",
      "Paul;Probe;paul@example.org;Vorstand->Ganz neu",
      "Pia;Probe;pia@example.org;",
    ];
    const source = await app.call(
      importContract.createImportSource,
      { body: { name: "Liste", unknownGroups: "CREATE" } },
      clerk,
    );
    const started = await app.call(
      importContract.runImportSource,
      {
        params: { id: source.body.id },
        body: Buffer.from(rows.join("\n")),
        headers: { "content-type": "text/csv", "x-file-name": "mitglieder.csv" },
      },
      clerk,
    );
    const params = { id: started.body.id };
    await app.runJobs();
    const { body: preview } = await app.call(importContract.getImportRun, { params }, clerk);
    expect(preview).toMatchObject({ state: "PREVIEW", counts: { new: 1, faulty: 2 } });
    const faulty = await app.call(
      importContract.listImportRows,
      { params, query: { kind: "FAULTY" } },
      clerk,
    );
    for (const { problems } of faulty.body.content)
      expect(problems.map(({ message }) => message)).toEqual([
        `In die Gruppe „Vorstand“ dürfen Sie niemanden aufnehmen: Sie öffnet ${CALENDAR}, was Sie selbst nicht öffnen dürfen.`,
      ]);
    await app.call(importContract.applyImport, { params }, clerk);
    await app.runJobs();
    const found = await app.call(users.searchUsers, { query: { q: "Probe" } }, admin);
    expect(found.body.content.map(({ firstname }) => firstname)).toEqual(["Pia"]);
  });

  test("sees no button for it, and may still end and describe what is there", async () => {
    const member = await app.user(club);
    await put(board, member, {}, admin);
    expect(await can(board, clerk)).not.toContain("EDIT_MEMBERS");
    expect(await can(board, admin)).toContain("EDIT_MEMBERS");
    const tree = await app.call(groups.listGroupTree, {}, clerk);
    const closed = tree.body.filter((group) => !group.can.includes("EDIT_MEMBERS"));
    expect(closed.map(({ name }) => name)).toEqual(expect.arrayContaining(["Vorstand", "Kasse"]));
    expect((await put(board, member, { function: "Beisitz" })).status).toBe(200);
    expect((await end(board, member)).status).toBe(204);
  });
});

describe("it is allowed", () => {
  test("where everybody may as much anyway", async () => {
    const group = await create("Alle dürfen");
    await calendar("Offen", [
      { subject: "ALL", id: null, access: "WRITE" },
      { subject: "GROUP", id: group.id, access: "READ" },
    ]);
    expect((await put(group, friend)).status).toBe(200);
    const more = await create("Mehr als alle");
    await calendar("Halb offen", [
      { subject: "ALL", id: null, access: "READ" },
      { subject: "GROUP", id: more.id, access: "WRITE" },
    ]);
    expect((await put(more, friend)).status).toBe(403);
  });

  test("where one may as much oneself: reading is not writing", async () => {
    const group = await create("Fotografen");
    const grants: GrantLine[] = [
      { subject: "GROUP", id: group.id, access: "WRITE" },
      { subject: "USER", id: clerk.id, access: "READ" },
    ];
    const { body } = await share("Sommerfest", grants, "IMAGES");
    expect((await put(group, friend)).body).toMatchObject({
      detail: expect.stringContaining("öffnet die Galerie „Sommerfest“ (Schreiben)."),
    });
    const [first, second] = grants;
    if (first === undefined || second === undefined) throw new Error("two lines");
    await app.call(
      files.updateFileShare,
      {
        params: { id: body.id },
        body: {
          name: "Sommerfest",
          grants: [first, { ...second, access: "WRITE" }],
          version: body.version,
        },
      },
      admin,
    );
    expect((await put(group, friend)).status).toBe(200);
    // A grant is worth nothing to whom the kind of share is closed altogether.
    const other = await app.user(club, { permissions: ["QUERY_GROUP", "MANAGE_GROUP"] });
    expect((await put(group, other, {}, other)).status).toBe(403);
  });

  test("with the right to manage what is opened, each kind by its own", async () => {
    const planner = await app.user(club, {
      permissions: ["QUERY_GROUP", "MANAGE_GROUP", "MANAGE_CALENDAR"],
    });
    const member = await app.user(club);
    expect((await put(board, member, {}, planner)).status).toBe(200);
    expect((await put(inner, member, {}, planner)).body).toMatchObject({
      detail: expect.stringContaining(`öffnet ${SHARE}.`),
    });
    const archivist = await app.user(club, {
      permissions: ["QUERY_GROUP", "MANAGE_GROUP", "MANAGE_CALENDAR", "MANAGE_FILESHARE"],
    });
    expect((await put(inner, member, {}, archivist)).status).toBe(200);
  });

  test("the names of many are cut short", async () => {
    const group = await create("Vielerlei");
    for (let number = 1; number <= 7; number++)
      await calendar(`Termine ${number}`, [{ subject: "GROUP", id: group.id, access: "READ" }]);
    expect((await put(group, friend)).body).toMatchObject({
      detail: expect.stringContaining("den Kalender „Termine 5“ und 2 weitere."),
    });
  });
});

test("whatever is tried with groups, the actor opens no more than before", async () => {
  const tenant = await app.tenant("gesetz");
  const boss = await app.user(tenant, { isAdmin: true });
  const index = fc.nat({ max: 4 });
  const grant = fc.tuple(index, fc.constantFrom<"READ" | "WRITE">("READ", "WRITE"));
  const step = fc.tuple(fc.constantFrom("JOIN", "MOVE", "LATER", "LEAVE"), index, index);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(index), { minLength: 5, maxLength: 5 }),
      fc.array(grant, { minLength: 1, maxLength: 4 }),
      fc.option(index),
      fc.array(step, { minLength: 3, maxLength: 8 }),
      async (parents, grants, member, steps) => {
        round += 1;
        const actor = await app.user(tenant, { permissions: OFFICE });
        const tree: Group[] = [];
        for (const [place, above] of parents.entries()) {
          const parent = above === null ? undefined : tree[above];
          tree.push(await create(`Gruppe ${round} ${place}`, parent?.id ?? null, boss));
        }
        const at = (place: number) => ({ id: tree[place]?.id ?? "" });
        for (const [place, [group, access]] of grants.entries()) {
          const lines: GrantLine[] = [{ subject: "GROUP", ...at(group), access }];
          const body = { name: `${round} ${place}`, grants: lines };
          if (place % 2 === 0) await app.call(calendars.createCalendar, { body }, boss);
          else await app.call(files.createFileShare, { body }, boss);
        }
        if (member !== null) await put(at(member), actor, {}, boss);
        const before = new Set(await opens(actor));
        for (const [what, one, other] of steps) {
          if (what === "JOIN") await put(at(one), actor, {}, actor);
          if (what === "LATER") await put(at(one), actor, { from: "2020-01-01" }, actor);
          if (what === "LEAVE") await end(at(one), actor, actor);
          if (what === "MOVE") {
            const now = await app.call(groups.getGroup, { params: at(one) }, boss);
            const { name, permissions, version } = now.body;
            const body = { name, permissions, version, parentId: at(other).id };
            await app.call(groups.updateGroup, { params: at(one), body }, actor);
          }
          expect((await opens(actor)).filter((name) => !before.has(name))).toEqual([]);
        }
      },
    ),
    runs(15),
  );
});
