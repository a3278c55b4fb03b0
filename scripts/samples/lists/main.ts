/**
 * `npm run lists -- [SEEDS] [-v]`: makes lists in the manner of real exports, reads them with the
 * columns that are suggested by themselves, and counts cells. Kinds that nothing was learnt from
 * are counted apart: they say how the next club's list will do.
 */
import { KINDS } from "./kinds/all.ts";
import { makeList } from "./make-list.ts";
import { add, type CellScore, noScore, scoreList } from "./score.ts";

const SHOWN_FAULTS = 8;
const seeds = Number(process.argv[2] ?? "3");
const isVerbose = process.argv.includes("-v");
const totals = { "learnt from": noScore(), "held out": noScore() };

for (const kind of KINDS) {
  const own = noScore();
  for (let seed = 1; seed <= seeds; seed++) add(own, await scoreList(await makeList(kind, seed)));
  add(totals[kind.heldOut ? "held out" : "learnt from"], own);
  console.log(line(`${kind.heldOut ? "* " : "  "}${kind.name}`, own));
  if (isVerbose) for (const fault of faultsOf(own)) console.log(`      ${fault}`);
}
for (const [name, total] of Object.entries(totals)) {
  console.log(line(name, total));
  for (const fault of faultsOf(total).slice(0, SHOWN_FAULTS)) console.log(`      ${fault}`);
}

function line(name: string, { right, missing, wrong }: CellScore): string {
  const all = right + missing + wrong;
  const share = (count: number) => `${((count / all) * 100).toFixed(1)} %`;
  return `${name.padEnd(34)} right ${share(right)}, missing ${share(missing)}, wrong ${share(wrong)} of ${all}`;
}

function faultsOf({ faults }: CellScore): string[] {
  return [...faults]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(
      ([kind, examples]) =>
        `${kind} ${examples.length}: ${[...new Set(examples)].slice(0, 2).join(" | ")}`,
    );
}
