import fastJsonStringify from "fast-json-stringify";
import { z } from "zod";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { projectionOf } from "#platform/server/http/answers/projection.ts";
import { type Bench, listPaths, officeToken } from "./lists.ts";
import { percentiles } from "./load.ts";
import { type Figure, times } from "./report.ts";

const ROUNDS = 9;
const MILLISECONDS = 150;

/**
 * Making the text of an answer with what its contract names, beside plain `JSON.stringify` and the
 * serializer that Fastify brings. The answers are those that the server gives.
 */
export async function serializingFigures(bench: Bench, tenant: string): Promise<Figure[]> {
  const paths = await listPaths(bench.installation, tenant);
  const [list = ""] = paths.get("member list") ?? [];
  const [member = ""] = paths.get("one member") ?? [];
  const [, group = ""] = paths.get("page of a group") ?? [];
  const headers = { authorization: `Bearer ${await officeToken(bench, tenant)}` };
  const figures: Figure[] = [];
  for (const [what, path, shape] of [
    ["50 members of a list", list, usersContract.searchUsers.answer],
    ["one member", member, usersContract.getUser.answer],
    ["50 members of a group", group, groupsContract.searchGroupMembers.answer],
  ] as const) {
    const answer: unknown = await (await fetch(`${bench.origin}${path}`, { headers })).json();
    figures.push(...compared(`text of ${what}`, answer, shape));
  }
  return figures;
}

function compared(what: string, answer: unknown, shape: z.ZodType): Figure[] {
  const project = projectionOf(shape);
  const schema = z.toJSONSchema(shape, { io: "output", target: "draft-7" });
  const others = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0]);
  // A buffer, as it goes to the socket: texts that are put together of pieces are joined there.
  const [ours, theirs, floor] = medians(
    () => Buffer.from(JSON.stringify(project(answer))),
    () => Buffer.from(others(answer)),
    () => Buffer.from(JSON.stringify(answer)),
  );
  const beside = { floor: `${microseconds(floor)} (JSON.stringify)` };
  return [
    { what, ours: microseconds(ours), ...beside, ratio: times(ours / floor) },
    {
      what: `${what}, by fast-json-stringify`,
      ours: microseconds(theirs),
      ...beside,
      ratio: times(theirs / floor),
    },
  ];
}

/**
 * Returns the median time of each, in milliseconds; rounds alternate, because machines are noisy.
 */
function medians(...works: readonly (() => unknown)[]): [number, number, number] {
  const rounds = works.map((work) => ({ work, means: [] as number[] }));
  // The first round is for the compiler.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { work, means } of rounds) {
      const begun = performance.now();
      let count = 0;
      while (performance.now() - begun < MILLISECONDS) {
        for (let repeat = 0; repeat < 20; repeat++) work();
        count += 20;
      }
      if (round > 0) means.push((performance.now() - begun) / count);
    }
  }
  const [first = 0, second = 0, third = 0] = rounds.map(({ means }) => percentiles(means).p50);
  return [first, second, third];
}

function microseconds(milliseconds: number): string {
  return `${(milliseconds * 1_000).toFixed(1)} µs`;
}
