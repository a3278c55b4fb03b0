import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { type Entry, filesContract } from "../../contract.ts";
import { aShare, list, upload } from "../testing.ts";

let app: TestApp;
let admin: TestUser;
/** With folders and files of several sizes, types and names. */
let mixed: string;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  mixed = (await aShare(app, admin)).id;
  for (const folder of ["Ordner 2", "Ordner 10", "Öffentlich"])
    expect((await makeFolder(mixed, folder)).status).toBe(201);
  const contents: [name: string, content: string][] = [
    ["b.txt", "1"],
    ["a.html", "<!doctype html><p>lang genug</p>"],
    ["c.json", "[1]"],
    ["Ä 2.txt", "12"],
    ["ä 10.txt", "12"],
    ["ohne Endung", "12345"],
    ["leer.txt", ""],
  ];
  for (const [name, content] of contents)
    expect((await upload(app, admin, mixed, name, content)).status).toBe(201);
});
afterAll(() => app?.close());

const makeFolder = (id: string, path: string) =>
  app.call(filesContract.createFolder, { params: { id, path }, query: {} }, admin);
const remove = (id: string, path: string) =>
  app.call(filesContract.deleteEntry, { params: { id, path } }, admin);
const listed = async (query: object) => (await list(app, admin, mixed, "", query)).body;

describe.each(["name", "lastModified", "size", "contentType", "takenAt"] as const)(
  "a folder by %s",
  (sort) => {
    test.each(["ASC", "DESC"] as const)("%s: page after page it is the whole", async (dir) => {
      const whole = await listed({ sort, dir });
      expect(whole.totalElements).toBe(10);
      for (const size of [1, 3, 4, 10]) {
        const pages: Entry[] = [];
        for (let page = 0; page * size < 10; page++) {
          const { content, totalElements } = await listed({ sort, dir, size, page });
          expect(totalElements).toBe(10);
          pages.push(...content);
        }
        expect(pages).toEqual(whole.content);
      }
      // Beyond the end there is nothing, and it is still said how many there are.
      expect(await listed({ sort, dir, size: 4, page: 9 })).toMatchObject({
        content: [],
        totalElements: 10,
      });
    });

    test("folders stand first, and what is equal by name", async () => {
      for (const dir of ["ASC", "DESC"]) {
        const { content } = await listed({ sort, dir });
        expect(content.map(({ type }) => type)).toEqual([
          ...Array<string>(3).fill("FOLDER"),
          ...Array<string>(7).fill("FILE"),
        ]);
      }
    });
  },
);

test("sizes and types sort as they say, those that are equal by name", async () => {
  const files = async (query: object) =>
    (await listed(query)).content.filter(({ type }) => type === "FILE");
  const sizes = (await files({ sort: "size" })).map(({ name, size }) => [name, size]);
  expect(sizes).toEqual([
    ["leer.txt", 0],
    ["b.txt", 1],
    ["Ä 2.txt", 2],
    ["ä 10.txt", 2],
    ["c.json", 3],
    ["ohne Endung", 5],
    ["a.html", 32],
  ]);
  const types = (await files({ sort: "contentType", dir: "DESC" })).map(
    ({ contentType }) => contentType ?? "",
  );
  expect(types).toEqual(types.toSorted((a, b) => b.localeCompare(a)));
});

test("extensions choose among files, whatever their case, and folders stay", async () => {
  const chosen = async (ex: string, query: object = {}) => {
    const { content, totalElements } = await listed({ ex, ...query });
    return [totalElements, ...content.map(({ name }) => name)];
  };
  const folders = ["Öffentlich", "Ordner 2", "Ordner 10"];
  expect(await chosen("JSON")).toEqual([4, ...folders, "c.json"]);
  expect(await chosen(".html, json")).toEqual([5, ...folders, "a.html", "c.json"]);
  expect(await chosen("exe")).toEqual([3, ...folders]);
  expect(await chosen(",")).toHaveLength(11);
  expect(await chosen("json", { size: 2, page: 5 })).toEqual([4]);
  const all = await app.call(
    filesContract.listAllEntries,
    { params: { id: mixed }, query: { ex: "html" } },
    admin,
  );
  expect(all.body.map(({ name }) => name)).toEqual([...folders, "a.html"]);
});

describe("a free name", () => {
  test("counts on from what is there, with and without an ending", async () => {
    const { id } = await aShare(app, admin);
    const placed = async (name: string): Promise<string> =>
      ((await upload(app, admin, id, name, "x", { onConflict: "RENAME" })).body as Entry).path;
    expect([await placed("a.txt"), await placed("a.txt"), await placed("a.txt")]).toEqual([
      "a.txt",
      "a (2).txt",
      "a (3).txt",
    ]);
    await remove(id, "a (2).txt");
    expect(await placed("a.txt")).toBe("a (2).txt");
    expect([await placed("100%_x"), await placed("100%_x")]).toEqual(["100%_x", "100%_x (2)"]);
    // An ending of its own is another name.
    expect(await placed("a.TXT")).toBe("a.TXT");
  });
});

describe("the list of the trash", () => {
  test("has pages, the latest first, and tells when each goes for good", async () => {
    const { id } = await aShare(app, admin);
    for (const name of ["1.txt", "2.txt", "3.txt"]) {
      await upload(app, admin, id, name, "x");
      await remove(id, name);
    }
    const trash = async (query: object) =>
      (await app.call(filesContract.listTrash, { params: { id }, query }, admin)).body;
    const names = async (query: object) => (await trash(query)).content.map(({ name }) => name);
    expect(await names({})).toEqual(["3.txt", "2.txt", "1.txt"]);
    expect(await names({ dir: "ASC" })).toEqual(["1.txt", "2.txt", "3.txt"]);
    expect(await names({ size: 2, page: 1 })).toEqual(["1.txt"]);
    const [latest] = (await trash({ size: 1 })).content;
    expect((await trash({ size: 1 })).totalElements).toBe(3);
    const days = Date.parse(latest?.purgedAt ?? "") - Date.parse(latest?.deletedAt ?? "");
    expect(days / 86_400_000).toBe(30);
  });

  test("gives back to another place, and says what it can't", async () => {
    const { id } = await aShare(app, admin);
    await upload(app, admin, id, "Alt/x.txt", "x", { createFolders: true });
    await upload(app, admin, id, "y.txt", "y");
    await remove(id, "Alt/x.txt");
    const [item] = (await app.call(filesContract.listTrash, { params: { id } }, admin)).body
      .content;
    const restore = (path: string, query: object) =>
      app.call(filesContract.restoreEntry, { params: { id, path }, query }, admin);
    const entry = item?.id;
    expect((await restore("", {})).status).toBe(400);
    expect((await restore("", { entry, version: 1 })).status).toBe(400);
    expect((await restore("", { entry: crypto.randomUUID() })).status).toBe(404);
    expect((await restore("y.txt/x.txt", { entry })).body).toMatchObject({ code: "NOT_A_FOLDER" });
    expect((await restore("Alt", { version: 1 })).status).toBe(404);
    expect((await restore("y.txt", { version: 2 })).status).toBe(404);
    expect((await restore("Neu/Tief/z.txt", { entry })).body).toMatchObject({
      path: "Neu/Tief/z.txt",
      name: "z.txt",
    });
    // The version that is current stays as it is.
    expect((await restore("y.txt", { version: 1 })).body).toMatchObject({ version: 1 });
  });

  test("of one share gives nothing to another", async () => {
    const [here, there] = [await aShare(app, admin), await aShare(app, admin)];
    await upload(app, admin, here.id, "x.txt", "x");
    await remove(here.id, "x.txt");
    const [item] = (await app.call(filesContract.listTrash, { params: { id: here.id } }, admin))
      .body.content;
    const query = { entry: item?.id };
    const given = { params: { id: there.id, path: "" }, query };
    expect((await app.call(filesContract.restoreEntry, given, admin)).status).toBe(404);
    const emptied = { params: { id: there.id }, query };
    expect((await app.call(filesContract.emptyTrash, emptied, admin)).status).toBe(404);
  });
});

test("search sorts by name, time and size, in pages", async () => {
  const { id } = await aShare(app, admin);
  for (const [path, content] of [
    ["A/Bericht lang.txt", "x".repeat(50)],
    ["B/Bericht.txt", "xx"],
    ["Bericht kurz.txt", "x"],
  ] as const)
    await upload(app, admin, id, path, content, { createFolders: true });
  const found = async (query: object) => {
    const given = { params: { id }, query: { q: "bericht", ...query } };
    const { body } = await app.call(filesContract.searchEntries, given, admin);
    return [body.totalElements, ...body.content.map(({ path }) => path)];
  };
  const bySize = ["Bericht kurz.txt", "B/Bericht.txt", "A/Bericht lang.txt"];
  expect(await found({ sort: "size" })).toEqual([3, ...bySize]);
  expect(await found({ sort: "size", dir: "DESC" })).toEqual([3, ...bySize.toReversed()]);
  expect(await found({ sort: "lastModified" })).toEqual([3, ...bySize.toReversed()]);
  expect(await found({ sort: "size", size: 1, page: 1 })).toEqual([3, "B/Bericht.txt"]);
});
