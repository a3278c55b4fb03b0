import { createAtom } from "@tanstack/react-store";

export type ConflictAnswer = "REPLACE" | "RENAME" | "SKIP";

interface TakenName {
  name: string;
  isFolder: boolean;
  /** How many more entries of the same move may meet the same question. */
  others: number;
}

interface OpenConflict extends TakenName {
  answer(answer: ConflictAnswer, forAll: boolean): void;
}

/** The question on screen, for the page's dialog. */
export const openConflict = createAtom<OpenConflict | null>(null);

let forAllOfThisMove: ConflictAnswer | undefined;

/**
 * Asks what to do about a taken name, unless the reader has decided for all. `forget` ends a move.
 */
export const askAboutConflict = Object.assign(
  (taken: TakenName): Promise<ConflictAnswer> => {
    if (forAllOfThisMove !== undefined) return Promise.resolve(forAllOfThisMove);
    return new Promise((resolve) => {
      const answer = (chosen: ConflictAnswer, forAll: boolean) => {
        openConflict.set(null);
        if (forAll) forAllOfThisMove = chosen;
        resolve(chosen);
      };
      openConflict.set({ ...taken, answer });
    });
  },
  {
    forget: () => {
      forAllOfThisMove = undefined;
    },
  },
);
