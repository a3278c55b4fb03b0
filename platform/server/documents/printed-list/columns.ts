/**
 * Returns widths that fill `room` exactly. `levels` are what columns want, the least first, each at
 * least the one before: every column gets its width of the highest level that fits, and what is
 * left goes to those who want more. Where not even the least fits, the widest give way.
 */
export function columnWidths(levels: readonly (readonly number[])[], room: number): number[] {
  const fitting = levels.findLastIndex((level) => sum(level) <= room);
  const base = levels[fitting];
  if (base === undefined) return capped(levels[0] ?? [], room);
  const left = room - sum(base);
  const next = levels[fitting + 1];
  const wants = next === undefined ? base : base.map((width, index) => (next[index] ?? 0) - width);
  const wanted = sum(wants);
  return base.map(
    (width, index) => width + left * (wanted > 0 ? (wants[index] ?? 0) / wanted : 1 / base.length),
  );
}

/** Cuts the widest down to one width, so that short columns keep theirs. */
function capped(widths: readonly number[], room: number): number[] {
  let left = room;
  const ascending = [...widths].sort((a, b) => a - b);
  for (const [index, width] of ascending.entries()) {
    const cap = left / (ascending.length - index);
    if (width > cap) return widths.map((wide) => Math.min(wide, cap));
    left -= width;
  }
  return [...widths];
}

/**
 * Returns the given widths, `*` sharing what is left; none is narrower than the longest word of its
 * heading.
 */
export function givenWidths(
  given: readonly (number | "*")[],
  words: readonly number[],
  room: number,
): number[] {
  const least = given.map((width, index) => Math.max(width === "*" ? 0 : width, words[index] ?? 0));
  const open = given.filter((width) => width === "*").length;
  const taken = sum(least.filter((_width, index) => given[index] !== "*"));
  const share = open === 0 ? 0 : (room - taken) / open;
  return least.map((width, index) => (given[index] === "*" ? Math.max(width, share) : width));
}

export function sum(widths: readonly number[]): number {
  return widths.reduce((a, b) => a + b, 0);
}
