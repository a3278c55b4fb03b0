import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { type Entry, entry as entryShape, filesContract } from "../../contract.ts";
import { addFile } from "./entries.ts";
import { aShare, list, sha256, upload } from "../testing.ts";

let app: TestApp;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  app = await testApp();
  const alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { isAdmin: true });
  member = await app.user(alpha, { permissions: ["QUERY_FILESHARE", "QUERY_IMAGESHARE"] });
});
afterAll(() => app?.close());

const names = (answer: { body: { content: Entry[] } }) =>
  answer.body.content.map(({ name }) => name);
const folder = (id: string, path: string, query: object = {}) =>
  app.call(filesContract.createFolder, { params: { id, path }, query }, admin);
const remove = (id: string, path: string, as = admin) =>
  app.call(filesContract.deleteEntry, { params: { id, path } }, as);
const move = (id: string, path: string, to: string, query: object = {}) =>
  app.call(filesContract.moveEntry, { params: { id, path }, query, body: Buffer.from(to) }, admin);
const trash = (id: string) => app.call(filesContract.listTrash, { params: { id } }, admin);
const restore = (id: string, path: string, query: object) =>
  app.call(filesContract.restoreEntry, { params: { id, path }, query }, admin);
const download = (id: string, path: string, query: object = {}, as = admin) =>
  app.call(filesContract.downloadEntry, { params: { id, path }, query }, as);
const stored = async () =>
  (await Array.fromAsync(app.services.blobs.keysOlderThan(new Date("2999-01-01")))).toSorted();
const used = async (id: string) =>
  (await app.call(filesContract.getFileShare, { params: { id } }, admin)).body.usedBytes;

describe("a folder", () => {
  test("lists folders first and numbers as people count them, with umlauts beside their vowels", async () => {
    const { id } = await aShare(app, admin);
    for (const name of ["Datei 10.txt", "Datei 2.txt", "Ärger.txt", "Zettel.pdf", "Apfel.txt"])
      await upload(app, admin, id, name, name);
    for (const name of ["Zelt", "Übungen"]) expect((await folder(id, name)).status).toBe(201);
    const answer = await list(app, member, id);
    expect(names(answer)).toEqual([
      "Übungen",
      "Zelt",
      "Apfel.txt",
      "Ärger.txt",
      "Datei 2.txt",
      "Datei 10.txt",
      "Zettel.pdf",
    ]);
    expect(answer.body.can).toEqual(["UPLOAD", "CREATE_FOLDER"]);
    expect(answer.body.content[0]).toMatchObject({ type: "FOLDER", path: "Übungen", size: null });
    expect(answer.body.content[0]).not.toHaveProperty("subtype");
    expect(names(await list(app, member, id, "", { dir: "DESC" }))).toEqual([
      "Zelt",
      "Übungen",
      "Zettel.pdf",
      "Datei 10.txt",
      "Datei 2.txt",
      "Ärger.txt",
      "Apfel.txt",
    ]);
    expect(names(await list(app, member, id, "", { ex: "pdf,.DOCX" }))).toEqual([
      "Übungen",
      "Zelt",
      "Zettel.pdf",
    ]);
    const paged = await list(app, member, id, "", { page: 1, size: 3 });
    expect([names(paged), paged.body.totalElements]).toEqual([
      ["Ärger.txt", "Datei 2.txt", "Datei 10.txt"],
      7,
    ]);
  });

  test("keeps names that differ only in case apart, and joins what is only written differently", async () => {
    const { id } = await aShare(app, admin);
    for (const name of ["Protokoll.txt", "protokoll.txt", "Protokoll.TXT"])
      expect((await upload(app, admin, id, name, name)).status).toBe(201);
    expect((await list(app, member, id)).body.totalElements).toBe(3);
    await upload(app, admin, id, "U\u0308bung.txt", "x");
    expect((await upload(app, admin, id, "Übung.txt", "y")).body).toMatchObject({
      code: "NAME_TAKEN",
      status: 409,
    });
    expect((await download(id, "Übung.txt")).bytes.toString()).toBe("x");
  });

  test("is made once; a missing one above it is 404 unless it may be made as well", async () => {
    const { id } = await aShare(app, admin);
    const made = await folder(id, "Fußball");
    expect(made.body).toMatchObject({ type: "FOLDER", name: "Fußball", path: "Fußball" });
    expect(made.headers["location"]).toBe(`/alpha/api/file-share/${id}/entry/Fu%C3%9Fball`);
    expect((await folder(id, "Fußball")).body).toMatchObject({ status: 409, code: "NAME_TAKEN" });
    expect((await folder(id, "Fußball", { onConflict: "RENAME" })).body.name).toBe("Fußball (2)");
    expect((await folder(id, "Tennis/2026")).body).toMatchObject({
      status: 404,
      code: "FOLDER_NOT_FOUND",
    });
    expect((await folder(id, "Tennis/2026", { createFolders: "true" })).body.path).toBe(
      "Tennis/2026",
    );
    expect((await upload(app, admin, id, "Ski/a/b.txt", "b")).status).toBe(404);
    expect(
      (await upload(app, admin, id, "Ski/a/b.txt", "b", { createFolders: true })).body,
    ).toMatchObject({ path: "Ski/a/b.txt" });
    expect(
      (await upload(app, admin, id, "Ski/a/b.txt/c.txt", "c", { createFolders: true })).body,
    ).toMatchObject({ status: 409, code: "NOT_A_FOLDER" });
  });

  test("whole trees arrive at once without two folders of one name", async () => {
    const { id } = await aShare(app, admin);
    const paths = Array.from(
      { length: 24 },
      (_, index) => `Neu/Ebene ${index % 3}/Datei ${index}.txt`,
    );
    const answers = await Promise.all(
      paths.map((path) => upload(app, admin, id, path, path, { createFolders: true })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const all = (await app.call(filesContract.listAllEntries, { params: { id } }, member)).body;
    expect(all.map(({ path }) => path).toSorted()).toEqual(
      [...paths, "Neu", "Neu/Ebene 0", "Neu/Ebene 1", "Neu/Ebene 2"].toSorted(),
    );
    for (const [index, { path }] of all.entries()) {
      const above = path.slice(0, path.lastIndexOf("/"));
      if (path.includes("/"))
        expect(all.slice(0, index).some((entry) => entry.path === above)).toBe(true);
    }
  });
});

test("the list of a whole share says of each entry what asking for it says", async () => {
  const { id } = await aShare(app, admin);
  for (const path of [
    'Ä "schräg"/B $& $1.txt',
    'Ä "schräg"/tief/Ünïcode \u{1f3d0}.pdf',
    "oben.txt",
  ]) {
    await upload(app, path === "oben.txt" ? member : admin, id, path, path, {
      createFolders: true,
    });
  }
  for (const reader of [admin, member]) {
    const all = (await app.call(filesContract.listAllEntries, { params: { id } }, reader)).body;
    expect(all).toHaveLength(5);
    for (const entry of all)
      expect(
        (await app.call(filesContract.getEntry, { params: { id, path: entry.path } }, reader)).body,
      ).toEqual(entry);
  }
  // The database writes this list as text, past the serializer that leaves out what has no name.
  const named = new Set(Object.keys(entryShape.shape));
  const { body: all } = await app.call(filesContract.listAllEntries, { params: { id } }, admin);
  expect(all.flatMap((one) => Object.keys(one)).filter((name) => !named.has(name))).toEqual([]);
  const people = all.flatMap(({ modifiedBy }) => (modifiedBy === null ? [] : [modifiedBy]));
  expect(new Set(people.flatMap((person) => Object.keys(person)))).toEqual(new Set(["id", "name"]));
  const pdfs = (
    await app.call(filesContract.listAllEntries, { params: { id }, query: { ex: "pdf" } }, admin)
  ).body;
  expect(pdfs.map(({ type }) => type).toSorted()).toEqual(["FILE", "FOLDER", "FOLDER"]);
});

describe("moving", () => {
  test("renames, moves with everything below, and says what is in the way", async () => {
    const { id } = await aShare(app, admin);
    await upload(app, admin, id, "A/B/tief.txt", "tief", { createFolders: true });
    await upload(app, admin, id, "C/tief.txt", "anders", { createFolders: true });
    expect((await move(id, "A/B", "C/Ü")).body.path).toBe("C/Ü");
    expect((await download(id, "C/Ü/tief.txt")).bytes.toString()).toBe("tief");
    expect((await download(id, "A/B/tief.txt")).status).toBe(404);
    expect((await move(id, "C/Ü/tief.txt", "C/tief.txt")).body).toMatchObject({
      status: 409,
      code: "NAME_TAKEN",
    });
    expect((await move(id, "C/Ü/tief.txt", "C/tief.txt", { onConflict: "RENAME" })).body.path).toBe(
      "C/tief (2).txt",
    );
    expect(
      (await move(id, "C/tief (2).txt", "C/tief.txt", { onConflict: "REPLACE" })).body.path,
    ).toBe("C/tief.txt");
    expect((await trash(id)).body.content).toMatchObject([{ path: "C/tief.txt", size: 6 }]);
    expect((await move(id, "C/tief.txt", "C/TIEF.md")).body.name).toBe("TIEF.md");
    expect(names(await list(app, member, id, "C", { ex: "md" }))).toEqual(["Ü", "TIEF.md"]);
    expect((await move(id, "A", "C", { onConflict: "REPLACE" })).status).toBe(409);
  });

  test("into itself, to nowhere or to a forbidden name is refused", async () => {
    const { id } = await aShare(app, admin);
    await folder(id, "A/B", { createFolders: "true" });
    expect((await move(id, "A", "A/B/A")).body).toMatchObject({ status: 422, code: "INTO_ITSELF" });
    expect((await move(id, "A", "A")).body.path).toBe("A");
    expect((await move(id, "A", "Nirgends/A")).status).toBe(404);
    for (const target of ["../A", "a\\b", "CON", "", "a%2e%2e%2fb"])
      expect((await move(id, "A", target)).status).toBe(400);
  });

  test("two folders into each other at once leave a tree", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await aShare(app, admin);
      await folder(id, "A");
      await folder(id, "B");
      const answers = await Promise.all([move(id, "A", "B/A"), move(id, "B", "A/B")]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      expect(
        (await app.call(filesContract.listAllEntries, { params: { id } }, member)).body,
      ).toHaveLength(2);
    }
  });

  test("does not build paths that nobody can open", async () => {
    const { id } = await aShare(app, admin);
    const deep = Array.from({ length: 20 }, (_, index) => `e${index}`).join("/");
    await folder(id, deep, { createFolders: "true" });
    await folder(id, `Andere/${deep}`, { createFolders: "true" });
    expect((await move(id, "Andere", `${deep}/Andere`)).body).toMatchObject({
      status: 422,
      code: "TOO_DEEP",
    });
  });
});

describe("the trash", () => {
  test("leaves nothing in the store once it is emptied, and all of what is kept", async () => {
    const { id } = await aShare(app, admin);
    await upload(app, admin, id, "bleibt.txt", "bleibt");
    await app.runJobs();
    const before = await stored();
    await upload(app, admin, id, "geht.txt", "geht");
    await upload(app, admin, id, "geht.txt", "geht in neuer Fassung", { onConflict: "REPLACE" });
    await app.runJobs();
    expect((await stored()).length).toBe(before.length + 2);
    await remove(id, "geht.txt");
    await app.call(filesContract.emptyTrash, { params: { id } }, admin);
    await app.runJobs();
    expect(await stored()).toEqual(before);
  });

  test("holds what was deleted with all below it, and gives it back", async () => {
    const { id } = await aShare(app, admin);
    await upload(app, admin, id, "Ordner/x.txt", "x", { createFolders: true });
    expect((await remove(id, "Ordner")).status).toBe(204);
    expect((await remove(id, "Ordner")).status).toBe(404);
    for (const path of ["Ordner", "Ordner/x.txt"])
      expect((await download(id, path)).status).toBe(404);
    expect((await app.call(filesContract.listAllEntries, { params: { id } }, member)).body).toEqual(
      [],
    );
    const [item] = (await trash(id)).body.content;
    expect(item).toMatchObject({
      path: "Ordner",
      type: "FOLDER",
      deletedBy: { id: admin.id },
      can: ["RESTORE", "PURGE"],
    });
    expect(await used(id)).toBe(1);
    expect((await restore(id, "", { entry: item?.id })).body.path).toBe("Ordner");
    expect((await download(id, "Ordner/x.txt")).bytes.toString()).toBe("x");
    expect((await restore(id, "", { entry: item?.id })).status).toBe(404);
  });

  test("restores beside what took the name meanwhile, and makes folders again that are gone", async () => {
    const { id } = await aShare(app, admin);
    await upload(app, admin, id, "A/x.txt", "alt", { createFolders: true });
    await remove(id, "A/x.txt");
    const entry = (await trash(id)).body.content[0]?.id;
    await upload(app, admin, id, "A/x.txt", "neu");
    expect((await restore(id, "", { entry })).body).toMatchObject({
      status: 409,
      code: "NAME_TAKEN",
    });
    expect((await restore(id, "", { entry, onConflict: "RENAME" })).body.path).toBe("A/x (2).txt");
    await remove(id, "A/x (2).txt");
    await remove(id, "A");
    expect((await restore(id, "", { entry })).body.path).toBe("A/x (2).txt");
    expect((await download(id, "A/x (2).txt")).bytes.toString()).toBe("alt");
  });

  test("emptied gives the room and the bytes back", async () => {
    const { id } = await aShare(app, admin);
    await upload(app, admin, id, "O/a.txt", "12345", { createFolders: true });
    await upload(app, admin, id, "O/a.txt", "1234567", { onConflict: "REPLACE" });
    await upload(app, admin, id, "b.txt", "123");
    expect(await used(id)).toBe(15);
    await remove(id, "O");
    await remove(id, "b.txt");
    const item = (await trash(id)).body.content.find(({ name }) => name === "b.txt");
    expect(
      (
        await app.call(
          filesContract.emptyTrash,
          { params: { id }, query: { entry: item?.id } },
          admin,
        )
      ).status,
    ).toBe(204);
    expect(await used(id)).toBe(12);
    expect((await app.call(filesContract.emptyTrash, { params: { id } }, admin)).status).toBe(204);
    expect(await used(id)).toBe(0);
    expect((await trash(id)).body.content).toEqual([]);
  });
});

describe("versions", () => {
  test("replacing keeps the older ones, and one of them can be made current again", async () => {
    const { id } = await aShare(app, admin);
    await upload(app, admin, id, "x.txt", "eins");
    expect((await upload(app, admin, id, "x.txt", "zwei")).status).toBe(409);
    expect(
      (await upload(app, admin, id, "x.txt", "zwei", { onConflict: "REPLACE" })).body,
    ).toMatchObject({ version: 2, size: 4 });
    expect(
      (await upload(app, admin, id, "x.txt", "neben", { onConflict: "RENAME" })).body,
    ).toMatchObject({ name: "x (2).txt", version: 1 });
    const versions = await app.call(
      filesContract.listVersions,
      { params: { id, path: "x.txt" } },
      member,
    );
    expect(
      versions.body.map(({ version, current, sha256: sum }) => [version, current, sum]),
    ).toEqual([
      [2, true, sha256(Buffer.from("zwei"))],
      [1, false, sha256(Buffer.from("eins"))],
    ]);
    expect((await download(id, "x.txt", { version: 1 })).bytes.toString()).toBe("eins");
    expect((await download(id, "x.txt", { version: 3 })).status).toBe(404);
    expect((await restore(id, "x.txt", { version: 1 })).body).toMatchObject({ version: 3 });
    expect((await download(id, "x.txt")).bytes.toString()).toBe("eins");
    expect(await used(id)).toBe(4 + 4 + 5);
    await remove(id, "x.txt");
    await app.call(filesContract.emptyTrash, { params: { id } }, admin);
    expect(await used(id)).toBe(5);
  });

  test("several at once lose none", async () => {
    const { id } = await aShare(app, admin);
    const contents = Array.from({ length: 12 }, (_, index) => `Fassung ${index}`);
    const answers = await Promise.all(
      contents.map((content) =>
        upload(app, admin, id, "x.txt", content, { onConflict: "REPLACE" }),
      ),
    );
    expect(
      answers.map(({ body }) => (body as Entry).version).toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual(contents.map((_, index) => index + 1));
    const read = await Promise.all(
      contents.map((_, index) => download(id, "x.txt", { version: index + 1 })),
    );
    expect(read.map(({ bytes }) => bytes.toString()).toSorted()).toEqual(contents.toSorted());
    expect(await used(id)).toBe(contents.join("").length);
  });
});

test("search by name finds parts of words anywhere, not in the trash", async () => {
  const { id } = await aShare(app, admin);
  await upload(app, admin, id, "Protokolle/2026/Sitzung März.txt", "x", { createFolders: true });
  await upload(app, admin, id, "Märzbecher 100%.txt", "x");
  await upload(app, admin, id, "Weg/Sitzung März alt.txt", "x", { createFolders: true });
  await remove(id, "Weg");
  const find = async (q: string) =>
    (
      await app.call(filesContract.searchEntries, { params: { id }, query: { q } }, member)
    ).body.content.map(({ path }) => path);
  expect(await find("märz")).toEqual(["Märzbecher 100%.txt", "Protokolle/2026/Sitzung März.txt"]);
  expect(await find("sitzung märz")).toEqual(["Protokolle/2026/Sitzung März.txt"]);
  expect(await find("100%")).toEqual(["Märzbecher 100%.txt"]);
  // Signs alone are no words, and no wildcards either.
  expect(await find("%")).toEqual([]);
});

describe("who may", () => {
  const read = [{ subject: "ALL" as const, id: null, access: "READ" as const }];

  test("hidden is 404, a missing right 403, and both at every call below the share", async () => {
    const hidden = await aShare(app, admin, { grants: [] });
    const readable = await aShare(app, admin, { grants: read });
    const pictures = await aShare(app, admin, { kind: "IMAGES", grants: read });
    const documentsOnly = await app.user(admin.tenant, { permissions: ["QUERY_FILESHARE"] });
    await upload(app, admin, hidden.id, "x.txt", "x");
    await upload(app, admin, readable.id, "x.txt", "x");
    const status = async (id: string, as: TestUser) => [
      (await list(app, as, id)).status,
      (await download(id, "x.txt", {}, as)).status,
      (await upload(app, as, id, "y.txt", "y")).status,
      (await remove(id, "x.txt", as)).status,
      (await app.call(filesContract.createTicket, { params: { id, path: "x.txt" } }, as)).status,
      (await app.call(filesContract.listTrash, { params: { id } }, as)).status,
    ];
    expect(await status(hidden.id, member)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await status(readable.id, member)).toEqual([200, 200, 403, 403, 200, 403]);
    expect(await status(pictures.id, documentsOnly)).toEqual([403, 403, 403, 403, 403, 403]);
    const seen = await app.call(
      filesContract.searchFileShares,
      { query: { size: 200 } },
      documentsOnly,
    );
    expect(seen.body.content.map(({ id }) => id)).toContain(readable.id);
    expect(seen.body.content.map(({ id }) => id)).not.toContain(hidden.id);
    expect(
      seen.body.content.every(({ kind, grants }) => kind === "DOCUMENTS" && grants === null),
    ).toBe(true);
  });

  test("who uploaded a file may take it down, also when writing has ended; others may not", async () => {
    const share = await aShare(app, admin);
    await upload(app, member, share.id, "meins.txt", "x");
    await upload(app, admin, share.id, "fremd.txt", "x");
    const body = { name: share.name, grants: read, version: share.version };
    expect(
      (await app.call(filesContract.updateFileShare, { params: { id: share.id }, body }, admin))
        .status,
    ).toBe(200);
    expect(
      (await list(app, member, share.id)).body.content.map(({ name, can }) => [name, can]),
    ).toEqual([
      ["fremd.txt", []],
      ["meins.txt", ["DELETE"]],
    ]);
    expect((await remove(share.id, "fremd.txt", member)).status).toBe(403);
    expect((await remove(share.id, "meins.txt", member)).status).toBe(204);
  });

  test("newest files follow the grants at once and pass the trash by", async () => {
    const beta = await app.tenant("beta");
    const boss = await app.user(beta, { isAdmin: true });
    const reader = await app.user(beta, { permissions: ["QUERY_FILESHARE"] });
    const share = await aShare(app, boss, {
      grants: [{ subject: "USER", id: reader.id, access: "READ" }],
    });
    const pictures = await aShare(app, boss, { kind: "IMAGES" });
    await upload(app, boss, share.id, "O/alt.txt", "x", { createFolders: true });
    await upload(app, boss, share.id, "O/neu.txt", "xy");
    await upload(app, boss, share.id, "weg/neuer.txt", "x", { createFolders: true });
    await app.call(filesContract.deleteEntry, { params: { id: share.id, path: "weg" } }, boss);
    const newest = async (as: TestUser) =>
      (await app.call(filesContract.listNewestFiles, { query: { limit: 5 } }, as)).body;
    expect(await newest(reader)).toMatchObject([
      {
        fileShare: { id: share.id, kind: "DOCUMENTS" },
        fileMetadata: { fileName: "O/neu.txt", size: 2, contentType: "text/plain" },
      },
      { fileMetadata: { fileName: "O/alt.txt" } },
    ]);
    expect((await newest(boss)).map(({ fileShare }) => fileShare.id)).not.toContain(pictures.id);
    // A file may be older than the one that came in before it.
    const lastModified = "2019-03-02T08:05:00.000Z";
    await upload(app, boss, share.id, "O/spaet.txt", "x", { lastModified });
    const [latest, before] = await newest(reader);
    expect(latest?.fileMetadata).toMatchObject({ fileName: "O/spaet.txt", lastModified });
    expect(Date.parse(latest?.addedAt ?? "")).toBeGreaterThan(Date.parse(before?.addedAt ?? ""));
    expect(Date.parse(before?.addedAt ?? "")).toBeGreaterThan(Date.parse(lastModified));
    const body = { name: share.name, grants: [], version: share.version };
    await app.call(filesContract.updateFileShare, { params: { id: share.id }, body }, boss);
    expect(await newest(reader)).toEqual([]);
    expect(await newest(boss)).toHaveLength(3);
  });

  test("a share's own settings: names once per kind, stale versions, unknown groups", async () => {
    const share = await aShare(app, admin);
    const create = (body: object) =>
      app.call(filesContract.createFileShare, { body: body as never }, admin);
    expect((await create({ name: share.name })).body).toMatchObject({ status: 409 });
    expect((await create({ name: share.name, kind: "IMAGES" })).status).toBe(201);
    expect((await create({ name: "X", usedBytes: 7 })).status).toBe(400);
    expect(
      (await create({ name: "X", grants: [{ subject: "GROUP", id: share.id, access: "READ" }] }))
        .status,
    ).toBe(422);
    const stale = { name: "Anders", grants: [], version: 7 };
    expect(
      (
        await app.call(
          filesContract.updateFileShare,
          { params: { id: share.id }, body: stale },
          admin,
        )
      ).body,
    ).toMatchObject({
      status: 412,
      current: { id: share.id },
    });
    const manager = await app.user(admin.tenant, { permissions: ["MANAGE_IMAGESHARE"] });
    expect(
      (
        await app.call(
          filesContract.createFileShare,
          { body: { name: "Y", kind: "DOCUMENTS" } },
          manager,
        )
      ).status,
    ).toBe(403);
  });
});

test("deleting a share gives all its bytes up", async () => {
  const share = await aShare(app, admin);
  await upload(app, admin, share.id, "a.txt", "a");
  await upload(app, admin, share.id, "a.txt", "b", { onConflict: "REPLACE" });
  expect(
    (await app.call(filesContract.deleteFileShare, { params: { id: share.id } }, admin)).status,
  ).toBe(204);
  expect(
    (await app.call(filesContract.getFileShare, { params: { id: share.id } }, admin)).status,
  ).toBe(404);
});

test("a version without its bytes cannot be written", async () => {
  const { id } = await aShare(app, admin);
  const content = {
    blobKey: `aa/${"0".repeat(38)}`,
    size: 1,
    sha256: "",
    contentType: "text/plain",
    subtype: "text" as const,
    modifiedAt: new Date(),
  };
  await expect(
    app.services.database.write(admin.tenant.id, systemActor(), (tx) =>
      addFile(tx, id, ["x.txt"], content, { onConflict: "FAIL", createFolders: false }),
    ),
  ).rejects.toThrow(/file_version_tenant_id_blob_key_fkey/);
  expect((await list(app, admin, id)).body.totalElements).toBe(0);
});
