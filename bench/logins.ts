import { Browser, send, type Tokens } from "./browser.ts";
import type { Bench } from "./lists.ts";
import { percentiles, repeat } from "./load.ts";
import { type Figure, ms, percent, perSecond } from "./report.ts";
import { PASSWORD } from "./seed.ts";

const WORKERS = 8;

/**
 * Whole logins (form, password, redirects, code, tokens) beside what checking the password alone
 * costs on the same cores.
 */
export async function loginFigures(bench: Bench, tenant: string): Promise<Figure[]> {
  const { seconds } = bench;
  const floor = new URL("/argon2", bench.floorOrigin);
  const browsers = Array.from(
    { length: WORKERS },
    () => new Browser(bench.publicOrigin(tenant), tenant),
  );
  const ours = async (worker: number) =>
    void (await browsers[worker]?.logIn(`buero${worker}`, PASSWORD));
  const theirs = async () => expectOk((await send("GET", floor)).status, "the floor of logins");
  return [await compared("login", { ours, theirs, seconds })];
}

/** Refreshing tokens beside two signatures and one written row. */
export async function refreshFigures(bench: Bench, tenant: string): Promise<Figure[]> {
  const { seconds } = bench;
  const floor = new URL("/refresh", bench.floorOrigin);
  const browsers = Array.from(
    { length: WORKERS },
    () => new Browser(bench.publicOrigin(tenant), tenant),
  );
  const tokens: Tokens[] = [];
  for (const [worker, browser] of browsers.entries())
    tokens.push(await browser.logIn(`buero${worker}`, PASSWORD));
  const ours = async (worker: number) => {
    const next = await browsers[worker]?.refresh(tokens[worker]?.refresh_token ?? "");
    if (next !== undefined) tokens[worker] = next;
  };
  const theirs = async () => expectOk((await send("GET", floor)).status, "the floor of refreshes");
  return [await compared("refresh", { ours, theirs, seconds })];
}

type Work = (worker: number) => Promise<void>;

async function compared(
  what: string,
  { ours, theirs, seconds }: { ours: Work; theirs: Work; seconds: number },
): Promise<Figure> {
  const half = seconds / 2;
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (const work of [ours, theirs]) await repeat(work, { workers: WORKERS, seconds: 1 });
  for (let round = 0; round < 2; round++) {
    times.ours.push(...(await repeat(ours, { workers: WORKERS, seconds: half })));
    times.theirs.push(...(await repeat(theirs, { workers: WORKERS, seconds: half })));
  }
  const [us, them] = [times.ours.length / seconds, times.theirs.length / seconds];
  const [ourTail, theirTail] = [percentiles(times.ours), percentiles(times.theirs)];
  return {
    what: `${what}, ${WORKERS} people at once`,
    ours: `${perSecond(us)} (p50 ${ms(ourTail.p50)}, p99 ${ms(ourTail.p99)})`,
    floor: `${perSecond(them)} (p50 ${ms(theirTail.p50)}, p99 ${ms(theirTail.p99)})`,
    ratio: percent(us / them),
  };
}

function expectOk(status: number, what: string): void {
  if (status !== 200) throw new Error(`${what} answered ${status}`);
}
