import { DATES } from "../tuning.ts";

/** Returns what gives an answer that was found before, of the last ones. */
export function remembered<A>(): (key: string, find: () => A) => A {
  let recent = new Map<string, A>();
  let older = new Map<string, A>();
  return (key, find) => {
    const known = recent.get(key) ?? older.get(key);
    if (known !== undefined) return known;
    if (recent.size >= DATES.remembered) {
      older = recent;
      recent = new Map();
    }
    const answer = find();
    recent.set(key, answer);
    return answer;
  };
}
