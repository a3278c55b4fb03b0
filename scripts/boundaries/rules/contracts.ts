import { isTest, placeOf } from "../places.ts";
import type { ImportRule } from "./imports.ts";

/**
 * What browser and server share stands on nothing of either: contracts, and the files beside them
 * that hold their shapes.
 */
export const contracts: ImportRule = ({ path }, { own, target }) => {
  if (!placeOf(path).isShared || isTest(path)) return undefined;
  return (own ? placeOf(target).isShared : target === "zod")
    ? undefined
    : "contracts and the files beside them import zod and one another only";
};
