import { fieldProblem, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Occasion, UserRow } from "../../contract.ts";
import { toUserRow } from "../people/presenters.ts";
import { selectMembers } from "../people/queries.ts";

/** Somebody and what they have on a day. */
export interface Celebrated extends Occasion {
  years: number;
  person: UserRow;
}

/**
 * Returns the people of some occasions in their order; 404 where one is not there, 422 where one has
 * no birthday or no day of joining before that.
 */
export async function peopleOf(
  tx: ReadTx,
  occasions: readonly Occasion[],
  { day, principal }: { day: string; principal: Principal },
): Promise<Celebrated[]> {
  const ids = [...new Set(occasions.map(({ userId }) => userId))];
  const records = await selectMembers(tx, ids, day);
  const people = new Map(records.map((record) => [record.id, toUserRow(record, day, principal)]));
  return occasions.map((occasion, index) => {
    const person = people.get(occasion.userId);
    if (person === undefined) throw notFound();
    const begin = occasion.kind === "BIRTHDAY" ? person.birthday : person.joinedOn;
    const years = begin === null ? 0 : yearOf(occasion.date) - yearOf(begin);
    if (years <= 0)
      throw fieldProblem(`occasions.${index}.date`, "An diesem Tag gibt es diesen Anlass nicht.");
    return { ...occasion, years, person };
  });
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** Returns what is celebrated: `70. Geburtstag`, `25 Jahre Mitglied`. */
export function occasionText({ kind, years }: Pick<Celebrated, "kind" | "years">): string {
  if (kind === "BIRTHDAY") return `${years}. Geburtstag`;
  return `${years} ${years === 1 ? "Jahr" : "Jahre"} Mitglied`;
}
