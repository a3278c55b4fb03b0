import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, type TestUser, testApp } from "#apps/server/testing.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { filesContract } from "../../contract.ts";

let app: TestApp;
let office: TestUser;
let shareId: string;

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha");
  office = await app.user(tenant, { permissions: ["QUERY_FILESHARE", "MANAGE_FILESHARE"] });
  shareId = (await app.call(filesContract.createFileShare, { body: { name: "Vorstand" } }, office))
    .body.id;
});
afterAll(() => app.close());

async function upload(path: string, bytes: Buffer, onConflict: "FAIL" | "REPLACE" = "FAIL") {
  const answer = await app.call(
    filesContract.uploadFile,
    {
      params: { id: shareId, path },
      query: { onConflict, createFolders: "true" },
      body: bytes,
      headers: { "content-type": "application/octet-stream" },
    },
    office,
  );
  expect(answer.status).toBe(201);
}

async function found(q: string, as = office): Promise<string[]> {
  const { body } = await app.call(
    filesContract.searchEntries,
    { params: { id: shareId }, query: { q } },
    as,
  );
  return body.content.map(({ path }) => path);
}

test("what stands inside PDF, Word, Excel and PowerPoint is found, umlauts folded both ways", async () => {
  for (const name of ["klausurtagung.pptx", "protokoll.docx", "kassenbuch.xlsx", "spielplan.pdf"])
    await upload(`Ablage/${name}`, await readFile(join(import.meta.dirname, "samples", name)));
  await app.runJobs();
  expect(await found("Käseglocke")).toEqual(["Ablage/klausurtagung.pptx"]);
  expect(await found("kaeseglocke")).toEqual(["Ablage/klausurtagung.pptx"]);
  expect(await found("Bügeleisen")).toEqual(["Ablage/protokoll.docx"]);
  expect(await found("bugeleisen")).toEqual(["Ablage/protokoll.docx"]);
  expect(await found("Wäscheleine")).toEqual(["Ablage/kassenbuch.xlsx"]);
  expect(await found("schubkarr")).toEqual(["Ablage/spielplan.pdf"]);
  expect(await found("Nilpferd")).toEqual([]);
});

test("German word forms find each other, and every word must occur", async () => {
  await upload("Brief.txt", Buffer.from("Die Häuser am Sportplatz werden gestrichen."));
  await app.runJobs();
  expect(await found("Haus")).toEqual(["Brief.txt"]);
  expect(await found("Häuser Sportplatz")).toEqual(["Brief.txt"]);
  expect(await found("Häuser Schwimmbad")).toEqual([]);
});

test("names count before contents, and are found by any part", async () => {
  await upload("Sportplatzordnung.txt", Buffer.from("Ballspielen erlaubt"));
  await app.runJobs();
  expect(await found("sportplatz")).toEqual(["Sportplatzordnung.txt", "Brief.txt"]);
  expect(await found("platzord")).toEqual(["Sportplatzordnung.txt"]);
});

test("an older version's words are gone, and so are those of the trash", async () => {
  await upload("Brief.txt", Buffer.from("Jetzt geht es um Blumen."), "REPLACE");
  await app.runJobs();
  expect(await found("Haus")).toEqual([]);
  expect(await found("Blume")).toEqual(["Brief.txt"]);
  await app.call(filesContract.deleteEntry, { params: { id: shareId, path: "Brief.txt" } }, office);
  expect(await found("Blume")).toEqual([]);
});

test("another club and members without a grant find nothing", async () => {
  const other = await app.user(await app.tenant("beta"), {
    permissions: ["QUERY_FILESHARE", "MANAGE_FILESHARE"],
  });
  const { status } = await app.call(
    filesContract.searchEntries,
    { params: { id: shareId }, query: { q: "Käseglocke" } },
    other,
  );
  expect(status).toBe(404);
});

test("words that mean something to the search engine are only words", async () => {
  for (const q of [
    "'",
    "a' | b",
    "!",
    "& :*",
    "%",
    "_",
    "\\",
    "Käseglocke' & !x",
    "(",
    "a".repeat(200),
  ]) {
    const { status } = await app.call(
      filesContract.searchEntries,
      { params: { id: shareId }, query: { q } },
      office,
    );
    expect(status, q).toBe(200);
  }
});

test("hostile documents are found by their names, nothing else happens", async () => {
  const bomb = zipSync({
    "word/document.xml": new Uint8Array(80 * 1024 * 1024),
    "[Content_Types].xml": new Uint8Array(10),
  });
  await upload("Bombe.docx", Buffer.from(bomb));
  await upload(
    "Kaputt.pdf",
    Buffer.from(
      "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj << /Kids [2 0 R] /Count 9999999 >>",
    ),
  );
  await app.runJobs();
  expect(await found("bombe")).toEqual(["Bombe.docx"]);
  expect(await found("kaputt")).toEqual(["Kaputt.pdf"]);
});

test("however much lies in the trash with its folder, the living is found", async () => {
  await upload("Weg/Beschluss 0.txt", Buffer.from("Quorum"));
  await upload("Bleibt/Beschluss.txt", Buffer.from("Quorum"));
  await app.runJobs();
  // As many as are found at most, and more.
  await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [office.tenant.id]);
    await client.query(
      `INSERT INTO file_entry (share_id, parent_id, name, is_folder)
       SELECT $1, (SELECT id FROM file_entry WHERE share_id = $1 AND name = 'Weg'), 'Beschluss ' || n, true FROM generate_series(1, 1100) n`,
      [shareId],
    );
  });
  expect(
    (await app.call(filesContract.deleteEntry, { params: { id: shareId, path: "Weg" } }, office))
      .status,
  ).toBe(204);
  expect(await found("beschluss")).toEqual(["Bleibt/Beschluss.txt"]);
  expect(await found("quorum")).toEqual(["Bleibt/Beschluss.txt"]);
});

test("rich text is found by its words, not by its settings", async () => {
  const source = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Bodoni;}}\f0\fs24 Hagebutten\b tee\b0 und M\'fcllabfuhr, 5 \u8364?uro\par}`;
  await upload("Aushang.rtf", Buffer.from(source, "latin1"));
  await app.runJobs();
  expect(await found("Hagebuttentee")).toEqual(["Aushang.rtf"]);
  expect(await found("Müllabfuhr")).toEqual(["Aushang.rtf"]);
  expect(await found("Bodoni")).toEqual([]);
});
