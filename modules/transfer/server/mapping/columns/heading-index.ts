import { withoutFillingIn } from "../name-lookup.ts";

/** How alike a heading is to the names of a role: 1 for the same, 0 for nothing in common. */
export interface Likeness {
  same: boolean;
  alike: number;
}

export interface NumberedLikeness {
  number: number;
  likenesses: Map<number, Likeness>;
}

interface KnownName {
  role: number;
  key: string;
  pieces: Map<string, number>;
}

/**
 * Finds the roles whose names are most like a heading, by the pieces of its words: so `Mtgl.-Nr` is
 * near `Mitgl.Nr.` and `Vereinseintrittsdatum` near `Eintrittsdatum`, which no list of names could
 * hold all of. Pieces that many names share count little.
 */
export class HeadingIndex {
  readonly #known: KnownName[] = [];
  readonly #weights = new Map<string, number>();
  readonly #byPiece = new Map<string, number[]>();
  readonly #byKey = new Map<string, number[]>();

  constructor(roles: readonly { names: readonly string[] }[]) {
    const all = roles.flatMap(({ names }, role) =>
      names.map((name) => ({ role, key: keyOf(name), words: wordsOf(name) })),
    );
    const counts = new Map<string, number>();
    for (const { words } of all)
      for (const piece of new Set(piecesOf(words))) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    for (const [piece, count] of counts) this.#weights.set(piece, Math.log(1 + all.length / count));
    for (const { role, key, words } of all) {
      const at = this.#known.length;
      const pieces = this.#weighed(words);
      this.#known.push({ role, key, pieces });
      for (const piece of pieces.keys())
        this.#byPiece.getOrInsertComputed(piece, () => []).push(at);
      this.#byKey.getOrInsertComputed(key, () => []).push(at);
    }
  }

  /**
   * Returns the likeness to each role that has any. `without`: a name that is left out, to learn how
   * headings do that are not known.
   */
  likenesses(heading: string, without?: string): Map<number, Likeness> {
    const found = new Map<number, Likeness>();
    const left = without === undefined ? undefined : keyOf(without);
    const key = keyOf(heading);
    const own = this.#weighed(wordsOf(heading));
    const products = new Map<number, number>();
    for (const [piece, weight] of own)
      for (const at of this.#byPiece.get(piece) ?? [])
        products.set(
          at,
          (products.get(at) ?? 0) + weight * (this.#known[at]?.pieces.get(piece) ?? 0),
        );
    for (const [at, alike] of products) {
      const name = this.#known[at];
      if (name === undefined || name.key === left) continue;
      const before = found.get(name.role);
      if (before === undefined || before.alike < alike)
        found.set(name.role, { same: before?.same ?? false, alike });
    }
    if (key !== left && key !== "")
      for (const at of this.#byKey.get(key) ?? [])
        found.set(this.#known[at]?.role ?? 0, { same: true, alike: 1 });
    return found;
  }

  /**
   * Returns the likeness of a heading that ends in a number to what it would be without: `Str. 1` is
   * the first street. Undefined when it ends in none, or is known with it.
   */
  unnumbered(heading: string, without?: string): NumberedLikeness | undefined {
    const numbered = /^(.*\p{L}.*?)[\s.:_-]*([1-9])$/u.exec(heading.trim());
    if (numbered === null || this.#byKey.has(keyOf(heading))) return undefined;
    return {
      number: Number(numbered[2]),
      likenesses: this.likenesses(numbered[1] ?? "", without),
    };
  }

  #weighed(words: readonly string[]): Map<string, number> {
    const pieces = new Map<string, number>();
    for (const piece of piecesOf(words))
      pieces.set(piece, (pieces.get(piece) ?? 0) + (this.#weights.get(piece) ?? UNKNOWN_PIECE));
    const length = Math.hypot(...pieces.values()) || 1;
    return new Map([...pieces].map(([piece, weight]) => [piece, weight / length]));
  }
}

/** A piece that no known name has says that the heading is something else. */
const UNKNOWN_PIECE = 5;

function keyOf(name: string): string {
  return wordsOf(name).join("");
}

/** `GEBURTS_DATUM`, `geburtsDatum` and `Geb.-Datum (TT.MM.JJJJ)`: words of small letters. */
function wordsOf(name: string): string[] {
  const words = allWordsOf(name);
  return words.every((word) => word.length < 2 && word !== "#") ? [] : words;
}

/** A column that was given a name because it has none. */
const UNNAMED = /^(?:spalte|column|feld|field|unnamed:?)\s*\d*$/i;

function allWordsOf(name: string): string[] {
  if (UNNAMED.test(name.trim())) return [];
  return withoutFillingIn(name)
    .replaceAll("->", " ")
    .replace(/\u00ad|-\s*\n\s*|-\s(?=\p{Ll})/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .split(/[^\p{L}\p{N}#]+|(?<=\p{L})(?=\p{N})/u)
    .filter((word) => word !== "" && !FILLERS.has(word));
}

/** Words that tell nothing of what a column is. */
const FILLERS = new Set([
  "der",
  "die",
  "das",
  "des",
  "und",
  "u",
  "o",
  "oder",
  "the",
  "of",
  "in",
  "a",
]);

/** Three letters each, with where words begin and end; and the first two to four of each word. */
function piecesOf(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const padded = `^${word}$`;
    const pieces = Array.from({ length: Math.max(1, padded.length - 2) }, (_, at) =>
      padded.slice(at, at + 3),
    );
    for (const length of [2, 4])
      if (word.length >= length) pieces.push(`^${word.slice(0, length)}`);
    pieces.push(`=${word}`);
    return pieces;
  });
}
