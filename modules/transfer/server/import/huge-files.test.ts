import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importContract } from "../../import-contract.ts";
import { clubForImports, type ImportClub } from "./testing.ts";

let club: ImportClub;
let port: number;
beforeAll(async () => {
  club = await clubForImports();
  await club.app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (club.app.server.server.address() as AddressInfo).port;
});
afterAll(() => club?.app.close());

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Sends a table over the wire, as much of it as is taken; the first answer. */
async function sent(
  headers: Record<string, string | number>,
  bytes: number,
): Promise<{ status: number; text: string; taken: number }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8");
  socket.on("data", (data: string) => (text += data));
  // The server hangs up on whoever goes on talking.
  socket.on("error", () => {});
  const lines = {
    host: "127.0.0.1",
    authorization: `Bearer ${club.admin.token}`,
    "content-type": "text/csv",
    "x-file-name": "riesig.csv",
    ...headers,
  };
  socket.write(
    `POST /alpha/api/import-run HTTP/1.1\r\n${Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n`,
  );
  const piece = Buffer.alloc(MIB, "Eva;Weiss;01.01.1990\r\n");
  const framed = Buffer.concat([
    Buffer.from(`${MIB.toString(16)}\r\n`),
    piece,
    Buffer.from("\r\n"),
  ]);
  const answered = Promise.race([once(socket, "data"), once(socket, "close")]);
  let taken = 0;
  while (taken < bytes && text === "" && !socket.destroyed) {
    taken += MIB;
    await Promise.race([
      answered,
      new Promise<void>((resolve) => void socket.write(framed, () => resolve())),
    ]);
  }
  await answered;
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text, taken };
}

test("a table of 1 GiB is refused: at once by what it says, or as soon as it is too much, and nothing of it stays", async () => {
  const runs = async () =>
    (await club.app.call(importContract.searchImportRuns, { query: {} }, club.admin)).body
      .totalElements;
  const declared = await sent({ "content-length": GIB }, 0);
  expect(declared).toMatchObject({
    status: 413,
    taken: 0,
    text: expect.stringContaining("Zu große Anfrage."),
  });
  const before = process.memoryUsage.rss();
  const streamed = await sent({ "transfer-encoding": "chunked" }, GIB);
  expect(streamed).toMatchObject({
    status: 413,
    text: expect.stringContaining("Zu große Anfrage."),
  });
  // Refused at 50 MiB; what was on its way by then is read and forgotten.
  expect(streamed.taken).toBeLessThan(300 * MIB);
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 * MIB);
  expect(await runs()).toBe(0);
}, 60_000);

test("fifteen million lists in 45 MiB are refused before they take the reader's memory", async () => {
  const lists = Buffer.concat([
    Buffer.from("["),
    Buffer.alloc(45 * MIB, "[],"),
    Buffer.from("[]]"),
  ]);
  const run = await club.preview(await club.source(), lists);
  expect(run).toMatchObject({
    state: "FAILED",
    error:
      "Die JSON-Datei besteht aus zu vielen Teilen, um gelesen zu werden. Bitte teilen Sie sie auf.",
  });
}, 60_000);

test("a reader that dies in the middle of a file ends in a sentence; the server lives and reads the next one", async () => {
  const { source, preview, rows } = club;
  const id = await source();
  const file = [
    "Mitgliedsnummer;Vorname;Nachname",
    ...Array.from({ length: 3_000 }, (_, row) => `${10_000 + row};Eva;Müller`),
  ].join("\r\n");
  const { postMessage } = Worker.prototype;
  let asked = 0;
  // The third time that rows are asked for, the thread is killed.
  Worker.prototype.postMessage = function (
    this: Worker,
    ...message: Parameters<typeof postMessage>
  ) {
    if (++asked === 3) void this.terminate();
    else postMessage.apply(this, message);
  };
  try {
    const run = await preview(id, file);
    expect(run).toMatchObject({
      state: "FAILED",
      error: "Das Lesen der Datei wurde abgebrochen. Bitte versuchen Sie es noch einmal.",
      counts: { new: 0 },
    });
    expect(await rows(run.id)).toHaveLength(0);
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
  expect(await preview(id, file)).toMatchObject({ state: "PREVIEW", counts: { new: 3_000 } });
  expect(
    await preview(id, "Mitgliedsnummer;Vorname;Nachname\r\n4711;Eva;Müller\r\n"),
  ).toMatchObject({ state: "PREVIEW", counts: { new: 1 } });
}, 90_000);
