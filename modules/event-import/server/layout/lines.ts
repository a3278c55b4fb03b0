import type { Word } from "../documents/pages.ts";
import { LINES } from "../tuning.ts";

/** Words side by side without a gap that a column would leave. */
export interface Segment {
  words: Word[];
  text: string;
  x0: number;
  x1: number;
}

/** What stands at one height, from left to right. */
export interface Line {
  segments: Segment[];
  text: string;
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  /** Middle of the letters. */
  y: number;
  size: number;
}

/** Words in reading order within their line; a line may drift up or down as on a photo. */
export function linesOf(words: readonly Word[]): Line[] {
  const rows: Word[][] = [];
  for (const word of words.toSorted((a, b) => a.x0 - b.x0)) {
    let best: Word[] | undefined;
    let nearest = Infinity;
    for (const row of rows) {
      const last = row.at(-1);
      if (last === undefined || word.x0 < last.x1 - LINES.overlap * word.size) continue;
      const distance = Math.abs(middle(last) - middle(word));
      // The further away, the less a line's drift is known.
      if (distance < LINES.drift * Math.min(last.size, word.size) && distance < nearest) {
        nearest = distance;
        best = row;
      }
    }
    if (best === undefined) rows.push([word]);
    else best.push(word);
  }
  return rows.map(lineOf).toSorted((a, b) => a.y - b.y || a.x0 - b.x0);
}

function middle(word: Word): number {
  return (word.y0 + word.y1) / 2;
}

export function lineOf(words: readonly Word[]): Line {
  const size = median(words.map((word) => word.size));
  const groups: Word[][] = [];
  for (const word of words) {
    const last = groups.at(-1)?.at(-1);
    if (last === undefined || word.x0 - last.x1 > LINES.segmentGap * Math.max(size, word.size))
      groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  const segments = groups.map(segmentOf);
  return {
    segments,
    text: segments.map((segment) => segment.text).join("\t"),
    x0: Math.min(...words.map((word) => word.x0)),
    x1: Math.max(...words.map((word) => word.x1)),
    y0: Math.min(...words.map((word) => word.y0)),
    y1: Math.max(...words.map((word) => word.y1)),
    y: median(words.map(middle)),
    size,
  };
}

function segmentOf(words: readonly Word[]): Segment {
  return {
    words: [...words],
    text: words.map((word) => word.text).join(" "),
    x0: Math.min(...words.map((word) => word.x0)),
    x1: Math.max(...words.map((word) => word.x1)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
