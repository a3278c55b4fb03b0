import dns from "node:dns";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo, Server } from "node:net";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sqlOf, systemActor } from "#platform/server/database/database.ts";
import { certificateForThisMachine } from "#platform/server/testing/tls.ts";
import { importContract, type ImportRun } from "../../../import-contract.ts";
import { HEADERS_PURPOSE } from "./headers-purpose.ts";
import { clubForImports, type ImportClub } from "../testing.ts";

const LIST = "Mitgliedsnummer;Vorname;Nachname\r\n801;Eva;Müller\r\n802;Jörg;Weiß\r\n";

let club: ImportClub;
const servers: Server[] = [];
/** What the two servers that the operator trusts answer; each test says its own. */
const answers: { secure: RequestListener; plain: RequestListener } = {
  secure: (_request, response) => response.end(LIST),
  plain: (_request, response) => response.end(LIST),
};
const seen: { url: string; authorization: string | undefined }[] = [];
let secure: string;
let plain: string;
const trustedBefore = tls.getCACertificates("default");

const noting =
  (answer: () => RequestListener): RequestListener =>
  (request, response) => {
    seen.push({ url: request.url ?? "", authorization: request.headers.authorization });
    answer()(request, response);
  };

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  const certificate = certificateForThisMachine();
  tls.setDefaultCACertificates([...trustedBefore, certificate.cert]);
  secure = `https://127.0.0.1:${await listening(
    createHttpsServer(
      certificate,
      noting(() => answers.secure),
    ),
  )}`;
  plain = `http://127.0.0.1:${await listening(createHttpServer(noting(() => answers.plain)))}`;
  club = await clubForImports("alpha", { IMPORT_ORIGINS: `${secure}, ${plain}` });
});
afterEach(() => {
  answers.secure = (_request, response) => response.end(LIST);
  seen.splice(0);
});
afterAll(async () => {
  tls.setDefaultCACertificates(trustedBefore);
  for (const server of servers) {
    server.close();
    if ("closeAllConnections" in server && typeof server.closeAllConnections === "function")
      server.closeAllConnections();
  }
  await club?.app.close();
});

/** A source of an address, and what becomes of fetching it. */
async function fetched(
  url: string,
  settings: { allowHttp?: boolean; headers?: Record<string, string> } = {},
): Promise<ImportRun> {
  const { app, admin, source, getRun } = club;
  const id = await source({ kind: "URL", url, ...settings });
  const run = await app.call(
    importContract.runImportSource,
    { params: { id }, body: Buffer.alloc(0) },
    admin,
  );
  expect(run.status).toBe(202);
  await app.runJobs();
  return getRun(run.body.id);
}

test("a list is fetched from a server that the operator named, with its login and through a redirect of its own", async () => {
  answers.secure = (request, response) =>
    request.url === "/alt.csv"
      ? response.writeHead(302, { location: "/neu/Mitglieder%20ä.csv" }).end()
      : response
          .setHeader("content-disposition", "attachment; filename*=UTF-8''Mitglieder%20%C3%A4.csv")
          .end(LIST);
  const run = await fetched(`${secure}/alt.csv`, { headers: { Authorization: "Bearer geheim" } });
  expect(run).toMatchObject({
    state: "PREVIEW",
    error: null,
    counts: { new: 2 },
    fileName: "Mitglieder ä.csv",
    fileSize: Buffer.byteLength(LIST),
  });
  expect(seen).toEqual([
    { url: "/alt.csv", authorization: "Bearer geheim" },
    { url: "/neu/Mitglieder%20%C3%A4.csv", authorization: "Bearer geheim" },
  ]);
  expect(await fetched(`${plain}/liste.csv`)).toMatchObject({
    state: "PREVIEW",
    fileName: "liste.csv",
  });
});

test.each(["Host", "transfer-encoding", "Connection", "PROXY-AUTHORIZATION", "X-Forwarded-For"])(
  "the header %s is the server's own to set",
  async (name) => {
    const body = { name: "Quelle", kind: "URL" as const, url: secure, headers: { [name]: "x" } };
    const refused = await club.app.call(importContract.createImportSource, { body }, club.admin);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: [{ path: `headers.${name}`, message: "Diese Kopfzeile setzt der Server selbst." }],
    });
  },
);

test("headers that were saved before they were refused are not sent", async () => {
  const { app, admin, source, tenant, getRun } = club;
  const id = await source({ kind: "URL", url: `${secure}/liste.csv`, headers: { "X-Key": "1" } });
  const { database, secrets } = app.services;
  const old = { Host: "intern.example", "X-Forwarded-For": "10.0.0.1", Authorization: "Bearer x" };
  await database.write(tenant.id, systemActor(), (tx) =>
    sqlOf(tx)
      .updateTable("import_source")
      .set({ headers: secrets.encrypt(HEADERS_PURPOSE, JSON.stringify(old)) })
      .where("id", "=", id)
      .execute(),
  );
  let sent: IncomingHttpHeaders = {};
  answers.secure = (request, response) => {
    sent = request.headers;
    response.end(LIST);
  };
  const input = { params: { id }, body: Buffer.alloc(0) };
  const run = await app.call(importContract.runImportSource, input, admin);
  await app.runJobs();
  expect(await getRun(run.body.id)).toMatchObject({ state: "PREVIEW" });
  expect(sent).toMatchObject({ host: new URL(secure).host, authorization: "Bearer x" });
  expect(sent).not.toHaveProperty("x-forwarded-for");
});

test.each<[string, RequestListener, string]>([
  [
    "an error",
    (_request, response) => response.writeHead(500).end("kaputt"),
    "Die Adresse hat mit dem Fehler 500 geantwortet.",
  ],
  [
    "a login page",
    (_request, response) => response.writeHead(401).end(),
    "Die Adresse verlangt eine Anmeldung.",
  ],
  [
    "nothing there",
    (_request, response) => response.writeHead(404).end(),
    "Unter der Adresse ist keine Datei zu finden.",
  ],
  [
    "an empty file",
    (_request, response) => response.end(),
    "Die Adresse hat eine leere Datei geliefert.",
  ],
  [
    "a page",
    (_request, response) => response.end("<!doctype html><title>Anmelden</title>"),
    "Die Datei ist eine Internetseite (HTML)",
  ],
  [
    "a broken line",
    (request) => request.socket.destroy(),
    "Die Adresse hat nicht oder zu spät geantwortet.",
  ],
  [
    "half of what it promised",
    (request, response) =>
      response
        .writeHead(200, { "content-length": 1_000 })
        .write("a;b", () => request.socket.destroy()),
    "Die Adresse hat nicht oder zu spät geantwortet.",
  ],
  [
    "redirects without end",
    (_request, response) => response.writeHead(302, { location: "/weiter" }).end(),
    "Die Adresse leitet zu oft oder fehlerhaft weiter.",
  ],
])("a server that answers %s: a German sentence at the run", async (_what, answer, sentence) => {
  answers.secure = answer;
  const run = await fetched(`${secure}/liste.csv`);
  expect(run).toMatchObject({ state: "FAILED", counts: { new: 0 } });
  expect(run.error).toContain(sentence);
});

test("an answer beyond 50 MiB is cut off, whatever its head says", async () => {
  let sent = 0;
  answers.secure = (_request, response) => {
    const piece = Buffer.alloc(1024 * 1024, "x;");
    const more = () => {
      while (sent < 1024 && !response.destroyed) {
        sent++;
        if (!response.write(piece)) return void response.once("drain", more);
      }
    };
    more();
  };
  expect(await fetched(`${secure}/liste.csv`)).toMatchObject({
    state: "FAILED",
    error: "Die Antwort der Adresse ist zu groß.",
  });
  expect(sent).toBeLessThan(200);
});

const PRIVATE = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://0x7f000001:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://2130706433:PORT/",
  "http://0.0.0.0:PORT/",
  "http://[::1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[0:0:0:0:0:ffff:7f00:1]:PORT/",
  "http://[64:ff9b::7f00:1]:PORT/",
  "http://localhost:PORT/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://192.168.178.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fe80::1]/",
  "http://[fd00:ec2::254]/",
  "http://100.100.100.200/",
];

test("no address of the own network is taken, in no notation, nor redirected to from outside", async () => {
  const { app, admin } = club;
  let hits = 0;
  const neighbour = await listening(
    createHttpServer((_request, response) => {
      hits++;
      response.end("geheim");
    }),
  );
  for (const pattern of PRIVATE) {
    const url = pattern.replace("PORT", String(neighbour));
    const body = { name: crypto.randomUUID(), kind: "URL" as const, url, allowHttp: true };
    const direct = await app.call(importContract.createImportSource, { body }, admin);
    if (direct.status === 201) {
      const run = await app.call(
        importContract.runImportSource,
        { params: { id: direct.body.id }, body: Buffer.alloc(0) },
        admin,
      );
      await app.runJobs();
      expect([url, (await club.getRun(run.body.id)).error]).toEqual([
        url,
        "Diese Adresse liegt nicht im öffentlichen Internet.",
      ]);
    } else expect([url, direct.status]).toEqual([url, 422]);
    answers.secure = (_request, response) => response.writeHead(307, { location: url }).end();
    const redirected = await fetched(`${secure}/liste.csv`, {
      allowHttp: true,
      headers: { Authorization: "Bearer geheim" },
    });
    expect([url, redirected.state, redirected.error]).toEqual([
      url,
      "FAILED",
      "Diese Adresse liegt nicht im öffentlichen Internet.",
    ]);
  }
  expect(hits).toBe(0);
});

test("a name that means the own network when it is called is refused, also when it meant another one before", async () => {
  let hits = 0;
  const port = await listening(
    createHttpServer((_request, response) => {
      hits++;
      response.end("geheim");
    }),
  );
  const real = dns.lookup;
  const told: string[] = [];
  /**
   * A name server that lies: some names mean this machine, some this machine beside a public one.
   */
  const lying = (
    name: string,
    options: { all?: boolean },
    done: (error: Error | null, found: dns.LookupAddress[]) => void,
  ): void => {
    if (!name.endsWith(".example.com"))
      return (real as unknown as typeof lying)(name, options, done);
    told.push(name);
    const own = { address: "127.0.0.1", family: 4 };
    const foreign = { address: "203.0.112.7", family: 4 };
    done(
      null,
      name.startsWith("beides")
        ? [foreign, own]
        : name.startsWith("sechs")
          ? [{ address: "::ffff:127.0.0.1", family: 6 }]
          : [own],
    );
  };
  Object.assign(dns, { lookup: lying });
  syncBuiltinESMExports();
  try {
    for (const name of ["eigen", "beides", "sechs"]) {
      const run = await fetched(`http://${name}.example.com:${port}/liste.csv`, {
        allowHttp: true,
      });
      expect([name, run.state, run.error]).toEqual([
        name,
        "FAILED",
        "Diese Adresse liegt nicht im öffentlichen Internet.",
      ]);
    }
    answers.secure = (_request, response) =>
      response.writeHead(302, { location: `http://umweg.example.com:${port}/` }).end();
    expect(await fetched(`${secure}/liste.csv`, { allowHttp: true })).toMatchObject({
      error: "Diese Adresse liegt nicht im öffentlichen Internet.",
    });
  } finally {
    Object.assign(dns, { lookup: real });
    syncBuiltinESMExports();
  }
  // Asked once for each call: what was checked is what is connected to.
  expect(told).toEqual([
    "eigen.example.com",
    "beides.example.com",
    "sechs.example.com",
    "umweg.example.com",
  ]);
  expect(hits).toBe(0);
});

test("plain http and certificates that nobody vouches for are refused", async () => {
  const { app, admin } = club;
  const body = {
    name: "Ohne Verschlüsselung",
    kind: "URL" as const,
    url: "http://beispiel.example/",
  };
  expect((await app.call(importContract.createImportSource, { body }, admin)).status).toBe(422);
  tls.setDefaultCACertificates(trustedBefore);
  expect(await fetched(`${secure}/liste.csv`)).toMatchObject({
    state: "FAILED",
    error: "Das Zertifikat der Adresse ist ungültig oder abgelaufen.",
  });
});
