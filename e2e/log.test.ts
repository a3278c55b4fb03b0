import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD, type RunningServer, startServer } from "./support/server.ts";

/** What a program that gathers logs gets of a real process, from its start to its end. */

type Line = Record<string, unknown>;

const MAIN = join(import.meta.dirname, "..", "apps", "server", "main.ts");

function parsed(output: string): Line[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

describe("in production", () => {
  let server: RunningServer;
  let isRunning = true;
  beforeAll(async () => {
    server = await startServer({ env: { NODE_ENV: "production", LOG_LEVEL: "debug" } });
  });
  afterAll(async () => {
    if (isRunning) await server.stop();
  });

  test("each line that a server prints is one JSON object, to its end", async () => {
    const login = `${server.url}/realms/demo/protocol/openid-connect/auth?client_id=webapp&login_hint=quittenhuber@example.org`;
    const answers = await Promise.all([
      fetch(`${server.url}/`),
      fetch(`${server.url}/users?q=Quittenhuber`),
      fetch(`${server.url}/demo/api/me`, { headers: { authorization: "Bearer Quittenhuber" } }),
      fetch(login),
      fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
        method: "POST",
        body: new URLSearchParams({ username: "Quittenhuber", password: DEMO_PASSWORD }),
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 400, 400]);
    isRunning = false;
    await server.stop();
    const lines = parsed(server.output());
    expect(lines).toContainEqual(expect.objectContaining({ level: 30, msg: "ready" }));
    for (const line of lines)
      expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(String) });
    const answered = lines.filter(({ msg, tenant }) => msg === "answered" && tenant === "demo");
    expect(answered.map(({ status }) => String(status)).toSorted()).toEqual([
      "200",
      "200",
      "400",
      "400",
      "401",
    ]);
    expect(server.output()).not.toMatch(/quittenhuber/i);
    expect(server.output()).not.toContain(DEMO_PASSWORD);
  });
});

describe("a start that fails", () => {
  const start = (env: Record<string, string>) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], PORT: "x", ...env },
    });
    expect(status).toBe(1);
    return `${stdout}${stderr}`;
  };

  test("is one line in production", () => {
    expect(parsed(start({ NODE_ENV: "production" }))).toMatchObject([
      { level: 60, msg: expect.stringMatching(/PORT: erwartet wird eine Zahl von 1 bis 65535/) },
    ]);
  });

  test("is a sentence for people elsewhere", () => {
    expect(start({})).toBe(
      "Die Einstellungen sind nicht in Ordnung:\n  PORT: erwartet wird eine Zahl von 1 bis 65535\n",
    );
  });
});
