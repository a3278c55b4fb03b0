import type { Grant, GrantLine } from "../contract.ts";

/** The grants of a record as a form writes them. */
export function grantLinesOf(grants: readonly Grant[]): GrantLine[] {
  return grants.map(({ subject, id, access }) => ({ subject, id, access }));
}

/** Grants in one sentence: `Lesen: Alle Mitglieder · Schreiben: Vorstand`. */
export function grantsSentence(grants: readonly Grant[]): string {
  const names = (access: Grant["access"]) =>
    grants.filter((grant) => grant.access === access).map((grant) => grant.name);
  const [readers, writers] = [names("READ"), names("WRITE")];
  const parts = [
    readers.length > 0 && `Lesen: ${readers.join(", ")}`,
    writers.length > 0 && `Schreiben: ${writers.join(", ")}`,
  ];
  return parts.filter(Boolean).join(" · ") || "Nur Verwalterinnen und Verwalter";
}

/** `lines` with the access of one subject set; null takes the line away. Everybody stands first. */
export function withAccess(
  lines: readonly GrantLine[],
  subject: GrantLine["subject"],
  id: string | null,
  access: GrantLine["access"] | null,
): GrantLine[] {
  const isIt = (line: GrantLine) => line.subject === subject && line.id === id;
  if (access === null) return lines.filter((line) => !isIt(line));
  if (lines.some(isIt)) return lines.map((line) => (isIt(line) ? { ...line, access } : line));
  return subject === "ALL"
    ? [{ subject, id, access }, ...lines]
    : [...lines, { subject, id, access }];
}
