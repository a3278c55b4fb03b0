import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesContract } from "#modules/files/contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { exportContract } from "../../export-contract.ts";
import { putFile } from "./runs/put-file.ts";
import { anExportTarget, exportedFile, ranExport } from "./testing.ts";

let app: TestApp;
let admin: TestUser;
/** May write into the share of the tests. */
let clerk: TestUser;
let shareId: string;

beforeAll(async () => {
  app = await testApp();
  const alpha = await app.tenant("alpha", "TSV Alpha");
  admin = await app.user(alpha, { firstname: "Anna", lastname: "Admin", isAdmin: true });
  clerk = await app.user(alpha, {
    firstname: "Klaus",
    lastname: "Kanzlei",
    permissions: ["MANAGE_EXPORTS", "QUERY_USER", "QUERY_FILESHARE"],
  });
  const grants = [{ subject: "USER" as const, id: clerk.id, access: "WRITE" as const }];
  shareId = (
    await app.call(filesContract.createFileShare, { body: { name: "Verband", grants } }, admin)
  ).body.id;
});
afterAll(() => app?.close());

async function listed(path: string): Promise<string[]> {
  const { body } = await app.call(
    filesContract.listFolder,
    { params: { id: shareId, path } },
    clerk,
  );
  return body.content.map(({ name }) => name);
}

describe("a document share", () => {
  const destination = (more: object = {}) => ({
    kind: "FILE_SHARE" as const,
    shareId,
    folder: "Meldungen/2026",
    ...more,
  });

  test("gets the file, its folders made", async () => {
    const target = await anExportTarget(app, clerk, {
      name: "Meldung",
      fileName: "Meldung {jahr}-{monat}",
      destination: destination(),
    });
    const run = await ranExport(app, clerk, target.id);
    expect(run).toMatchObject({ state: "DONE", error: null });
    expect(run.deliveredTo).toBe(`Ablage „Verband“: Meldungen/2026/${run.fileName}`);
    expect(await listed("Meldungen/2026")).toEqual([run.fileName]);
    const saved = await app.call(
      filesContract.downloadEntry,
      { params: { id: shareId, path: `Meldungen/2026/${run.fileName}` } },
      clerk,
    );
    expect(saved.bytes).toEqual(await exportedFile(app, clerk, run.id));
  });

  test("does with a taken name what was wished", async () => {
    const named = (onConflict: "REPLACE" | "RENAME" | "FAIL") =>
      anExportTarget(app, clerk, {
        fileName: "Immer gleich",
        destination: destination({ folder: onConflict, onConflict }),
      });
    for (const [onConflict, names] of [
      ["REPLACE", ["Immer gleich.csv"]],
      ["RENAME", ["Immer gleich (2).csv", "Immer gleich.csv"]],
    ] as const) {
      const { id } = await named(onConflict);
      await ranExport(app, clerk, id);
      await ranExport(app, clerk, id);
      expect((await listed(onConflict)).toSorted()).toEqual(names);
    }
    const { id } = await named("FAIL");
    await ranExport(app, clerk, id);
    const second = await ranExport(app, clerk, id);
    expect(second).toMatchObject({
      state: "FAILED",
      error: "Eine Datei mit dem Namen „Immer gleich.csv“ gibt es hier schon.",
      can: ["DOWNLOAD"],
    });
  });

  test("takes files only from those who may write into it, now and at the run", async () => {
    const stranger = await app.user(clerk.tenant, {
      permissions: ["MANAGE_EXPORTS", "QUERY_USER", "QUERY_FILESHARE"],
    });
    const refused = await app.call(
      exportContract.createExportTarget,
      { body: { name: "Fremd", format: "CSV", destination: destination() } },
      stranger,
    );
    expect(refused.status).toBe(404);
    const target = await anExportTarget(app, clerk, {
      destination: destination({ folder: "Entzogen" }),
    });
    // Somebody else who may not write there does not get in by starting it.
    expect(await ranExport(app, stranger, target.id)).toMatchObject({ state: "FAILED" });
    const share = (await app.call(filesContract.getFileShare, { params: { id: shareId } }, admin))
      .body;
    const grants = [{ subject: "USER" as const, id: clerk.id, access: "READ" as const }];
    await app.call(
      filesContract.updateFileShare,
      { params: { id: shareId }, body: { name: share.name, grants, version: share.version } },
      admin,
    );
    expect(await ranExport(app, clerk, target.id)).toMatchObject({
      state: "FAILED",
      error:
        "Klaus Kanzlei darf nicht mehr in die Ablage schreiben. Bitte wählen Sie am Exportziel eine andere.",
      deliveredTo: null,
    });
    expect(await listed("")).not.toContain("Entzogen");
  });

  test.each(["../../etc", "a/../b", "..\\x", "CON", "a\u0000b", "%2e%2e/x"])(
    "the folder %j is refused",
    async (folder) => {
      const wish = {
        name: `Pfad ${folder}`.replace("\u0000", ""),
        format: "CSV" as const,
        destination: destination({ folder }),
      };
      expect(
        (await app.call(exportContract.createExportTarget, { body: wish }, admin)).status,
      ).toBe(400);
    },
  );

  test.each(["../../x", "a/b\\c", "x\u202ecod"])(
    "a file called %j stays in its folder or is refused",
    async (fileName) => {
      const answer = await app.call(
        exportContract.createExportTarget,
        { body: { name: `Name ${fileName}`, format: "CSV", fileName } },
        admin,
      );
      if ([400, 422].includes(answer.status)) return;
      expect((await ranExport(app, admin, answer.body.id)).fileName).not.toMatch(/[/\\\u202e]/);
    },
  );
});

describe("an e-mail", () => {
  async function mails() {
    const folder = join(app.services.environment.dataDir, "mail");
    const names = (await readdir(folder).catch(() => [])).filter((name) =>
      name.startsWith("export-"),
    );
    return Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
  }

  test("carries the file to each address once", async () => {
    const destination = {
      kind: "EMAIL" as const,
      recipients: ["verband@example.org", "kasse@example.org"],
      subject: "Meldung\r\nBcc: x@example.org",
      message: "Guten Tag",
    };
    expect(
      (
        await app.call(
          exportContract.createExportTarget,
          { body: { name: "Kopf", format: "CSV", destination } },
          admin,
        )
      ).status,
    ).toBe(400);
    const target = await anExportTarget(app, admin, {
      name: "Per Mail",
      format: "XLSX",
      fileName: "Größe",
      destination: { ...destination, subject: "Meldung" },
    });
    const run = await ranExport(app, admin, target.id);
    expect(run).toMatchObject({
      state: "DONE",
      deliveredTo: "E-Mail an verband@example.org, kasse@example.org",
    });
    const sent = await mails();
    expect(new Set(sent.map(({ to }) => to?.[0]?.address))).toEqual(
      new Set(["kasse@example.org", "verband@example.org"]),
    );
    expect(sent).toHaveLength(2);
    expect(sent[0]?.subject).toBe("Meldung");
    expect(sent[0]?.attachments[0]?.filename).toBe("Größe.xlsx");
    expect(Buffer.from(sent[0]?.attachments[0]?.content as ArrayBuffer)).toEqual(
      await exportedFile(app, admin, run.id),
    );
  });

  test("or a link that asks to log in", async () => {
    const before = (await mails()).length;
    const target = await anExportTarget(app, admin, {
      destination: { kind: "EMAIL", recipients: ["link@example.org"], attach: false },
    });
    await ranExport(app, admin, target.id);
    const sent = await mails();
    expect(sent).toHaveLength(before + 1);
    const mail = sent.find(({ to }) => to?.[0]?.address === "link@example.org");
    expect(mail?.attachments).toEqual([]);
    expect(mail?.text).toContain(`/export/${target.id}`);
  });
});

describe("a server outside", () => {
  const put = (more: object = {}) => ({
    kind: "HTTP_PUT" as const,
    url: "https://dav.example.org/export/",
    username: "verein",
    ...more,
  });

  test.each([
    "http://dav.example.org/",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest",
    "https://2130706433/x",
    "https://user:pass@example.org/",
    "file:///etc/passwd",
  ])("at %s gets nothing", async (url) => {
    const answer = await app.call(
      exportContract.createExportTarget,
      { body: { name: `An ${url}`, format: "CSV", destination: put({ url }) } },
      admin,
    );
    if ([400, 422].includes(answer.status)) return;
    expect(await ranExport(app, admin, answer.body.id)).toMatchObject({
      state: "FAILED",
      error: "Diese Adresse liegt nicht im öffentlichen Internet.",
      can: ["DOWNLOAD"],
    });
  });

  test("keeps its password to itself, and on its own server", async () => {
    const target = await anExportTarget(app, admin, {
      destination: put({ password: "sehr geheim" }),
    });
    expect(target.destination).toEqual({
      kind: "HTTP_PUT",
      url: "https://dav.example.org/export/",
      username: "verein",
      hasPassword: true,
    });
    const { name, id } = target;
    const change = (destination: object, version: number) =>
      app.call(
        exportContract.updateExportTarget,
        {
          params: { id },
          body: { name, format: "CSV", version, destination: destination as never },
        },
        clerk,
      );
    expect((await change(put({ url: "https://boese.example.com/" }), 1)).status).toBe(422);
    expect((await change(put({ username: "anders" }), 1)).status).toBe(422);
    const moved = await change(put({ url: "https://dav.example.org/anderswo/" }), 1);
    expect(moved.body.destination).toMatchObject({ hasPassword: true });
    const without = await change(put({ url: "https://boese.example.com/", password: null }), 2);
    expect(without.body.destination).toMatchObject({ hasPassword: false });
  });

  test("gets the bytes, the type and the login, and its refusals are told in German", async () => {
    const calls: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
    let status = 201;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        calls.push({
          method: request.method ?? "",
          url: request.url ?? "",
          headers: request.headers,
          body: Buffer.concat(parts).toString(),
        });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const blob = await app.services.blobs.put([Buffer.from("Inhalt")] as never, { maxBytes: 100 });
    const place = {
      url: `${origin}/dav/`,
      username: "verein",
      password: "geheim",
      signal: AbortSignal.timeout(10_000),
      trustedOrigin: origin,
    };
    const send = () =>
      putFile(app.services.blobs, { blob, fileName: "Größe & Co.csv", format: "CSV" }, place);
    expect(await send()).toEqual({ deliveredTo: `${origin}/dav/Größe & Co.csv`, warnings: [] });
    expect(calls[0]).toMatchObject({
      method: "PUT",
      url: "/dav/Gr%C3%B6%C3%9Fe%20%26%20Co.csv",
      body: "Inhalt",
      headers: { "content-type": "text/csv" },
    });
    expect(calls[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from("verein:geheim").toString("base64")}`,
    );
    status = 401;
    await expect(send()).rejects.toMatchObject({
      detail:
        "Die Gegenstelle hat die Anmeldung abgelehnt (401). Bitte prüfen Sie Name und Passwort.",
    });
    status = 503;
    await expect(send()).rejects.toMatchObject({ code: "OUTBOUND_FAILED" });
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
});

test("a file is removed when its days are over, and when somebody in it is forgotten", async () => {
  const person = await app.call(
    usersContract.createUser,
    { body: { firstname: "Vera", lastname: "Vergessen" } },
    admin,
  );
  const target = await anExportTarget(app, admin, { filter: { q: "Vergessen" } });
  const run = await ranExport(app, admin, target.id);
  const other = await ranExport(
    app,
    admin,
    (await anExportTarget(app, admin, { filter: { q: "Kanzlei" } })).id,
  );
  const told = await app.call(
    usersContract.exportUserData,
    { params: { id: person.body.id } },
    admin,
  );
  expect(told.status).toBe(200);
  await app.call(usersContract.deleteUser, { params: { id: person.body.id } }, admin);
  expect(
    (await app.call(usersContract.anonymiseUser, { params: { id: person.body.id } }, admin)).status,
  ).toBe(204);
  const after = await app.call(exportContract.getExportRun, { params: { id: run.id } }, admin);
  expect(after.body).toMatchObject({
    state: "DONE",
    count: 1,
    sha256: run.sha256,
    keptUntil: null,
    can: [],
  });
  expect(
    (await app.call(exportContract.getExportFile, { params: { id: run.id } }, admin)).status,
  ).toBe(404);
  expect(
    (await app.call(exportContract.getExportFile, { params: { id: other.id } }, admin)).status,
  ).toBe(200);
});
