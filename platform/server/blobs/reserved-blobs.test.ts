import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DiskReserve, type ReserveSize } from "../disk/disk-reserve.ts";
import { freeSpace } from "../disk/free-space.ts";
import { diskBlobStore } from "./disk-blobs.ts";
import { reservedBlobStore } from "./reserved-blobs.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reserved-blobs-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const MIB = 1024 * 1024;
const TOO_LITTLE = { status: 507, code: "DISK_RESERVE_REACHED" };
const storeWith = (size?: ReserveSize) =>
  reservedBlobStore(diskBlobStore(root), new DiskReserve(root, size));

async function* zeros(bytes: number): AsyncIterable<Uint8Array> {
  for (let left = bytes; left > 0; left -= MIB) yield new Uint8Array(Math.min(left, MIB));
}

describe("where the reserve is reached", () => {
  const full = () => storeWith({ part: 1 });

  test("nothing new is taken, neither whole nor in parts", async () => {
    await expect(full().put(zeros(1), { maxBytes: 10 })).rejects.toMatchObject(TOO_LITTLE);
    await expect(full().begin(1, MIB)).rejects.toMatchObject(TOO_LITTLE);
    const begun = await storeWith({ bytes: 0 }).begin(4, MIB);
    const part = { number: 0, offset: 0, size: 4 };
    await expect(full().writePart(begun, part, zeros(4))).rejects.toMatchObject(TOO_LITTLE);
  });

  test("what is there is read, joined and removed as always", async () => {
    const before = storeWith({ bytes: 0 });
    const { key } = await before.put(zeros(3), { maxBytes: 10 });
    expect(await buffer(await full().get(key))).toEqual(Buffer.alloc(3));
    const begun = await before.begin(4, MIB);
    const receipt = await before.writePart(begun, { number: 0, offset: 0, size: 4 }, zeros(4));
    await full().join(begun, [receipt], () => {});
    expect(await full().size(begun.key)).toBe(4);
    await full().delete(key);
    expect(await full().size(key)).toBeUndefined();
  });
});

test("what is announced has to leave the reserve free", async () => {
  const { free } = await freeSpace(root);
  const store = storeWith({ bytes: free - 200 * MIB });
  await expect(store.begin(400 * MIB, MIB)).rejects.toMatchObject(TOO_LITTLE);
  expect((await store.begin(MIB, MIB)).size).toBe(MIB);
});

test("a file of unknown length is broken off at the reserve, and nothing of it stays", async () => {
  const { free } = await freeSpace(root);
  const store = storeWith({ bytes: free - 100 * MIB });
  await expect(store.put(zeros(400 * MIB), { maxBytes: 1e9 })).rejects.toMatchObject(TOO_LITTLE);
  expect((await Array.fromAsync(store.keysOlderThan(new Date(Date.now() + 1e6)))).length).toBe(0);
});

test("many at the same moment take no more than one after the other", async () => {
  const { free } = await freeSpace(root);
  const reserve = new DiskReserve(root, { bytes: free - 400 * MIB });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => reserve.take(20 * MIB)),
  );
  const taken = outcomes.filter(({ status }) => status === "fulfilled").length;
  // Others write on this disk too.
  expect(taken).toBeGreaterThan(5);
  expect(taken).toBeLessThanOrEqual(30);
});

test("is the smaller one of 2 GiB and 5 % of the disk unless it is said", async () => {
  const { total } = await freeSpace(root);
  const { reserve } = await new DiskReserve(root).state();
  expect(reserve).toBe(Math.min(2 * 1024 ** 3, total * 0.05));
  expect((await new DiskReserve(root, { part: 0.5 }).state()).reserve).toBe(total * 0.5);
});
