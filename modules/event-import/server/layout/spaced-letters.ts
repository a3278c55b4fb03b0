import { monthNumber } from "../dates/date-words.ts";
import type { Word } from "../documents/pages.ts";
import { linesOf } from "./lines.ts";

/** Letters of a month's name, and its end, that a PDF program may have drawn as one piece. */
const FEW_LETTERS = /^\p{Lu}{1,2}\.?$/u;

/**
 * Returns the words with names of months whose letters stand apart ("J U N", "AU G") as one word
 * each.
 */
export function withSpacedMonths(words: readonly Word[]): Word[] {
  const gone = new Set<Word>();
  const months: Word[] = [];
  for (const { segments } of linesOf(words)) {
    for (const segment of segments) {
      const name = segment.words.map(({ text }) => text).join("");
      const [first] = segment.words;
      if (
        first === undefined ||
        segment.words.length < 2 ||
        !segment.words.every(({ text }) => FEW_LETTERS.test(text)) ||
        monthNumber(name) === undefined
      )
        continue;
      for (const word of segment.words) gone.add(word);
      months.push({
        ...first,
        text: name,
        x1: segment.x1,
        y0: Math.min(...segment.words.map(({ y0 }) => y0)),
        y1: Math.max(...segment.words.map(({ y1 }) => y1)),
        confidence: Math.min(...segment.words.map(({ confidence }) => confidence)),
      });
    }
  }
  return [...words.filter((word) => !gone.has(word)), ...months];
}
