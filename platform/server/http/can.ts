type Word<R extends { can: readonly string[] }> = R["can"][number];

/**
 * Returns the words of a record's `can` that are true. Each word of the record's kind has to be
 * decided about: a forgotten one does not compile.
 */
export function canOf<R extends { can: readonly string[] }>(
  rights: Record<Word<R>, boolean>,
): Word<R>[] {
  return (Object.keys(rights) as Word<R>[]).filter((word) => rights[word]);
}
