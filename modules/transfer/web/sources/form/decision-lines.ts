import type { FormErrors } from "@mantine/form";
import type { GroupDecision } from "../../../import-contract.ts";
import { CREATE, decisionOf, valueOf } from "../../preview/group-decisions.ts";

/** A name of the file and what it becomes, as a form holds it. */
export interface DecisionLine {
  name: string;
  /** A group's id, or what else may become of it; null: not chosen yet. */
  choice: string | null;
  /** With a new group: the one above it; "" is none. */
  parent: string;
}

export function linesOf(decisions: readonly GroupDecision[]): DecisionLine[] {
  return decisions.map((decision) => ({
    name: decision.name,
    choice: valueOf(decision),
    parent: decision.parent ?? "",
  }));
}

export function sentDecisions(lines: readonly DecisionLine[]): GroupDecision[] {
  return lines.flatMap(({ name, choice, parent }) => {
    if (choice === null) return [];
    const decision = decisionOf(name.trim(), choice);
    return [
      choice === CREATE
        ? { ...decision, parent: parent.trim() === "" ? decision.parent : parent.trim() }
        : decision,
    ];
  });
}

/** What the fields of each line are called where they are listed, by path. */
export function labelsOfLines(lines: readonly DecisionLine[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((_line, index) => [
      [`groupDecisions.${index}.name`, `Gruppe ${index + 1}, Name in der Datei`],
      [`groupDecisions.${index}.groupId`, `Gruppe ${index + 1}, wird im Verein`],
      [`groupDecisions.${index}.parent`, `Gruppe ${index + 1}, unterhalb von`],
    ]),
  );
}

/** German sentences by path, for what is left open or said twice. */
export function problemsOfLines(lines: readonly DecisionLine[]): FormErrors {
  const seen = new Set<string>();
  const problems: FormErrors = {};
  for (const [index, { name, choice }] of lines.entries()) {
    const key = name.trim().toLocaleLowerCase("de");
    if (key === "")
      problems[`groupDecisions.${index}.name`] =
        "Bitte den Namen eintragen, wie er in der Datei steht.";
    else if (seen.has(key))
      problems[`groupDecisions.${index}.name`] = "Dieser Name steht schon weiter oben.";
    if (choice === null)
      problems[`groupDecisions.${index}.groupId`] = "Bitte wählen, was daraus wird.";
    seen.add(key);
  }
  return problems;
}
