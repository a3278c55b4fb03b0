/** A person on the waiting list; `people` counts them and their companions. */
export interface Waiting {
  id: string;
  people: number;
}

/**
 * Who of the waiting list gets a place now: in order, each one who fits into what is left. A party
 * that is too big for the free places keeps its rank and is passed by smaller ones, so that no
 * place stays empty while someone is waiting for it.
 * @param waiting in the order of the waiting list
 * @param free places; null without a maximum, negative when a maximum was lowered below those who
 * come
 */
export function promote(waiting: readonly Waiting[], free: number | null): string[] {
  if (free === null) return waiting.map(({ id }) => id);
  const ids: string[] = [];
  let left = free;
  for (const { id, people } of waiting) {
    if (people > left) continue;
    ids.push(id);
    left -= people;
  }
  return ids;
}

/** Places that are left, never below zero; null without a maximum. */
export function placesLeft(maximum: number | null, coming: number): number | null {
  return maximum === null ? null : Math.max(0, maximum - coming);
}
