import { readdir, readFile } from "node:fs/promises";
import { request, type ClientRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { exchangeContract } from "#modules/calendars/exchange-contract.ts";
import type { Route } from "#platform/contract/route.ts";
import { programmeContract as api } from "../contract.ts";
import { readDocument } from "./documents/documents.ts";
import { pdfOf } from "./documents/testing.ts";
import { pictureQueue, programmeQueue } from "./programme-queues.ts";

/** Who may have a programme read, and whose comes next. Over a line, as bodies come slowly. */

let app: TestApp;
let port: number;
let alpha: TestUser;
let beta: TestUser;

beforeAll(async () => {
  app = await testApp();
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.server.server.address() as AddressInfo);
  alpha = await aMember("alpha");
  beta = await aMember("beta");
});
const sent: ClientRequest[] = [];
afterEach(async () => {
  for (const one of sent.splice(0)) one.destroy();
  await expect.poll(() => programmeQueue.inside + pictureQueue.inside).toBe(0);
});
afterAll(() => app?.close());

const sample = (name: string) => readFile(new URL(`./samples/${name}`, import.meta.url));
const scan = await sample("aushang-sommer-2026-scan.pdf");
const letter = pdfOf(["Jahresprogramm 2026", "14.03. 19.30 Uhr Hauptversammlung im Saal"], 1);
const FILE_BYTES = 10 * 1024 * 1024;

/** A member of the club who may write in one of its calendars, or may only read it. */
async function aMember(club: string, access: "WRITE" | "READ" = "WRITE"): Promise<TestUser> {
  const tenant = await app.tenant(`${club}-${crypto.randomUUID().slice(0, 8)}`);
  const admin = await app.user(tenant, { isAdmin: true });
  const member = await app.user(tenant, { permissions: ["QUERY_CALENDAR"] });
  const grants = [{ subject: "USER" as const, id: member.id, access }];
  const body = { name: "Termine", color: "GREEN" as const, grants };
  await app.call(calendarsContract.createCalendar, { body }, admin);
  return member;
}

interface Answer {
  status: number | undefined;
  body: { code?: string; detail?: string }[] & { code?: string; detail?: string };
  retryAfter: string | undefined;
}

/** Sends a file; without one only its beginning, and the rest never comes. */
function send(as: TestUser, file?: Buffer, { path, method }: Route = api.importProgramme) {
  const outgoing = request({
    port,
    host: "127.0.0.1",
    method,
    agent: false,
    path: `/${as.tenant.name}/api${path}`,
    headers: {
      authorization: `Bearer ${as.token}`,
      "content-type": "application/octet-stream",
      "content-length": file?.byteLength ?? FILE_BYTES,
    },
  });
  sent.push(outgoing);
  const answer = new Promise<Answer | "gone">((resolve) => {
    outgoing.on("error", () => resolve("gone"));
    outgoing.on("response", (response) => {
      const { statusCode: status, headers } = response;
      void json(response).then(
        (body) =>
          resolve({ status, body: body as Answer["body"], retryAfter: headers["retry-after"] }),
        () => resolve("gone"),
      );
    });
  });
  if (file === undefined) outgoing.write("%PDF-1.7\n");
  else outgoing.end(file);
  return { answer, goAway: () => outgoing.destroy() };
}

/** Four members of a club whose files do not come to an end. */
async function fourSlowSenders(club: TestUser) {
  const senders = [1, 2, 3, 4].map(() => send(club));
  await expect.poll(() => programmeQueue.inside).toBe(4);
  return senders;
}

describe("who may write in no calendar", () => {
  test.each([api.importProgramme, api.showProgrammePicture, exchangeContract.importEvents])(
    "is told so before the file has come: $path",
    async (route) => {
      const reader = await aMember("gamma", "READ");
      expect(await send(reader, undefined, route).answer).toMatchObject({
        status: 403,
        body: { detail: "Termine einlesen kann nur, wer in einem Kalender schreiben darf." },
      });
      expect(programmeQueue.inside).toBe(0);
    },
  );

  test("is anybody but those who write in one, or manage all though there is none yet", async () => {
    expect(await send(alpha, letter).answer).toMatchObject({ status: 200 });
    const tenant = await app.tenant("leer");
    const manager = await app.user(tenant, { permissions: ["QUERY_CALENDAR", "MANAGE_CALENDAR"] });
    expect(await send(manager, letter).answer).toMatchObject({ status: 200 });
  });
});

describe("places", () => {
  test("the fifth programme of a club is refused before it has come, another club's is read", async () => {
    await fourSlowSenders(alpha);
    expect(await send(alpha).answer).toEqual({
      status: 429,
      retryAfter: "60",
      body: expect.objectContaining({
        code: "PROGRAMMES_OF_CLUB",
        detail:
          "Aus Ihrem Verein werden gerade mehrere Programme gelesen. Bitte warten Sie, bis sie fertig sind.",
      }),
    });
    expect(await send(beta, letter).answer).toMatchObject({ status: 200 });
  });

  test("who goes away while sending makes room", async () => {
    const [first] = await fourSlowSenders(alpha);
    first?.goAway();
    await expect.poll(() => programmeQueue.inside).toBe(3);
    expect(await send(alpha, letter).answer).toMatchObject({ status: 200 });
  });
});

describe("turns", () => {
  test("a club's second scan waits for another club's letter; who goes away does not", async () => {
    const answered: string[] = [];
    const scans = [1, 2, 3, 4].map(() => send(alpha, scan));
    for (const { answer } of scans)
      void answer.then((one) => one !== "gone" && answered.push("scan"));
    await expect.poll(() => programmeQueue.inside).toBe(4);
    const other = send(beta, letter);
    expect(await other.answer).toMatchObject({ status: 200 });
    expect(answered.length).toBeLessThanOrEqual(1);
    for (const { goAway } of scans) goAway();
    await expect.poll(() => programmeQueue.inside).toBe(0);
    expect(await send(alpha, letter).answer).toMatchObject({ status: 200 });
  }, 60_000);
});

test("a reading that is broken off leaves no thread behind", async () => {
  const threads = async () => (await readdir("/proc/self/task")).length;
  const read = (signal: AbortSignal) =>
    readDocument({ bytes: scan, type: "PDF", today: "2026-11-22", drawPages: false }, signal);
  // What a process starts once and keeps.
  await read(new AbortController().signal);
  const before = await threads();
  for (const after of [300, 1_500]) {
    const caller = new AbortController();
    const reading = read(caller.signal);
    setTimeout(() => caller.abort(), after);
    await expect(reading).rejects.toMatchObject({ code: "DOCUMENT_TOO_SLOW" });
    await expect.poll(threads).toBeLessThanOrEqual(before);
  }
}, 60_000);
