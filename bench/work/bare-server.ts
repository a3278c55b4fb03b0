/**
 * The floor of a kind of work, in a process of its own: bare node:http, one named prepared
 * statement, and the JSON that PostgreSQL makes, sent as it comes. Nothing of the product is in it.
 */
import { createServer } from "node:http";
import pg from "pg";
import type { BarePlan } from "./bare.ts";

process.once("message", (plan) => start(plan as BarePlan));
process.on("disconnect", () => process.exit(0));

function start({ port, databaseUrl, requests }: BarePlan): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  const statements = new Map(
    requests.map(({ path, statement }) => [path, { ...statement, rowMode: "array" as const }]),
  );
  const server = createServer((request, response) => {
    const statement = statements.get(request.url ?? "");
    if (statement === undefined) return void response.writeHead(404).end();
    pool.query<[string]>(statement).then(
      ({ rows: [row] }) => {
        const content = Buffer.from(row?.[0] ?? "");
        response
          .writeHead(200, {
            "content-type": "application/json; charset=utf-8",
            "content-length": content.byteLength,
          })
          .end(content);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(port, "127.0.0.1", () => process.send?.("ready"));
}
