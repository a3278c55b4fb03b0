import { applicationUrl } from "./installation.ts";
import { type CalendarPlan, seedCalendars } from "./calendar-seed.ts";
import { startFloor } from "./floor.ts";
import { type Bench, officeToken } from "./lists.ts";
import { load, type Target, warmUp } from "./load.ts";
import { type Figure, ms, percent, perSecond, times } from "./report.ts";
import { recordStatements } from "./statements.ts";

const PLANS: CalendarPlan[] = [
  { tenant: "mittel", events: 20_000, series: 200 },
  { tenant: "klein", events: 1_000, series: 10 },
];
const ROUNDS = 2;
const CONNECTIONS = 16;

/**
 * A year of months around today, as the calendar page asks for them: all calendars, every
 * occurrence.
 */
function monthPaths(tenant: string): string[] {
  const today = new Date();
  return Array.from({ length: 12 }, (_, index) => {
    const month = (offset: number) =>
      new Date(
        Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 6 + index + offset, 1),
      ).toISOString();
    return `/${tenant}/api/event/search?from=${month(0)}&to=${month(1)}`;
  });
}

function dayPaths(tenant: string): string[] {
  return Array.from({ length: 7 }, (_, index) => {
    const day = (offset: number) =>
      new Date(Math.floor(Date.now() / 86_400_000 + index + offset) * 86_400_000).toISOString();
    return `/${tenant}/api/event/search?from=${day(0)}&to=${day(1)}`;
  });
}

const upcomingPaths = (tenant: string) => [`/${tenant}/api/event/upcoming?size=3`];

/**
 * Month view and upcoming events over 20,000 events with 200 series, beside bare handlers with the
 * same SQL.
 */
export async function calendarFigures(
  bench: Omit<Bench, "floorOrigin">,
  port: number,
): Promise<Figure[]> {
  await seedCalendars(bench.installation.ownerUrl, PLANS);
  const token = await officeToken(bench, "mittel");
  const headers = { authorization: `Bearer ${token}` };
  const kinds = { "month view": monthPaths("mittel"), "upcoming events": upcomingPaths("mittel") };
  const requests = Object.values(kinds)
    .flat()
    .map((path) => ({ path, token, host: new URL(bench.publicOrigin("mittel")).host }));
  const statements = await recordStatements(bench.installation, requests);
  const floor = await startFloor({
    port,
    appUrl: await applicationUrl(bench.installation),
    lists: requests.map(({ path }, index) => ({ path, statements: statements[index] ?? [] })),
    tenantId: "",
    password: "",
    passwordHash: "",
  });
  try {
    const figures: Figure[] = [];
    for (const [name, paths] of Object.entries(kinds))
      figures.push(
        ...(await againstFloor(
          name,
          { origin: bench.origin, paths, headers },
          floor.origin,
          bench.seconds,
        )),
      );
    return [...figures, ...(await growth(bench, headers))];
  } finally {
    await floor.stop();
  }
}

/**
 * Requests per second against the floor, and the tail. Rounds alternate, because machines are
 * noisy.
 */
async function againstFloor(
  name: string,
  ours: Target,
  floorOrigin: string,
  seconds: number,
): Promise<Figure[]> {
  const answer = await fetch(`${ours.origin}${ours.paths[0] ?? ""}`, {
    headers: ours.headers ?? {},
  });
  const body = (await answer.json()) as unknown[] | { content: unknown[] };
  const count = Array.isArray(body) ? body.length : body.content.length;
  const floor: Target = { origin: floorOrigin, paths: ours.paths };
  for (const target of [ours, floor]) await warmUp(target, CONNECTIONS);
  const sums = { ours: 0, floor: 0, p50: 0, p99: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const how = { connections: CONNECTIONS, seconds: seconds / ROUNDS };
    const us = await load(ours, how);
    sums.ours += us.perSecond / ROUNDS;
    sums.p50 += us.p50 / ROUNDS;
    sums.p99 += us.p99 / ROUNDS;
    sums.floor += (await load(floor, how)).perSecond / ROUNDS;
  }
  const what = `${name}, 20,000 events with 200 series, ${count} shown`;
  const share = sums.ours / sums.floor;
  return [
    { what, ours: perSecond(sums.ours), floor: perSecond(sums.floor), ratio: percent(share) },
    {
      what: `${what}: p50, p99`,
      ours: `${ms(sums.p50)}, ${ms(sums.p99)}`,
      ratio: times(sums.p99 / sums.p50),
      demand: "p99 < 5 × p50",
      met: sums.p99 < 5 * sums.p50,
    },
  ];
}

/** A day and the next three events take about as long in a full club as in a small one. */
async function growth(
  bench: Omit<Bench, "floorOrigin">,
  headers: Record<string, string>,
): Promise<Figure[]> {
  const small = { authorization: `Bearer ${await officeToken(bench, "klein")}` };
  const figures: Figure[] = [];
  for (const [name, paths] of Object.entries({
    "one day": dayPaths,
    "upcoming events": upcomingPaths,
  })) {
    const p95 = async (tenant: string, own: Record<string, string>) => {
      const target = { origin: bench.origin, paths: paths(tenant), headers: own };
      await warmUp(target, 4);
      return (await load(target, { connections: 4, seconds: bench.seconds / 3 })).p95;
    };
    const [little, much] = [await p95("klein", small), await p95("mittel", headers)];
    figures.push({
      what: `p95 ${name}: 20,000 over 1,000 events`,
      ours: ms(much),
      floor: ms(little),
      ratio: times(much / little),
      demand: "≤ 3 ×",
      met: much <= 3 * little,
    });
  }
  return figures;
}
