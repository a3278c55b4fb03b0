import type { RecipientSet } from "../../../contract.ts";

/** Returns what a set is called where nothing is looked up for it, as in a list of drafts. */
export function setWords(set: RecipientSet): string {
  switch (set.kind) {
    case "EVERYBODY":
      return "Alle im Verein";
    case "LEADERS":
      return "Leiterinnen und Leiter";
    case "FUNCTION":
      return set.function;
    case "VIEW":
    case "FILTER":
      return "Auswahl aus der Mitgliederliste";
    case "EVENT":
      return "Eingeladene eines Termins";
  }
}
