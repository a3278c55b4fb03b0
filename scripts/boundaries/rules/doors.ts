import { isTest, placeOf } from "../places.ts";
import type { ImportRule } from "./imports.ts";

const DOORS = /^modules\/[^/]+\/(([a-z-]+-)?contract\.ts|(server|web)\/public\.tsx?)$/;
const DOOR_OF_TESTS = /^modules\/[^/]+\/((server|web)\/)?testing\.ts$/;

/** Modules meet through what they offer to others. */
export const doors: ImportRule = ({ path }, { own, target }) => {
  const [from, to] = [placeOf(path), placeOf(target)];
  if (!own || from.top !== "modules" || to.top !== "modules" || from.module === to.module)
    return undefined;
  if (DOORS.test(target) || (isTest(path) && DOOR_OF_TESTS.test(target))) return undefined;
  return "another module is reached by its contract.ts, server/public.ts or web/public.ts only";
};
