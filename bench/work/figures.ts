import { seedCalendars } from "../calendar-seed.ts";
import { type Bench, officeToken } from "../lists.ts";
import { load, type Target, warmUp } from "../load.ts";
import { seedSearch } from "../search-seed.ts";
import { postmasterOf } from "../server-process.ts";
import { startBare } from "./bare.ts";
import { type Kind, kindsOf } from "./kinds.ts";
import { type ProcessorTime, processorTime } from "./processor-time.ts";
import { type Traffic, trafficOf } from "./round-trips.ts";

/** One kind of work as the product does it and as its floor does. */
export interface WorkFigure {
  kind: Kind;
  ours: Side;
  floor: Side;
}

interface Side extends Traffic {
  perSecond: number;
  p99: number;
  /** Microseconds of processor time for a request. */
  node: number;
  postgres: number;
  /** Of one answer, on average, uncompressed. */
  bytes: number;
}

const TENANT = "mittel";
/** Number of the office member who asks: one with some hundred messages, most of them unread. */
const ASKS = 1;
const ROUNDS = 2;
const CONNECTIONS = 8;

interface Run extends Omit<Bench, "floorOrigin"> {
  serverPid: number;
  dataDir: string;
  floorPort: number;
  /** One kind alone. */
  only: string | undefined;
}

/** Each kind of work against a floor that has nothing of the product in it. */
export async function workFigures(run: Run): Promise<WorkFigure[]> {
  const { installation } = run;
  await seedCalendars(installation.ownerUrl, [{ tenant: TENANT, events: 20_000, series: 200 }]);
  await seedSearch(installation.ownerUrl, [{ tenant: TENANT, messages: 50_000, files: 100_000 }]);
  const all = await kindsOf(installation.ownerUrl, TENANT);
  const kinds = all.filter(({ name }) => run.only === undefined || name === run.only);
  if (kinds.length === 0)
    throw new Error(
      `no work is named ${run.only ?? ""}: ${all.map(({ name }) => name).join(", ")}`,
    );
  const token = await officeToken(run, TENANT, ASKS);
  const traffic = await trafficOf(
    installation,
    kinds.map(({ requests }) => requests[0]?.path ?? ""),
    { token, host: new URL(run.publicOrigin(TENANT)).host },
  );
  const bare = await startBare({
    port: run.floorPort,
    databaseUrl: installation.ownerUrl,
    requests: kinds.flatMap(({ requests }) => requests),
  });
  try {
    const postmaster = await postmasterOf(run.dataDir);
    const figures: WorkFigure[] = [];
    for (const kind of kinds) {
      const paths = kind.requests.map(({ path }) => path);
      const ours = { origin: run.origin, paths, headers: { authorization: `Bearer ${token}` } };
      const floor = { origin: bare.origin, paths };
      const bytes = await sameAnswers(kind, ours, floor);
      const sides = await inTurn(
        { target: ours, pid: run.serverPid },
        { target: floor, pid: bare.pid },
        postmaster,
        run.seconds,
      );
      figures.push({
        kind,
        ours: {
          ...sides.ours,
          bytes: bytes.ours,
          ...(traffic.get(paths[0] ?? "") ?? { writes: Number.NaN, roundTrips: Number.NaN }),
        },
        floor: { ...sides.floor, bytes: bytes.floor, writes: 1, roundTrips: 1 },
      });
    }
    return figures;
  } finally {
    await bare.stop();
  }
}

type Measured = Pick<Side, "perSecond" | "p99" | "node" | "postgres">;

/** Rounds alternate, because machines are noisy. */
async function inTurn(
  ours: { target: Target; pid: number },
  floor: { target: Target; pid: number },
  postmaster: number,
  seconds: number,
): Promise<{ ours: Measured; floor: Measured }> {
  for (const { target } of [ours, floor]) await warmUp(target, CONNECTIONS);
  const rounds: { ours: Measured[]; floor: Measured[] } = { ours: [], floor: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.ours.push(await measured(ours, postmaster, seconds / ROUNDS));
    rounds.floor.push(await measured(floor, postmaster, seconds / ROUNDS));
  }
  return { ours: mean(rounds.ours), floor: mean(rounds.floor) };
}

async function measured(
  { target, pid }: { target: Target; pid: number },
  postmaster: number,
  seconds: number,
): Promise<Measured> {
  const before = await processorTime(pid, postmaster);
  const { perSecond, p99 } = await load(target, { connections: CONNECTIONS, seconds });
  const after = await processorTime(pid, postmaster);
  const each = (of: keyof ProcessorTime) =>
    ((after[of] - before[of]) * 1_000_000) / (perSecond * seconds);
  return { perSecond, p99, node: each("node"), postgres: each("postgres") };
}

function mean(rounds: readonly Measured[]): Measured {
  const of = (key: keyof Measured) =>
    rounds.reduce((sum, one) => sum + one[key], 0) / rounds.length;
  return { perSecond: of("perSecond"), p99: of("p99"), node: of("node"), postgres: of("postgres") };
}

/**
 * Throws where the floor does not answer what the product answers; returns the mean bytes of an
 * answer.
 */
async function sameAnswers(
  { name, same }: Kind,
  ours: Target,
  floor: Target,
): Promise<{ ours: number; floor: number }> {
  const bytes = { ours: 0, floor: 0 };
  for (const path of ours.paths) {
    const own = await textOf(ours, path);
    const bare = await textOf(floor, path);
    bytes.ours += Buffer.byteLength(own) / ours.paths.length;
    bytes.floor += Buffer.byteLength(bare) / ours.paths.length;
    const [mine, theirs] = [JSON.parse(own) as Answer, JSON.parse(bare) as Answer];
    const fits =
      same === "number"
        ? mine.count === theirs.count
        : same === "ids"
          ? recordsOf(mine)
              .map(({ id }) => id)
              .join() ===
            recordsOf(theirs)
              .map(({ id }) => id)
              .join()
          : Math.abs(recordsOf(mine).length / recordsOf(theirs).length - 1) < 0.05;
    if (!fits || (same !== "number" && recordsOf(mine).length === 0))
      throw new Error(
        `the floor of ${name} answers something else at ${path}: ${own.slice(0, 400)} … ${bare.slice(0, 400)}`,
      );
  }
  return bytes;
}

async function textOf({ origin, headers = {} }: Target, path: string): Promise<string> {
  const answer = await fetch(`${origin}${path}`, { headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

interface Answer {
  id?: string;
  content?: { id: string }[];
  count?: number;
}

function recordsOf(answer: Answer): { id: string }[] {
  if (Array.isArray(answer)) return answer as { id: string }[];
  return answer.content ?? [{ id: answer.id ?? "" }];
}
