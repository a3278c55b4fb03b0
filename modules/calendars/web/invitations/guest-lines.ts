export interface Guest {
  name: string;
  email: string;
}

const ADDRESS = /[^\s<>,;"]+@[^\s<>,;"]+\.[^\s<>,;"]+/;

/**
 * Reads guests as people paste them, one on a line: `Anna Muster <anna@example.org>`, `Anna Muster,
 * anna@example.org`, `anna@example.org`. Lines without an address come back as they are.
 */
export function readGuests(text: string): { guests: Guest[]; unreadable: string[] } {
  const guests = new Map<string, Guest>();
  const unreadable: string[] = [];
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line === "") continue;
    const email = ADDRESS.exec(line)?.[0];
    if (email === undefined) {
      unreadable.push(line);
      continue;
    }
    const name = line
      .replace(email, "")
      .replaceAll(/["<>,;]/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    guests.set(email.toLowerCase(), {
      name: name === "" ? (email.split("@")[0] ?? email) : name,
      email,
    });
  }
  return { guests: [...guests.values()], unreadable };
}
