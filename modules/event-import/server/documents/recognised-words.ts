import { RECOGNITION } from "../tuning.ts";
import type { Word } from "./pages.ts";

/** A line as the recognition gives it. */
export interface RecognisedLine {
  /** Height of its letters. */
  height: number;
  words: {
    text: string;
    /** 0–100. */
    confidence: number;
    box: { x0: number; y0: number; x1: number; y1: number };
  }[];
}

/**
 * Returns the words of a page that was read twice, without noise; where both readings see
 * something, the surer one is right.
 */
export function recognisedWords([first, second]: readonly [
  readonly RecognisedLine[],
  readonly RecognisedLine[],
]): Word[] {
  return mergeReadings(first.flatMap(wordsOf), second.flatMap(wordsOf));
}

function wordsOf({ height, words }: RecognisedLine): Word[] {
  return words
    .map((word) => ({ ...word, text: withoutMisreadings(word.text) }))
    .filter(({ text, confidence }) => text !== "" && confidence >= leastConfidence(text))
    .map(({ text, confidence, box: { x0, y0, x1, y1 } }) => ({
      text,
      x0,
      y0,
      x1,
      y1,
      size: height,
      bold: false,
      confidence,
    }));
}

/**
 * Lines of a table's frame are read as strokes. The dots above a capital are the first to be lost;
 * hardly a German word begins with "Ub".
 */
function withoutMisreadings(text: string): string {
  return text
    .trim()
    .replace(/^[|¦[\]]+|[|¦[\]]+$/g, "")
    .replace(/^Ub(?=[eu])/, "Üb");
}

function leastConfidence(text: string): number {
  return /^[\d.,:/&–—-]+$/.test(text)
    ? RECOGNITION.leastConfidenceOfNumbers
    : RECOGNITION.leastConfidence;
}

function mergeReadings(first: readonly Word[], second: readonly Word[]): Word[] {
  return [
    ...first.filter((word) => !second.some((other) => beats(other, word))),
    ...second.filter(
      (word) =>
        !first.some((other) =>
          other.confidence === word.confidence ? overlap(other, word) : beats(other, word),
        ),
    ),
  ];
}

function beats(other: Word, word: Word): boolean {
  return other.confidence > word.confidence && overlap(other, word);
}

function overlap(a: Word, b: Word): boolean {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return (
    width > 0 && height > 0 && width * height > RECOGNITION.overlap * Math.min(areaOf(a), areaOf(b))
  );
}

function areaOf({ x0, y0, x1, y1 }: Word): number {
  return (x1 - x0) * (y1 - y0);
}
