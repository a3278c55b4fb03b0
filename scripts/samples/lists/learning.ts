/**
 * `npm run lists:learn`: finds the weights by which columns are known, from generated columns of
 * every role, and writes them beside the code that uses them. The same seeds give the same weights.
 */
import { writeFileSync } from "node:fs";
import { FACT_NAMES, factsOf } from "#modules/transfer/server/mapping/columns/column-facts.ts";
import {
  HEADING_FACTS,
  headingFacts,
  roleOdds,
  type Weights,
} from "#modules/transfer/server/mapping/columns/role-odds.ts";
import { ROLES } from "#modules/transfer/server/mapping/columns/roles.ts";
import { type LearningColumn, learningColumns } from "./learning-columns.ts";

const PER_ROLE = 90;
const ROUNDS = 60;
const STEP = 0.08;
/** Weights are held small, so that no single column makes one. */
const HOLD = 0.0015;
const FILE = new URL(
  "../../../modules/transfer/server/mapping/columns/weights.json",
  import.meta.url,
);

interface Example {
  role: number;
  said: number[][];
  facts: number[];
}

const learnt = examples(learningColumns(1, PER_ROLE));
const tested = examples(learningColumns(2, 20));
const weights = learn(learnt);
writeFileSync(FILE, `${JSON.stringify(rounded(weights))}\n`);
console.log(`known of the learnt columns: ${percent(learnt)}, of others: ${percent(tested)}`);

function examples(columns: readonly LearningColumn[]): Example[] {
  return columns.map(({ role, heading, unknown, texts }) => ({
    role: ROLES.findIndex(({ key }) => key === role),
    said: headingFacts(heading, unknown),
    facts: factsOf(texts),
  }));
}

function learn(all: readonly Example[]): Weights {
  const found: Weights = {
    heading: Array.from({ length: HEADING_FACTS }, () => 1),
    roles: Object.fromEntries(
      ROLES.map(({ key }) => [key, Array.from({ length: FACT_NAMES.length + 1 }, () => 0)]),
    ),
  };
  // Steps get shorter for weights that moved far (Adagrad).
  const moved = structuredClone(found);
  moved.heading.fill(0.1);
  const rows = ROLES.map(({ key }) => found.roles[key] ?? []);
  const movedRows = ROLES.map(({ key }) => (moved.roles[key] ?? []).fill(0.1));
  const order = all.map((_example, at) => at);
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < order.length; at++) {
      const example = all[(at * 7_919 + round * 31) % order.length];
      if (example === undefined) continue;
      const odds = roleOdds(found, example.said, example.facts);
      for (const [role, odd] of odds.entries()) {
        const miss = Math.exp(odd) - (role === example.role ? 1 : 0);
        if (Math.abs(miss) < 1e-4) continue;
        const row = rows[role] ?? [];
        const rowMoved = movedRows[role] ?? [];
        for (let fact = 0; fact <= FACT_NAMES.length; fact++) {
          const value = fact === FACT_NAMES.length ? 1 : (example.facts[fact] ?? 0);
          if (value === 0) continue;
          push(row, rowMoved, fact, miss * value + HOLD * (row[fact] ?? 0));
        }
        for (let fact = 0; fact < HEADING_FACTS; fact++) {
          const value = example.said[role]?.[fact] ?? 0;
          if (value !== 0) push(found.heading, moved.heading, fact, miss * value);
        }
      }
    }
    if (round % 10 === 9) console.log(`round ${round + 1}: ${percent(tested, found)}`);
  }
  return found;
}

function push(row: number[], rowMoved: number[], at: number, slope: number): void {
  rowMoved[at] = (rowMoved[at] ?? 0) + slope * slope;
  row[at] = (row[at] ?? 0) - (STEP * slope) / Math.sqrt(rowMoved[at] ?? 1);
}

function percent(all: readonly Example[], by: Weights = weights): string {
  const right = all.filter(({ role, said, facts }) => {
    const odds = roleOdds(by, said, facts);
    return odds.indexOf(Math.max(...odds)) === role;
  });
  return `${((right.length / all.length) * 100).toFixed(1)} %`;
}

function rounded({ heading, roles }: Weights): Weights {
  const short = (numbers: readonly number[]) => numbers.map((one) => Math.round(one * 100) / 100);
  return {
    heading: short(heading),
    roles: Object.fromEntries(Object.entries(roles).map(([key, row]) => [key, short(row)])),
  };
}
