import { formatNumber, plural } from "#platform/web/format/format.ts";
import {
  MATCH_KEY_LABELS,
  type ImportRun,
  type ImportState,
  type RowKind,
} from "../../import-contract.ts";

export const KIND_LABELS: Record<RowKind, string> = {
  NEW: "Neu",
  CHANGED: "Geändert",
  SAME: "Gleich",
  AMBIGUOUS: "Mehrdeutig",
  FAULTY: "Fehlerhaft",
  MISSING: "Fehlend",
};

export const STATE_LABELS: Record<ImportState, string> = {
  PARSING: "wird gelesen",
  PREVIEW: "wartet auf Sie",
  APPLYING: "wird übernommen",
  APPLIED: "übernommen",
  FAILED: "gescheitert",
  REVERTED: "rückgängig gemacht",
};

const members = (count: number) => plural(count, "Mitglied", "Mitglieder");

/** Number of rows of a kind. */
export function countOfKind(counts: ImportRun["counts"], kind: RowKind): number {
  return {
    NEW: counts.new,
    CHANGED: counts.changed,
    SAME: counts.same,
    AMBIGUOUS: counts.ambiguous,
    FAULTY: counts.faulty,
    MISSING: counts.missing,
  }[kind];
}

/** `4 neu, 12 geändert, 279 gleich`; what is not there, or not for the reader, is not said. */
export function countWords({ compared, counts }: Pick<ImportRun, "compared" | "counts">): string {
  if (!compared) return "mit den Mitgliedern verglichen";
  const words = [
    [counts.new, "neu"],
    [counts.changed, "geändert"],
    [counts.same, "gleich"],
    [counts.ambiguous, "mehrdeutig"],
    [counts.undecided, counts.undecided === 1 ? "wartet auf Gruppen" : "warten auf Gruppen"],
    [counts.faulty, "fehlerhaft"],
    [counts.missing, "fehlend"],
  ] as const;
  return (
    words
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${formatNumber(count)} ${word}`)
      .join(", ") || "keine Zeilen"
  );
}

/** What is being done now, with numbers where they are known. */
export function progressWords({
  stage,
  state,
  progress,
}: Pick<ImportRun, "stage" | "state" | "progress">): string {
  const work = {
    FETCHING: "Die Datei wird abgeholt",
    READING: "Die Datei wird gelesen",
    COMPARING: "Die Zeilen werden mit Ihren Mitgliedern verglichen",
    WRITING: "Die Mitglieder werden übernommen",
    REVERTING: "Der Import wird rückgängig gemacht",
  }[stage ?? (state === "APPLYING" ? "WRITING" : "READING")];
  if (progress.total === 0) return `${work} …`;
  const what = stage === "REVERTING" ? "Änderungen" : "Zeilen";
  return `${work}: ${formatNumber(progress.done)} von ${formatNumber(progress.total)} ${what}`;
}

/** What „Übernehmen“ will do, one sentence each; `groups`: those that new members join. */
export function planSentences(
  run: ImportRun,
  undecided: number,
  groups: readonly string[] = [],
): string[] {
  const { counts } = run;
  const created = run.onNew === "CREATE" ? counts.new : 0;
  const changed = run.onChanged === "SKIP" ? 0 : counts.changed;
  const sentences: string[] = [];
  if (created > 0)
    sentences.push(`${members(created)} ${created === 1 ? "wird" : "werden"} neu angelegt.`);
  if (created > 0 && groups.length > 0)
    sentences.push(
      `${created === 1 ? "Es kommt" : "Sie kommen"} in ${groups.length === 1 ? "die Gruppe" : "die Gruppen"} ${groups.map((name) => `„${name}“`).join(", ")}.`,
    );
  if (counts.new > 0 && created === 0)
    sentences.push(
      `${members(counts.new)} ${counts.new === 1 ? "ist" : "sind"} neu und ${are(counts.new)} nach Ihrer Regel nicht angelegt.`,
    );
  if (changed > 0) {
    const how = run.onChanged === "FILL_EMPTY" ? " ergänzt, wo bisher nichts stand" : " geändert";
    sentences.push(`Bei ${plural(changed, "Mitglied", "Mitgliedern")} werden Angaben${how}.`);
  }
  if (counts.changed > 0 && changed === 0)
    sentences.push(
      `${members(counts.changed)} ${counts.changed === 1 ? "weicht ab und bleibt nach Ihrer Regel, wie es ist" : "weichen ab und bleiben nach Ihrer Regel, wie sie sind"}.`,
    );
  if (counts.missing > 0) {
    sentences.push(
      run.onMissing === "SET_LEFT"
        ? `${members(counts.missing)} ${counts.missing === 1 ? "fehlt" : "fehlen"} in der Datei und ${counts.missing === 1 ? "bekommt" : "bekommen"} heute als Austritt.`
        : `${members(counts.missing)} ${counts.missing === 1 ? "fehlt" : "fehlen"} in der Datei und ${counts.missing === 1 ? "bleibt" : "bleiben"} unverändert.`,
    );
  }
  if (undecided > 0)
    sentences.push(
      `${plural(undecided, "mehrdeutige Zeile bleibt", "mehrdeutige Zeilen bleiben")} draußen, solange Sie nicht entscheiden.`,
    );
  if (counts.undecided > 0)
    sentences.push(
      `${plural(counts.undecided, "Zeile bleibt", "Zeilen bleiben")} draußen, solange über ihre Gruppen nicht entschieden ist.`,
    );
  if (counts.faulty > 0)
    sentences.push(
      `${plural(counts.faulty, "fehlerhafte Zeile bleibt", "fehlerhafte Zeilen bleiben")} draußen; Sie können sie herunterladen und verbessern.`,
    );
  return sentences;
}

const are = (count: number) => (count === 1 ? "wird" : "werden");

/** Does applying write anything at all? */
export function writesSomething(run: ImportRun): boolean {
  const { counts } = run;
  return (
    (run.onNew === "CREATE" && counts.new > 0) ||
    (run.onChanged !== "SKIP" && counts.changed > 0) ||
    (run.onMissing === "SET_LEFT" && counts.missing > 0)
  );
}

/** `Mitgliedsnummer, sonst Name und Geburtstag` */
export function matchKeyWords(keys: ImportRun["matchKeys"]): string {
  return keys.map((key) => MATCH_KEY_LABELS[key]).join(", sonst ");
}
