import { setTimeout as wait } from "node:timers/promises";
import { withClient } from "#platform/server/database/migrate.ts";
import { openFoundation } from "#apps/server/installation.ts";
import { readEnvironment } from "#platform/server/environment.ts";
import { Browser } from "../bench/browser.ts";
import { hasOneWinner, makeRounds, PEOPLE, ROUNDS, tenantIdOf } from "../bench/last-place.ts";
import { DEMO_PASSWORD, type RunningServer, startServer } from "../e2e/support/server.ts";
import { Exports } from "./exports.ts";
import type { Report } from "./report.ts";

type Pair = readonly [RunningServer, RunningServer];

/** A hundred races between two servers of one installation: log-ins, tokens and schedules. */
export function twoServers(report: Report): Promise<void> {
  return withTwo(async (servers) => {
    await codes(report, servers);
    await refreshes(report, servers);
    await schedules(report, servers[0]);
  });
}

/**
 * Fifty people accept at the same moment, half of them at either server, where one place is left, a
 * hundred times.
 */
export function lastPlace(report: Report): Promise<void> {
  return withTwo((servers) => places(report, servers));
}

async function withTwo(work: (servers: Pair) => Promise<void>): Promise<void> {
  const here = await startServer();
  try {
    const there = await startServer({ dataDir: here.dataDir, env: { PUBLIC_URL: here.url } });
    await work([here, there]).finally(() => there.stop({ keepData: true }));
  } finally {
    await here.stop();
  }
}

async function places(report: Report, servers: Pair): Promise<void> {
  const foundation = await openFoundation(readEnvironment({ DATA_DIR: servers[0].dataDir }));
  try {
    await withClient(foundation.ownerUrl, async (client) => {
      const rounds = await makeRounds(client, await tenantIdOf(client, "demo"));
      const begun = performance.now();
      let right = 0;
      const others = new Map<number, number>();
      for (const { eventId, publicIds } of rounds) {
        const answers = await atBoth(servers, publicIds, async ({ url }, id) => {
          const answer = await fetch(`${url}/public/demo/invitation/${id}?accept=true`, {
            method: "PUT",
          });
          return {
            status: answer.status,
            state: ((await answer.json()) as { state?: string }).state,
          };
        });
        for (const { status } of answers)
          if (status !== 200) others.set(status, (others.get(status) ?? 0) + 1);
        const told = answers.filter(({ state }) => state === "ACCEPTED").length;
        if (told === 1 && (await hasOneWinner(client, eventId))) right += 1;
      }
      const refused = [...others].map(([status, count]) => `${count} × ${status}`).join(", ");
      report.holds(
        `${PEOPLE} answers at once for one last place: exactly one has it`,
        `${right} of ${ROUNDS} rounds in ${Math.round((performance.now() - begun) / 1_000)} s; other answers: ${refused || "none"}`,
        right === ROUNDS && others.size === 0,
      );
    });
  } finally {
    await foundation.close();
  }
}

/** A code of a log-in is redeemed at both servers at once. */
async function codes(report: Report, servers: Pair): Promise<void> {
  const browser = new Browser(servers[0].url, "demo");
  let right = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const redemption = await browser.codeFor("mitglied@demo.example", DEMO_PASSWORD);
    const statuses = await atBoth(
      servers,
      [0, 1, 2, 3],
      async ({ url }) => (await redemption(url)).status,
    );
    if (
      statuses.filter((status) => status === 200).length <= 1 &&
      statuses.every((status) => status === 200 || status === 400)
    )
      right += 1;
  }
  report.holds(
    "a log-in's code at both servers at once: never redeemed twice",
    `${right} of ${ROUNDS} rounds`,
    right === ROUNDS,
  );
}

/**
 * Several tabs renew one token at once. All are answered (an answer may get lost on the way, and
 * nobody is logged out for that), and the session goes on.
 */
async function refreshes(report: Report, servers: Pair): Promise<void> {
  let { refresh_token } = await new Browser(servers[0].url, "demo").logIn(
    "mitglied@demo.example",
    DEMO_PASSWORD,
  );
  let right = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const renewed = await atBoth(servers, [0, 1, 2, 3], async ({ url }) =>
      new Browser(url, "demo").refresh(refresh_token).catch(() => undefined),
    );
    const sessions = new Set(renewed.map((tokens) => sessionOf(tokens?.access_token)));
    if (!renewed.includes(undefined) && sessions.size === 1) right += 1;
    refresh_token = renewed.at(-1)?.refresh_token ?? refresh_token;
  }
  report.holds(
    "one token renewed four times at once: everybody is answered, in one session",
    `${right} of ${ROUNDS} rounds`,
    right === ROUNDS,
  );
}

/** Both processes wait for the same minute; each of a hundred targets runs once. */
async function schedules(report: Report, server: RunningServer): Promise<void> {
  const office = await Exports.at(server);
  const at = Temporal.Now.zonedDateTimeISO("Europe/Berlin")
    .add({ seconds: 100 })
    .with({ second: 0, millisecond: 0 });
  const ids: string[] = [];
  for (let number = 0; number < ROUNDS; number++) {
    ids.push(
      (
        await office.target({
          name: `Nacht ${number}`,
          format: "CSV",
          schedule: `${at.minute} ${at.hour} * * *`,
        })
      ).id,
    );
  }
  await wait(Math.max(0, at.epochMilliseconds - Date.now()));
  for (const id of ids) await office.untilRunBySchedule(id);
  await wait(5_000);
  let right = 0;
  for (const id of ids) {
    const runs = await office.runsOf(id);
    if (runs.length === 1 && runs[0]?.scheduled === true && runs[0].state === "DONE") right += 1;
  }
  report.holds(
    "a hundred schedules of one minute: each runs exactly once",
    `${right} of ${ROUNDS}`,
    right === ROUNDS,
  );
}

/** Does something for each thing at the same moment, in turn at one server and at the other. */
function atBoth<T, R>(
  servers: Pair,
  things: readonly T[],
  work: (server: RunningServer, thing: T) => Promise<R>,
): Promise<R[]> {
  return Promise.all(things.map((thing, index) => work(servers[index % 2 === 0 ? 0 : 1], thing)));
}

function sessionOf(token: string | undefined): string {
  const payload = token?.split(".")[1] ?? "";
  return payload === ""
    ? ""
    : ((JSON.parse(Buffer.from(payload, "base64url").toString()) as { sid?: string }).sid ?? "");
}
