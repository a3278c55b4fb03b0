import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { filesContract } from "../../contract.ts";
import { rangeOf } from "./download.ts";
import { aShare, sha256, unknownBytes, upload } from "../testing.ts";

let app: TestApp;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  app = await testApp();
  const alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { isAdmin: true });
  member = await app.user(alpha, { permissions: ["QUERY_FILESHARE"] });
});
afterAll(() => app?.close());

const get = (id: string, path: string, headers: Record<string, string> = {}, query: object = {}) =>
  app.call(filesContract.downloadEntry, { params: { id, path }, query, headers }, member);

describe("a file", () => {
  test("comes whole with its name, length and checksum, and not a second time", async () => {
    const { id } = await aShare(app, admin);
    const bytes = unknownBytes(5_000);
    await upload(app, admin, id, 'Über "uns" & ß 100%.bin', bytes);
    const answer = await get(id, 'Über "uns" & ß 100%.bin');
    expect(answer.bytes).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      "content-length": "5000",
      "accept-ranges": "bytes",
      etag: `"${sha256(bytes)}"`,
      "content-disposition": `attachment; filename="Uber _uns_ & ss 100_.bin"; filename*=UTF-8''%C3%9Cber%20%22uns%22%20%26%20%C3%9F%20100%25.bin`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
    });
    const again = await get(id, 'Über "uns" & ß 100%.bin', {
      "if-none-match": `W/"x", "${sha256(bytes)}"`,
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test("comes in parts", async () => {
    const { id } = await aShare(app, admin);
    const bytes = unknownBytes(1_000);
    await upload(app, admin, id, "x.bin", bytes);
    const part = async (range: string, headers = {}) => {
      const answer = await get(id, "x.bin", { range, ...headers });
      return [answer.status, answer.headers["content-range"], answer.bytes.length];
    };
    expect(await part("bytes=0-99")).toEqual([206, "bytes 0-99/1000", 100]);
    expect(await part("bytes=990-")).toEqual([206, "bytes 990-999/1000", 10]);
    expect(await part("bytes=-5")).toEqual([206, "bytes 995-999/1000", 5]);
    expect(await part("bytes=900-5000")).toEqual([206, "bytes 900-999/1000", 100]);
    expect(await part("bytes=1000-")).toEqual([416, "bytes */1000", 0]);
    expect(await part("bytes=0-1,5-6")).toEqual([200, undefined, 1_000]);
    expect(await part("bytes=0-99", { "if-range": '"old"' })).toEqual([200, undefined, 1_000]);
    expect((await get(id, "x.bin", { range: "bytes=10-19" })).bytes).toEqual(
      bytes.subarray(10, 20),
    );
  });

  test.each([
    ["seite.html", "<!doctype html><script>1</script>", "text/html"],
    ["bild.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="1"/>', "image/svg+xml"],
    ["bild.png", "<html><body onload=1>", "text/html"],
    ["daten.xml", '<?xml version="1.0"?><a/>', "application/xml"],
    ["ordnung.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"/>', "text/html"],
    ["alles.exe", "MZ\u0090\u0000\u0003", undefined],
  ])("that could run is only ever saved, in a sandbox: %s", async (name, content, contentType) => {
    const { id } = await aShare(app, admin);
    const { body } = await upload(app, admin, id, name, content);
    if (contentType !== undefined) expect(body).toMatchObject({ contentType });
    const { headers } = await get(id, name);
    expect(headers["content-disposition"]).toMatch(/^attachment;/);
    expect(headers["content-security-policy"]).toContain("sandbox");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test("of a script leaves with a type that no page loads it by; text and PDF may be shown", async () => {
    const { id } = await aShare(app, admin);
    for (const [name, content] of [
      ["a.js", "alert(1)"],
      ["a.txt", "Grüße"],
      ["a.pdf", "%PDF-1.4\n"],
    ] as const)
      await upload(app, admin, id, name, content);
    expect((await get(id, "a.js")).headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect((await get(id, "a.txt")).headers["content-disposition"]).toMatch(/^inline;/);
    const pdf = await get(id, "a.pdf");
    expect([
      pdf.headers["content-type"],
      String(pdf.headers["content-disposition"]).slice(0, 6),
    ]).toEqual(["application/pdf", "inline"]);
    expect(pdf.headers["content-security-policy"]).toContain("default-src 'none'");
  });
});

test("ranges as RFC 9110 reads them", () => {
  expect(rangeOf(undefined, 10)).toBeUndefined();
  for (const header of [
    "bytes=",
    "bytes=-",
    "bytes=a-b",
    "lines=1-2",
    "bytes=5-2",
    "bytes=1-2,3-4",
  ])
    expect(rangeOf(header, 10)).toBeUndefined();
  expect(rangeOf("bytes=-0", 10)).toBe("UNSATISFIABLE");
  expect(rangeOf("bytes=0-", 0)).toBe("UNSATISFIABLE");
  expect(rangeOf("bytes=-20", 10)).toEqual({ start: 0, end: 9 });
});

describe("a folder", () => {
  test("comes as a ZIP that other programs unpack, with every name and byte", async () => {
    const { id } = await aShare(app, admin);
    const files: Record<string, Buffer> = {
      "Prüfung/Ü 1.txt": Buffer.from("eins"),
      "Prüfung/leer/tief/ß.bin": unknownBytes(200_000),
      "Prüfung/leer.txt": Buffer.alloc(0),
    };
    for (const [path, bytes] of Object.entries(files))
      await upload(app, admin, id, `Oben/${path}`, bytes, { createFolders: true });
    await app.call(
      filesContract.createFolder,
      { params: { id, path: "Oben/Prüfung/Nichts" } },
      admin,
    );
    await upload(app, admin, id, "Oben/weg.txt", "weg");
    await app.call(filesContract.deleteEntry, { params: { id, path: "Oben/weg.txt" } }, admin);
    const answer = await get(id, "Oben");
    expect(answer.headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": "attachment; filename=Oben.zip",
    });
    const folder = await mkdtemp(join(tmpdir(), "vereinsheim-zip-"));
    try {
      await writeFile(join(folder, "x.zip"), answer.bytes);
      // A reader of its own: Python's.
      await promisify(execFile)("python3", [
        "-m",
        "zipfile",
        "-e",
        join(folder, "x.zip"),
        join(folder, "out"),
      ]);
      const unpacked = await readdir(join(folder, "out"), { recursive: true, withFileTypes: true });
      const paths = unpacked
        .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "out").length + 1))
        .toSorted();
      expect(paths).toEqual(
        [
          ...Object.keys(files),
          "Prüfung",
          "Prüfung/Nichts",
          "Prüfung/leer",
          "Prüfung/leer/tief",
        ].toSorted(),
      );
      for (const [path, bytes] of Object.entries(files))
        expect(await readFile(join(folder, "out", path))).toEqual(bytes);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    expect((await get(id, "")).headers["content-disposition"]).toMatch(
      /^attachment; filename="Ablage [^"]+\.zip"$/,
    );
  });
});

describe("a ticket", () => {
  const ticket = (id: string, path: string, body: object = {}, as = member) =>
    app.call(filesContract.createTicket, { params: { id, path }, body: body as never }, as);
  const use = (url: string, headers: Record<string, string> = {}) =>
    app.server.inject({ method: "GET", url, headers });

  test("opens one thing without a token, in parts too, and stays with the version it was made for", async () => {
    const { id } = await aShare(app, admin);
    await upload(app, admin, id, "Lied.txt", "erste Fassung");
    const { body } = await ticket(id, "Lied.txt");
    expect(new Date(body.expiresAt).getTime()).toBeGreaterThan(Date.now());
    await upload(app, admin, id, "Lied.txt", "zweite", { onConflict: "REPLACE" });
    const answer = await use(body.url);
    expect([
      answer.statusCode,
      answer.body,
      String(answer.headers["content-disposition"]).slice(0, 6),
    ]).toEqual([200, "erste Fassung", "inline"]);
    expect((await use(body.url, { range: "bytes=0-4" })).body).toBe("erste");
    const saved = await ticket(id, "Lied.txt", { save: true });
    expect((await use(saved.body.url)).headers["content-disposition"]).toMatch(/^attachment/);
  });

  test("for some entries of a folder makes a ZIP of just these", async () => {
    const { id } = await aShare(app, admin);
    for (const name of ["a.txt", "b.txt", "c.txt"])
      await upload(app, admin, id, `O/${name}`, name, { createFolders: true });
    const { body } = await ticket(id, "O", { names: ["a.txt", "c.txt"] });
    const zip = (await use(body.url)).rawPayload.toString("latin1");
    expect([zip.includes("a.txt"), zip.includes("b.txt"), zip.includes("c.txt")]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await ticket(id, "O", { names: ["a.txt", "nicht da.txt"] })).status).toBe(404);
  });

  test("is worth nothing when changed, at another club, for the trash, or when the right is gone", async () => {
    const share = await aShare(app, admin);
    await upload(app, admin, share.id, "x.txt", "x");
    const { url } = (await ticket(share.id, "x.txt")).body;
    await app.tenant("gamma");
    expect((await use(url.replace("/alpha/", "/gamma/"))).statusCode).toBe(404);
    const [payload, signature] = url.slice(url.lastIndexOf("/") + 1).split(".");
    const forged = Buffer.from(
      Buffer.from(payload ?? "", "base64url")
        .toString()
        .replace(member.id, admin.id),
    ).toString("base64url");
    for (const text of [
      `${forged}.${signature}`,
      `${payload}.${(signature ?? "").slice(0, -2)}aa`,
      `${payload}.`,
      "x",
      "e30.x",
    ]) {
      expect((await use(`/public/alpha/file/${text}`)).statusCode).toBe(404);
    }
    expect((await use(url)).statusCode).toBe(200);
    const body = { name: share.name, grants: [], version: share.version };
    await app.call(filesContract.updateFileShare, { params: { id: share.id }, body }, admin);
    expect((await use(url)).statusCode).toBe(404);
    const own = (await ticket(share.id, "x.txt", {}, admin)).body.url;
    await app.call(filesContract.deleteEntry, { params: { id: share.id, path: "x.txt" } }, admin);
    expect((await use(own)).statusCode).toBe(404);
  });

  test("of a member who is gone is refused", async () => {
    const { id } = await aShare(app, admin);
    await upload(app, admin, id, "x.txt", "x");
    const leaving = await app.user(admin.tenant, { permissions: ["QUERY_FILESHARE"] });
    const { url } = (await ticket(id, "x.txt", {}, leaving)).body;
    expect((await use(url)).statusCode).toBe(200);
    expect(
      (await app.call(usersContract.deleteUser, { params: { id: leaving.id } }, admin)).status,
    ).toBe(204);
    expect((await use(url)).statusCode).toBe(403);
  });
});

describe("older versions are for those who may write", () => {
  const READ = { subject: "ALL" as const, id: null, access: "READ" as const };
  const params = (id: string) => ({ id, path: "Satzung.txt" });
  const ticketFor = (id: string, as: TestUser, body: { version?: number } = {}) =>
    app.call(filesContract.createTicket, { params: params(id), body }, as);

  async function replaced(): Promise<string> {
    const { id } = await aShare(app, admin, { grants: [READ] });
    await upload(app, admin, id, "Satzung.txt", "mit Geheimnis");
    await upload(app, admin, id, "Satzung.txt", "ohne", { onConflict: "REPLACE" });
    return id;
  }

  test("readers get the current one by any way, and no other by none", async () => {
    const id = await replaced();
    expect((await get(id, "Satzung.txt")).bytes.toString()).toBe("ohne");
    expect((await get(id, "Satzung.txt", {}, { version: 2 })).bytes.toString()).toBe("ohne");
    expect((await ticketFor(id, member, { version: 2 })).status).toBe(200);
    // One that never was says no more than one that was.
    for (const version of [1, 3]) {
      expect((await get(id, "Satzung.txt", {}, { version })).status).toBe(403);
      expect((await ticketFor(id, member, { version })).status).toBe(403);
      const thumbnail = { params: params(id), query: { version, size: "256" as const } };
      expect((await app.call(filesContract.getThumbnail, thumbnail, member)).status).toBe(403);
    }
    const list = await app.call(filesContract.listVersions, { params: params(id) }, member);
    expect(list.status).toBe(403);
    const own = await app.call(
      filesContract.downloadEntry,
      { params: params(id), query: { version: 1 } },
      admin,
    );
    expect(own.bytes.toString()).toBe("mit Geheimnis");
  });

  test("a reader's ticket ends when the file is replaced, a writer's does not", async () => {
    const id = await replaced();
    const use = async (url: string) => (await app.server.inject({ method: "GET", url })).statusCode;
    const { url } = (await ticketFor(id, member)).body;
    const { url: writers } = (await ticketFor(id, admin)).body;
    expect([await use(url), await use(writers)]).toEqual([200, 200]);
    await upload(app, admin, id, "Satzung.txt", "neu", { onConflict: "REPLACE" });
    expect([await use(url), await use(writers)]).toEqual([403, 200]);
  });
});

test("what a person uploaded is in their file, and their name is forgotten with them", async () => {
  const share = await aShare(app, admin);
  const person = await app.user(admin.tenant, {
    firstname: "Ute",
    lastname: "Vergessen",
    permissions: ["QUERY_FILESHARE"],
  });
  await upload(app, person, share.id, "Briefe/an alle.txt", "Hallo", { createFolders: true });
  const file = await app.call(usersContract.exportUserData, { params: { id: person.id } }, admin);
  expect(file.bytes.toString("latin1")).toContain(Buffer.from("an alle.txt").toString("latin1"));
  await app.call(usersContract.deleteUser, { params: { id: person.id } }, admin);
  expect(
    (await app.call(usersContract.anonymiseUser, { params: { id: person.id } }, admin)).status,
  ).toBeLessThan(300);
  const entry = await app.call(
    filesContract.getEntry,
    { params: { id: share.id, path: "Briefe/an alle.txt" } },
    admin,
  );
  expect(entry.body.modifiedBy).toBeNull();
});
