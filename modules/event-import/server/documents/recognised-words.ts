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

/** Returns the words of recognised lines, without noise. */
export function recognisedWords(lines: readonly RecognisedLine[]): Word[] {
  return lines.flatMap(wordsOf);
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
