import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { type Bench, officeToken, searchPath } from "./lists.ts";
import { load, percentiles, type Target, warmUp } from "./load.ts";
import { type Figure, ms, percent, perSecond, times } from "./report.ts";
import { residentMiB } from "./server-process.ts";

const STREAMS = 1_000;
const MEMBERS = 40;
const CHANGES = 20;
const PAUSE_MS = 300;
const CONNECTIONS = 32;
const HEARD_WITHIN_MS = 10_000;

/**
 * A thousand pages that listen at once: what each holds of the memory, how soon all hear of a
 * change, and what goes on beside it.
 */
export async function liveFigures(
  bench: Omit<Bench, "floorOrigin">,
  tenant: string,
  pid: number,
  floorPort: number,
): Promise<Figure[]> {
  const { origin, seconds } = bench;
  const tokens: string[] = [];
  for (let index = 0; index < MEMBERS; index++)
    tokens.push(await officeToken(bench, tenant, index));
  const [token = ""] = tokens;
  const list: Target = {
    origin,
    paths: [searchPath(tenant, "size=50&sort=lastname")],
    headers: { authorization: `Bearer ${token}` },
  };
  await warmUp(list, CONNECTIONS);
  const alone = await load(list, { connections: CONNECTIONS, seconds: seconds / 2 });

  const floor = fork(join(import.meta.dirname, "live-floor-server.ts"), [String(floorPort)]);
  await once(floor, "message");
  const theirs = await followed({
    address: () => ({ url: new URL(`http://127.0.0.1:${floorPort}/`), headers: {} }),
    change: () => send(new URL(`http://127.0.0.1:${floorPort}/`), {}, "{}"),
    pid: floor.pid ?? 0,
  });
  theirs.close();
  floor.disconnect();
  const ours = await followed({
    address: (index) => ({
      url: new URL(`/${tenant}/api/updates`, origin),
      headers: { authorization: `Bearer ${tokens[index % MEMBERS] ?? ""}` },
    }),
    change: () =>
      send(
        new URL(`/${tenant}/api/user`, origin),
        { authorization: `Bearer ${token}` },
        JSON.stringify({ firstname: "Live", lastname: "Messung" }),
      ),
    pid,
  });
  const beside = await load(list, { connections: CONNECTIONS, seconds: seconds / 2 });
  ours.close();
  const [us, them] = [percentiles(ours.delays), percentiles(theirs.delays)];
  return [
    {
      what: `${STREAMS} open update streams: memory of each`,
      ours: `${ours.kibEach.toFixed(0)} KiB`,
      floor: `${theirs.kibEach.toFixed(0)} KiB`,
      ratio: times(ours.kibEach / theirs.kibEach),
    },
    {
      what: `${STREAMS} open update streams: from the request that changes to the last page that hears`,
      ours: `p50 ${ms(us.p50)}, p95 ${ms(us.p95)}`,
      floor: `p50 ${ms(them.p50)}, p95 ${ms(them.p95)}`,
      ratio: times(us.p50 / them.p50),
    },
    {
      what: `member list beside ${STREAMS} open update streams`,
      ours: perSecond(beside.perSecond),
      floor: `${perSecond(alone.perSecond)} without`,
      ratio: percent(beside.perSecond / alone.perSecond),
    },
  ];
}

interface Subject {
  address(index: number): { url: URL; headers: Record<string, string> };
  change(): Promise<void>;
  pid: number;
}

/** Opens the streams and makes changes; the streams stay open. */
async function followed({
  address,
  change,
  pid,
}: Subject): Promise<{ kibEach: number; delays: number[]; close(): void }> {
  const idle = await residentMiB(pid);
  const streams: ClientRequest[] = [];
  let heard = 0;
  let allHeard = () => {};
  for (let index = 0; index < STREAMS; index++) {
    const { url, headers } = address(index);
    streams.push(
      await opened(url, headers, () => {
        heard += 1;
        if (heard === STREAMS) allHeard();
      }),
    );
  }
  await rest();
  const kibEach = (((await residentMiB(pid)) - idle) * 1024) / STREAMS;
  const delays: number[] = [];
  for (let round = 0; round < CHANGES; round++) {
    heard = 0;
    const begun = performance.now();
    const all = new Promise<void>((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error(`${heard} of ${STREAMS} pages heard of a change`)),
        HEARD_WITHIN_MS,
      );
      allHeard = () => {
        clearTimeout(limit);
        resolve();
      };
    });
    await change();
    await all;
    delays.push(performance.now() - begun);
    await rest();
  }
  return {
    kibEach,
    delays,
    close() {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** One open page; `change` is called at each piece that tells of a changed member. */
function opened(
  url: URL,
  headers: Record<string, string>,
  change: () => void,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const stream = request(url, { headers, agent: new Agent() }, (response: IncomingMessage) => {
      if (response.statusCode !== 200)
        reject(new Error(`${url.pathname} answered ${response.statusCode}`));
      response.setEncoding("utf8");
      response.once("data", () => resolve(stream));
      response.on("data", (text: string) => {
        if (text.includes('"kind":"user"')) change();
      });
    });
    stream.on("error", reject);
    stream.end();
  });
}

async function send(url: URL, headers: Record<string, string>, body: string): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}`);
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
