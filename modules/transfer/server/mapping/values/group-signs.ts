import { oneLine } from "./cell-text.ts";

/** Signs that part groups in some lists and stand within their names in others. */
const UNSURE = [
  { split: /\s*\/\s*/, test: /\S\s*\/\s*\S/ },
  { split: /\s+und\s+|\s*\bu\.\s*/i, test: /\S\s+(?:und|u\.)\s+\S/i },
  { split: /\s*[+&]\s*/, test: /\S\s*[+&]\s*\S/ },
] as const;
const SURE = /[,;|]|\s*:::\s*/;
/** Google's own lists of contacts, `* myContacts`. */
const SYSTEM = /^\* ?\w+$/;
/** Share of the pieces that have to be groups by what else the column and the club say. */
const KNOWN_PIECES = 0.7;

/**
 * Returns how the cells of a column are parted into groups. `Turnen/Tanz` is two where its pieces
 * stand alone elsewhere or come again and again; `Eltern und Kind` is one.
 */
export function groupParts(
  cells: readonly string[],
  known: ReadonlySet<string>,
): (text: string) => string[] {
  const parted = cells.flatMap(bySureSigns);
  const signs = UNSURE.filter(({ split, test }) => {
    const joined = new Set(parted.filter((part) => test.test(part)));
    if (joined.size === 0) return false;
    const counts = new Map<string, number>();
    for (const part of new Set(parted))
      for (const piece of part.split(split))
        counts.set(folded(piece), (counts.get(folded(piece)) ?? 0) + 1);
    const pieces = [...joined].flatMap((part) => part.split(split).map(folded));
    const meant = pieces.filter(
      (piece) => piece !== "" && (known.has(piece) || (counts.get(piece) ?? 0) > 1),
    );
    // The club knows it as one group.
    if ([...joined].every((part) => known.has(folded(part)))) return false;
    return meant.length >= pieces.length * KNOWN_PIECES;
  });
  return (text) =>
    signs
      .reduce<string[]>(
        (parts, { split }) =>
          parts.flatMap((part) => (known.has(folded(part)) ? [part] : part.split(split))),
        bySureSigns(text),
      )
      .filter((part) => part !== "");
}

/** One a line where there are lines, so that names may hold commas. */
function bySureSigns(text: string): string[] {
  return text
    .split(text.includes("\n") ? /\r?\n/ : SURE)
    .map((part) => oneLine(part).trim())
    .filter((part) => part !== "" && !SYSTEM.test(part));
}

export function folded(name: string): string {
  return name.trim().toLocaleLowerCase("de");
}
