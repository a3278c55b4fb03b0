import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { aShare, chunked, stateOf } from "../testing.ts";

/**
 * Whoever closes the tab or drives into a tunnel leaves a request without its end. It has to end
 * nevertheless: one that waits for ever keeps a file open, and the runtime ends the process for a
 * file that is forgotten open.
 */

let app: TestApp;
let admin: TestUser;
let port: number;

/** Bytes on their way into the store: begun, and come to an end of either kind. */
const stores = { begun: 0, ended: 0 };

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  port = Number(new URL(await app.server.listen({ port: 0, host: "127.0.0.1" })).port);
  const { blobs } = app.services;
  const counted =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A) => {
      stores.begun += 1;
      return work(...given).finally(() => (stores.ended += 1));
    };
  const { put, writePart } = blobs;
  vi.spyOn(blobs, "put").mockImplementation(counted(put));
  vi.spyOn(blobs, "writePart").mockImplementation(counted(writePart));
});
afterEach(() => Object.assign(stores, { begun: 0, ended: 0 }));
afterAll(async () => {
  vi.restoreAllMocks();
  await app?.close();
});

/** Sends the beginning of a request and is gone after so many milliseconds. */
async function vanish(
  path: string,
  headers: Record<string, string>,
  beginning: Buffer,
  after: number,
): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  await once(socket, "connect");
  const lines = Object.entries({
    host: "127.0.0.1",
    authorization: `Bearer ${admin.token}`,
    "content-length": String(beginning.length + 500_000),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /alpha/api${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  socket.write(beginning);
  await wait(after);
  socket.destroy();
  await once(socket, "close");
}

const BYTES = { "content-type": "application/octet-stream" };

/** Returns where each kind of upload goes, and how one begins. */
async function uploads() {
  const { id } = await aShare(app, admin);
  const { uploadId } = stateOf(await chunked(app, admin, id, "groß.bin").start(20_000_000));
  const { body: draft } = await app.call(messagesContract.createDraft, { body: {} }, admin);
  const form = messageForm({ subject: "Anlage", recipientIds: [admin.id] }, [
    { name: "plan.pdf", bytes: Buffer.alloc(400_000, "%PDF-1.7 ") },
  ]);
  // Cut in the middle of the file, which never ends.
  const cut = form.body.subarray(0, form.body.length - 200_000);
  const files = Buffer.concat([
    Buffer.from(
      '--teil\r\ncontent-disposition: form-data; name="files"; filename="a.bin"\r\n' +
        "content-type: application/octet-stream\r\n\r\n",
    ),
    Buffer.alloc(200_000, 7),
  ]);
  const bytes = Buffer.alloc(200_000, 7);
  return {
    file: [`/file-share/${id}/upload/klein.bin`, BYTES, bytes],
    chunk: [
      `/file-share/${id}/upload/gro%C3%9F.bin?phase=upload&uploadId=${uploadId}&chunk=0`,
      BYTES,
      bytes,
    ],
    form: [
      `/file-share/${id}/upload-multipart`,
      { "content-type": "multipart/form-data; boundary=teil" },
      files,
    ],
    message: ["/message", form.headers, cut],
    attachment: [`/message/draft/${draft.id}/attachment?name=plan.pdf`, BYTES, bytes],
  } as const satisfies Record<string, readonly [string, Record<string, string>, Buffer]>;
}

test.each(["file", "chunk", "form", "message", "attachment"] as const)(
  "a sender who vanishes at any moment (%s) leaves nothing waiting",
  async (what) => {
    const [path, headers, beginning] = (await uploads())[what];
    for (const after of [0, 1, 2, 4, 8, 16, 60])
      for (const sent of [0, 1_000, beginning.length])
        await vanish(path, headers, beginning.subarray(0, sent), after);
    await expect.poll(() => stores.begun - stores.ended, { timeout: 5_000 }).toBe(0);
    expect(stores.begun).toBeGreaterThan(0);
  },
);
