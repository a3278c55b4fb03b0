import type { ReadTx } from "#platform/server/database/database.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import { isUsernameTaken, memberContact } from "./login-queries.ts";

const GERMAN_LETTERS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/**
 * Returns the contact address, unless a family member has taken it; else first and last
 * name, with a number if needed.
 */
export async function freeUsername(tx: ReadTx, memberId: string): Promise<string> {
  const contact = await memberContact(tx, memberId);
  if (contact === undefined) throw notFound();
  const { firstName, lastName, email } = contact;
  if (email !== null && email !== "" && !(await isUsernameTaken(tx, email))) return email;
  const base = `${plain(firstName)}.${plain(lastName)}`.replace(/^\.+|\.+$/g, "") || "mitglied";
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base}${number}`;
    if (!(await isUsernameTaken(tx, candidate))) return candidate;
  }
}

/** Returns the name in letters that every keyboard has: `Groß` becomes `gross`. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => GERMAN_LETTERS[letter] ?? letter)
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "");
}
