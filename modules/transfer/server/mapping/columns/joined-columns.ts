/**
 * Returns the columns that only join two others, as `Eva Müller` beside first and last name, or a
 * whole address beside street and place. `texts`: by column, its cells.
 */
export function joinedColumns(texts: readonly (readonly string[])[]): Set<number> {
  const joined = new Set<number>();
  for (const [at, own] of texts.slice(0, MOST_COLUMNS).entries()) {
    if (repeatsOthers(at, own, texts)) {
      joined.add(at);
      continue;
    }
    const filled = own.flatMap((text, row) => (/\S[\s,/]+\S/.test(text) ? [row] : []));
    if (
      filled.length < LEAST_ROWS ||
      filled.length < own.filter((text) => text !== "").length * 0.9
    )
      continue;
    const others = texts.flatMap((other, index) => (index === at ? [] : [other]));
    const begins = others.filter((other) => agree(filled, own, other, (a, b) => a.startsWith(b)));
    const ends = others.filter((other) => agree(filled, own, other, (a, b) => a.endsWith(b)));
    if (
      begins.some((begin) =>
        ends.some(
          (end) =>
            begin !== end &&
            filled.filter(
              (row) =>
                letters(own[row]).length - letters(begin[row]).length - letters(end[row]).length <=
                6,
            ).length >
              filled.length * 0.8,
        ),
      )
    )
      joined.add(at);
  }
  return joined;
}

/** Of several parts each stands in another column: `Seestr. 24\n01662 Meißen\nDE`. */
function repeatsOthers(
  at: number,
  own: readonly string[],
  texts: readonly (readonly string[])[],
): boolean {
  let rows = 0;
  let repeated = 0;
  for (const [row, text] of own.entries()) {
    const parts = text.split(/[\n,;]/).map(letters);
    if (text === "" || parts.length < 2) continue;
    rows++;
    const others = texts
      .flatMap((other, index) => (index === at ? [] : [letters(other[row])]))
      .filter((other) => other !== "");
    if (parts.every((part) => isMadeOf(part, others))) repeated++;
  }
  return rows >= LEAST_ROWS && repeated >= rows * 0.9 && repeated >= countOf(own) * 0.8;
}

function countOf(texts: readonly string[]): number {
  return texts.filter((text) => text !== "").length;
}

/** One of the others, or two of them one after the other: `01662 Meißen`. */
function isMadeOf(part: string, others: readonly string[]): boolean {
  if (part === "" || others.includes(part)) return true;
  return others.some(
    (first) => part.startsWith(first) && others.includes(part.slice(first.length)),
  );
}

const LEAST_ROWS = 2;
const MOST_COLUMNS = 60;

function agree(
  rows: readonly number[],
  own: readonly string[],
  other: readonly string[],
  test: (a: string, b: string) => boolean,
): boolean {
  const said = rows.filter((row) => letters(other[row]) !== "");
  return (
    said.length > rows.length * 0.6 &&
    said.filter((row) => test(letters(own[row]), letters(other[row]))).length > said.length * 0.95
  );
}

function letters(text = ""): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
