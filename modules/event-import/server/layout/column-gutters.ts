import { median, type Line } from "./lines.ts";
import { ALIGNED_EDGES, GUTTERS } from "../tuning.ts";

/** Where hardly any line of several segments has ink. */
export function columnGutters(lines: readonly Line[]): number[] {
  const several = lines.filter((line) => line.segments.length >= 2);
  const left = Math.min(...several.map((line) => line.x0));
  const right = Math.max(...several.map((line) => line.x1));
  const { bins } = GUTTERS;
  const ink = new Uint32Array(bins);
  for (const line of several) {
    // Cells may stand as close as words do; but gaps between words don't lie below one another in
    // every row.
    for (const segment of several.length >= GUTTERS.leastRowsByWord
      ? line.segments.flatMap(({ words }) => words)
      : line.segments) {
      const from = Math.max(0, Math.floor(((segment.x0 - left) / (right - left)) * bins));
      const to = Math.min(bins - 1, Math.floor(((segment.x1 - left) / (right - left)) * bins));
      for (let bin = from; bin <= to; bin++) ink[bin] = (ink[bin] ?? 0) + 1;
    }
  }
  const tolerated = Math.floor(several.length * GUTTERS.crossed);
  const gutters: number[] = [];
  let emptyFrom = -1;
  const least =
    (median(several.map((line) => line.size)) * GUTTERS.leastWidth * bins) / (right - left);
  for (let bin = 0; bin < bins; bin++) {
    const empty = (ink[bin] ?? 0) <= tolerated;
    if (empty && emptyFrom === -1) emptyFrom = bin;
    if (!empty && emptyFrom !== -1) {
      if (emptyFrom > 0 && bin - emptyFrom >= least)
        gutters.push(left + ((emptyFrom + bin) / 2 / bins) * (right - left));
      emptyFrom = -1;
    }
  }
  return [...gutters, ...alignedEdges(several, gutters)].toSorted((a, b) => a - b);
}

/**
 * Columns as near to one another as words are: in most lines a word begins at the same place. Not
 * where it is a word's fixed part that aligns the next ("Übung …" in each row), nor numbers and
 * dashes ("18:00 – 19:30"), which align themselves.
 */
function alignedEdges(lines: readonly Line[], known: readonly number[]): number[] {
  const size = median(lines.map((line) => line.size));
  const words = lines.map((line) => line.segments.flatMap((segment) => segment.words));
  const found: number[] = [];
  for (const x of words
    .flatMap((line) => line.slice(1).map((word) => word.x0))
    .toSorted((a, b) => a - b)) {
    if (found.some((other) => Math.abs(other - x) < size)) continue;
    const starts = words.flatMap((line) => {
      const index = line.findIndex((word) => Math.abs(word.x0 - x) < size * ALIGNED_EDGES.offset);
      const word = line[index];
      return word === undefined ? [] : [{ word, before: line[index - 1] }];
    });
    const befores = starts.flatMap(({ before }) => (before === undefined ? [] : [before]));
    const isColumn =
      starts.length >= Math.max(ALIGNED_EDGES.leastRows, lines.length * ALIGNED_EDGES.rows) &&
      starts.filter(({ word }) => /^["„(]?\p{L}/u.test(word.text)).length >=
        starts.length * ALIGNED_EDGES.letters &&
      distinct(starts.map(({ word }) => word.text)) >= starts.length * ALIGNED_EDGES.different &&
      distinct(befores.map(({ text }) => text)) >= befores.length * ALIGNED_EDGES.differentBefore;
    const inked = words.filter((line) =>
      line.some(
        (word) =>
          word.x0 < x - size * ALIGNED_EDGES.stripFrom &&
          word.x1 > x - size * ALIGNED_EDGES.stripTo,
      ),
    ).length;
    const last = Math.max(...befores.map(({ x1 }) => x1).filter((end) => end < x), -Infinity);
    // Already told apart: a gutter stands between these words and the ones before them.
    const isKnown = known.some(
      (gutter) =>
        gutter < x + size * ALIGNED_EDGES.known &&
        gutter > Math.min(last, x - size * ALIGNED_EDGES.knownReach) - size * ALIGNED_EDGES.known,
    );
    if (isColumn && !isKnown && inked <= lines.length * ALIGNED_EDGES.crossed)
      found.push(x - size * ALIGNED_EDGES.margin);
  }
  return found;
}

function distinct(texts: readonly string[]): number {
  return new Set(texts).size;
}
