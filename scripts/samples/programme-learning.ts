/**
 * `npm run programmes:learn -- [SEEDS [ROUNDS]]`: learns `modules/event-import/server/layout/weights.ts` from
 * generated sheets, so many of each kind that is not held out, and writes it. It goes on from the
 * weights that are there, and leaves them where nothing gains more.
 */
import { writeFileSync } from "node:fs";
import { FEATURES, type Features } from "#modules/event-import/server/layout/explanation.ts";
import type { Watch } from "#modules/event-import/server/layout/segmentation.ts";
import { WEIGHTS } from "#modules/event-import/server/layout/weights.ts";
import { readProgramme } from "#modules/event-import/server/read-programme.ts";
import { compareDays, type TrueFile } from "./programme-score.ts";
import { Random } from "./sheets/random.ts";
import { SHEET_KINDS } from "./sheets/sheets.ts";

interface Choice {
  features: readonly number[];
  /** Events found less those that are none. */
  gain: number;
}

const TODAY = Temporal.PlainDate.from("2026-11-21");
const ROUNDS = Number(process.argv[3] ?? 3);
const EPOCHS = 12;
const RATE = 0.05;
/** Pulls weights back to where they began, unless something speaks against it. */
const DECAY = 0.002;
const INVENTED = 1.2;
const MOST_FOR_PART = -0.3;
const AGAINST: ReadonlySet<string> = new Set([
  "place",
  "digits",
  "long",
  "odd",
  "note",
  "columnName",
  "clubName",
  "sentence",
  "weekdayDiffers",
  "longDescription",
  "datedDescription",
  "sameTitle",
  "headlineLeft",
  "unlikeOthers",
  "datesLeft",
  "timesLeft",
  "wordsLeft",
  "backwards",
]);
const FOR: ReadonlySet<string> = new Set([
  "eventWord",
  "weekdayAgrees",
  "timed",
  "placed",
  "emphasised",
  "headline",
  "onlyDate",
  "headedRow",
]);
/** Where learning begins: at the weights that are there, 0 for a feature that is new. */
const START = Object.fromEntries(FEATURES.map((name) => [name, WEIGHTS[name] ?? 0])) as Features;
const seeds = Number(process.argv[2] ?? 12);

Object.assign(WEIGHTS, START);
// What was tried with earlier weights stays: they should not be chosen again.
const groups: Choice[][] = [];
let best = { share: -Infinity, weights: { ...WEIGHTS } };
for (let round = 0; round <= ROUNDS; round++) {
  const tried = await choices(round);
  console.log(
    `round ${round}: ${tried.groups.length} parts, gained ${(100 * tried.share).toFixed(1)} % with the weights so far`,
  );
  if (tried.share > best.share) best = { share: tried.share, weights: { ...WEIGHTS } };
  groups.push(...tried.groups);
  if (round < ROUNDS) Object.assign(WEIGHTS, learned(groups));
}
Object.assign(WEIGHTS, best.weights);
write();

async function choices(round: number): Promise<{ groups: Choice[][]; share: number }> {
  const groups: Choice[][] = [];
  const shares: number[] = [];
  for (const kind of SHEET_KINDS.filter(({ isHeldOut }) => !isHeldOut)) {
    for (let seed = 0; seed < seeds; seed++) {
      const { pages, truth } = kind.draw(new Random(round * 100_000 + seed));
      const watch: Watch = (alternatives) => {
        const group = new Map<string, Choice>();
        for (const { features, events } of alternatives) {
          const found = events.map(({ start, title }) => ({ start: start.toString(), title }));
          const choice = {
            features: FEATURES.map((name) => features[name]),
            gain: gainOf(found, truth),
          };
          group.set(choice.features.join(), choice);
        }
        const all = [...group.values()];
        const most = Math.max(...all.map(({ gain: one }) => Math.abs(one)));
        // A poster's one event has to weigh as well.
        if (all.some((one) => one.gain !== all[0]?.gain))
          groups.push(all.map((one) => ({ ...one, gain: one.gain / Math.sqrt(most) })));
      };
      shares.push(gainOf(readProgramme(pages, TODAY, watch), truth) / truth.events.length);
    }
  }
  return { groups, share: shares.reduce((sum, share) => sum + share, 0) / shares.length };
}

function gainOf(events: readonly { start: string; title: string }[], truth: TrueFile): number {
  const { found, invented } = compareDays(events, truth);
  return found - INVENTED * invented;
}

/** The weights by which the readings chosen gain most (expected gain of a soft choice, Adam). */
function learned(groups: readonly Choice[][]): Features {
  const weights = FEATURES.map((name) => WEIGHTS[name]);
  const starts = FEATURES.map((name) => START[name]);
  const first = FEATURES.map(() => 0);
  const second = FEATURES.map(() => 0);
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const group of new Random(epoch + 1).shuffled(groups)) {
      const scores = group.map(({ features }) => dot(features, weights));
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const sum = powers.reduce((total, power) => total + power, 0);
      const shares = powers.map((power) => power / sum);
      const mean = group.reduce((total, { gain }, index) => total + gain * (shares[index] ?? 0), 0);
      step++;
      weights.forEach((weight, at) => {
        const slope = group.reduce(
          (total, { features, gain }, index) =>
            total + (shares[index] ?? 0) * (gain - mean) * (features[at] ?? 0),
          0,
        );
        const m = (first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope);
        const v = (second[at] = 0.999 * (second[at] ?? 0) + 0.001 * slope * slope);
        const rate = (RATE * (1 - epoch / EPOCHS)) / (1 - 0.9 ** Math.min(step, 1_000));
        const change = (rate * m) / (Math.sqrt(v / (1 - 0.999 ** Math.min(step, 10_000))) + 1e-6);
        const back = RATE * DECAY * (weight - (starts[at] ?? 0));
        weights[at] = signed(FEATURES[at], weight + change - back);
      });
    }
  }
  return Object.fromEntries(FEATURES.map((name, at) => [name, weights[at] ?? 0])) as Features;
}

/** What can only speak against a reading, or only for it, whatever the sheets say. */
function signed(name: (typeof FEATURES)[number] | undefined, weight: number): number {
  // Else a page would be cut until nothing speaks against its pieces.
  if (name === "part") return Math.min(MOST_FOR_PART, weight);
  if (name !== undefined && AGAINST.has(name)) return Math.min(0, weight);
  return name !== undefined && FOR.has(name) ? Math.max(0, weight) : weight;
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function write(): void {
  const lines = FEATURES.map((name) => `  ${JSON.stringify(name)}: ${WEIGHTS[name].toFixed(3)},`);
  writeFileSync(
    new URL("../../modules/event-import/server/layout/weights.ts", import.meta.url),
    `import type { Features } from "./explanation.ts";

/**
 * How much each feature speaks for a reading of a part of a page. Learned by \`npm run
 * programmes:learn\` from generated sheets of the kinds that are not held out; not written by hand.
 */
export const WEIGHTS: Features = {
${lines.join("\n")}
};
`,
  );
}
