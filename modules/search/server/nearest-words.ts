const MOST = 8;

/**
 * The words of a list that are spelt nearly like this one, nearest first: one mistake in four
 * letters, two in eight. A mistake is a letter too much, too few, another one, or two that changed
 * places.
 */
export function nearestWords(word: string, list: readonly string[]): string[] {
  const allowed = word.length >= 8 ? 2 : 1;
  return [...new Set(list)]
    .filter((other) => other !== word)
    .map((other) => ({ other, distance: mistakes(word, other, allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ other }) => other);
}

/**
 * Distance of Damerau and Levenshtein (neighbours change places once), or `most + 1` when it is
 * greater.
 */
export function mistakes(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      line.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = above;
    above = line;
  }
  return Math.min(above[b.length] ?? 0, most + 1);
}
