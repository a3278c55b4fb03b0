import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { readEnvironment } from "#platform/server/environment.ts";
import { filesContract } from "../../contract.ts";
import { aShare, sha256, unknownBytes, upload } from "../testing.ts";

const NGINX = "/usr/sbin/nginx";
const PROXY = "127.0.0.1";

let app: TestApp;
let admin: TestUser;
let member: TestUser;
const bytes = unknownBytes(700_000);
const etag = `"${sha256(bytes)}"`;
/** Of the file, below the interface. */
let path: string;

beforeAll(async () => {
  const variables = { FILE_HANDOVER: "X-Accel-Redirect", TRUST_PROXY: PROXY };
  app = await testApp({ variables });
  const alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { isAdmin: true });
  member = await app.user(alpha, { permissions: ["QUERY_FILESHARE"] });
  const { id } = await aShare(app, admin);
  await upload(app, admin, id, "Plan.pdf", Buffer.concat([Buffer.from("%PDF-1.7 "), bytes]));
  await upload(app, admin, id, "x.bin", bytes);
  path = `/alpha/api/file-share/${id}/download/x.bin`;
});
afterAll(() => app?.close());

const asked = (remoteAddress: string, headers: Record<string, string> = {}) =>
  app.server.inject({
    url: path,
    remoteAddress,
    headers: { authorization: `Bearer ${member.token}`, ...headers },
  });

test("only a trusted proxy that names its caller is handed a file", async () => {
  const forwarded = { "x-forwarded-for": "192.0.2.7" };
  const handed = await asked(PROXY, forwarded);
  expect(handed.headers["x-accel-redirect"]).toMatch(
    /^\/vereinsheim-files\/[0-9a-f]{2}\/[0-9a-f]{38}$/,
  );
  expect(handed.rawPayload.length).toBe(0);
  for (const answer of [await asked(PROXY), await asked("192.0.2.7", forwarded)]) {
    expect(answer.headers["x-accel-redirect"]).toBeUndefined();
    expect(answer.rawPayload.equals(bytes)).toBe(true);
  }
});

test("who may not see a file gets no place of one", async () => {
  const { id } = await aShare(app, admin, { grants: [] });
  await upload(app, admin, id, "geheim.bin", bytes);
  const answer = await app.call(
    filesContract.downloadEntry,
    { params: { id, path: "geheim.bin" }, headers: { "x-forwarded-for": "192.0.2.7" } },
    member,
  );
  expect(answer.status).toBe(404);
  expect(answer.headers["x-accel-redirect"]).toBeUndefined();
});

test("other proxies are told the file itself", async () => {
  const variables = { FILE_HANDOVER: "X-Sendfile", TRUST_PROXY: PROXY };
  const other = await testApp({ beside: app, variables });
  try {
    const answer = await other.server.inject({
      url: path,
      remoteAddress: PROXY,
      headers: { authorization: `Bearer ${member.token}`, "x-forwarded-for": "192.0.2.7" },
    });
    const file = String(answer.headers["x-sendfile"]);
    expect((await readFile(file)).equals(bytes)).toBe(true);
  } finally {
    await other.close();
  }
});

test("it needs a proxy that is trusted and files on a disk", () => {
  const set = (more: Record<string, string>) => () =>
    readEnvironment({ FILE_HANDOVER: "X-Sendfile", ...more });
  expect(set({})).toThrow("TRUST_PROXY");
  const storage = "s3://key:secret@host/bucket?region=eu";
  expect(set({ TRUST_PROXY: PROXY, STORAGE_URL: storage })).toThrow("ohne STORAGE_URL");
  expect(set({ TRUST_PROXY: PROXY })().fileHandover).toBe("X-Sendfile");
});

describe.skipIf(!existsSync(NGINX))("by nginx, as deploy/nginx.conf has it", () => {
  let nginx: ChildProcess;
  let folder: string;
  let origin: string;

  beforeAll(async () => {
    origin = await app.server.listen({ port: 0, host: PROXY });
    const { port } = app.server.server.address() as AddressInfo;
    folder = await mkdtemp(join(tmpdir(), "vereinsheim-nginx-"));
    const files = join(app.services.environment.dataDir, "files");
    await writeFile(join(folder, "nginx.conf"), await configuration(port, files, folder));
    nginx = spawn(NGINX, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
    await vi.waitFor(() => expect(existsSync(join(folder, "socket"))).toBe(true), 10_000);
  });
  afterAll(async () => {
    const ended = once(nginx, "exit");
    nginx.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  interface Sent {
    status: number;
    headers: IncomingHttpHeaders;
    body: Buffer;
  }

  /** Asks nginx, or the server itself; the token goes along. */
  const ask = async (
    from: "nginx" | "server",
    at: string,
    headers: Record<string, string> = {},
    method = "GET",
  ): Promise<Sent> => {
    const place = from === "nginx" ? { socketPath: join(folder, "socket"), host: "alpha" } : {};
    const authorization = `Bearer ${member.token}`;
    const sent = request(`${origin}${at}`, {
      ...place,
      method,
      headers: { authorization, ...headers },
    });
    sent.end();
    const [answer] = await once(sent, "response");
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
  };
  /**
   * What may differ: the moment, the connection, and who sends. nginx does not repeat with a part
   * that there are parts.
   */
  const lasting = ({ status, headers }: Sent) => {
    const { date, connection, server, "keep-alive": _, "x-request-id": id, ...rest } = headers;
    expect([date, connection, server ?? "nginx", id]).not.toContain(undefined);
    if (status === 206) delete rest["accept-ranges"];
    return rest;
  };

  test.each([
    ["whole", {}, 200],
    ["a part", { range: "bytes=1000-250000" }, 206],
    ["the end", { range: "bytes=-5" }, 206],
    ["a part of what is still the same", { range: "bytes=5-9", "if-range": etag }, 206],
    ["whole, because the part is of another one", { range: "bytes=5-9", "if-range": '"x"' }, 200],
    ["nothing, because it is known", { "if-none-match": etag }, 304],
    ["nothing, because there is no such part", { range: "bytes=900000-" }, 416],
  ])("a file comes as from the server: %s", async (_what, headers, status) => {
    const [sent, own] = [await ask("nginx", path, headers), await ask("server", path, headers)];
    expect([sent.status, own.status]).toEqual([status, status]);
    expect(sent.body.equals(own.body)).toBe(true);
    expect(lasting(sent)).toEqual(lasting(own));
  });

  test("what a browser would show keeps its policy, and a question without content its length", async () => {
    const document = path.replace("x.bin", "Plan.pdf");
    for (const method of ["GET", "HEAD"]) {
      const [sent, own] = [
        await ask("nginx", document, {}, method),
        await ask("server", document, {}, method),
      ];
      expect(sent.headers["content-security-policy"]).toContain("default-src 'none'");
      expect(lasting(sent)).toEqual(lasting(own));
      expect(sent.body.equals(own.body)).toBe(true);
    }
  });

  test("nothing is there for whoever asks for the place itself, with or without a token", async () => {
    const handed = await asked(PROXY, { "x-forwarded-for": "192.0.2.7" });
    const place = String(handed.headers["x-accel-redirect"]);
    const answers = [
      await ask("nginx", place),
      await ask("nginx", `${place.slice(0, -41)}../secret`),
      await ask("nginx", path, { authorization: "Bearer x" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 401]);
    for (const { body } of answers) expect(body.includes(bytes.subarray(0, 64))).toBe(false);
  });
});

/** The two places of the configuration that is given out, over a socket instead of TLS. */
async function configuration(port: number, files: string, folder: string): Promise<string> {
  const root = join(import.meta.dirname, "..", "..", "..", "..");
  const text = await readFile(join(root, "deploy", "nginx.conf"), "utf8");
  const place = (name: string) =>
    new RegExp(`^    location ${name} \\{\\n(?:.*\\n)*?    \\}$`, "m").exec(text)?.[0] ?? "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join("\n");
  const handed = place("/vereinsheim-files/").replace("/var/lib/vereinsheim/files/", `${files}/`);
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} daemon off; worker_processes 1;
    pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
    events {}
    http {
      access_log off;
      ${temporary}
      upstream vereinsheim { server 127.0.0.1:${port}; keepalive 4; }
      server {
        listen unix:${join(folder, "socket")};
        ${handed}
        ${place("/")}
      }
    }`;
}
