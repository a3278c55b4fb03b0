import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readlink, readdir, rm, truncate } from "node:fs/promises";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BlobStore } from "./blobs.ts";
import { diskBlobStore } from "./disk-blobs.ts";

const KIB = 1024;
let root: string;
let blobs: BlobStore;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "vereinsheim-bytes-"));
  blobs = diskBlobStore(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function stored(length: number): Promise<{ key: string; bytes: Buffer }> {
  const bytes = randomBytes(length);
  const content = (async function* () {
    yield bytes;
  })();
  const { key } = await blobs.put(content, { maxBytes: length });
  return { key, bytes };
}

/** Answers one request by `send`; gives what arrives to `receive`. */
async function answered<T>(
  send: (answer: ServerResponse) => void,
  receive: (message: IncomingMessage) => Promise<T>,
): Promise<T> {
  const server = createServer((_request, answer) => send(answer)).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const [message] = (await once(asked, "response")) as [IncomingMessage];
    return await receive(message);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Whether this process holds the blob open (Linux tells). */
async function isOpen(key: string): Promise<boolean> {
  const places = (await readdir("/proc/self/fd")).map((fd) =>
    readlink(`/proc/self/fd/${fd}`).catch(() => ""),
  );
  return (await Promise.all(places)).includes(join(root, key));
}

test.each([
  ["nothing", 0, undefined],
  ["one byte", 1, undefined],
  ["a piece", 256 * KIB, undefined],
  ["many pieces and a rest", 5_000 * KIB + 17, undefined],
  ["a part across pieces", 2_000 * KIB, { start: 255 * KIB, end: 1_300 * KIB + 5 }],
  ["a part that asks for more than there is", 700 * KIB, { start: 699 * KIB, end: 900 * KIB }],
])(
  "%s arrives byte for byte, in an answer and in any other stream",
  async (_what, length, range) => {
    const { key, bytes } = await stored(length);
    const expected = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
    const content = await blobs.get(key, range);
    const sent = await answered((answer) => void content.pipe(answer), buffer);
    const through = (await blobs.get(key, range)).pipe(new PassThrough());
    const walked: Buffer[] = [];
    for await (const piece of await blobs.get(key, range)) walked.push(piece as Buffer);
    for (const found of [sent, await buffer(through), Buffer.concat(walked)])
      expect(found.equals(expected)).toBe(true);
    await expect.poll(() => isOpen(key)).toBe(false);
  },
);

test("a receiver who reads slowly gets what the file holds, not what was read over it", async () => {
  const { key, bytes } = await stored(3_000 * KIB);
  const content = await blobs.get(key);
  const slowly = async (message: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of message) {
      parts.push(part as Buffer);
      if (parts.length % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return Buffer.concat(parts);
  };
  const sent = await answered((answer) => void content.pipe(answer), slowly);
  expect(sent.equals(bytes)).toBe(true);
});

test("who goes away in the middle leaves no file open", async () => {
  const { key } = await stored(20_000 * KIB);
  let content: Readable | undefined;
  await answered(
    (answer) => {
      void blobs.get(key).then((found) => {
        content = found;
        answer.once("close", () => found.destroy());
        found.pipe(answer);
      });
    },
    async (message) => {
      await once(message, "data");
      message.destroy();
    },
  );
  await expect.poll(() => content?.closed).toBe(true);
  expect(await isOpen(key)).toBe(false);
});

test("a file that has lost its end breaks the answer instead of ending it", async () => {
  const { key } = await stored(1_000 * KIB);
  const [content, walked] = [await blobs.get(key), await blobs.get(key)];
  await truncate(join(root, key), 300 * KIB);
  await expect(buffer(walked)).rejects.toThrow("lost its end");
  const receive = (message: IncomingMessage) =>
    buffer(message).then(
      (bytes) => bytes.length,
      (error: NodeJS.ErrnoException) => error.code,
    );
  const send = (answer: ServerResponse) => {
    content.once("error", (error) => answer.destroy(error));
    content.pipe(answer);
  };
  expect(await answered(send, receive)).toBe("ECONNRESET");
});
