const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
/** Longest word that is searched for; longer ones are cut. */
const MAX_WORD = 60;
const MAX_WORDS = 8;

/**
 * Lower case, without accents, apostrophes dropped, everything that is no letter or digit (but `@ .
 * + _`) a space.
 */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘`´ʼ]/g, "")
    .replace(/[^\p{L}\p{N}@.+ ]/gu, " ")
    .replace(/ +/g, " ")
    .trim();
}

/**
 * `ae`, `oe`, `ue` read as the umlauts they may stand for: Mueller, Müller and Muller become the
 * same.
 */
function collapsed(text: string): string {
  return text.replace(/([aou])e+/g, "$1");
}

/**
 * The words to look for in a `searchText`. Each must occur somewhere in it, in any order.
 * They contain no characters that mean something in a LIKE pattern.
 */
export function searchWords(query: string): string[] {
  return plain(query)
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS)
    .map((word) => collapsed(word.slice(0, MAX_WORD)));
}

/**
 * A word to look for, as it is typed (lower case, umlauts as they are) and as `searchWords` folds
 * it.
 */
export interface TypedWord {
  typed: string;
  folded: string;
}

/** `searchWords` with the words as they are typed beside them, for what knows German word forms. */
export function typedWords(query: string): TypedWord[] {
  return query
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’‘`´ʼ]/g, "")
    .split(/[^\p{L}\p{M}\p{N}@.+]+/u)
    .flatMap((typed) => searchWords(typed).map((folded) => ({ typed, folded })))
    .slice(0, MAX_WORDS);
}

/**
 * What the search looks through: every part plain, collapsed, and with hyphens and spaces squashed
 * out.
 */
export function searchText(parts: readonly (string | null | undefined)[]): string {
  const variants = new Set<string>();
  for (const part of parts) {
    if (part === null || part === undefined || part === "") continue;
    const folded = plain(part);
    variants.add(collapsed(folded));
    variants.add(folded);
    if (folded.includes(" ")) {
      const squashed = folded.replaceAll(" ", "");
      variants.add(collapsed(squashed));
      variants.add(squashed);
    }
  }
  return [...variants].join(" ");
}

/** A long text with every word folded like `searchWords` folds them. */
export function foldedText(text: string): string {
  return collapsed(plain(text));
}
