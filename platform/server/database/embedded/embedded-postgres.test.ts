import {
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { withClient } from "../migrate.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "embedded-postgres-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres(dataDir, "a password", { fast: true });

test("processes that start at the same moment on an empty folder share one server", async () => {
  // Left behind by starts that were killed: one long ago, one perhaps a moment ago.
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "postgres", "half"), "");
  for (const name of ["postgres.new-old", "postgres.new-young"]) await mkdir(join(dataDir, name));
  await utimes(join(dataDir, "postgres.new-old"), new Date(0), new Date(0));

  const [one, other] = await Promise.all([start(), start()]);
  try {
    expect(one.url).toBe(other.url);
    await withClient(one.url, (client) => client.query("CREATE TABLE shared (id int)"));
    const seen = await withClient(other.url, (client) => client.query("SELECT * FROM shared"));
    expect(seen.rows).toEqual([]);
    expect((await readdir(dataDir)).toSorted()).toEqual(["postgres", "postgres.new-young"]);
  } finally {
    await one.stop();
  }
});

test("copies of one cluster that start at the same moment find a port each", async () => {
  const first = await start();
  await first.stop();
  const copy = `${dataDir}-copy`;
  await cp(dataDir, copy, { recursive: true });
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(join(dataDir, "postgres"));
    for (const name of await readdir(copy, { recursive: true }))
      await chown(join(copy, name), uid, gid);
  }
  const servers = await Promise.all([
    start(),
    startEmbeddedPostgres(copy, "a password", { fast: true }),
  ]);
  try {
    expect(new Set(servers.map(({ url }) => url)).size).toBe(2);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(copy, { recursive: true, force: true });
  }
});

describe("a server that dies", () => {
  const LIMIT_MS = 10_000;
  const postmaster = async () =>
    Number((await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
  const answersWithin = async (url: string, ms: number) => {
    for (const until = Date.now() + ms; ; await pause(100)) {
      const answer = await withClient(url, (client) => client.query("SELECT 1 AS one")).catch(
        (error: Error) => error,
      );
      if (!(answer instanceof Error)) return answer.rows;
      if (Date.now() > until) throw answer;
    }
  };
  const log = pino({ level: "silent" });
  const lost: string[] = [];
  const watched = async () => {
    const server = await start();
    return { server, watch: server.watch({ log, lost: (reason) => lost.push(reason) }) };
  };
  beforeEach(() => void lost.splice(0));

  test("is started again on its port, however often, by one of those who watch it", async () => {
    const { server, watch } = await watched();
    const other = await watched();
    try {
      for (let round = 1; round <= 2; round += 1) {
        const died = await postmaster();
        process.kill(died, "SIGKILL");
        expect(await answersWithin(server.url, LIMIT_MS)).toEqual([{ one: 1 }]);
        expect(await postmaster()).not.toBe(died);
      }
      // Whoever notices first starts it; the other may find it running and have nothing to do.
      const restarts = () => [watch.restarts(), other.watch.restarts()];
      await expect
        .poll(() => restarts().reduce((sum, own) => sum + own), { timeout: 5_000 })
        .toBeGreaterThanOrEqual(2);
      expect(Math.max(...restarts())).toBeLessThanOrEqual(2);
      expect([watch.isAlive(), other.watch.isAlive(), lost]).toEqual([true, true, []]);
    } finally {
      await other.watch.stop();
      await server.stop();
    }
  });

  test("is started again though a statement computes on and notices nothing", async () => {
    const { server } = await watched();
    try {
      const busy = withClient(server.url, (client) =>
        client.query("SELECT sum(i) FROM generate_series(1, 1e11::bigint) i"),
      ).catch((error: Error) => error);
      await pause(300);
      process.kill(await postmaster(), "SIGKILL");
      expect(await answersWithin(server.url, LIMIT_MS)).toEqual([{ one: 1 }]);
      expect(await busy).toBeInstanceOf(Error);
    } finally {
      await server.stop();
    }
  });

  test("is not started again after it was stopped in order", async () => {
    const { server, watch } = await watched();
    await server.stop();
    await pause(2_500);
    await expect(withClient(server.url, (client) => client.query("SELECT 1"))).rejects.toThrow(
      /ECONNREFUSED/,
    );
    expect([watch.restarts(), lost]).toEqual([0, []]);
    await server.stop();
  });

  test.each([
    ["answers something else", (socket: Socket) => void socket.end("HTTP/1.1 400 Bad Request")],
    ["says nothing", () => {}],
  ])(
    "on whose port another program then listens, which %s, is given up in words",
    async (_how, answer) => {
      const { server, watch } = await watched();
      const port = Number(new URL(server.url).port);
      const foreign = createServer((socket) => {
        socket.on("error", () => {});
        answer(socket);
      });
      try {
        process.kill(await postmaster(), "SIGKILL");
        const listening = () =>
          new Promise<boolean>((resolve) => {
            foreign.once("error", () => resolve(false));
            foreign.listen(port, "127.0.0.1", () => resolve(true));
          });
        await expect.poll(listening, { interval: 5, timeout: 1_000 }).toBe(true);
        await expect.poll(() => lost, { timeout: 30_000 }).toHaveLength(1);
        expect(lost).toEqual([
          `PostgreSQL läuft nicht mehr, und auf seinem Port ${port} lauscht jetzt ein anderes Programm.`,
        ]);
        expect(watch.restarts()).toBe(0);
      } finally {
        await server.stop();
        foreign.close();
      }
    },
  );

  test("is not taken for dead while it is halted, as on a machine without memory", async () => {
    const { server, watch } = await watched();
    const halted = await postmaster();
    process.kill(halted, "SIGSTOP");
    await pause(7_000);
    process.kill(halted, "SIGCONT");
    expect(await answersWithin(server.url, LIMIT_MS)).toEqual([{ one: 1 }]);
    expect([await postmaster(), watch.restarts(), lost]).toEqual([halted, 0, []]);
    await server.stop();
  });
});
