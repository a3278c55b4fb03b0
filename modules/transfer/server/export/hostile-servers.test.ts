import { randomBytes } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { filesContract } from "#modules/files/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import type { StoredBlob } from "#platform/server/blobs/blobs.ts";
import { aRun } from "#platform/server/testing/jobs.ts";
import { exportContract } from "../../export-contract.ts";
import { deliverInside } from "./runs/deliver.ts";
import { putFile } from "./runs/put-file.ts";
import { readerOf } from "./reader.ts";
import { runExport } from "./runs/run-export.ts";
import { anExportTarget, exportedFile, ranExport } from "./testing.ts";

/**
 * Destinations that are slow, full, gone or up to no good: each ends in a sentence that tells what
 * to do.
 */

const MIB = 1024 * 1024;
const BYTES = randomBytes(8 * MIB);

let app: TestApp;
let admin: TestUser;
let blob: StoredBlob;
const servers: Server[] = [];

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha", "TSV Alpha"), {
    firstname: "Anna",
    lastname: "Admin",
    isAdmin: true,
  });
  blob = await app.services.blobs.put([BYTES] as never, { maxBytes: 64 * MIB });
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => app?.close());

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function put(listener: RequestListener, timeoutMs = 10_000) {
  const origin = await serve(listener);
  const place = {
    url: `${origin}/dav/liste.csv`,
    username: null,
    password: null,
    signal: AbortSignal.timeout(20_000),
    timeoutMs,
    trustedOrigin: origin,
  };
  return putFile(app.services.blobs, { blob, fileName: "liste.csv", format: "CSV" }, place);
}

describe("a server outside", () => {
  test("gets every byte and how many they are", async () => {
    const parts: Buffer[] = [];
    let length: string | undefined;
    await put((request, response) => {
      length = request.headers["content-length"];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => response.writeHead(204).end());
    });
    expect(length).toBe(String(BYTES.length));
    expect(Buffer.concat(parts).equals(BYTES)).toBe(true);
  });

  test("may talk for ever: what counts is whether it took the file", async () => {
    const sent = await put((request, response) => {
      request.resume().on("end", () => {
        response.writeHead(201);
        const talk = setInterval(() => response.write("x".repeat(MIB)), 1);
        response.on("close", () => clearInterval(talk));
      });
    });
    expect(sent.deliveredTo).toContain("/dav/liste.csv");
  });

  test.each([
    ["never answers", (() => {}) as RequestListener],
    [
      "closes the line in the middle",
      ((request) => request.once("data", () => request.socket.destroy())) as RequestListener,
    ],
    ["closes the line at once", ((request) => request.socket.destroy()) as RequestListener],
  ])("that %s has not taken it, and is tried again later", async (_what, listener) => {
    await expect(put(listener, 500)).rejects.toMatchObject({
      code: "OUTBOUND_FAILED",
      detail: expect.stringMatching(
        /^Die Adresse hat (nicht oder )?zu spät geantwortet\.$/,
      ) as string,
    });
  });

  test.each([500, 502, 503])("that answers %i is tried again later", async (status) => {
    await expect(
      put((request, response) =>
        request.resume().on("end", () => response.writeHead(status).end()),
      ),
    ).rejects.toMatchObject({
      code: "OUTBOUND_FAILED",
      detail: `Die Gegenstelle hat die Datei nicht angenommen (${status}).`,
    });
  });

  test.each([301, 302, 303, 307, 308])(
    "that sends us elsewhere by %i gets no further word from us",
    async (status) => {
      let elsewhere = 0;
      const inside = await serve((_request, response) => {
        elsewhere++;
        response.end();
      });
      const refused = put((request, response) =>
        request
          .resume()
          .on("end", () => response.writeHead(status, { location: `${inside}/geheim` }).end()),
      );
      await expect(refused).rejects.toMatchObject({
        code: "OUTBOUND_REFUSED",
        detail: expect.stringContaining("endgültige Adresse") as string,
      });
      expect(elsewhere).toBe(0);
    },
  );

  test.each([
    [401, "Anmeldung abgelehnt"],
    [404, "Den Ordner gibt es an dieser Adresse nicht"],
    [413, "zu groß"],
    [507, "Speicher ist voll"],
  ])("that answers %i is not asked again", async (status, sentence) => {
    await expect(
      put((request, response) =>
        request.resume().on("end", () => response.writeHead(status).end()),
      ),
    ).rejects.toMatchObject({
      detail: expect.stringContaining(sentence) as string,
    });
  });

  test("that can't be found is tried again, which one sees, and at last the file lies beside the reason", async () => {
    const target = await anExportTarget(app, admin, {
      destination: { kind: "HTTP_PUT", url: "https://nirgends.invalid/x" },
    });
    const waiting = await ranExport(app, admin, target.id);
    expect(waiting).toMatchObject({
      state: "RUNNING",
      error: expect.stringMatching(/^Versuch 1 von 5: D.* von selbst noch einmal\.$/) as string,
    });
    const last = { ...aRun(app.services, admin.tenant.id), attempt: 5, maxAttempts: 5 };
    await runExport.bind(app.services)({ runId: waiting.id }, last);
    const { body: ended } = await app.call(
      exportContract.getExportRun,
      { params: { id: waiting.id } },
      admin,
    );
    expect(ended).toMatchObject({
      state: "FAILED",
      error: expect.stringMatching(
        /^(Den Server dieser Adresse gibt es nicht|Die Adresse hat nicht oder zu spät geantwortet)\.$/,
      ) as string,
      deliveredTo: null,
      can: ["DOWNLOAD"],
    });
    expect(await exportedFile(app, admin, waiting.id)).not.toHaveLength(0);
  });
});

test("when a try to send a file had no end, the run says that the file may have arrived twice", async () => {
  const target = await anExportTarget(app, admin, {
    destination: { kind: "HTTP_PUT", url: "https://nirgends.invalid/x" },
  });
  const started = await app.call(
    exportContract.runExportTarget,
    { params: { id: target.id } },
    admin,
  );
  const tries = (attempt: number) => ({
    ...aRun(app.services, admin.tenant.id),
    attempt,
    maxAttempts: 5,
  });
  const warnings = async () =>
    (await app.call(exportContract.getExportRun, { params: { id: started.body.id } }, admin)).body
      .warnings;
  expect(await warnings()).toEqual([]);
  // What a killed process leaves behind is what a try leaves that was not the last.
  await expect(
    runExport.bind(app.services)({ runId: started.body.id }, tries(1)),
  ).rejects.toMatchObject({ code: "OUTBOUND_FAILED" });
  const twice = [
    "Ein früherer Versuch, die Datei zu übertragen, ist nicht zu Ende gekommen. Sie kann deshalb zweimal angekommen sein.",
  ];
  expect(await warnings()).toEqual(twice);
  // Once only, however often it is tried, and still there at the end.
  await expect(
    runExport.bind(app.services)({ runId: started.body.id }, tries(2)),
  ).rejects.toMatchObject({ code: "OUTBOUND_FAILED" });
  await runExport.bind(app.services)({ runId: started.body.id }, tries(5));
  expect(await warnings()).toEqual(twice);
  // A run that failed at its first and only try says no such thing: nothing came before it.
  const refused = await anExportTarget(app, admin, {
    destination: { kind: "HTTP_PUT", url: "https://127.0.0.1/x" },
  });
  expect(await ranExport(app, admin, refused.id)).toMatchObject({ state: "FAILED", warnings: [] });
});

describe("a document share", () => {
  async function aShare(values: { quota?: number } = {}) {
    return (
      await app.call(
        filesContract.createFileShare,
        { body: { name: `Ablage ${Math.random()}`, ...values } },
        admin,
      )
    ).body;
  }
  const into = (shareId: string) => ({ kind: "FILE_SHARE" as const, shareId, folder: "" });

  test("that was deleted between plan and run", async () => {
    const share = await aShare();
    const target = await anExportTarget(app, admin, { destination: into(share.id) });
    expect(
      (await app.call(filesContract.deleteFileShare, { params: { id: share.id } }, admin)).status,
    ).toBe(204);
    const error =
      "Die Ablage gibt es nicht mehr, oder Anna Admin darf sie nicht mehr sehen. Bitte wählen Sie am Exportziel eine andere.";
    expect(await ranExport(app, admin, target.id)).toMatchObject({
      state: "FAILED",
      error,
      can: ["DOWNLOAD"],
    });
  });

  test("that is full", async () => {
    const share = await aShare({ quota: 50 });
    const target = await anExportTarget(app, admin, { destination: into(share.id) });
    const run = await ranExport(app, admin, target.id);
    expect(run).toMatchObject({ state: "FAILED", can: ["DOWNLOAD"] });
    expect(run.error).toContain("voll");
    const { body } = await app.call(
      filesContract.listFolder,
      { params: { id: share.id, path: "" } },
      admin,
    );
    expect(body.content).toEqual([]);
  });
});

test("a file too large for a mail is sent as a link, once to each address", async () => {
  const parcel = {
    runId: "0192d3a0-0000-7000-8000-00000000abcd",
    targetId: "0192d3a0-0000-7000-8000-00000000abce",
    targetName: "Groß",
  };
  const destination = {
    kind: "EMAIL" as const,
    recipients: ["verband@example.org"],
    attach: true,
    subject: null,
    message: null,
  };
  const { database, environment, blobs } = app.services;
  const deliver = () =>
    database.write(
      admin.tenant.id,
      { userId: null, name: "", kind: "SYSTEM", way: "SYSTEM" },
      async (tx) => {
        const reader = await readerOf(tx, admin.id);
        if (reader === undefined) throw new Error("no reader");
        const whole = {
          ...parcel,
          format: "CSV" as const,
          fileName: "groß.csv",
          blob: { ...blob, size: 11 * MIB },
          count: 3,
          reader,
        };
        return deliverInside(tx, destination, whole, { blobs, originOf: environment.publicUrl });
      },
    );
  const sent = await deliver();
  expect(sent.warnings).toEqual([expect.stringContaining("zu groß (höchstens 10 MB)")]);
});
