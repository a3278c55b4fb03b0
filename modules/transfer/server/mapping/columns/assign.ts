import munkres from "munkres";
import { ROLES } from "./roles.ts";

/** What a column was found to be. */
export interface Assigned {
  role: number;
  /** How sure it is, from 0 to 1. */
  confidence: number;
  /** Other roles that fit too, likely ones first. */
  candidates: number[];
}

/** Roles of which one list has either the first or the others. */
const EITHER_OR: readonly (readonly [whole: readonly string[], parts: readonly string[]])[] = [
  [["fullName"], ["firstname", "lastname"]],
  [
    ["postalCodeAndCity", "address"],
    ["postalCode", "city"],
  ],
  [["address"], ["street", "postalCodeAndCity", "houseNumber", "houseNumberAddition"]],
  [["phones"], ["phone", "mobile"]],
  [["birthday"], ["birthDay", "birthMonth"]],
];
const LEAST = Math.log(0.004);
const SHOWN = Math.log(0.04);
const NEVER = 1e6;

/**
 * Gives each column its role, all together: the whole that is likeliest, in which every field comes
 * from one column. `odds`: by column the logarithms of how likely its roles are.
 */
export function assignRoles(odds: readonly (readonly number[])[]): Assigned[] {
  let best: { roles: number[]; cost: number } | undefined;
  for (const excluded of exclusions(odds)) {
    const found = assignedWithout(odds, excluded);
    if (best === undefined || found.cost < best.cost) best = found;
  }
  const roles = best?.roles ?? [];
  const holder = new Map(roles.map((role, column) => [role, column]));
  return odds.map((own, column) => {
    const role = roles[column] ?? OTHER;
    // Against what it could be besides: a role that another column fills better is none of them.
    const rivals = own.map((odd, other) => {
      if (other === role) return 0;
      const taken = ROLES[other]?.isShared === true ? undefined : holder.get(other);
      const isLost = taken !== undefined && (odds[taken]?.[other] ?? -NEVER) > odd;
      return isLost ? 0 : Math.exp(odd);
    });
    const likely = Math.exp(own[role] ?? -NEVER);
    const all = likely + rivals.reduce((sum, one) => sum + one, 0);
    return {
      role,
      confidence: all === 0 ? 0 : likely / all,
      candidates: own
        .map((odd, other) => ({ odd, other }))
        .filter(({ odd }) => odd > SHOWN)
        .toSorted((a, b) => b.odd - a.odd)
        .map(({ other }) => other),
    };
  });
}

const AT = new Map(ROLES.map(({ key }, at) => [key, at]));
const OTHER = AT.get("other") ?? 0;

function placesOf(keys: readonly string[]): number[] {
  return keys.flatMap((key) => AT.get(key) ?? []);
}

/** Each way of leaving either the wholes or their parts out, of those that may be there at all. */
function exclusions(odds: readonly (readonly number[])[]): Set<number>[] {
  const occurs = (role: number) => odds.some((own) => (own[role] ?? -NEVER) > LEAST);
  let ways: Set<number>[] = [new Set()];
  for (const [whole, parts] of EITHER_OR) {
    const sides = [placesOf(whole), placesOf(parts)].map((side) => side.filter(occurs));
    if (sides.some((side) => side.length === 0)) continue;
    ways = ways.flatMap((way) => sides.map((side) => new Set([...way, ...side])));
  }
  return ways;
}

function assignedWithout(
  odds: readonly (readonly number[])[],
  excluded: ReadonlySet<number>,
): { roles: number[]; cost: number } {
  // A role that several may have has a place for each; the others one for all.
  const free = odds.map((own) => bestShared(own, excluded));
  const rivals = ROLES.flatMap(({ isShared }, role) =>
    !isShared && !excluded.has(role) && odds.some((own) => (own[role] ?? -NEVER) > LEAST)
      ? [role]
      : [],
  );
  const contested = odds.flatMap((own, column) =>
    rivals.some((role) => (own[role] ?? -NEVER) > LEAST) ? [column] : [],
  );
  const roles = free.map(({ role }) => role);
  if (contested.length > 0) {
    const costs = contested.map((column) => [
      ...rivals.map((role) => Math.min(NEVER, -(odds[column]?.[role] ?? -NEVER))),
      ...contested.map((other) => (other === column ? -(free[column]?.odd ?? 0) : NEVER)),
    ]);
    for (const [at, to] of munkres(costs)) {
      const column = contested[at];
      const role = rivals[to];
      if (column !== undefined && role !== undefined) roles[column] = role;
    }
  }
  const cost = roles.reduce((sum, role, column) => sum - (odds[column]?.[role] ?? 0), 0);
  return { roles, cost };
}

function bestShared(
  own: readonly number[],
  excluded: ReadonlySet<number>,
): { role: number; odd: number } {
  let best = { role: OTHER, odd: own[OTHER] ?? -NEVER };
  for (const [role, { isShared }] of ROLES.entries())
    if (isShared && !excluded.has(role) && (own[role] ?? -NEVER) > best.odd)
      best = { role, odd: own[role] ?? -NEVER };
  return best;
}
