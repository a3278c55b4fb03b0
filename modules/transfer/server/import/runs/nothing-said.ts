/** Words of so many columns are told one by one. */
const MOST_COLUMNS = 12;
const MOST_WORDS = 4;

/** Counts the words that were taken for nothing, to tell of them once and not row by row. */
export function nothingSaid(): {
  count: (column: string, word: string) => void;
  sentences: () => string[];
} {
  const columns = new Map<string, Map<string, number>>();
  return {
    count(column, word) {
      const words = columns.getOrInsertComputed(column, () => new Map<string, number>());
      words.set(word, (words.get(word) ?? 0) + 1);
    },
    sentences: () =>
      [...columns].slice(0, MOST_COLUMNS).map(([column, words]) => {
        const told = [...words]
          .toSorted(([, a], [, b]) => b - a)
          .slice(0, MOST_WORDS)
          .map(([word, times]) => `„${word}“ (${times.toLocaleString("de")}-mal)`);
        return `Gilt in der Spalte „${column}“ als leer: ${told.join(", ")}.`;
      }),
  };
}
