import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BlobStore, diskBlobStore } from "./blobs.ts";

let root: string;
let blobs: BlobStore;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "vereinsheim-blobs-"));
  blobs = diskBlobStore(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function* chunks(...parts: Buffer[]) {
  yield* parts;
}

async function filesOnDisk(): Promise<string[]> {
  const folders = await readdir(root);
  return (await Promise.all(folders.map((folder) => readdir(join(root, folder))))).flat();
}

test("bytes come back as they were, whole and in part, with their checksum", async () => {
  const bytes = randomBytes(300_000);
  const stored = await blobs.put(chunks(bytes.subarray(0, 1000), bytes.subarray(1000)), { maxBytes: 300_000 });
  expect(stored).toMatchObject({ size: 300_000, sha256: createHash("sha256").update(bytes).digest("hex") });
  expect(await buffer(await blobs.get(stored.key))).toEqual(bytes);
  expect(await buffer(await blobs.get(stored.key, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
});

test("too many bytes are refused and leave nothing", async () => {
  const before = await filesOnDisk();
  await expect(blobs.put(chunks(randomBytes(600), randomBytes(600)), { maxBytes: 1_000 })).rejects.toMatchObject({ status: 413 });
  expect(await filesOnDisk()).toEqual(before);
});

test("a stream that breaks leaves nothing", async () => {
  const before = await filesOnDisk();
  const breaking = (async function* () {
    yield randomBytes(100);
    throw new Error("connection lost");
  })();
  await expect(blobs.put(breaking, { maxBytes: 1_000 })).rejects.toThrow("connection lost");
  expect(await filesOnDisk()).toEqual(before);
});

test.each(["../../etc/passwd", "ab/../../secret", "", "aa/", `aa/${"b".repeat(38)}/../x`, "AA/00000000000000000000000000000000000000"])(
  "a key that is none is not found: %s",
  async (key) => {
    await expect(blobs.get(key)).rejects.toMatchObject({ status: 404 });
    await expect(blobs.delete(key)).rejects.toMatchObject({ status: 404 });
  },
);

test("lists old keys and clears what a killed process left half written", async () => {
  const stored = await blobs.put(chunks(randomBytes(10)), { maxBytes: 10 });
  const folder = join(root, stored.key.slice(0, 2));
  const half = join(folder, `${"0".repeat(38)}.part`);
  await writeFile(half, "half");
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(half, yesterday, yesterday);
  await utimes(join(root, stored.key), yesterday, yesterday);
  const old: string[] = [];
  for await (const key of blobs.keysOlderThan(new Date(Date.now() - 3_600_000))) old.push(key);
  expect(old).toEqual([stored.key]);
  expect(await filesOnDisk()).not.toContain(`${"0".repeat(38)}.part`);
});
