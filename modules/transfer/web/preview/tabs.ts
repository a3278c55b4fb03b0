import type { ImportRun, RowKind } from "../../import-contract.ts";
import { countOfKind, KIND_LABELS } from "../sync/import-words.ts";

const KINDS: readonly RowKind[] = ["AMBIGUOUS", "FAULTY", "NEW", "CHANGED", "MISSING", "SAME"];

/** A part of the preview: rows of one kind, those with hints, or the groups that the file names. */
export type Tab = RowKind | "UNDECIDED" | "HINTS" | "GROUPS";

/** Returns the tabs in which there is something, what has to be decided first. */
export function tabsOf(run: ImportRun, groups: number): Tab[] {
  return [
    ...KINDS.filter((kind) => countOfKind(run.counts, kind) > 0),
    ...(run.counts.undecided > 0 ? (["UNDECIDED"] as const) : []),
    ...(run.hints > 0 ? (["HINTS"] as const) : []),
    ...(groups > 0 ? (["GROUPS"] as const) : []),
  ];
}

/** Returns how many rows, or groups, a tab holds. */
export function countOf(run: ImportRun, tab: Tab, groups: number): number {
  switch (tab) {
    case "HINTS":
      return run.hints;
    case "GROUPS":
      return groups;
    case "UNDECIDED":
      return run.counts.undecided;
    default:
      return countOfKind(run.counts, tab);
  }
}

export function labelOf(tab: Tab): string {
  return tab === "HINTS" || tab === "GROUPS" || tab === "UNDECIDED"
    ? OTHER_LABELS[tab]
    : KIND_LABELS[tab];
}

const OTHER_LABELS = { HINTS: "Hinweise", GROUPS: "Gruppen", UNDECIDED: "Gruppe offen" } as const;

/** Returns what stands above a tab's rows. */
export function explanationOf(tab: Tab, { onMissing }: Pick<ImportRun, "onMissing">): string {
  if (tab !== "MISSING") return EXPLAINED[tab];
  return onMissing === "SET_LEFT"
    ? `${EXPLAINED[tab]} Sie bekommen heute als Austritt.`
    : `${EXPLAINED[tab]} An ihnen wird nichts geändert.`;
}

const EXPLAINED: Record<Tab, string> = {
  AMBIGUOUS:
    "Diese Zeilen passen auf mehrere Mitglieder, oder jemand mit sehr ähnlichen Angaben ist schon da. Sie entscheiden, wer gemeint ist.",
  FAULTY:
    "Diese Zeilen lassen sich so nicht übernehmen. Laden Sie sie herunter, verbessern Sie sie und lesen Sie die Datei wieder ein: Alles andere ist davon nicht betroffen.",
  UNDECIDED:
    "An diesen Zeilen ist nichts falsch. Sie warten, bis Sie bei „Gruppen“ entschieden haben, was aus ihren Gruppen wird.",
  NEW: "Diese Personen gibt es noch nicht.",
  CHANGED: "Links steht, was jetzt bei Ihnen eingetragen ist, rechts, was die Datei sagt.",
  MISSING: "Diese Mitglieder stehen nicht in der Datei.",
  SAME: "Bei diesen Mitgliedern sagt die Datei dasselbe wie Ihre Mitgliederliste.",
  HINTS:
    "Diese Zeilen kommen mit; ein Blick lohnt sich. Angaben, die sich nicht lesen ließen, bleiben leer.",
  GROUPS: "Diese Gruppen nennt die Datei. Was mit unbekannten geschieht, entscheiden Sie.",
};
