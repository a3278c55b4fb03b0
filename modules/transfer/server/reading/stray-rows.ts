import { textOf } from "./headings.ts";
import type { RawRow } from "./table.ts";

/** Sums, footers and legends, by how they begin. */
const TOTALS =
  /^(?:(?:zwischen|gesamt)?summen?\b|gesamt|insgesamt|anzahl\b|total\b|sub-?total|sum\b|count\b|mitglieder gesamt|legende?\b|erläuterung|abkürzungen|gedruckt|druckdatum|erstellt (?:am|von|mit)|ausgedruckt|stand[: ]|seite \d|page \d|ende der liste|hinweis:|\*+ ?=|\* )/i;
const SAMPLE =
  /muster(?:mann|frau|stadt|ort|hausen|str|weg|straße|verein)|\bmax muster|\bbeispiel|\bmuster\b/i;
/** Lists this narrow have rows of one cell that are people. */
const LEAST_WIDTH = 4;
/** Example rows stand right below the headings. */
const FIRST_ROWS = 3;

/**
 * Makes a judge of the rows of a list that are no people: headings that come again, headings of
 * parts, sums, legends, footers and example rows. `usual`: how many cells of a row are filled.
 */
export function strayJudge(
  columns: readonly string[],
  first: readonly RawRow[],
): (row: RawRow) => boolean {
  const headings = columns.map((name) => textOf(name.split("->").at(-1) ?? "").toLowerCase());
  const counts = first.map(({ cells }) => filledOf(cells).length).toSorted((a, b) => a - b);
  const usual = counts[Math.floor(counts.length / 2)] ?? 0;
  const early = new Set(first.slice(0, FIRST_ROWS).map(({ line }) => line));
  return ({ line, cells }) => {
    // Nearly every row is a person's, and is seen to be one at a glance.
    const begun = cells.findIndex((cell) => cell !== null && cell !== "");
    if (begun === -1) return false;
    const isEarly = early.has(line);
    const said = cells[begun];
    if (typeof said === "string" && TOTALS.test(said.trim()) && isSum(cells, begun)) return true;
    if (
      !isEarly &&
      countOf(cells) > Math.max(2, usual / 3) &&
      textOf(cells[begun]).toLowerCase() !== headings[begun]
    )
      return false;
    const filled = filledOf(cells);
    if (filled.length === 0) return false;
    const same = filled.filter(({ text, at }) => text.toLowerCase() === headings[at]);
    if (same.length >= 2 && same.length >= filled.length * 0.6) return true;
    if (usual < LEAST_WIDTH) return false;
    const isSparse = filled.length <= Math.max(2, usual / 3);
    if (isSparse && filled.some(({ text }) => TOTALS.test(text))) return true;
    const [only] = filled;
    if (filled.length === 1 && only !== undefined && only.at <= 1 && !/^\d+$/.test(only.text))
      return true;
    return (
      isEarly &&
      first.length > FIRST_ROWS &&
      filled.filter(({ text }) => SAMPLE.test(text)).length >= 2
    );
  };
}

/** A word for a sum, and else nothing but numbers. */
function isSum(cells: RawRow["cells"], from: number): boolean {
  const others = cells.slice(from + 1).filter((cell) => cell !== null && cell !== "");
  return (
    others.length > 0 &&
    others.every(
      (cell) => typeof cell === "number" || /^[-\d.,\s€]+(?:EUR|Euro)?$/.test(textOf(cell)),
    )
  );
}

function countOf(cells: RawRow["cells"]): number {
  let count = 0;
  for (const cell of cells) if (cell !== null && cell !== "") count++;
  return count;
}

function filledOf(cells: RawRow["cells"]): { text: string; at: number }[] {
  return cells.flatMap((cell, at) => {
    const text = textOf(cell);
    return text === "" ? [] : [{ text, at }];
  });
}

/** Most lines that are named one by one. */
const NAMED = 5;

/** Says once which rows were left out because they are nobody. */
export function straySentence(lines: readonly number[]): string[] {
  if (lines.length === 0) return [];
  const named = lines.slice(0, NAMED).join(", ");
  const more = lines.length > NAMED ? " …" : "";
  return [
    lines.length === 1
      ? `Zeile ${named} ist keine Person (Überschrift, Summe, Beispiel oder Fußzeile) und wird nicht gelesen.`
      : `${lines.length.toLocaleString("de")} Zeilen sind keine Personen (Überschriften, Summen, Beispiele oder Fußzeilen) und werden nicht gelesen: ${named}${more}.`,
  ];
}
