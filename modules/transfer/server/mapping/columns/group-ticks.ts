import { headingIndex } from "./role-odds.ts";
import { ROLES } from "./roles.ts";
import { isSectionName } from "./section-names.ts";

const TICK = /^(?:[x✓✔☑1]|xx|ja|j|yes|y|true|wahr)$/i;
const NO = /^(?:nein|n|no|false|falsch|0|-)$/i;
/** A row of sums below them is no reason to take crosses for something else. */
const TICKED = 0.9;
/** So many columns of crosses side by side are a matrix. */
const MATRIX = 3;
/** A heading that is this much like a name says what is ticked there: a consent, a payment. */
const NAMED = 0.65;

/**
 * Returns the headings of columns that tick groups, below one that says so: those beside a column
 * that stands below a heading of its own (a cell above several columns that is not merged reaches
 * as far as the crosses do), those that are called as sections of clubs are, and three or more side
 * by side that say nothing else.
 */
export function groupsTicked(
  names: readonly string[],
  texts: readonly (readonly string[])[],
): Map<number, string> {
  const found = new Map<number, string>();
  const ticked = names.map((_name, at) => isTicked(texts[at] ?? []));
  const own = names.map((name) => name.split("->").at(-1) ?? name);
  const above = names.map((name) => name.split("->").slice(0, -1).join("->"));
  let reaching = "";
  for (const [at, name] of names.entries()) {
    if (above[at] !== "") reaching = ticked[at] === true ? (above[at] ?? "") : "";
    else if (reaching !== "" && ticked[at] === true) found.set(at, `${reaching}->${name}`);
    else reaching = "";
  }
  const isGroup = (at: number) =>
    ticked[at] === true && !isNamed(own[at] ?? "") && !isNamed(above[at] ?? "");
  for (let from = 0; from < names.length; from++) {
    let to = from;
    while (ticked[to] === true) to++;
    const groups = Array.from({ length: to - from }, (_, at) => from + at).filter(isGroup);
    for (const at of groups)
      if (groups.length >= MATRIX || isSectionName(own[at] ?? ""))
        found.set(at, `${GROUPS}->${own[at] ?? ""}`);
    from = Math.max(from, to);
  }
  return found;
}

const GROUPS = "Gruppen";

function isTicked(texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== "");
  const ticks = filled.filter((text) => TICK.test(text) || NO.test(text));
  return (
    filled.length > 0 &&
    ticks.length >= filled.length * TICKED &&
    ticks.some((text) => TICK.test(text))
  );
}

function isNamed(heading: string): boolean {
  if (heading === "" || isSectionName(heading)) return false;
  return [...headingIndex.likenesses(heading)].some(
    ([role, { alike }]) => alike > NAMED && ROLES[role]?.key !== "groups",
  );
}
