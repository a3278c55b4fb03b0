import type { z } from "zod";
import type { GroupDecision, importGroup } from "../../import-contract.ts";

export type GroupOfFile = z.infer<typeof importGroup>;

/** Choices of the picker that are no group. */
export const CREATE = "CREATE";
export const IGNORE = "IGNORE";

const PATH = /\s*->\s*/;

/**
 * What was chosen for a name of the file; a path `Abteilung->Mannschaft` is made below its parent.
 */
export function decisionOf(name: string, value: string): GroupDecision {
  if (value === IGNORE) return { name, action: "IGNORE", groupId: null, parent: null };
  if (value !== CREATE) return { name, action: "USE", groupId: value, parent: null };
  const above = name.split(PATH).slice(0, -1).join("->");
  return { name, action: "CREATE", groupId: null, parent: above === "" ? null : above };
}

/** The picker's value for what is decided; null: nothing yet. */
export function valueOf(decided: {
  action: GroupDecision["action"] | null;
  groupId?: string | null;
  group?: { id: string } | null;
}): string | null {
  if (decided.action === "CREATE") return CREATE;
  if (decided.action === "IGNORE") return IGNORE;
  return decided.groupId ?? decided.group?.id ?? null;
}

/** One decision for each name: the later one holds. */
export function withDecision(
  decisions: readonly GroupDecision[],
  decision: GroupDecision,
): GroupDecision[] {
  return [...decisions.filter((one) => one.name !== decision.name), decision];
}
