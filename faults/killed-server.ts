import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { type Creation, Office } from "./office.ts";
import type { Report } from "./report.ts";

const ROUNDS = 3;
const WRITERS = 6;
const MARK = "Abbruch";

/**
 * kill -9 of the server in the middle of writes. Acknowledged means present exactly once; a
 * repeated request with the same Idempotency-Key has one effect, whether its first answer arrived
 * or not.
 */
export async function killedServer(report: Report): Promise<void> {
  let server = await startServer();
  try {
    const acknowledged = new Map<string, { creation: Creation; id: string }>();
    const unanswered: Creation[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const office = new Office(server.url);
      await office.logIn();
      const database = await postmaster(server);
      await writeUntilKilled(server, office, acknowledged, unanswered);
      const begun = performance.now();
      server = await startServer({ dataDir: server.dataDir, port: server.port });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const taken = (await postmaster(server)) === database;
      report.holds(
        `round ${round}: the running PostgreSQL is taken over`,
        `${taken ? "same process" : "another process"}, ready after ${seconds} s`,
        taken,
      );
    }
    await repeatAll(report, new Office(server.url), acknowledged, unanswered);
  } finally {
    await server.stop();
  }
}

async function writeUntilKilled(
  server: RunningServer,
  office: Office,
  acknowledged: Map<string, { creation: Creation; id: string }>,
  unanswered: Creation[],
): Promise<void> {
  let killed = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!killed) {
      const creation = office.newCreation(MARK);
      await office.create(creation).then(
        (id) => acknowledged.set(creation.lastname, { creation, id }),
        () => unanswered.push(creation),
      );
    }
  });
  await wait(1_000 + Math.random() * 1_000);
  killed = server.process.kill("SIGKILL");
  await Promise.all(writers);
}

async function repeatAll(
  report: Report,
  office: Office,
  acknowledged: ReadonlyMap<string, { creation: Creation; id: string }>,
  unanswered: readonly Creation[],
): Promise<void> {
  await office.logIn();
  const before = counted(await office.membersMarked(MARK));
  const lost = [...acknowledged.keys()].filter((lastname) => before.get(lastname) === undefined);
  const doubled = [...before].filter(([, count]) => count > 1);
  report.holds(
    "acknowledged members are present",
    `${acknowledged.size} acknowledged, ${lost.length} lost`,
    acknowledged.size > 0 && lost.length === 0,
  );
  report.holds("each exactly once", `${doubled.length} doubled`, doubled.length === 0);

  const others = [...acknowledged.values()].slice(-20);
  const changed: string[] = [];
  for (const { creation, id } of others)
    if ((await office.create(creation)) !== id) changed.push(creation.lastname);
  for (const creation of unanswered) await office.create(creation);
  const after = counted(await office.membersMarked(MARK));
  const wrong = [...after].filter(([, count]) => count !== 1).length;
  const expected = acknowledged.size + unanswered.length;
  report.holds(
    "repeating acknowledged requests answers as the first time",
    `${others.length} repeated, ${changed.length} with another id`,
    changed.length === 0,
  );
  report.holds(
    "repeating unanswered requests completes them once",
    `${unanswered.length} repeated, ${after.size} of ${expected} present, ${wrong} doubled`,
    after.size === expected && wrong === 0,
  );
}

function counted(members: readonly { lastname: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lastname } of members) counts.set(lastname, (counts.get(lastname) ?? 0) + 1);
  return counts;
}

async function postmaster({ dataDir }: RunningServer): Promise<string> {
  const text = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return text.split("\n")[0] ?? "";
}
