import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, type TestUser, testApp } from "#apps/server/testing.ts";
import { filesContract } from "../../contract.ts";

let app: TestApp;
let uploader: TestUser;
let viewer: TestUser;
let shareId: string;

const SPOT = "1234/100";
const spotBytes = (() => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(1234, 0);
  bytes.writeUInt32LE(100, 4);
  return bytes;
})();

async function photo(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background: "#197" } })
    .withExif({
      IFD2: { DateTimeOriginal: "2026:07:07 16:22:33" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: `48/1 42/1 ${SPOT}`,
        GPSLongitudeRef: "E",
        GPSLongitude: "9/1 39/1 0/1",
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha");
  uploader = await app.user(tenant, { permissions: ["QUERY_IMAGESHARE", "MANAGE_IMAGESHARE"] });
  viewer = await app.user(tenant, { permissions: ["QUERY_IMAGESHARE"] });
  const share = await app.call(
    filesContract.createFileShare,
    { body: { name: "Sommerfest", kind: "IMAGES" } },
    uploader,
  );
  shareId = share.body.id;
});
afterAll(() => app.close());

async function upload(name: string, bytes: Buffer) {
  return app.call(
    filesContract.uploadFile,
    {
      params: { id: shareId, path: name },
      body: bytes,
      headers: { "content-type": "application/octet-stream" },
    },
    uploader,
  );
}

test("viewers get pictures that do not tell where they were taken, the original stays", async () => {
  const bytes = await photo();
  expect(bytes.includes(spotBytes)).toBe(true);
  expect((await upload("Fest.jpg", bytes)).status).toBe(201);

  const download = (as: TestUser, headers: Record<string, string> = {}) =>
    app.call(
      filesContract.downloadEntry,
      { params: { id: shareId, path: "Fest.jpg" }, headers },
      as,
    );
  expect(await download(viewer)).toMatchObject({ status: 503, body: { code: "PICTURE_IN_WORK" } });

  await app.runJobs();
  const original = await download(uploader);
  expect(original.bytes.equals(bytes)).toBe(true);
  const shown = await download(viewer);
  expect(shown.status).toBe(200);
  expect(shown.bytes.length).toBe(bytes.length);
  expect(shown.bytes.includes(spotBytes)).toBe(false);
  expect(shown.headers["etag"]).not.toBe(original.headers["etag"]);

  const at = bytes.indexOf(spotBytes);
  const part = await download(viewer, { range: `bytes=${at}-${at + 7}` });
  expect(part.status).toBe(206);
  expect(part.bytes.equals(Buffer.alloc(8))).toBe(true);

  const zip = await app.call(
    filesContract.downloadEntry,
    { params: { id: shareId, path: "" } },
    viewer,
  );
  expect(zip.status).toBe(200);
  expect(zip.bytes.includes(spotBytes)).toBe(false);
  const wholeZip = await app.call(
    filesContract.downloadEntry,
    { params: { id: shareId, path: "" } },
    uploader,
  );
  expect(wholeZip.bytes.includes(spotBytes)).toBe(true);
});

test("pictures are sorted by the date they were taken, on the club's clock, and shown upright without metadata", async () => {
  await upload(
    "Später.png",
    await sharp({ create: { width: 20, height: 20, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  );
  await app.runJobs();
  const { body } = await app.call(
    filesContract.listFolder,
    { params: { id: shareId, path: "" }, query: { sort: "takenAt", dir: "ASC" } },
    viewer,
  );
  expect(body.content.map(({ name }) => name)).toEqual(["Fest.jpg", "Später.png"]);
  expect(new Date(body.content[0]?.takenAt ?? "").toISOString()).toBe("2026-07-07T14:22:33.000Z");

  const thumbnail = await app.call(
    filesContract.getThumbnail,
    { params: { id: shareId, path: "Fest.jpg" }, query: { size: "256" } },
    viewer,
  );
  expect(thumbnail.status).toBe(200);
  const found = await sharp(thumbnail.bytes).metadata();
  // Orientation 6: stored lying, shown standing.
  expect(found).toMatchObject({ format: "webp", width: 192, height: 256 });
  expect(found.exif).toBeUndefined();
});

test("thumbnails end with the right to see the gallery", async () => {
  const { body: share } = await app.call(
    filesContract.getFileShare,
    { params: { id: shareId } },
    uploader,
  );
  await app.call(
    filesContract.updateFileShare,
    {
      params: { id: shareId },
      body: {
        name: share.name,
        allowedTypes: null,
        quota: null,
        grants: [],
        version: share.version,
      },
    },
    uploader,
  );
  const thumbnail = await app.call(
    filesContract.getThumbnail,
    { params: { id: shareId, path: "Fest.jpg" }, query: { size: "256" } },
    viewer,
  );
  expect(thumbnail.status).toBe(404);
});

test("a picture that cannot be read stays as a file and tells viewers no position either", async () => {
  const share = await app.call(
    filesContract.createFileShare,
    {
      body: {
        name: "Kaputt",
        kind: "IMAGES",
        grants: [{ subject: "ALL", id: null, access: "READ" }],
      },
    },
    uploader,
  );
  const whole = await photo();
  const cut = whole.subarray(0, whole.indexOf(spotBytes) + 60);
  const path = { id: share.body.id, path: "halb.jpg" };
  await app.call(
    filesContract.uploadFile,
    { params: path, body: cut, headers: { "content-type": "image/jpeg" } },
    uploader,
  );
  await app.runJobs();
  const shown = await app.call(filesContract.downloadEntry, { params: path }, viewer);
  expect(shown.status).toBe(200);
  expect(shown.bytes.includes(spotBytes)).toBe(false);
});

/** A square of one bit a pixel. */
function blackPng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("bombs and pictures that broke off are refused by a gallery, not by a share of documents", async () => {
  const bomb = blackPng(20_000);
  const header = Buffer.from("0000001c667479706865696300000000686569636d6966316d696166", "hex");
  const heic = (length: number) =>
    Buffer.concat([
      header,
      Buffer.from([0, 0, 0x40, 0]),
      Buffer.from("mdat"),
      Buffer.alloc(length, 7),
    ]);
  const jpeg = await photo();
  const huge = Buffer.from(jpeg);
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0, 0x00, 0x11]));
  huge.writeUInt32BE(0xff_ff_ff_ff, frame + 5);
  for (const [name, bytes, status, code] of [
    ["bombe.png", bomb, 413, "IMAGE_TOO_BIG"],
    ["riesig.jpg", huge, 413, "IMAGE_TOO_BIG"],
    ["kurz.heic", heic(1_000), 422, "IMAGE_BROKEN"],
  ] as const) {
    expect(await upload(name, bytes), name).toMatchObject({ status, body: { code } });
  }
  expect((await upload("ganz.heic", heic(0x4000 - 8))).status).toBe(201);
  const documents = await app.user(uploader.tenant, {
    permissions: ["QUERY_FILESHARE", "MANAGE_FILESHARE"],
  });
  const share = await app.call(
    filesContract.createFileShare,
    { body: { name: "Ablage" } },
    documents,
  );
  expect(
    (
      await app.call(
        filesContract.uploadFile,
        { params: { id: share.body.id, path: "bombe.png" }, body: bomb },
        documents,
      )
    ).status,
  ).toBe(201);
});

test("a GIF shows its first picture in the grid", async () => {
  const gif = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#f00" } })
    .gif()
    .toBuffer();
  expect((await upload("Bewegt.gif", gif)).status).toBe(201);
  await app.runJobs();
  const small = await app.call(
    filesContract.getThumbnail,
    { params: { id: shareId, path: "Bewegt.gif" }, query: { size: "256" } },
    uploader,
  );
  expect(small.status).toBe(200);
  const { dominant } = await sharp(small.bytes).stats();
  expect([dominant.r > 200, dominant.g < 50]).toEqual([true, true]);
});
