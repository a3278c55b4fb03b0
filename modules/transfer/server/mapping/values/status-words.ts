import { nameKey } from "../name-lookup.ts";

/** What lists call the values of a member's status. */
export const STATUS_WORDS: Record<string, string> = {
  ACTIVE:
    "a, aktiv, aktive, aktives Mitglied, aktiv Mitglied, active, Mitglied, ordentlich, ordentliches Mitglied, Vollmitglied, aktives",
  PASSIVE:
    "p, passiv, passive, passives Mitglied, Passivmitglied, fördernd, Fördermitglied, förderndes Mitglied, inaktiv, ruhend, Förderer",
  HONORARY:
    "e, Ehrenmitglied, Ehrenmitgliedschaft, Ehren, Ehrenm., honorary, Ehrenvorsitzender, Ehrenvorsitzende",
  /** Follows from the dates of leaving and of death; it is not written. */
  FORMER:
    "ausgetreten, ausgeschieden, ehemalig, ehemaliges Mitglied, verstorben, gestorben, former, gelöscht, ausgeschlossen, Nichtmitglied, kein Mitglied, gekündigt, x, v",
};

const KNOWN = new Set(
  Object.values(STATUS_WORDS).flatMap((words) => words.split(",").map((word) => nameKey(word))),
);

/** Returns whether a cell may be a status: a known word, or a code of a sign or two. */
export function isCodeOfStatus(text: string): boolean {
  return text.length <= 2 || KNOWN.has(nameKey(text));
}
