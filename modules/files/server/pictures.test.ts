import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, type TestUser, testApp } from "#apps/server/testing.ts";
import { filesContract } from "../contract.ts";

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
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: `48/1 42/1 ${SPOT}`, GPSLongitudeRef: "E", GPSLongitude: "9/1 39/1 0/1" },
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
  const share = await app.call(filesContract.createFileShare, { body: { name: "Sommerfest", kind: "IMAGES" } }, uploader);
  shareId = share.body.id;
});
afterAll(() => app.close());

async function upload(name: string, bytes: Buffer) {
  return app.call(
    filesContract.uploadFile,
    { params: { id: shareId, path: name }, body: bytes, headers: { "content-type": "application/octet-stream" } },
    uploader,
  );
}

test("viewers get pictures that do not tell where they were taken, the original stays", async () => {
  const bytes = await photo();
  expect(bytes.includes(spotBytes)).toBe(true);
  expect((await upload("Fest.jpg", bytes)).status).toBe(201);

  const download = (as: TestUser, headers: Record<string, string> = {}) =>
    app.call(filesContract.downloadEntry, { params: { id: shareId, path: "Fest.jpg" }, headers }, as);
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

  const zip = await app.call(filesContract.downloadEntry, { params: { id: shareId, path: "" } }, viewer);
  expect(zip.status).toBe(200);
  expect(zip.bytes.includes(spotBytes)).toBe(false);
  const wholeZip = await app.call(filesContract.downloadEntry, { params: { id: shareId, path: "" } }, uploader);
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
  const { body } = await app.call(filesContract.listFolder, { params: { id: shareId, path: "" }, query: { sort: "takenAt", dir: "ASC" } }, viewer);
  expect(body.content.map(({ name }) => name)).toEqual(["Fest.jpg", "Später.png"]);
  expect(new Date(body.content[0]?.takenAt ?? "").toISOString()).toBe("2026-07-07T14:22:33.000Z");

  const thumbnail = await app.call(filesContract.getThumbnail, { params: { id: shareId, path: "Fest.jpg" }, query: { size: "256" } }, viewer);
  expect(thumbnail.status).toBe(200);
  const found = await sharp(thumbnail.bytes).metadata();
  // Orientation 6: stored lying, shown standing.
  expect(found).toMatchObject({ format: "webp", width: 192, height: 256 });
  expect(found.exif).toBeUndefined();
});

test("thumbnails end with the right to see the gallery", async () => {
  const { body: share } = await app.call(filesContract.getFileShare, { params: { id: shareId } }, uploader);
  await app.call(
    filesContract.updateFileShare,
    { params: { id: shareId }, body: { name: share.name, allowedTypes: null, quota: null, grants: [], version: share.version } },
    uploader,
  );
  const thumbnail = await app.call(filesContract.getThumbnail, { params: { id: shareId, path: "Fest.jpg" }, query: { size: "256" } }, viewer);
  expect(thumbnail.status).toBe(404);
});

test("a picture that cannot be read stays as a file and tells viewers no position either", async () => {
  const share = await app.call(
    filesContract.createFileShare,
    { body: { name: "Kaputt", kind: "IMAGES", grants: [{ subject: "ALL", id: null, access: "READ" }] } },
    uploader,
  );
  const whole = await photo();
  const cut = whole.subarray(0, whole.indexOf(spotBytes) + 60);
  const path = { id: share.body.id, path: "halb.jpg" };
  await app.call(filesContract.uploadFile, { params: path, body: cut, headers: { "content-type": "image/jpeg" } }, uploader);
  await app.runJobs();
  const shown = await app.call(filesContract.downloadEntry, { params: path }, viewer);
  expect(shown.status).toBe(200);
  expect(shown.bytes.includes(spotBytes)).toBe(false);
});
