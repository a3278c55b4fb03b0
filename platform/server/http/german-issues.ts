import { z } from "zod";
import { de } from "zod/locales";

const EXPECTED: Record<string, string> = {
  string: "ein Text",
  number: "eine Zahl",
  int: "eine ganze Zahl",
  boolean: "Ja oder Nein (true oder false)",
  array: "eine Liste",
  object: "ein Objekt mit Feldern",
  record: "ein Objekt mit Feldern",
  date: "ein Datum",
};

/** What a person can do something with, where zod's German speaks of types and undefined. */
function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "invalid_type") return undefined;
  if (issue.input === undefined) return "Diese Angabe fehlt.";
  return `Hier wird ${EXPECTED[issue.expected] ?? "etwas anderes"} erwartet.`;
}

/** Zod's refusals in German, for the whole process. */
export function setGermanMessages(): void {
  z.config({ ...de(), customError: inPlainWords });
}
