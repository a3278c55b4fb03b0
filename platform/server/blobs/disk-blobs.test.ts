import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BlobStore, isBlobKey, type PartialBlob } from "./blobs.ts";
import { diskBlobStore } from "./disk-blobs.ts";

let root: string;
let blobs: BlobStore;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "vereinsheim-blobs-"));
  blobs = diskBlobStore(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Joins parts; returns what was to be seen on the way. */
async function joined(
  blobs: BlobStore,
  blob: PartialBlob,
  receipts: readonly string[],
): Promise<Buffer> {
  const seen: Buffer[] = [];
  await blobs.join(blob, receipts, (bytes) => seen.push(Buffer.from(bytes)));
  return Buffer.concat(seen);
}

async function* chunks(...parts: Buffer[]) {
  yield* parts;
}

async function filesOnDisk(): Promise<string[]> {
  const folders = await readdir(root);
  return (await Promise.all(folders.map((folder) => readdir(join(root, folder))))).flat();
}

test("what is refused or breaks leaves nothing on the disk", async () => {
  await expect(
    blobs.put(chunks(randomBytes(600), randomBytes(600)), { maxBytes: 1_000 }),
  ).rejects.toMatchObject({ status: 413 });
  const breaking = (async function* () {
    yield randomBytes(100);
    throw new Error("connection lost");
  })();
  await expect(blobs.put(breaking, { maxBytes: 1_000 })).rejects.toThrow("connection lost");
  const begun = await blobs.begin(10, 1_000);
  await blobs.discard(begun);
  expect(await filesOnDisk()).toEqual([]);
});

test("clears what a killed process left half written, and names what arrives in parts as a key of its own", async () => {
  const stored = await blobs.put(chunks(randomBytes(10)), { maxBytes: 10 });
  const begun = await blobs.begin(10, 1_000);
  const half = join(root, stored.key.slice(0, 2), `${"0".repeat(38)}.part`);
  await writeFile(half, "half");
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const file of [half, join(root, stored.key), `${join(root, begun.key)}.parts`])
    await utimes(file, yesterday, yesterday);
  const old: string[] = [];
  for await (const key of blobs.keysOlderThan(new Date(Date.now() - 3_600_000))) old.push(key);
  expect(old.toSorted()).toEqual([stored.key, begun.key].toSorted());
  expect(await filesOnDisk()).not.toContain(`${"0".repeat(38)}.part`);
  await blobs.delete(begun.key);
  expect(await filesOnDisk()).toEqual([stored.key.slice(3)]);
});

test("what is not its own, a disk's lost+found for example, is left alone", async () => {
  await mkdir(join(root, "lost+found"), { mode: 0o700 });
  await writeFile(join(root, "lost+found", `#12.part`), "");
  await writeFile(join(root, "liesmich.txt"), "");
  const keys = await Array.fromAsync(blobs.keysOlderThan(new Date(Date.now() + 60_000)));
  expect(keys.filter((key) => !isBlobKey(key))).toEqual([]);
  expect(await readdir(join(root, "lost+found"))).toEqual(["#12.part"]);
  await rm(join(root, "lost+found"), { recursive: true });
  await rm(join(root, "liesmich.txt"));
});

test("a part that a power cut took is named and may come again", async () => {
  const bytes = randomBytes(3_000);
  const blob = await blobs.begin(bytes.length, 1_000);
  const write = (number: number) =>
    blobs.writePart(
      blob,
      { number, offset: number * 1_000, size: 1_000 },
      chunks(bytes.subarray(number * 1_000, (number + 1) * 1_000)),
    );
  const receipts = [await write(0), await write(1), await write(2)];
  const onDisk = await open(`${join(root, blob.key)}.parts`, "r+");
  await onDisk.write(Buffer.alloc(500), 0, 500, 1_000);
  await onDisk.close();
  await expect(joined(blobs, blob, receipts)).rejects.toMatchObject({ numbers: [1] });
  await expect(blobs.get(blob.key)).rejects.toMatchObject({ status: 404 });
  await truncate(`${join(root, blob.key)}.parts`, 900);
  await expect(joined(blobs, blob, receipts)).rejects.toMatchObject({ numbers: [0, 1, 2] });
  for (const number of [2, 1, 0]) await write(number);
  expect(await joined(blobs, blob, receipts)).toEqual(bytes);
});
