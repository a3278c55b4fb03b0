import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BlobStore, MIN_PART_BYTES, type PartialBlob } from "./blobs.ts";
import { diskBlobStore } from "./disk-blobs.ts";
import { openBucket } from "./s3/s3-client.ts";
import { deleteObject } from "./s3/s3-objects.ts";
import { s3BlobStore } from "./s3-blobs.ts";
import { startTestBucket } from "../testing/s3-server.ts";

/**
 * One interface, two stores, the same demands. The bucket is served by a real S3-speaking server of
 * this test.
 */

interface OpenStore {
  blobs: BlobStore;
  /** s3rver does not know the call that gives parts up; Amazon's and all larger stores do. */
  forgetsParts: boolean;
  /** Takes an object away behind the store's back. */
  removeObject(name: string): Promise<void>;
  close(): Promise<void>;
}

async function onDisk(folder: string): Promise<OpenStore> {
  return {
    blobs: diskBlobStore(folder),
    forgetsParts: true,
    removeObject: (name) => rm(join(folder, name)),
    close: async () => {},
  };
}

async function inBucket(): Promise<OpenStore> {
  const { place, close } = await startTestBucket();
  const bucket = openBucket(place);
  return {
    blobs: s3BlobStore(place),
    forgetsParts: false,
    removeObject: (name) => deleteObject(bucket, name),
    close,
  };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

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

describe.each([
  ["files on disk", onDisk],
  ["a bucket of an S3-compatible store", inBucket],
])("%s", (_name, open) => {
  let folder: string;
  let store: OpenStore;
  let blobs: BlobStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vereinsheim-blobs-"));
    store = await open(folder);
    blobs = store.blobs;
  });
  afterAll(async () => {
    await store?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function keys(): Promise<string[]> {
    const found: string[] = [];
    for await (const key of blobs.keysOlderThan(new Date(Date.now() + 60_000))) found.push(key);
    return found.toSorted();
  }

  test("bytes come back as they were, whole and in part, with their checksum", async () => {
    const bytes = randomBytes(300_000);
    const stored = await blobs.put(chunks(bytes.subarray(0, 1000), bytes.subarray(1000)), {
      maxBytes: 300_000,
    });
    expect(stored).toMatchObject({ size: 300_000, sha256: sha256(bytes) });
    expect(await buffer(await blobs.get(stored.key))).toEqual(bytes);
    expect(await buffer(await blobs.get(stored.key, { start: 10, end: 19 }))).toEqual(
      bytes.subarray(10, 20),
    );
    expect(await keys()).toContain(stored.key);
    await blobs.delete(stored.key);
    await expect(blobs.get(stored.key)).rejects.toMatchObject({ status: 404 });
    await blobs.delete(stored.key);
  });

  test.each([0, 1, MIN_PART_BYTES, MIN_PART_BYTES + 1, 2 * MIN_PART_BYTES + 17])(
    "a stream of %i bytes",
    async (size) => {
      const bytes = randomBytes(size);
      const parts = Array.from({ length: Math.ceil(size / 65_536) }, (_, index) =>
        bytes.subarray(index * 65_536, (index + 1) * 65_536),
      );
      const stored = await blobs.put(chunks(...parts), { maxBytes: size });
      expect(stored).toMatchObject({ size, sha256: sha256(bytes) });
      expect(sha256(await buffer(await blobs.get(stored.key)))).toBe(sha256(bytes));
    },
  );

  test("too many bytes are refused and leave nothing", async () => {
    const before = await keys();
    await expect(
      blobs.put(chunks(randomBytes(600), randomBytes(600)), { maxBytes: 1_000 }),
    ).rejects.toMatchObject({ status: 413 });
    await expect(
      blobs.put(chunks(randomBytes(MIN_PART_BYTES), randomBytes(600)), {
        maxBytes: MIN_PART_BYTES + 1,
      }),
    ).rejects.toMatchObject({ status: 413 });
    expect(await keys()).toEqual(before);
  });

  test("a stream that breaks leaves nothing", async () => {
    const before = await keys();
    const breaking = (async function* () {
      yield randomBytes(MIN_PART_BYTES + 100);
      throw new Error("connection lost");
    })();
    await expect(blobs.put(breaking, { maxBytes: 2 * MIN_PART_BYTES })).rejects.toThrow(
      "connection lost",
    );
    expect(await keys()).toEqual(before);
  });

  test.each([
    "../../etc/passwd",
    "ab/../../secret",
    "",
    "aa/",
    `aa/${"b".repeat(38)}/../x`,
    "AA/00000000000000000000000000000000000000",
  ])("a key that is none is not found: %s", async (key) => {
    await expect(blobs.get(key)).rejects.toMatchObject({ status: 404 });
    await expect(blobs.delete(key)).rejects.toMatchObject({ status: 404 });
  });

  describe.each([
    ["large", MIN_PART_BYTES],
    ["small", 1024 * 1024],
  ])("%s parts", (_size, partBytes) => {
    const bytes = randomBytes(2 * partBytes + 4_321);
    const part = (number: number) => {
      const offset = number * partBytes;
      return {
        place: { number, offset, size: Math.min(partBytes, bytes.length - offset) },
        content: bytes.subarray(offset, offset + partBytes),
      };
    };
    const write = (blob: Awaited<ReturnType<BlobStore["begin"]>>, number: number) => {
      const { place, content } = part(number);
      return blobs.writePart(blob, place, chunks(content.subarray(0, 700), content.subarray(700)));
    };
    const forgetsParts = () => store.forgetsParts || partBytes < MIN_PART_BYTES;

    test("in any order, at once and a part twice make one blob, which is there only when they are joined", async () => {
      const blob = await blobs.begin(bytes.length, partBytes);
      const [third, first] = await Promise.all([write(blob, 2), write(blob, 0)]);
      await write(blob, 1);
      const second = await write(blob, 1);
      await expect(blobs.get(blob.key)).rejects.toMatchObject({ status: 404 });
      expect(sha256(await joined(blobs, blob, [first, second, third]))).toBe(sha256(bytes));
      expect(sha256(await joined(blobs, blob, [first, second, third]))).toBe(sha256(bytes));
      expect(sha256(await buffer(await blobs.get(blob.key)))).toBe(sha256(bytes));
      await blobs.discard(blob);
      expect(sha256(await buffer(await blobs.get(blob.key)))).toBe(sha256(bytes));
    });

    test("one that is too short or too long is refused", async () => {
      const blob = await blobs.begin(bytes.length, partBytes);
      const { place, content } = part(2);
      await expect(blobs.writePart(blob, place, chunks(content.subarray(1)))).rejects.toMatchObject(
        { code: "WRONG_CHUNK_SIZE" },
      );
      await expect(
        blobs.writePart(blob, place, chunks(content, Buffer.from("x"))),
      ).rejects.toMatchObject({ code: "WRONG_CHUNK_SIZE" });
      await blobs.discard(blob);
      await blobs.discard(blob);
      if (store.forgetsParts) await expect(write(blob, 0)).rejects.toMatchObject({ status: 404 });
    });

    test("given up or joined, nothing is left of them", async () => {
      const before = await keys();
      const blob = await blobs.begin(bytes.length, partBytes);
      const receipts = [await write(blob, 0), await write(blob, 1), await write(blob, 2)];
      if (partBytes < MIN_PART_BYTES)
        expect(await keys()).toEqual([...before, blob.key].toSorted());
      if (forgetsParts()) {
        await blobs.discard(blob);
        expect(await keys()).toEqual(before);
        await expect(blobs.get(blob.key)).rejects.toMatchObject({ status: 404 });
        return;
      }
      await joined(blobs, blob, receipts);
      await blobs.delete(blob.key);
      expect(await keys()).toEqual(before);
    });

    test("nothing at all is an empty blob", async () => {
      const blob = await blobs.begin(0, partBytes);
      expect(await joined(blobs, blob, [])).toEqual(Buffer.alloc(0));
      expect(await buffer(await blobs.get(blob.key))).toEqual(Buffer.alloc(0));
    });
  });
});

describe("small parts in a bucket", () => {
  const MIB = 1024 * 1024;
  const bytes = randomBytes(6 * MIB + 17);
  let store: OpenStore;
  beforeAll(async () => (store = await inBucket()));
  afterAll(() => store?.close());

  const write = (blob: PartialBlob, number: number) => {
    const content = bytes.subarray(number * MIB, (number + 1) * MIB);
    const place = { number, offset: number * MIB, size: content.length };
    return store.blobs.writePart(blob, place, chunks(content));
  };
  const names = async (key: string) =>
    (await Array.fromAsync(store.blobs.keysOlderThan(new Date(Date.now() + 60_000)))).filter(
      (name) => name === key,
    );

  test("as many as a photo has become one object, and a lost one is asked for again", async () => {
    const blob = await store.blobs.begin(bytes.length, MIB);
    const receipts: string[] = [];
    for (let number = 0; number < 7; number += 1) receipts.push(await write(blob, number));
    expect(await names(blob.key)).toEqual([blob.key]);
    await store.removeObject(`${blob.key}.p4`);
    await expect(joined(store.blobs, blob, receipts)).rejects.toMatchObject({ numbers: [4] });
    await expect(store.blobs.get(blob.key)).rejects.toMatchObject({ status: 404 });
    await write(blob, 4);
    expect(sha256(await joined(store.blobs, blob, receipts))).toBe(sha256(bytes));
    expect(sha256(await buffer(await store.blobs.get(blob.key)))).toBe(sha256(bytes));
    await store.blobs.delete(blob.key);
    expect(await names(blob.key)).toEqual([]);
  });

  test("left by nobody's upload go with their key", async () => {
    const blob = await store.blobs.begin(bytes.length, MIB);
    await write(blob, 2);
    await store.blobs.delete(blob.key);
    expect(await names(blob.key)).toEqual([]);
  });
});

test("a store that cannot be reached says so", async () => {
  const gone = s3BlobStore({
    endpoint: "http://127.0.0.1:9",
    region: "us-east-1",
    bucket: "verein",
    accessKeyId: "a",
    secretAccessKey: "b",
  });
  await expect(gone.put(chunks(Buffer.from("x")), { maxBytes: 10 })).rejects.toMatchObject({
    status: 503,
    code: "STORE_UNAVAILABLE",
  });
});
