import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEnvironment } from "../environment.ts";
import { createHttpServer } from "./http.ts";

let server: FastifyInstance;
let port: number;

beforeAll(async () => {
  const environment = readEnvironment({ NODE_ENV: "test", TRUST_PROXY: "127.0.0.1" });
  server = await createHttpServer(environment, pino({ level: "silent" }));
  server.get("/host", async (request) => ({ host: request.host }));
  await server.listen({ port: 0, host: "127.0.0.1" });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => server?.close());

/** Sends a request as it stands: clients would mend the head or refuse to send it. */
async function raw(head: string[], version = "1.1"): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
  socket.end([`GET /host HTTP/${version}`, ...head, "Connection: close", "", ""].join("\r\n"));
  await once(socket, "close");
  return answer;
}

const UNREADABLE = [
  "a%0d%0aX-Injected: yes",
  "a%0d%0ab",
  "a b",
  "a@b",
  "a/b",
  "a?b",
  "a#b",
  "a\\b",
  "a:b:c",
  "a:99999999",
  "a:99999",
  "a:-1",
  "1.2.3.999",
  "[::1",
  "[1::2::3]",
  "verein.de, boese.de",
  "<script>",
  "ä.de",
  "-beginnt.de",
  "a".repeat(300),
];

describe("a host that names no server", () => {
  test.for(UNREADABLE)("%s is refused and not repeated", async (host) => {
    for (const head of [[`Host: ${host}`], ["Host: verein.de", `X-Forwarded-Host: ${host}`]]) {
      // Of several forwarded hosts the last counts, as a chain of proxies adds its own.
      if (head.length > 1 && host.includes(",")) continue;
      const answer = await raw(head);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain("application/problem+json");
      expect(answer).toContain("Der Name des Servers in der Anfrage ist nicht lesbar.");
      expect(answer).not.toContain(host);
      expect(answer.toLowerCase()).not.toContain("x-injected");
    }
  });
});

describe("a host that names one", () => {
  test.for([
    "verein.de",
    "VEREIN.de:8080",
    "xn--mnchen-3ya.de",
    "localhost:1",
    "127.0.0.1",
    "[::1]:8080",
    "[::ffff:127.0.0.1]",
    "verein_web:3000",
    "demo.vereinsheim.localhost:8080",
    "verein.de.",
  ])("%s is served", async (host) => {
    for (const head of [[`Host: ${host}`], ["Host: innen", `X-Forwarded-Host: ${host}`]])
      expect(await raw(head)).toContain(JSON.stringify({ host }));
  });

  test("none at all is served to HTTP/1.0", async () => {
    expect(await raw([], "1.0")).toContain('{"host":""}');
  });
});
