import { isTestOfApplication, placeOf } from "../places.ts";
import type { ImportRule } from "./imports.ts";

const HARNESSES = ["e2e", "bench", "faults", "interop"];

/** apps → modules → platform; harnesses stand above all of them. */
export const directions: ImportRule = ({ path }, { own, target }) => {
  if (!own || isTestOfApplication(path, target)) return undefined;
  const [from, to] = [placeOf(path), placeOf(target)];
  if (!HARNESSES.includes(from.top) && HARNESSES.includes(to.top))
    return "the product never imports its harnesses";
  if (from.top === "platform" && to.top !== "platform")
    return "the platform knows no module and no app";
  if (from.top === "modules" && to.top === "apps") return "modules know no app";
  return undefined;
};
