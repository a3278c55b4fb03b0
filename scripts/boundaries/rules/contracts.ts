import { placeOf } from "../places.ts";
import type { ImportRule } from "./imports.ts";

/** A contract is read by the browser and by the server: it stands on nothing of either. */
export const contracts: ImportRule = ({ path }, { own, target }) => {
  if (!placeOf(path).isContract) return undefined;
  return (own ? placeOf(target).isShared : target === "zod")
    ? undefined
    : "contracts import zod and contracts only";
};
