import type { ImportRun, MatchKey } from "../../import-contract.ts";

/** How an import treats what it finds; sources keep these and a run may have its own. */
export interface Rules {
  matchKeys: MatchKey[];
  onNew: ImportRun["onNew"];
  onChanged: ImportRun["onChanged"];
  onMissing: ImportRun["onMissing"];
  unknownGroups: ImportRun["unknownGroups"];
  /** "" is none. */
  clearWord: string;
  strict: boolean;
  neededFields: string[];
}

export function rulesOf(
  record: Pick<
    ImportRun,
    | "matchKeys"
    | "onNew"
    | "onChanged"
    | "onMissing"
    | "unknownGroups"
    | "clearWord"
    | "strict"
    | "neededFields"
  >,
): Rules {
  const { matchKeys, onNew, onChanged, onMissing, unknownGroups, clearWord, strict, neededFields } =
    record;
  return {
    matchKeys: [...matchKeys],
    onNew,
    onChanged,
    onMissing,
    unknownGroups,
    clearWord: clearWord ?? "",
    strict,
    neededFields: [...neededFields],
  };
}

/** As the server wants them. */
export function sentRules(rules: Rules) {
  return { ...rules, clearWord: rules.clearWord.trim() === "" ? null : rules.clearWord.trim() };
}
