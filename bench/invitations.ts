import { withClient } from "#platform/server/database/migrate.ts";
import { hasOneWinner, makeRounds, PEOPLE, ROUNDS, tenantIdOf } from "./last-place.ts";
import { type FloorPlan, startFloor } from "./floor.ts";
import type { Bench } from "./lists.ts";
import { percentiles } from "./load.ts";
import { type Figure, ms, times } from "./report.ts";

/**
 * Fifty people who accept at the same moment where one place is left, a hundred times: who has it,
 * and how long it takes.
 */
export async function lastPlaceFigures(
  { installation, origin }: Omit<Bench, "floorOrigin">,
  tenant: string,
  plan: Omit<FloorPlan, "lists" | "tenantId">,
): Promise<Figure[]> {
  return withClient(installation.ownerUrl, async (client) => {
    const tenantId = await tenantIdOf(client, tenant);
    const rounds = await makeRounds(client, tenantId);
    const lock = {
      name: "lock",
      text: "SELECT id FROM event WHERE id = $1 FOR NO KEY UPDATE",
      values: [rounds[0]?.eventId ?? ""],
    };
    const floor = await startFloor({
      ...plan,
      tenantId,
      lists: [
        {
          path: "/lock",
          statements: [BEGIN, { ...BOUND, values: [tenantId] }, lock, COMMIT],
          text: "{}",
        },
      ],
    });
    try {
      const ours: number[] = [];
      const theirs: number[] = [];
      let right = 0;
      for (const { eventId, publicIds } of rounds) {
        ours.push(
          ...(await atOnce(
            publicIds.map((id) => ({
              url: `${origin}/public/${tenant}/invitation/${id}?accept=true`,
              method: "PUT",
            })),
          )),
        );
        theirs.push(
          ...(await atOnce(publicIds.map(() => ({ url: `${floor.origin}/lock`, method: "GET" })))),
        );
        if (await hasOneWinner(client, eventId)) right++;
      }
      const [us, them] = [percentiles(ours), percentiles(theirs)];
      return [
        {
          what: `${PEOPLE} answers at once for one last place: rounds with exactly one winner`,
          ours: `${right} of ${ROUNDS}`,
          demand: `${ROUNDS} of ${ROUNDS}`,
          met: right === ROUNDS,
        },
        {
          what: `${PEOPLE} answers at once for one last place: time of an answer`,
          ours: `p50 ${ms(us.p50)}, p99 ${ms(us.p99)}`,
          floor: `p50 ${ms(them.p50)}, p99 ${ms(them.p99)}`,
          ratio: times(us.p50 / them.p50),
        },
      ];
    } finally {
      await floor.stop();
    }
  });
}

const BEGIN = { text: "BEGIN", values: [] };
const COMMIT = { text: "COMMIT", values: [] };
const BOUND = { name: "tenant", text: "SELECT set_config('app.tenant_id', $1, true)" };

async function atOnce(requests: readonly { url: string; method: string }[]): Promise<number[]> {
  return Promise.all(
    requests.map(async ({ url, method }) => {
      const begun = performance.now();
      const answer = await fetch(url, { method });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}`);
      return performance.now() - begun;
    }),
  );
}
