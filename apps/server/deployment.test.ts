import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readEnvironment } from "#platform/server/environment.ts";

/** What stands in `deploy` fits what the server reads and how it stops. */

const ROOT = join(import.meta.dirname, "..", "..");
/** Of `serve.ts`: so long requests on their way get. */
const REQUESTS_END_WITHIN = 20;

const read = (...path: string[]) => readFile(join(ROOT, ...path), "utf8");

describe("compose.yaml", () => {
  let settings: Record<string, string>;
  let text: string;
  beforeAll(async () => {
    text = await read("deploy", "compose.yaml");
    const given = new Map(
      [...(await read("deploy", "example.env")).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
        ([, name = "", value = ""]) => [name, value === "" ? "f00".repeat(16) : value],
      ),
    );
    const [, block = ""] = /&settings\n((?: {4}.*\n)+)/.exec(text) ?? [];
    settings = Object.fromEntries(
      [...block.matchAll(/^ {4}([A-Z_]+): "(.*)"$/gm)].map(([, name = "", value = ""]) => [
        name,
        value.replaceAll(/\$\{([A-Z_]+):\?\}/g, (_all, variable: string) => {
          expect(given.has(variable), `${variable} is missing in example.env`).toBe(true);
          return given.get(variable) ?? "";
        }),
      ]),
    );
  });

  test("gives the nodes settings that they take, with all that they share elsewhere", () => {
    const environment = readEnvironment({ ...settings, NODE_ENV: "production" });
    expect(environment.publicUrl("tsv")).toBe("https://tsv.example.org");
    expect(environment.storage).toMatchObject({ bucket: "vereinsheim" });
    expect(environment).toMatchObject({ smtpUrl: "smtp://mail:587", demo: false });
    expect(environment.databaseUrl).toBeDefined();
    expect(environment.appSecret).toBeDefined();
  });

  test("names no setting that the operator's paper does not know", async () => {
    const paper = await read("docs", "operating.md");
    expect(Object.keys(settings).length).toBeGreaterThan(8);
    expect(Object.keys(settings).filter((name) => !paper.includes(`\`${name}\``))).toEqual([]);
  });

  test("gives nodes the time to stop in order", () => {
    const [, grace] = /stop_grace_period: (\d+)s/.exec(text) ?? [];
    expect(Number(grace)).toBeGreaterThan(Number(settings["DRAIN_SECONDS"]) + REQUESTS_END_WITHIN);
  });
});

test("the unit tells the server alone to stop, and gives it the time", async () => {
  const unit = await read("deploy", "vereinsheim.service");
  expect(unit).toMatch(/^KillMode=mixed$/m);
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  const { drainSeconds } = readEnvironment({});
  expect(Number(seconds)).toBeGreaterThan(drainSeconds + REQUESTS_END_WITHIN);
});

test.each([
  [200, 0],
  [503, 1],
])("the container's health check takes %i for %i", async (status, expected) => {
  const dockerfile = await read("deploy", "Dockerfile");
  const [, list = "[]"] = /HEALTHCHECK[^[]+(\[.+\])/.exec(dockerfile) ?? [];
  const [shell = "", ...rest] = JSON.parse(list) as string[];
  const words = rest.map((word) =>
    word.replace("/opt/vereinsheim/node_modules/node-*/bin/node", process.execPath),
  );
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const env = { ...process.env, PORT: String((server.address() as AddressInfo).port) };
  const code = await new Promise((resolve) => {
    execFile(shell, words, { env }, (error) => resolve(error?.code ?? 0));
  });
  server.close();
  expect({ code, asked }).toEqual({ code: expected, asked: ["/health/ready"] });
});
