import { hasPlace, liesBelow } from "../module-order.ts";
import { isTest, placeOf } from "../places.ts";
import type { ImportRule } from "./imports.ts";

const ORDER = "scripts/boundaries/module-order.ts";
const HANDED_DOWN = "what is needed from above comes by a field of its manifest";

/** Modules stand above one another, so that no circle of them can come to be. */
export const order: ImportRule = ({ path }, { own, target }) => {
  const [from, to] = [placeOf(path), placeOf(target)];
  if (!own || from.top !== "modules" || to.top !== "modules" || isTest(path)) return undefined;
  if (from.module === to.module || liesBelow(to.module, from.module)) return undefined;
  const unknown = [from.module, to.module].find((name) => name !== undefined && !hasPlace(name));
  return unknown === undefined
    ? `${to.module} does not lie below ${from.module}: ${HANDED_DOWN}`
    : `${unknown} has no place among the modules: put it into ${ORDER}`;
};
