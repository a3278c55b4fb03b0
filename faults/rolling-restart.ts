import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Browser } from "../bench/browser.ts";
import { DEMO_PASSWORD, freePort, type RunningServer, startServer } from "../e2e/support/server.ts";
import { AdminApi } from "./admin-api.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { FollowingPage } from "./following-page.ts";
import { Office } from "./office.ts";
import type { Report } from "./report.ts";
import { Uploads } from "./uploads.ts";

const ROUNDS = 1;
/** Between two looks of the balancer and the end of accepting there has to be time. */
const DRAIN_SECONDS = "1.5";
const STEADY_MS = 2_000;
const UPLOAD_BYTES = 20_000_000;
const HEARD_LIMIT_MS = 10_000;
const OWN_CONNECTIONS = 12;
/** A download that takes longer than the drain. */
const SLOW_STEPS = 30;
const SLOW_STEP_MS = 100;

/**
 * Two servers behind a load balancer are restarted in turn with SIGTERM while people read, write,
 * log in, renew their tokens and upload: no request fails. Then SIGTERM for a server to which
 * people have connections of their own.
 */
export async function rollingRestart(report: Report): Promise<void> {
  const ports = [await freePort(), await freePort()] as const;
  const front = await freePort();
  const env = { DRAIN_SECONDS, PUBLIC_URL: `http://localhost:${front}` };
  const first = await startServer({ port: ports[0], env });
  const start = (port: number) => startServer({ dataDir: first.dataDir, port, env });
  const nodes = new Map<number, RunningServer>([[ports[0], first]]);
  let balancer: Balancer | undefined;
  try {
    nodes.set(ports[1], await start(ports[1]));
    balancer = await startBalancer(front, ports);
    const load = await Load.begin(balancer.url);
    await wait(STEADY_MS);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const port of ports) {
        await nodes.get(port)?.stop({ keepData: true });
        await wait(STEADY_MS / 2);
        nodes.set(port, await start(port));
        while (!balancer.uses(port)) await wait(50);
        await wait(STEADY_MS);
      }
    }
    await load.end(report, `${ROUNDS * ports.length} restarts behind a load balancer`);
    await ownConnections(report, balancer, nodes.get(ports[0]) ?? first);
    nodes.delete(ports[0]);
  } finally {
    await balancer?.stop();
    const left = [...nodes.values()];
    for (const [index, node] of left.entries())
      await node.stop({ keepData: index < left.length - 1 });
  }
}

/** What people do all the time; every answer that is none is kept. */
class Load {
  readonly #office: Office;
  readonly #page: FollowingPage;
  readonly #failures: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #created: string[] = [];
  readonly #people: Promise<void>[] = [];
  #isOver = false;

  private constructor(url: string, office: Office) {
    this.#office = office;
    this.#page = new FollowingPage(url, office.token);
  }

  static async begin(url: string): Promise<Load> {
    const office = new Office(url);
    await office.logIn();
    const load = new Load(url, office);
    const uploads = await Uploads.at({ url });
    const share = await uploads.newShare("Neustart");
    const browser = new Browser(url, "demo");
    let tokens = await browser.logIn("trainer@demo.example", DEMO_PASSWORD);
    for (let reader = 0; reader < 3; reader++) {
      load.#doAgain("list", async () => {
        const { status, text } = await office.readList();
        if (status !== 200) throw new Error(`the list answered ${status}: ${text}`);
      });
    }
    load.#doAgain("new member", async () => {
      load.#created.push(await office.create(office.newCreation("Wechsel")));
      await wait(20);
    });
    load.#doAgain("token", async () => {
      tokens = await browser.refresh(tokens.refresh_token);
      await wait(100);
    });
    load.#doAgain("log-in", async () => {
      await new Browser(url, "demo").logIn("mitglied@demo.example", DEMO_PASSWORD);
      await wait(1_000);
    });
    load.#doAgain("upload", async (number) => {
      await uploads.goOn(share, {
        path: `${number}.bin`,
        bytes: Buffer.alloc(UPLOAD_BYTES, number),
      });
      await wait(200);
    });
    return load;
  }

  #doAgain(what: string, work: (number: number) => Promise<void>): void {
    this.#people.push(
      (async () => {
        for (let number = 0; !this.#isOver; number++) {
          await work(number).then(
            () => this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1),
            (error: unknown) => this.#failures.push(`${what}: ${String(error).slice(0, 300)}`),
          );
        }
      })(),
    );
  }

  async end(report: Report, during: string): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#people);
    const done = [...this.#counts].map(([what, count]) => `${count} × ${what}`).join(", ");
    for (const failure of this.#failures.slice(0, 20)) console.log(`       ${failure}`);
    report.holds(
      `${during}: no request fails`,
      `${done}; ${this.#failures.length} failed`,
      this.#failures.length === 0 && this.#counts.size === 5,
    );
    const there = new Map<string, number>();
    for (const { id } of await this.#office.membersMarked("Wechsel"))
      there.set(id, (there.get(id) ?? 0) + 1);
    const wrong = this.#created.filter((id) => there.get(id) !== 1).length;
    report.holds(
      `${during}: what was acknowledged is there once`,
      `${this.#created.length} new members, ${wrong} not`,
      wrong === 0,
    );
    const since = performance.now();
    const last = await this.#office.create(this.#office.newCreation("Zuletzt"));
    const knows = () => this.#page.knowsOf("user", last, since);
    while (!knows() && performance.now() - since < HEARD_LIMIT_MS) await wait(100);
    report.holds(
      `${during}: an open page goes on hearing of changes`,
      `connected anew ${this.#page.losses} times`,
      knows(),
    );
    this.#page.close();
  }
}

const NOT_ACCEPTED = "a new connection was not accepted";

/**
 * People whose connections end at the server itself: what it accepted is answered, slow things too.
 */
async function ownConnections(
  report: Report,
  balancer: Balancer,
  server: RunningServer,
): Promise<void> {
  const api = await AdminApi.at(balancer);
  const uploads = await Uploads.at(balancer);
  const share = await uploads.newShare("Langsam");
  await uploads.goOn(share, { path: "langsam.bin", bytes: Buffer.alloc(UPLOAD_BYTES, 7) });
  const agent = new Agent({ keepAlive: true, maxSockets: OWN_CONNECTIONS + 1 });
  const failures: string[] = [];
  let answered = 0;
  let isGone = false;
  const readers = Array.from({ length: OWN_CONNECTIONS }, async () => {
    while (!isGone) {
      await get(agent, server, api.token, "/demo/api/user/search?size=20").then(
        ({ status }) => (status === 200 ? answered++ : failures.push(`answered ${status}`)),
        (error: NodeJS.ErrnoException) => {
          // Never accepted: the server is gone.
          if (error.code === "ECONNREFUSED" || error.message === NOT_ACCEPTED) isGone = true;
          else failures.push(`${error.code ?? ""} ${error.message}`);
        },
      );
    }
  });
  const slow = get(
    agent,
    server,
    api.token,
    `/demo/api/file-share/${share}/download/langsam.bin`,
    slowly,
  );
  await wait(STEADY_MS / 4);
  const before = answered;
  const ended = server.stop({ keepData: true });
  await Promise.all(readers);
  for (const failure of failures.slice(0, 10)) console.log(`       ${failure}`);
  report.holds(
    "SIGTERM with connections of one's own: everything accepted is answered",
    `${answered - before} after SIGTERM, ${failures.length} failed`,
    answered > before && failures.length === 0,
  );
  const { bytes } = await slow.catch((error: unknown) => ({ bytes: String(error) }));
  report.holds(
    "a slow download ends whole",
    `${bytes} of ${UPLOAD_BYTES} bytes`,
    bytes === UPLOAD_BYTES,
  );
  await ended;
  agent.destroy();
}

async function slowly(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) {
    const before = Math.floor((bytes * SLOW_STEPS) / UPLOAD_BYTES);
    bytes += (chunk as Buffer).byteLength;
    if (Math.floor((bytes * SLOW_STEPS) / UPLOAD_BYTES) > before) await wait(SLOW_STEP_MS);
  }
  return bytes;
}

async function atOnce(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).byteLength;
  return bytes;
}

function get(
  agent: Agent,
  { port }: RunningServer,
  token: string,
  path: string,
  read: (answer: IncomingMessage) => Promise<number> = atOnce,
): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { agent, host: "127.0.0.1", port, path, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        read(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, bytes }), reject);
      },
    );
    asked.on("error", (error: NodeJS.ErrnoException) => {
      const isNew = !asked.reusedSocket && error.code === "ECONNRESET";
      reject(isNew ? new Error(NOT_ACCEPTED) : error);
    });
    asked.end();
  });
}
