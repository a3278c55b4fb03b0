import { setTimeout as wait } from "node:timers/promises";
import { withClient } from "#platform/server/database/migrate.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { DebianCluster, debianPostgres } from "../interop/postgresql/cluster.ts";
import { makeDatabase } from "../interop/postgresql/database.ts";
import { FollowingPage } from "./following-page.ts";
import { mailIsWritten } from "./mail-is-written.ts";
import { Office } from "./office.ts";
import type { Report } from "./report.ts";

const WRITERS = 3;
const WRITING_MS = 3_000;
const RECOVERY_LIMIT_MS = 10_000;
/** As long as whoever watches over the servers takes to decide. */
const DECISION_MS = 1_000;
const LEARN_LIMIT_MS = 15_000;

/**
 * Two servers of the product on a primary with a synchronous standby. The primary dies under load,
 * at once and then without a word, and the standby is promoted: both go on within ten seconds,
 * nobody is restarted, and what was acknowledged is there once.
 */
export async function replica(report: Report): Promise<void> {
  const programs = await debianPostgres();
  if ("absent" in programs) return report.leftOut("a standby is promoted", programs.absent);
  let primary = await DebianCluster.start(programs.folder);
  let standby: DebianCluster | undefined;
  const running: RunningServer[] = [];
  try {
    const { username, password, pathname } = new URL(await makeDatabase(primary, "club"));
    standby = await follow(primary);
    const servers = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join();
    const DATABASE_URL = `postgres://${username}:${password}@${servers}${pathname}?target_session_attrs=read-write`;
    const here = await startServer({ env: { DATABASE_URL } });
    running.push(here);
    running.push(
      await startServer({ dataDir: here.dataDir, env: { DATABASE_URL, PUBLIC_URL: here.url } }),
    );
    const load = await Load.at(running);
    await loseOne(report, "is killed", load, standby, () => primary.kill());
    // The former primary comes back as the standby, on its port, and the roles change.
    await primary.drop();
    const former = primary;
    primary = standby;
    standby = await follow(primary, former.port);
    await loseOne(report, "falls silent", load, standby, () => primary.freeze());
    await load.stop();
    await checkAcknowledged(report, load, here);
    report.holds(
      "no server was restarted",
      running.map((server) => `process ${server.process.pid}`).join(", "),
      running.every((server) => server.process.exitCode === null),
    );
  } finally {
    for (const server of running.toReversed())
      await server.stop({ keepData: server !== running[0] });
    await standby?.drop();
    await primary.drop();
  }
}

/** Starts a standby and has the primary wait for it. */
async function follow(primary: DebianCluster, port?: number): Promise<DebianCluster> {
  const standby = await DebianCluster.standbyOf(primary, "standby", port);
  await withClient(primary.url(), async (client) => {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await client.query("SELECT pg_reload_conf()");
    for (;;) {
      const { rows } = await client.query(
        "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'",
      );
      if (rows.length > 0) return;
      await wait(100);
    }
  });
  return standby;
}

async function loseOne(
  report: Report,
  how: string,
  load: Load,
  standby: DebianCluster,
  lose: () => Promise<void>,
): Promise<void> {
  await wait(WRITING_MS);
  const before = load.acknowledged.length;
  const begun = performance.now();
  await lose();
  await wait(DECISION_MS);
  // A standby that is promoted keeps what it was told of the standby that it waits for: of none.
  await standby.promote();
  const promoted = performance.now();
  const firsts = await load.firstAfter(promoted, 3 * RECOVERY_LIMIT_MS);
  report.holds(
    `the primary ${how}: every server writes again within 10 s of its loss`,
    `${firsts.map((at) => Math.round(at - begun)).join(" and ")} ms, promoted after ${Math.round(promoted - begun)} ms, ${before} written before`,
    before > 0 && firsts.every((at) => at - begun <= RECOVERY_LIMIT_MS),
  );
}

/** Members are made at every server at once, and pages follow. */
class Load {
  readonly acknowledged: { id: string; since: number; at: number; server: number }[] = [];
  readonly pages: FollowingPage[];
  readonly office: Office;
  #isOver = false;
  readonly #writing: Promise<void>[];

  private constructor(offices: readonly Office[], servers: readonly RunningServer[]) {
    this.office = offices[0] as Office;
    this.pages = servers.map(
      ({ url }, index) => new FollowingPage(url, (offices[index] as Office).token),
    );
    this.#writing = offices.flatMap((office, server) =>
      Array.from({ length: WRITERS }, () => this.#write(office, server)),
    );
  }

  static async at(servers: readonly RunningServer[]): Promise<Load> {
    const [first, ...others] = servers.map(({ url }) => url);
    const office = new Office(first ?? "");
    await office.logIn();
    return new Load([office, ...others.map((url) => new Office(url, office.token))], servers);
  }

  async #write(office: Office, server: number): Promise<void> {
    while (!this.#isOver) {
      const creation = office.newCreation("Ausfall");
      // As the page does it: an answer that was lost is asked for again, under the same key.
      for (;;) {
        const since = performance.now();
        const id = await office.create(creation).catch(() => undefined);
        if (id !== undefined) {
          this.acknowledged.push({ id, since, at: performance.now(), server });
          break;
        }
        if (this.#isOver) return;
        await wait(50);
      }
    }
  }

  /** When each server acknowledged something first that was asked for after a moment. */
  async firstAfter(moment: number, limitMs: number): Promise<number[]> {
    const first = (server: number) =>
      this.acknowledged.find((one) => one.server === server && one.at > moment)?.at ?? Infinity;
    const all = () => this.pages.map((_page, server) => first(server));
    while (all().includes(Infinity) && performance.now() - moment < limitMs) await wait(20);
    return all();
  }

  async stop(): Promise<void> {
    await wait(WRITING_MS);
    this.#isOver = true;
    await Promise.all(this.#writing);
  }
}

async function checkAcknowledged(report: Report, load: Load, server: RunningServer): Promise<void> {
  const { acknowledged, office, pages } = load;
  const members = (await office.membersMarked("Ausfall")).map(({ id, lastname }) => ({
    id,
    lastname,
  }));
  const ids = new Set(members.map(({ id }) => id));
  const names = new Set(members.map(({ lastname }) => lastname));
  report.holds(
    "every acknowledged member is there, and none twice",
    `${acknowledged.length} acknowledged, ${members.length} there, ${names.size} names`,
    acknowledged.length > 0 &&
      acknowledged.every(({ id }) => ids.has(id)) &&
      names.size === members.length,
  );
  const until = performance.now() + LEARN_LIMIT_MS;
  for (const [index, page] of pages.entries()) {
    const unknown = () => acknowledged.filter(({ id, since }) => !page.knowsOf("user", id, since));
    while (unknown().length > 0 && performance.now() < until) await wait(100);
    report.holds(
      `a page at server ${index + 1} learns of every change`,
      `${unknown().length} of ${acknowledged.length} unknown`,
      unknown().length === 0,
    );
    page.close();
  }
  await mailIsWritten(report, office, server, "at the promoted server");
}
