import { randomBytes } from "node:crypto";
import { open, readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { removeOrphanedBlobs } from "#platform/server/blobs/cleanup-queries.ts";
import { chunkBytesOf, type Entry, filesContract, PLAIN_UPLOAD_BYTES } from "../../contract.ts";
import { cleanUpShares } from "../cleanup.ts";
import { aShare, chunked, list, sha256, stateOf, upload } from "../testing.ts";

let app: TestApp;
let admin: TestUser;
let port: number;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.server.address() as { port: number }).port;
});
afterAll(() => app?.close());

const download = (id: string, path: string) =>
  app.call(filesContract.downloadEntry, { params: { id, path } }, admin);
const used = async (id: string) =>
  (await app.call(filesContract.getFileShare, { params: { id } }, admin)).body.usedBytes;
const MIB = 1024 * 1024;
/** Of the files of these tests, all of which are small. */
const CHUNK_BYTES = chunkBytesOf(0);
const part = (bytes: Buffer, chunk: number) =>
  bytes.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES);

async function storedFiles(): Promise<number> {
  const names = await readdir(join(app.services.environment.dataDir, "files"), {
    recursive: true,
  }).catch(() => []);
  return names.filter((name) => name.includes("/")).length;
}

/** Turns the clock of rows back, past what the application itself may change. */
function asOwner(statement: string, values: unknown[]) {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [admin.tenant.id]);
    await client.query(statement, values);
  });
}

const cleanUp = () => app.runScheduled(cleanUpShares);

describe("at once", () => {
  test("answers the entry with what it is, and its place", async () => {
    const { id } = await aShare(app, admin);
    const answer = await app.call(
      filesContract.uploadFile,
      {
        params: { id, path: "Satzung ä.pdf" },
        query: { lastModified: "2020-05-01T12:00:00+02:00" },
        body: Buffer.from("%PDF-1.7\n%âãÏÓ\n"),
      },
      admin,
    );
    expect(answer.status).toBe(201);
    expect(answer.headers["location"]).toBe(
      `/alpha/api/file-share/${id}/entry/Satzung%20%C3%A4.pdf`,
    );
    expect(answer.body).toMatchObject({
      path: "Satzung ä.pdf",
      subtype: "pdf",
      contentType: "application/pdf",
      lastModified: "2020-05-01T10:00:00.000Z",
      modifiedBy: { id: admin.id },
      version: 1,
      can: ["EDIT", "DELETE"],
    });
  });

  test("takes exactly 1 MiB and nothing, and sends more into chunks", async () => {
    const { id } = await aShare(app, admin);
    expect((await upload(app, admin, id, "leer.txt", "")).body).toMatchObject({
      size: 0,
      sha256: sha256(Buffer.alloc(0)),
    });
    expect((await download(id, "leer.txt")).bytes).toHaveLength(0);
    const largest = randomBytes(PLAIN_UPLOAD_BYTES);
    expect((await upload(app, admin, id, "genau.bin", largest)).body).toMatchObject({
      size: PLAIN_UPLOAD_BYTES,
      sha256: sha256(largest),
    });
    expect(
      (await upload(app, admin, id, "mehr.bin", Buffer.concat([largest, Buffer.from("x")]))).body,
    ).toMatchObject({ status: 413, code: "CHUNKS_NEEDED" });
    expect((await list(app, admin, id)).body.totalElements).toBe(2);
  });

  test("sent again under the same Idempotency-Key it is one file, however often and at once", async () => {
    const { id } = await aShare(app, admin);
    const send = (content: string, key: string, onConflict: "FAIL" | "RENAME") =>
      app.call(
        filesContract.uploadFile,
        {
          params: { id, path: "Plan.txt" },
          query: { onConflict },
          body: Buffer.from(content),
          headers: { "idempotency-key": key },
        },
        admin,
      );
    for (const onConflict of ["FAIL", "RENAME"] as const) {
      const answers = await Promise.all(
        [1, 2, 3].map(() => send("eins", `hochladen-${onConflict}`, onConflict)),
      );
      const repeated = await send("eins", `hochladen-${onConflict}`, onConflict);
      expect(repeated.status).toBe(201);
      for (const { status, body, headers } of answers) {
        expect([status, body, headers["location"]]).toEqual([
          201,
          repeated.body,
          repeated.headers["location"],
        ]);
      }
    }
    expect((await list(app, admin, id)).body.content.map(({ name }) => name)).toEqual([
      "Plan (2).txt",
      "Plan.txt",
    ]);
    expect(await send("zwei", "hochladen-FAIL", "FAIL")).toMatchObject({
      status: 422,
      body: { code: "IDEMPOTENCY_KEY_REUSED" },
    });
    expect((await send("eins", "noch-einer", "FAIL")).status).toBe(409);
  });

  test("JSON that is uploaded stays a file", async () => {
    const { id } = await aShare(app, admin);
    const answer = await app.call(
      filesContract.uploadFile,
      {
        params: { id, path: "daten.json" },
        body: Buffer.from('{"a":'),
        headers: { "content-type": "application/json" },
      },
      admin,
    );
    expect(answer.body).toMatchObject({ subtype: "json", size: 5 });
  });

  test("a limit of room holds to the byte while many upload at once", async () => {
    const { id } = await aShare(app, admin, { quota: 1_000 });
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        upload(app, admin, id, `${index}.bin`, randomBytes(100)),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(
      answers
        .filter(({ status }) => status === 507)
        .map(({ body }) => (body as unknown as { code: string }).code),
    ).toEqual(Array(5).fill("QUOTA_EXCEEDED"));
    expect(await used(id)).toBe(1_000);
    expect((await chunked(app, admin, id, "x").start(1)).status).toBe(507);
  });

  test("only the types a share allows, by content", async () => {
    const { id } = await aShare(app, admin, { allowedTypes: ["application/pdf", "image/*"] });
    expect(
      (await upload(app, admin, id, "getarnt.pdf", "MZ\u0090\u0000 kein PDF")).body,
    ).toMatchObject({ status: 415, code: "TYPE_NOT_ALLOWED" });
    expect((await upload(app, admin, id, "ohne Endung", "%PDF-1.4\n")).status).toBe(201);
    const pictures = await aShare(app, admin, { kind: "IMAGES" });
    expect(
      (await upload(app, admin, pictures.id, "bild.jpg", "<html><script>1</script>")).status,
    ).toBe(415);
    expect(
      (
        await upload(
          app,
          admin,
          pictures.id,
          "bild.txt",
          Buffer.from("/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQ==", "base64"),
        )
      ).status,
    ).toBe(201);
  });
});

describe("in chunks", () => {
  const bytes = randomBytes(2 * CHUNK_BYTES + 12_345);

  test("any order, at once, one twice, looked at in between", async () => {
    const { id } = await aShare(app, admin);
    const up = chunked(app, admin, id, "Film.bin");
    const started = stateOf(await up.start(bytes.length));
    expect(started).toMatchObject({ chunkSize: CHUNK_BYTES, chunks: 3, received: [] });
    const { uploadId } = started;
    await Promise.all([
      up.chunk(uploadId, 2, part(bytes, 2)),
      up.chunk(uploadId, 0, part(bytes, 0)),
    ]);
    expect(stateOf(await up.status(uploadId)).received).toEqual([0, 2]);
    expect((await up.finish(uploadId)).body).toMatchObject({
      status: 409,
      code: "UPLOAD_INCOMPLETE",
    });
    await Promise.all([
      up.chunk(uploadId, 1, part(bytes, 1)),
      up.chunk(uploadId, 1, part(bytes, 1)),
    ]);
    // Taken as said: what has arrived cannot be changed any more.
    expect((await up.chunk(uploadId, 0, randomBytes(CHUNK_BYTES))).status).toBe(200);
    expect(await used(id)).toBe(0);
    const done = await up.finish(uploadId, { sha256: sha256(bytes) });
    expect([done.status, (done.body as Entry).sha256, (done.body as Entry).size]).toEqual([
      201,
      sha256(bytes),
      bytes.length,
    ]);
    const again = await up.finish(uploadId);
    expect((again.body as Entry).id).toBe((done.body as Entry).id);
    expect(sha256((await download(id, "Film.bin")).bytes)).toBe(sha256(bytes));
    expect(await used(id)).toBe(bytes.length);
  });

  test.each([
    ["a photo of 5 MB", 5_000_000, { chunkSize: MIB, chunks: 5 }],
    ["the largest small file", 64 * MIB, { chunkSize: MIB, chunks: 64 }],
    ["a film", 64 * MIB + 1, { chunkSize: 8 * MIB, chunks: 9 }],
  ])("%s comes in chunks that suit its line", async (_what, size, expected) => {
    const { id } = await aShare(app, admin);
    const up = chunked(app, admin, id, "Datei.bin");
    const started = stateOf(await up.start(size));
    expect(started).toMatchObject(expected);
    await up.abort(started.uploadId);
  });

  test("a chunk that a power cut took is asked for again instead of becoming a broken file", async () => {
    const { id } = await aShare(app, admin);
    const up = chunked(app, admin, id, "Stromausfall.bin");
    const { uploadId } = stateOf(await up.start(bytes.length));
    for (const chunk of [0, 1, 2]) await up.chunk(uploadId, chunk, part(bytes, chunk));
    const files = join(app.services.environment.dataDir, "files");
    const [arriving = ""] = (await readdir(files, { recursive: true })).filter((name) =>
      name.endsWith(".parts"),
    );
    const onDisk = await open(join(files, arriving), "r+");
    await onDisk.write(Buffer.alloc(4_096), 0, 4_096, CHUNK_BYTES + 8_192);
    await onDisk.close();
    expect((await up.finish(uploadId)).body).toMatchObject({
      status: 409,
      code: "UPLOAD_INCOMPLETE",
    });
    expect(stateOf(await up.status(uploadId)).received).toEqual([0, 2]);
    await up.chunk(uploadId, 1, part(bytes, 1));
    expect((await up.finish(uploadId)).body).toMatchObject({ sha256: sha256(bytes) });
  });

  test("two that finish at once make one file", async () => {
    const { id } = await aShare(app, admin);
    const up = chunked(app, admin, id, "klein.bin");
    const { uploadId } = stateOf(await up.start(10));
    await up.chunk(uploadId, 0, bytes.subarray(0, 10));
    const answers = await Promise.all([
      up.finish(uploadId),
      up.finish(uploadId),
      up.finish(uploadId),
    ]);
    expect(new Set(answers.map(({ body }) => (body as Entry).id)).size).toBe(1);
    expect((await list(app, admin, id)).body.totalElements).toBe(1);
    expect(await used(id)).toBe(10);
  });

  test("chunks that are too short, too long or none are refused", async () => {
    const { id } = await aShare(app, admin);
    const up = chunked(app, admin, id, "x.bin");
    const { uploadId } = stateOf(await up.start(bytes.length));
    expect((await up.chunk(uploadId, 2, part(bytes, 2).subarray(1))).body).toMatchObject({
      status: 400,
      code: "WRONG_CHUNK_SIZE",
    });
    expect(
      (await up.chunk(uploadId, 2, Buffer.concat([part(bytes, 2), Buffer.from("x")]))).body,
    ).toMatchObject({ status: 400, code: "WRONG_CHUNK_SIZE" });
    expect((await up.chunk(uploadId, 3, Buffer.from("x"))).body).toMatchObject({
      status: 400,
      code: "NO_SUCH_CHUNK",
    });
    expect(stateOf(await up.status(uploadId)).received).toEqual([]);
  });

  test("a wrong checksum and a forbidden type end the upload and leave nothing", async () => {
    const { id } = await aShare(app, admin, { allowedTypes: ["application/pdf"] });
    const up = chunked(app, admin, id, "x.pdf");
    for (const [content, sum, status] of [
      [Buffer.from("%PDF-1.4 x"), "0".repeat(64), 422],
      [Buffer.from("kein PDF!!"), undefined, 415],
    ] as const) {
      const { uploadId } = stateOf(await up.start(10));
      await up.chunk(uploadId, 0, content);
      expect((await up.finish(uploadId, { sha256: sum })).status).toBe(status);
      expect((await up.status(uploadId)).status).toBe(404);
    }
    expect((await list(app, admin, id)).body.totalElements).toBe(0);
  });

  test("a name that was taken meanwhile may be settled at the end", async () => {
    const { id } = await aShare(app, admin);
    const up = chunked(app, admin, id, "x.bin");
    const { uploadId } = stateOf(await up.start(4));
    await up.chunk(uploadId, 0, Buffer.from("drei"));
    await upload(app, admin, id, "x.bin", "eins");
    expect((await up.finish(uploadId)).body).toMatchObject({ status: 409, code: "NAME_TAKEN" });
    expect((await up.finish(uploadId, {}, { onConflict: "RENAME" })).body).toMatchObject({
      path: "x (2).bin",
    });
    expect((await up.start(4)).status).toBe(409);
  });

  test("belong to who began them and to their share", async () => {
    const { id } = await aShare(app, admin);
    const other = await app.user(admin.tenant, { permissions: ["QUERY_FILESHARE"] });
    const { uploadId } = stateOf(await chunked(app, admin, id, "x.bin").start(4));
    const foreign = chunked(app, other, id, "x.bin");
    for (const answer of [
      await foreign.chunk(uploadId, 0, Buffer.from("böse")),
      await foreign.finish(uploadId),
      await foreign.status(uploadId),
      await foreign.abort(uploadId),
    ]) {
      expect(answer.status).toBe(404);
    }
    const elsewhere = await aShare(app, admin);
    expect((await chunked(app, admin, elsewhere.id, "x.bin").finish(uploadId)).status).toBe(404);
  });

  test("given up or a day old they leave nothing behind; what is still going on is not removed", async () => {
    const { id } = await aShare(app, admin);
    // What the other tests gave up goes first.
    await app.runJobs();
    const before = await storedFiles();
    const up = chunked(app, admin, id, "x.bin");
    const [first, second, third] = [
      stateOf(await up.start(10)),
      stateOf(await up.start(10)),
      stateOf(await up.start(10)),
    ];
    expect(await storedFiles()).toBe(before + 3);
    await up.abort(first.uploadId);
    expect(await storedFiles()).toBe(before + 2);
    await removeOrphanedBlobs(app.services.database, app.services.blobs);
    expect(await storedFiles()).toBe(before + 2);
    await asOwner("UPDATE file_upload SET created_at = now() - interval '25 hours' WHERE id = $1", [
      second.uploadId,
    ]);
    await cleanUp();
    expect(await storedFiles()).toBe(before + 1);
    expect((await up.status(second.uploadId)).status).toBe(404);
    expect((await up.status(third.uploadId)).status).toBe(200);
  });
});

test("what has been in the trash for thirty days is removed for good by night", async () => {
  const { id } = await aShare(app, admin);
  await upload(app, admin, id, "O/alt.txt", "alt", { createFolders: true });
  await upload(app, admin, id, "jung.txt", "jung");
  for (const path of ["O", "jung.txt"])
    await app.call(filesContract.deleteEntry, { params: { id, path } }, admin);
  await asOwner(
    "UPDATE file_entry SET deleted_at = now() - interval '31 days' WHERE share_id = $1 AND name = 'O'",
    [id],
  );
  await cleanUp();
  expect(
    (await app.call(filesContract.listTrash, { params: { id } }, admin)).body.content.map(
      ({ name }) => name,
    ),
  ).toEqual(["jung.txt"]);
  expect(await used(id)).toBe(4);
});

test("a start repeated under its Idempotency-Key is the same upload, also once the file is there", async () => {
  const { id } = await aShare(app, admin);
  const start = (
    size: number,
    headers: Record<string, string> = { "idempotency-key": `start-${id}` },
  ) =>
    app.call(
      filesContract.uploadFile,
      {
        params: { id, path: "groß.bin" },
        query: { phase: "start" },
        body: Buffer.from(JSON.stringify({ size })),
        headers,
      },
      admin,
    );
  const before = await storedFiles();
  const [first, second] = await Promise.all([start(7), start(7)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const { uploadId } = stateOf(first);
  expect(stateOf(second).uploadId).toBe(uploadId);
  expect(await storedFiles()).toBe(before + 1);
  const steps = chunked(app, admin, id, "groß.bin");
  await steps.chunk(uploadId, 0, Buffer.from("sieben7"));
  expect((await steps.finish(uploadId)).status).toBe(201);
  expect(stateOf(await start(7)).uploadId).toBe(uploadId);
  expect((await start(8)).status).toBe(422);
  expect((await start(7, {})).status).toBe(409);
});

describe("as a form", () => {
  const BOUNDARY = "----vereinsheim";
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (name: string, content: string, fieldName = "files") =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${fieldName}"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n`;
  const send = (
    id: string,
    body: string,
    query: object = {},
    headers: Record<string, string> = {},
  ) =>
    app.call(
      filesContract.uploadMany,
      {
        params: { id },
        query,
        body: Buffer.from(body),
        headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
      },
      admin,
    );

  test("each file for itself, with the reason for each that is refused", async () => {
    const { id } = await aShare(app, admin, { allowedTypes: ["text/plain"] });
    await app.call(filesContract.createFolder, { params: { id, path: "Ordner" } }, admin);
    await upload(app, admin, id, "Ordner/da.txt", "da");
    const body = `${field("path", "/Ordner")}${file("Ä.txt", "eins")}${file("da.txt", "zwei")}${file("seite.txt", "<html>")}${file("CON.txt", "x")}${file("zwei.txt", "zwei")}--${BOUNDARY}--\r\n`;
    const answer = await send(id, body);
    expect(answer.status).toBe(200);
    expect(answer.body.entries.map(({ path }) => path)).toEqual([
      "Ordner/Ä.txt",
      "Ordner/zwei.txt",
    ]);
    expect(answer.body.errors.map(({ fileName, status }) => [fileName, status])).toEqual([
      ["da.txt", 409],
      ["seite.txt", 415],
      ["CON.txt", 400],
    ]);
    expect(answer.body.errors.every(({ message }) => message.endsWith("."))).toBe(true);
  });

  test("under an Idempotency-Key each file arrives once, and another form under it is refused", async () => {
    const { id } = await aShare(app, admin);
    const whole = `${file("eins.txt", "eins")}${file("zwei.txt", "zwei")}--${BOUNDARY}--\r\n`;
    const key = { "idempotency-key": `form ${id}`.replace(" ", "-") };
    const first = await send(id, whole, {}, key);
    const again = await send(id, whole, {}, key);
    expect(first.body.entries).toHaveLength(2);
    expect(again.body).toEqual(first.body);
    const other = await send(id, `${file("eins.txt", "anders")}--${BOUNDARY}--\r\n`, {}, key);
    expect([other.status, (other.body as unknown as { code: string }).code]).toEqual([
      422,
      "IDEMPOTENCY_KEY_REUSED",
    ]);
    expect((await list(app, admin, id)).body.content.map(({ size }) => size)).toEqual([4, 4]);
  });

  test("a store that fills up in the middle of a file is said, and the form goes on", async () => {
    const { id } = await aShare(app, admin);
    const put = vi.spyOn(app.services.blobs, "put").mockImplementationOnce(async (content) => {
      for await (const _ of content) break;
      throw new AppError("STORE_FULL");
    });
    const answer = await send(
      id,
      `${file("groß.txt", "x".repeat(3_000_000))}${file("klein.txt", "klein")}--${BOUNDARY}--\r\n`,
    );
    put.mockRestore();
    expect(answer.body.errors.map(({ fileName, status }) => [fileName, status])).toEqual([
      ["groß.txt", 507],
    ]);
    expect(answer.body.entries.map(({ path }) => path)).toEqual(["klein.txt"]);
  });

  test("a name with a path, a path out of the share, a form that breaks off and one that is none", async () => {
    const { id } = await aShare(app, admin);
    const sneaky = await send(id, `${file("../../etc/passwd", "x")}--${BOUNDARY}--\r\n`);
    expect(sneaky.body.entries.map(({ path }) => path)).toEqual(["passwd"]);
    expect(
      (await send(id, `${field("path", "../..")}${file("a.txt", "x")}--${BOUNDARY}--\r\n`)).status,
    ).toBe(400);
    expect((await send(id, file("halb.txt", "x").slice(0, -10))).status).toBe(400);
    expect(
      (
        await app.call(
          filesContract.uploadMany,
          { params: { id }, body: Buffer.from("x"), headers: { "content-type": "text/plain" } },
          admin,
        )
      ).status,
    ).toBe(415);
    expect((await list(app, admin, id)).body.content.map(({ name }) => name)).toEqual(["passwd"]);
  });
});

describe("over the network", () => {
  /** Sends an address as it is: no library on the way puts its dots in order. */
  function raw(method: string, path: string, body?: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${admin.token}`,
        ...(body === undefined
          ? {}
          : { "content-length": body.length, "content-type": "application/octet-stream" }),
      };
      const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
      });
      sent.once("error", reject);
      sent.end(body);
    });
  }

  test.each([
    "/../x.txt",
    "/a/../../x.txt",
    "/%2e%2e/x.txt",
    "/%2e%2e%2fx.txt",
    "/%252e%252e/x.txt",
    "/%252e%252e%252fx.txt",
    "/..%5cx.txt",
    "/a%5cb.txt",
    "/a%00.txt",
    "/a%2500.txt",
    "//etc/passwd",
    "/%2fetc%2fpasswd",
    "/C:/x.txt",
    "/x%E2%80%AEtxt.exe",
    "/NUL.txt",
    "/x.",
    "/x%20",
    `/${"%C3%A4".repeat(128)}`,
    `/${Array.from({ length: 33 }, () => "a").join("/")}`,
    "/%ff",
    "/%",
  ])("a path that leads astray is refused with 400 by every call: %s", async (path) => {
    const { id } = await aShare(app, admin);
    const base = `/alpha/api/file-share/${id}`;
    const before = await storedFiles();
    for (const call of ["list", "download", "thumbnail", "versions", "entry"])
      expect([call, await raw("GET", `${base}/${call}${path}`)]).toEqual([call, 400]);
    expect(await raw("POST", `${base}/upload${path}`, Buffer.from("x"))).toBe(400);
    expect(await raw("POST", `${base}/create-folder${path}`)).toBe(400);
    expect(await raw("DELETE", base + path)).toBe(400);
    expect(await raw("PUT", `${base}/move${path}`, Buffer.from("x"))).toBe(400);
    expect(await storedFiles()).toBe(before);
  });

  test("signs that mean something in addresses are only signs in names", async () => {
    const { id } = await aShare(app, admin);
    for (const name of [
      "100 % sicher?.txt",
      "a+b & c=d;e,f.txt",
      "#1 [neu] @home.txt",
      "50%25.txt",
      "ü ß €.txt",
    ]) {
      expect(
        await raw(
          "POST",
          `/alpha/api/file-share/${id}/upload/${encodeURIComponent(name)}`,
          Buffer.from(name),
        ),
      ).toBe(201);
      expect((await download(id, name)).bytes.toString()).toBe(name);
    }
  });

  test("a connection that breaks leaves neither file nor bytes, and the chunk can be sent again", async () => {
    const { id } = await aShare(app, admin);
    const bytes = randomBytes(CHUNK_BYTES);
    const up = chunked(app, admin, id, "x.bin");
    const { uploadId } = stateOf(await up.start(bytes.length));
    const broken = (path: string, length: number) =>
      new Promise<void>((resolve) => {
        const headers = {
          authorization: `Bearer ${admin.token}`,
          "content-length": length,
          "content-type": "application/octet-stream",
        };
        const sent = request({
          host: "127.0.0.1",
          port,
          method: "POST",
          path: `/alpha/api/file-share/${id}/upload/${path}`,
          headers,
        });
        sent.once("error", () => resolve());
        sent.write(bytes.subarray(0, length / 2), () => setImmediate(() => sent.destroy()));
      });
    await broken("plain.bin", 1_000_000);
    await broken(`x.bin?phase=upload&uploadId=${uploadId}&chunk=0`, bytes.length);
    expect(stateOf(await up.status(uploadId)).received).toEqual([]);
    const retried = await up.chunk(uploadId, 0, bytes);
    expect(retried.body).toMatchObject({ received: [0] });
    expect((await up.finish(uploadId)).body).toMatchObject({ sha256: sha256(bytes) });
    expect((await list(app, admin, id)).body.content.map(({ name }) => name)).toEqual(["x.bin"]);
  });
});
