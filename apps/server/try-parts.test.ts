import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { readEnvironment } from "#platform/server/environment.ts";
import { createLog } from "#platform/server/log/create-log.ts";
import { tryParts } from "./try-parts.ts";

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
  server = undefined;
});

async function answering(status: number): Promise<string> {
  server = createServer((_request, response) => response.writeHead(status).end("{}"));
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function said(variables: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  await tryParts(readEnvironment(variables), log);
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

describe("parts that the settings name are tried", () => {
  test("and nothing is said where none is named", async () => {
    expect(await said({})).toEqual([]);
  });

  test("nobody at the addresses: one line each, with variable and cause, and no password", async () => {
    const lines = await said({
      SMTP_URL: "smtp://jemand:streng-geheim@127.0.0.1:1",
      AUTH_URL: "http://127.0.0.1:1",
      AI_URL: "http://127.0.0.1:1/v1",
      AI_KEY: "streng-geheim",
    });
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^SMTP_URL: Der Mailserver antwortet nicht \(E[A-Z]+\)/);
    expect(lines[1]).toMatch(/^AUTH_URL: Dort antwortet kein Keycloak \(.+\)/);
    expect(lines[2]).toMatch(/^AI_URL: Der KI-Dienst antwortet nicht \(.+\)/);
    expect(lines.join("\n")).not.toContain("geheim");
  });

  test("a wrong key of the AI service is told as that", async () => {
    const url = await answering(401);
    expect(await said({ AI_URL: `${url}/v1`, AI_KEY: "falsch" })).toEqual([
      "AI_KEY: Der KI-Dienst nimmt den Schlüssel nicht an (401). Programme werden auf diesem Server gelesen.",
    ]);
  });

  test("something else that answers in the place of a Keycloak is none", async () => {
    expect(await said({ AUTH_URL: await answering(404) })).toEqual([
      "AUTH_URL: Dort antwortet kein Keycloak (404). Bis dahin kann sich niemand anmelden.",
    ]);
  });
});
