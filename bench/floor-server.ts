/**
 * The floor of the figures, in a process of its own: bare node:http handlers that do the
 * unavoidable part of the work and nothing else. Told what to do by its parent, see `FloorPlan`.
 */
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { verify } from "@node-rs/argon2";
import pg from "pg";
import type { FloorPlan, Statement } from "./floor.ts";

process.once("message", (plan) => void start(plan as FloorPlan));
process.on("disconnect", () => process.exit(0));

async function start({
  port,
  appUrl,
  lists,
  tenantId,
  password,
  passwordHash,
}: FloorPlan): Promise<void> {
  const pool = new pg.Pool({ connectionString: appUrl, max: 12, pipeline: true } as pg.PoolConfig);
  const key = createPrivateKey(
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
      type: "pkcs8",
      format: "pem",
    }),
  );
  const claims = {
    iss: "http://example.org/realms/example",
    sub: randomUUID(),
    aud: "example",
    sid: randomUUID(),
    iat: 0,
    exp: 0,
    jti: randomUUID(),
  };

  async function transaction(statements: readonly Statement[]): Promise<unknown[][]> {
    const client = await pool.connect();
    try {
      // Nothing waits for anything: one round trip.
      const results = await Promise.all(statements.map((statement) => client.query(statement)));
      return results.map(({ rows }) => rows);
    } finally {
      client.release();
    }
  }

  function token(): string {
    const content = `${encoded({ alg: "ES256", kid: "1", typ: "at+jwt" })}.${encoded(claims)}`;
    return `${content}.${sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
  }

  /** Two signatures (access token and id token) and one row in one transaction. */
  async function refresh(): Promise<unknown> {
    const id = randomUUID();
    await transaction([
      { text: "BEGIN", values: [] },
      { name: "tenant", text: "SELECT set_config('app.tenant_id', $1, true)", values: [tenantId] },
      {
        name: "record",
        text: "INSERT INTO oidc_record (model, id_hash, payload, expires_at) VALUES ('Bench', $1, $2, now() + interval '1 minute')",
        values: [id, JSON.stringify({ ...claims, padding: "x".repeat(300) })],
      },
      { text: "COMMIT", values: [] },
    ]);
    return { access_token: token(), id_token: token(), refresh_token: id };
  }

  const handlers = new Map<string, () => Promise<unknown>>([
    ["/argon2", async () => verify(passwordHash, password)],
    ["/refresh", refresh],
    ...lists.map(
      ({ path, statements }) =>
        [
          path,
          () => (statements.length === 0 ? Promise.resolve([]) : transaction(statements)),
        ] as const,
    ),
  ]);
  const ready = new Map(
    lists.flatMap(({ path, text, status = 200 }) =>
      text === undefined ? [] : [[path, { text: Buffer.from(text), status }] as const],
    ),
  );
  const server = createServer((request, response) => {
    const handler = handlers.get(request.url ?? "");
    if (handler === undefined) return void response.writeHead(404).end();
    handler().then(
      (value) => {
        const text = ready.get(request.url ?? "");
        if (text === undefined) answer(response, 200, value);
        else
          response
            .writeHead(text.status, {
              "content-type": "text/calendar; charset=utf-8",
              "content-length": text.text.byteLength,
            })
            .end(text.text);
      },
      (error: unknown) => answer(response, 500, String(error)),
    );
  });
  server.listen(port, "127.0.0.1", () => process.send?.("ready"));
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  response
    .writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
    })
    .end(text);
}
