import type { SearchTerm } from "#platform/server/search.ts";
import type { SearchPiece } from "../contract.ts";

/** Characters of an excerpt, before and after its first hit. */
const BEFORE = 50;
const AFTER = 130;
const MOST_HITS = 40;
/**
 * Long texts are looked through piece by piece, so that it can end in between; the overlap is
 * longer than any word looked for.
 */
const PIECE = 2_000;
const OVERLAP = 400;
/**
 * For all texts of an answer together: made to be slow, they must not keep everybody else waiting.
 * What is not looked through shows its beginning.
 */
const BUDGET_MS = 150;

/** Letters with the accented ones that fold to them, as a class of a regular expression. */
const LETTERS = lettersWithAccents();

/** Finds the terms in texts as they are written: with umlauts, accents, in capitals. */
export function highlighter(terms: readonly SearchTerm[]): {
  pieces(text: string): SearchPiece[];
  excerpt(text: string): SearchPiece[];
} {
  const wanted = patternOf(terms);
  let left = BUDGET_MS;
  return {
    pieces: (text) => marked(text, wanted),
    excerpt(text) {
      const flat = text.replace(/\s+/g, " ");
      const begun = performance.now();
      const first = densest(flat, wanted, begun + left);
      left -= performance.now() - begun;
      // Cut between words, unless they are longer than any word.
      const from =
        first <= BEFORE
          ? 0
          : Math.max(flat.lastIndexOf(" ", first - BEFORE) + 1, first - 2 * BEFORE);
      const end = Math.max(first, 0) + AFTER;
      const space = flat.lastIndexOf(" ", end);
      const to = end >= flat.length ? flat.length : space > first ? space : end;
      return marked(
        `${from > 0 ? "… " : ""}${flat.slice(from, to)}${to < flat.length ? " …" : ""}`,
        wanted,
      );
    },
  };
}

/**
 * Where the part begins that holds the most different words; -1 where there is none. Only the first
 * hits are looked at.
 */
function densest(text: string, wanted: RegExp, until: number): number {
  const hits: { at: number; word: string }[] = [];
  for (
    let from = 0;
    from < text.length && hits.length < MOST_HITS && performance.now() < until;
    from += PIECE
  ) {
    // With the letter before it, which tells where a word begins.
    const start = Math.max(0, from - 1);
    for (const { index, 0: word } of text.slice(start, from + PIECE + OVERLAP).matchAll(wanted)) {
      const at = start + index;
      if (at >= from + PIECE || hits.length === MOST_HITS) break;
      if (at >= from && at > (hits.at(-1)?.at ?? -1)) hits.push({ at, word: word.toLowerCase() });
    }
  }
  const wordsFrom = ({ at }: { at: number }) =>
    new Set(hits.filter((hit) => hit.at >= at && hit.at < at + AFTER).map(({ word }) => word)).size;
  let best = { at: -1, words: 0 };
  for (const hit of hits) {
    const words = wordsFrom(hit);
    if (words > best.words) best = { at: hit.at, words };
  }
  return best.at;
}

function marked(text: string, wanted: RegExp): SearchPiece[] {
  const pieces: SearchPiece[] = [];
  let done = 0;
  for (const { index, 0: hit } of text.matchAll(wanted)) {
    if (index > done) pieces.push({ text: text.slice(done, index), hit: false });
    pieces.push({ text: hit, hit: true });
    done = index + hit.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), hit: false });
  return pieces;
}

/**
 * Words and variants anywhere, short ones at the beginning of a word; longer ones first. Every
 * letter stands for itself, so that the time taken grows with the text and nothing else.
 */
function patternOf(terms: readonly SearchTerm[]): RegExp {
  const words = terms.map(({ word }) => ({ word, where: word.length > 2 ? "" : BEGINNING }));
  const variants = terms.flatMap((term) =>
    term.variants.map((word) => ({ word, where: word.length > 4 ? "" : BEGINNING })),
  );
  const all = [...words, ...variants].sort((a, b) => b.word.length - a.word.length);
  return new RegExp(
    all
      .map(
        ({ word, where }) =>
          where + (word.match(/ss|./gsu) ?? []).map(letterPattern).join("['’‘`´ʼ\\-]?"),
      )
      .join("|"),
    "giu",
  );
}

const BEGINNING = "(?<![\\p{L}\\p{N}])";

function letterPattern(letter: string): string {
  if (letter === "ss") return "(?:ss|ß)";
  const letters = `[${LETTERS.get(letter) ?? `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`}]\\p{M}*`;
  // As the fold has it: ä, ae and a are the same, and so are ß and ss.
  if (letter === "a" || letter === "o" || letter === "u")
    return `${letters}(?:[${LETTERS.get("e") ?? "e"}]\\p{M}*)*`;
  return letters;
}

function lettersWithAccents(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [from, to] of [
    [0x61, 0x7a],
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ] as const) {
    for (let code = from; code <= to; code++) {
      const letter = String.fromCodePoint(code);
      const base = letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
      if (/^[a-z]$/.test(base)) found.set(base, (found.get(base) ?? "") + letter);
    }
  }
  return found;
}
