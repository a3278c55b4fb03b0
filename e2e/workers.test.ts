import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { idsOf, openPage } from "#modules/system/server/testing.ts";
import { startCopy } from "./support/global-setup.ts";
import { person } from "./support/person.ts";
import type { RunningServer } from "./support/server.ts";

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, "..", "apps", "server", "main.ts");

let server: RunningServer;

beforeAll(async () => {
  server = await startCopy(inject("demoDataDir"), { WORKERS: "2", LOG_LEVEL: "info" });
});
afterAll(() => server?.stop());

/** Processes that serve, as the system knows them. */
async function workers(): Promise<number[]> {
  const { pid } = server.process;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ");
  const named = await Promise.all(
    children.map(async (child) => ({
      child,
      command: await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => ""),
    })),
  );
  return named
    .filter(({ command }) => command.includes("main.ts"))
    .map(({ child }) => Number(child));
}

/** Asks on a connection of its own, which goes to another worker than the last one. */
function asked(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(2_000);
    get(`${server.url}${path}`, { agent: false, signal }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    }).on("error", reject);
  });
}

/** How many workers have said so far that they listen. */
function listening(): number {
  return server.output().split("Server listening").length - 1;
}

/** Returns the different answers to so many questions, each on a connection of its own. */
async function answersOf(count: number): Promise<(number | undefined)[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => asked("/health/ready").catch(() => undefined)),
  );
  return [...new Set(answers)];
}

test("pages at either worker hear what was changed at one of them", async () => {
  const [admin, member] = [await person(server.url, "admin"), await person(server.url, "mitglied")];
  const pages = await Promise.all(Array.from({ length: 4 }, () => openPage(server.url, member)));
  const [calendar] = (
    await admin.call<{ content: { id: string }[] }>("GET", "/calendar/search?size=1")
  ).content;
  const event = await admin.call<{ id: string }>("POST", `/calendar/${calendar?.id}/event`, {
    title: "Fest",
    startDateTime: "2031-06-01T18:00:00+02:00",
    endDateTime: "2031-06-01T20:00:00+02:00",
  });
  await admin.call("POST", `/event/${event.id}/invitations`, { userIds: [member.id] });
  for (const page of pages)
    await expect.poll(() => idsOf(page, "invitation"), { timeout: 10_000 }).toEqual([member.id]);
  for (const page of pages) page.close();
});

test("the figures are those of all workers, whichever is asked", async () => {
  await expect.poll(listening, { timeout: 60_000 }).toBe(2);
  const asksOf = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const counts = text.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm);
    expect(text).toMatch(/^vereinsheim_club_members\{club="demo"\} \d+$/m);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const before = await asksOf();
  await answersOf(10);
  expect(await asksOf()).toBeGreaterThanOrEqual(before + 10);
});

test("a worker that dies is replaced, and the other goes on meanwhile", async () => {
  await expect.poll(listening, { timeout: 60_000 }).toBe(2);
  const [first = 0] = await workers();
  process.kill(first, "SIGKILL");
  // What was on its way to the one that died is lost, as with a machine.
  await expect.poll(() => answersOf(20), { timeout: 20_000 }).toEqual([200]);
  expect(await workers()).not.toContain(first);
  await expect.poll(listening, { timeout: 60_000 }).toBe(3);
  expect(await workers()).toHaveLength(2);
  expect(await answersOf(20)).toEqual([200]);
});

test("a port that is taken is said once, and all end", async () => {
  const { port, dataDir } = server;
  const env = { ...process.env, PORT: String(port), WORKERS: "2", DATA_DIR: dataDir, DEMO: "0" };
  await expect(run(process.execPath, [MAIN], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Die Adresse ist belegt: [^\n]+\n$/),
  });
});
