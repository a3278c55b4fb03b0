import { FACT_NAMES } from "./column-facts.ts";
import { HeadingIndex, type Likeness } from "./heading-index.ts";
import { ROLES, TICKS_ROLE } from "./roles.ts";

/** What was learnt from lists: see `docs/adr/0068`. */
export interface Weights {
  /** How much the heading counts: being the same, being alike, being the most alike. */
  heading: number[];
  /** By role, how much each fact speaks for it; the last number is how common it is. */
  roles: Record<string, number[]>;
}

const TOP = 0.3;
const TICKS_AT = ROLES.findIndex(({ key }) => key === TICKS_ROLE);
const GROUPS_AT = ROLES.findIndex(({ key }) => key === "groups");
export const HEADING_FACTS = 4;

export const headingIndex = new HeadingIndex(ROLES);

/** Returns what a heading says for each role: `HEADING_FACTS` numbers each. */
export function headingFacts(heading: string, without?: string): number[][] {
  const parts = heading.split("->");
  const own = numbered(parts.at(-1) ?? "", without);
  const whole = parts.length > 1 ? headingIndex.likenesses(heading, without) : undefined;
  const above =
    parts.length > 1 ? headingIndex.likenesses(parts.slice(0, -1).join(" ")) : undefined;
  const likenesses = ROLES.map((_role, at): Likeness => {
    // A column that stands below `Abteilungen` bears the name of one.
    if (at === TICKS_AT) return above?.get(GROUPS_AT) ?? { same: false, alike: 0 };
    const [first, second] = [own.get(at), whole?.get(at)];
    if (first === undefined || second === undefined) return first ?? second ?? NOTHING;
    return second.same || (!first.same && second.alike > first.alike) ? second : first;
  });
  const most = Math.max(...likenesses.map(({ alike }) => alike));
  return likenesses.map(({ same, alike }) => [
    same ? 1 : 0,
    alike,
    alike ** 3,
    alike > TOP && alike === most ? 1 : 0,
  ]);
}

/** The first of several is what it is called; of groups each of them is. */
function numbered(heading: string, without: string | undefined): Map<number, Likeness> {
  const own = headingIndex.likenesses(heading, without);
  const first = headingIndex.unnumbered(heading, without);
  if (first === undefined) return own;
  for (const [role, likeness] of first.likenesses)
    if ((first.number === 1 || role === GROUPS_AT) && likeness.alike > (own.get(role)?.alike ?? 0))
      own.set(role, { same: false, alike: likeness.alike * NEARLY });
  return own;
}

const NEARLY = 0.95;
const NOTHING: Likeness = { same: false, alike: 0 };

/** Returns the logarithm of how likely a column has each role, in their order. */
export function roleOdds(
  { heading, roles }: Weights,
  said: readonly (readonly number[])[],
  facts: readonly number[],
): number[] {
  const scores = ROLES.map(({ key }, at) => {
    const weights = roles[key];
    let score = weights?.[FACT_NAMES.length] ?? 0;
    for (let fact = 0; fact < facts.length; fact++)
      score += (facts[fact] ?? 0) * (weights?.[fact] ?? 0);
    for (let fact = 0; fact < HEADING_FACTS; fact++)
      score += (said[at]?.[fact] ?? 0) * (heading[fact] ?? 0);
    return score;
  });
  const most = Math.max(...scores);
  const sum = Math.log(scores.reduce((total, score) => total + Math.exp(score - most), 0)) + most;
  return scores.map((score) => score - sum);
}
