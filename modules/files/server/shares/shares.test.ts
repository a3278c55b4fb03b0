import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import type { GrantLine } from "#modules/grants/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { filesContract, type FileShare } from "../../contract.ts";
import { aShare, list, upload } from "../testing.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
});
afterAll(() => app?.close());

const named = async (as: TestUser, query: object = {}) =>
  (await app.call(filesContract.searchFileShares, { query: { size: 200, ...query } }, as)).body
    .content;
const names = async (as: TestUser, query: object = {}) =>
  (await named(as, query)).map(({ name }) => name);
const read = (as: TestUser, id: string) =>
  app.call(filesContract.getFileShare, { params: { id } }, as);
const change = (share: FileShare, body: object, as = admin) =>
  app.call(
    filesContract.updateFileShare,
    {
      params: { id: share.id },
      body: { name: share.name, grants: [], version: share.version, ...body },
    },
    as,
  );
const group = async (name: string, parentId?: string) =>
  (
    await app.call(
      groupsContract.createGroup,
      { body: { name, ...(parentId && { parentId }) } },
      admin,
    )
  ).body.id;
const join = (id: string, { id: userId }: TestUser) =>
  app.call(groupsContract.putGroupMember, { params: { id, userId }, body: {} }, admin);
const granted = (subject: "GROUP" | "USER", id: string, access: "READ" | "WRITE"): GrantLine => ({
  subject,
  id,
  access,
});

describe("the list of shares", () => {
  test("is found by part of a name, in German order, or by the room they take", async () => {
    const club = await app.user(await app.tenant("liste"), { isAdmin: true });
    for (const name of ["Zeugwart", "Ärzte 100%", "Archiv_alt", "Archiv neu"])
      await aShare(app, club, { name });
    await aShare(app, club, { name: "Ausflug", kind: "IMAGES" });
    const [archive, doctors] = await named(club, { kind: "DOCUMENTS" });
    await upload(app, club, archive?.id ?? "", "groß.txt", "x".repeat(300));
    expect(await names(club, { kind: "DOCUMENTS" })).toEqual([
      "Archiv neu",
      "Archiv_alt",
      "Ärzte 100%",
      "Zeugwart",
    ]);
    expect(doctors?.name).toBe("Archiv_alt");
    expect(await names(club, { q: "ARCHIV" })).toEqual(["Archiv neu", "Archiv_alt"]);
    // Signs that mean something to the database are only signs.
    expect(await names(club, { q: "v_a" })).toEqual(["Archiv_alt"]);
    expect(await names(club, { q: "100%" })).toEqual(["Ärzte 100%"]);
    expect(await names(club, { q: "\\" })).toEqual([]);
    const byRoom = await named(club, { sort: "usedBytes", dir: "DESC" });
    expect(byRoom.map(({ name, usedBytes }) => [name, usedBytes]).slice(0, 2)).toEqual([
      ["Archiv neu", 300],
      ["Archiv_alt", 0],
    ]);
    const page = await app.call(
      filesContract.searchFileShares,
      { query: { size: 2, page: 2, dir: "DESC" } },
      club,
    );
    expect(page.body).toMatchObject({ totalElements: 5, content: [{ name: "Archiv neu" }] });
  });

  test("shows who manages one kind all of it, and of the other what they are granted", async () => {
    const club = await app.tenant("arten");
    const boss = await app.user(club, { isAdmin: true });
    const pictures = await app.user(club, {
      permissions: ["MANAGE_IMAGESHARE", "QUERY_FILESHARE"],
    });
    const mine = [granted("USER", pictures.id, "WRITE")];
    await aShare(app, boss, { name: "Bilder", kind: "IMAGES", grants: [] });
    await aShare(app, boss, { name: "Protokolle", grants: mine });
    await aShare(app, boss, { name: "Verträge", grants: [] });
    const seen = await named(pictures);
    expect(seen.map(({ name, can }) => [name, can])).toEqual([
      ["Bilder", ["EDIT", "DELETE", "WRITE"]],
      ["Protokolle", ["WRITE"]],
    ]);
    expect(seen.map(({ grants }) => grants)).toEqual([[], null]);
  });
});

describe("grants", () => {
  test("to a division reach its teams, the strongest counts, and they end with the membership", async () => {
    const player = await app.user(admin.tenant, { permissions: ["QUERY_FILESHARE"] });
    const division = await group("Fußball");
    const team = await group("E-Jugend", division);
    await join(team, player);
    const share = await aShare(app, admin, { grants: [granted("GROUP", division, "READ")] });
    expect((await read(player, share.id)).body.can).toEqual([]);
    const both = [granted("GROUP", division, "READ"), granted("GROUP", team, "WRITE")];
    expect((await change(share, { grants: both })).status).toBe(200);
    expect((await read(player, share.id)).body.can).toEqual(["WRITE"]);
    expect((await upload(app, player, share.id, "Aufstellung.txt", "x")).status).toBe(201);
    await app.call(
      groupsContract.deleteGroupMember,
      { params: { id: team, userId: player.id }, query: {} },
      admin,
    );
    expect((await read(player, share.id)).status).toBe(404);
  });

  test("of a division say nothing about those who are only in the division above", async () => {
    const head = await app.user(admin.tenant, { permissions: ["QUERY_FILESHARE"] });
    const division = await group("Turnen");
    const team = await group("Kinderturnen", division);
    await join(division, head);
    const share = await aShare(app, admin, { grants: [granted("GROUP", team, "READ")] });
    expect((await read(head, share.id)).status).toBe(404);
    expect((await list(app, head, share.id)).status).toBe(404);
  });

  test("are listed with everybody first, then groups, then members by name, and replaced as a whole", async () => {
    const zoe = await app.user(admin.tenant, { firstname: "Zoë", lastname: "Ahrens" });
    const anna = await app.user(admin.tenant, { firstname: "Anna", lastname: "Zimmer" });
    const division = await group("Schwimmen");
    const team = await group("Masters", division);
    const share = await aShare(app, admin, {
      grants: [
        granted("USER", zoe.id, "READ"),
        granted("GROUP", team, "WRITE"),
        { subject: "ALL", id: null, access: "READ" },
        granted("USER", anna.id, "WRITE"),
      ],
    });
    expect(share.grants).toEqual([
      { subject: "ALL", id: null, name: "Alle Mitglieder", access: "READ" },
      { subject: "GROUP", id: team, name: "Schwimmen->Masters", access: "WRITE" },
      { subject: "USER", id: anna.id, name: "Anna Zimmer", access: "WRITE" },
      { subject: "USER", id: zoe.id, name: "Zoë Ahrens", access: "READ" },
    ]);
    const only = await change(share, { grants: [granted("USER", zoe.id, "WRITE")] });
    expect(only.body.grants).toMatchObject([{ id: zoe.id, access: "WRITE" }]);
    expect((await change(only.body, { grants: [] })).body.grants).toEqual([]);
  });

  test("to somebody who is not there are refused at their place, and nothing is changed", async () => {
    const share = await aShare(app, admin, { name: "Bleibt so" });
    const nobody = crypto.randomUUID();
    const refused = await change(share, {
      name: "Anders",
      grants: [
        { subject: "ALL", id: null, access: "READ" },
        granted("USER", nobody, "READ"),
        granted("GROUP", nobody, "READ"),
      ],
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: [{ path: "grants.1.id" }, { path: "grants.2.id" }],
    });
    expect((await read(admin, share.id)).body).toEqual(share);
  });
});

describe("a limit of room", () => {
  test("set below what is used keeps what is there and takes no more", async () => {
    const share = await aShare(app, admin);
    await upload(app, admin, share.id, "a.txt", "x".repeat(100));
    const smaller = (await change(share, { quota: 50 })).body;
    expect(smaller).toMatchObject({ quota: 50, usedBytes: 100 });
    const full = await upload(app, admin, share.id, "b.txt", "x");
    expect(full.body).toMatchObject({ status: 507, code: "QUOTA_EXCEEDED" });
    expect((await change(smaller, { quota: 101 })).status).toBe(200);
    expect((await upload(app, admin, share.id, "b.txt", "x")).status).toBe(201);
    expect((await read(admin, share.id)).body.usedBytes).toBe(101);
  });

  test("counts older versions and the trash, until they are emptied", async () => {
    const share = await aShare(app, admin, { quota: 250 });
    await upload(app, admin, share.id, "a.txt", "x".repeat(100));
    await upload(app, admin, share.id, "a.txt", "y".repeat(100), { onConflict: "REPLACE" });
    const params = { id: share.id, path: "a.txt" };
    expect((await app.call(filesContract.deleteEntry, { params }, admin)).status).toBe(204);
    expect((await upload(app, admin, share.id, "b.txt", "x".repeat(100))).status).toBe(507);
    await app.call(filesContract.emptyTrash, { params: { id: share.id }, query: {} }, admin);
    expect((await upload(app, admin, share.id, "b.txt", "x".repeat(100))).status).toBe(201);
    expect((await read(admin, share.id)).body.usedBytes).toBe(100);
  });
});
