import type { z } from "zod";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { importGroup } from "../../../import-contract.ts";
import type { GroupNames } from "./group-names.ts";
import { selectGroupNames } from "../rows/row-queries.ts";

/** The groups that a file names, each with what it means now; unknown ones first. */
export async function importGroups(
  tx: ReadTx,
  runId: string,
  groups: GroupNames,
): Promise<z.infer<typeof importGroup>[]> {
  const names = await selectGroupNames(tx, runId);
  const all = names.map(({ name }) => name);
  const shown = names.map(({ name, rows }) => {
    const meant = groups.meaning(name, all);
    const decision = groups.decisionFor(name);
    return {
      name,
      rows,
      group:
        meant.kind === "GROUP"
          ? { id: meant.group.id, name: meant.group.name, groupName: meant.group.parent_name }
          : null,
      action:
        decision?.action ??
        (meant.kind === "NEW"
          ? ("CREATE" as const)
          : meant.kind === "NONE"
            ? ("IGNORE" as const)
            : null),
      parent: meant.kind === "NEW" ? meant.parent : null,
      problem: meant.kind === "PROBLEM" ? meant.message : null,
    };
  });
  return shown.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null));
}
