import { liesBelow } from "../module-order.ts";
import { isTest, placeOf } from "../places.ts";
import type { ImportRule } from "./imports.ts";

/** Modules stand above one another, so that no circle of them can come to be. */
export const order: ImportRule = ({ path }, { own, target }) => {
  const [from, to] = [placeOf(path), placeOf(target)];
  if (!own || from.top !== "modules" || to.top !== "modules" || isTest(path)) return undefined;
  return from.module === to.module || liesBelow(to.module, from.module)
    ? undefined
    : `${to.module} does not lie below ${from.module}`;
};
