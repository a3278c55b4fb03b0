import { TEXT_LINES } from "../../tuning.ts";
import type { ReadLetter } from "./read-lines.ts";

/** A letter that both readings agree on, or the one that is believed. */
export interface JoinedLetter extends ReadLetter {
  /** A blank stands before it. */
  begins: boolean;
  /** Both readings see it. */
  isAgreed: boolean;
}

/** What the first reading can't tell apart from its plain letter. */
const PLAIN: Readonly<Record<string, string>> = {
  ä: "a",
  ö: "o",
  ü: "u",
  Ä: "A",
  Ö: "O",
  Ü: "U",
  ß: "B",
  "„": '"',
  "“": '"',
  "”": '"',
  "»": '"',
  "«": '"',
  "–": "-",
  "—": "-",
  "’": "'",
  "‘": "'",
  "（": "(",
  "）": ")",
  "：": ":",
  "，": ",",
  "。": ".",
  "、": ",",
  "·": ".",
};
/** Signs that the first reading doesn't know, or passes over. */
const MISSED = /[€„“”–—·.,:;()/&+!?-]/u;
/** Signs of other scripts are no letters of a German text. */
const FOREIGN = /[\u2e80-\u9fff\uff66-\uffef]/u;

/**
 * Joins two readings of one line. The first sees which letters stand there and where, better than
 * the second, but knows no umlauts and loses blanks; the second knows the language.
 */
export function joinReadings(first: readonly ReadLetter[], second: string): JoinedLetter[] {
  const seen = blanksApart(first.flatMap((letter) => plainSign(letter)));
  const told = blanksApart([...second.trim()].map((text) => ({ text, at: 0, share: 0 })));
  if (seen.length === 0) return [];
  const pairs = aligned(
    seen.map(({ text }) => plain(text)),
    told.map(({ text }) => plain(text)),
  );
  const alike = pairs.filter(
    ([a, b]) =>
      a !== null && b !== null && plain(seen[a]?.text ?? "") === plain(told[b]?.text ?? ""),
  ).length;
  const isTrusted = alike >= TEXT_LINES.alike * Math.max(seen.length, told.length);
  const letters: JoinedLetter[] = [];
  // A sign that was passed over stands where the first reading saw a blank.
  let isFilled = false;
  for (const [a, b] of pairs) {
    const one = a === null ? undefined : seen[a];
    const other = b === null ? undefined : told[b];
    if (one === undefined) {
      // Both neighbours agree, so the sign between them is believed.
      if (isTrusted && other !== undefined && MISSED.test(other.text)) {
        isFilled = true;
        letters.push({ ...other, at: letters.at(-1)?.at ?? 0, share: TEXT_LINES.shareOfMissed });
      }
      continue;
    }
    const isSame = other !== undefined && plain(one.text) === plain(other.text);
    const text = isSame && (isTrusted || isUmlautOf(one.text, other.text)) ? other.text : one.text;
    letters.push({
      ...one,
      text,
      begins:
        isFilled && isSame ? other.begins : one.begins || (isSame && isTrusted && other.begins),
      isAgreed: isSame,
      share: isSame
        ? Math.max(one.share, TEXT_LINES.shareOfAgreed)
        : one.share * (other === undefined ? 1 : TEXT_LINES.shareOfDoubted),
    });
    isFilled = false;
  }
  return letters;
}

function plainSign(letter: ReadLetter): ReadLetter[] {
  const text = letter.text.normalize("NFKC").replaceAll("。", ".").replaceAll("、", ",");
  return FOREIGN.test(text) ? [] : [{ ...letter, text }];
}

function isUmlautOf(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return PLAIN[text] ?? text;
}

function blanksApart(letters: readonly ReadLetter[]): JoinedLetter[] {
  const found: JoinedLetter[] = [];
  let begins = true;
  for (const letter of letters) {
    if (/^\s*$/u.test(letter.text)) {
      begins = true;
      continue;
    }
    found.push({ ...letter, begins, isAgreed: false });
    begins = false;
  }
  return found;
}

/** Pairs of indexes, least changes between both; null: nothing stands there in the other one. */
function aligned(a: readonly string[], b: readonly string[]): [number | null, number | null][] {
  const costs = Array.from({ length: a.length + 1 }, (_, i) => {
    const row = new Float64Array(b.length + 1);
    row[0] = i;
    return row;
  });
  for (let j = 0; j <= b.length; j++) if (costs[0] !== undefined) costs[0][j] = j;
  const cost = (i: number, j: number) => costs[i]?.[j] ?? 0;
  const change = (i: number, j: number) => (a[i] === b[j] ? 0 : sameCase(a[i], b[j]) ? 0.4 : 1.2);
  for (let i = 1; i <= a.length; i++) {
    const row = costs[i];
    if (row === undefined) continue;
    for (let j = 1; j <= b.length; j++)
      row[j] = Math.min(
        cost(i - 1, j - 1) + change(i - 1, j - 1),
        cost(i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
      );
  }
  const pairs: [number | null, number | null][] = [];
  let i = a.length;
  let j = b.length;
  while (i > 0 || j > 0) {
    if (i > 0 && j > 0 && cost(i, j) === cost(i - 1, j - 1) + change(i - 1, j - 1)) {
      i--;
      j--;
      pairs.push([i, j]);
    } else if (i > 0 && cost(i, j) === cost(i - 1, j) + 1) {
      i--;
      pairs.push([i, null]);
    } else {
      j--;
      pairs.push([null, j]);
    }
  }
  return pairs.toReversed();
}

function sameCase(a: string | undefined, b: string | undefined): boolean {
  return a?.toLowerCase() === b?.toLowerCase();
}
