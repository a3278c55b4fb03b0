import { MONTH, WEEKDAY } from "../dates/date-words.ts";
import type { Word } from "../documents/pages.ts";
import { STACKED } from "../tuning.ts";

const DAY = /^(?:0?[1-9]|[12]\d|3[01])\.?$/;
const MONTH_ALONE = new RegExp(`^${MONTH}$`, "iu");
const WEEKDAY_ALONE = new RegExp(`^${WEEKDAY},?$`, "iu");

/**
 * Returns the words with dates that are stacked like the leaf of a calendar ("Sa" above a large
 * "14", below it "MÄR") set side by side, as one date.
 */
export function withStackedDates(words: readonly Word[]): Word[] {
  const months = words.filter(({ text }) => MONTH_ALONE.test(text));
  if (months.length === 0) return [...words];
  const gone = new Set<Word>();
  const dates: Word[] = [];
  for (const month of months) {
    const day = words
      .filter((word) => DAY.test(word.text) && !gone.has(word) && isStacked(word, month))
      .toSorted((a, b) => b.y1 - a.y1)[0];
    if (day === undefined || hasNeighbour(month, words) || hasNeighbour(day, words)) continue;
    const weekday = words.find(
      (word) =>
        WEEKDAY_ALONE.test(word.text) &&
        (isStacked(word, day) || isStacked(month, word)) &&
        !hasNeighbour(word, words),
    );
    const stack = [day, month, ...(weekday === undefined ? [] : [weekday])];
    for (const word of stack) gone.add(word);
    const text = `${weekday === undefined ? "" : `${weekday.text.replace(/,$/, "")}\u00a0`}${day.text.replace(/\.$/, "")}.\u00a0${month.text}`;
    dates.push({
      ...day,
      text: text.replaceAll("\u00a0", " "),
      x0: Math.min(...stack.map(({ x0 }) => x0)),
      x1: Math.max(...stack.map(({ x1 }) => x1)),
      y0: Math.min(...stack.map(({ y0 }) => y0)),
      y1: Math.max(...stack.map(({ y1 }) => y1)),
      size: month.size,
      confidence: Math.min(...stack.map(({ confidence }) => confidence)),
    });
  }
  return [...words.filter((word) => !gone.has(word)), ...dates];
}

/** The upper word right above the lower one. */
function isStacked(upper: Word, lower: Word): boolean {
  const size = Math.max(upper.size, lower.size);
  const gap = lower.y0 - upper.y1;
  return (
    gap > -size * STACKED.overlap &&
    gap < size * STACKED.gap &&
    lower.y1 > upper.y1 &&
    Math.min(upper.x1, lower.x1) > Math.max(upper.x0, lower.x0)
  );
}

/** A word beside it in its line: then it is part of a text. */
function hasNeighbour(word: Word, words: readonly Word[]): boolean {
  return words.some(
    (other) =>
      other !== word &&
      Math.abs(other.y0 + other.y1 - word.y0 - word.y1) < word.size &&
      Math.abs(other.size - word.size) < word.size * STACKED.sizeStep &&
      ((other.x0 >= word.x1 && other.x0 - word.x1 < word.size * STACKED.beside) ||
        (other.x1 <= word.x0 && word.x0 - other.x1 < word.size * STACKED.beside)),
  );
}
