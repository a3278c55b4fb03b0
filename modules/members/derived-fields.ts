/** What follows from a member's days on the day that is asked about; nobody enters it. */
export const DERIVED_LABELS = {
  age: "Alter",
  birthYear: "Jahrgang",
  membershipYears: "Mitgliedsjahre",
} as const;
export type DerivedField = keyof typeof DERIVED_LABELS;
export const DERIVED_FIELDS = Object.keys(DERIVED_LABELS) as DerivedField[];

export function isDerivedField(name: string): name is DerivedField {
  return Object.hasOwn(DERIVED_LABELS, name);
}

interface Days {
  birthday: string | null;
  joinedOn: string | null;
  leftOn: string | null;
  deceasedOn: string | null;
}

/**
 * Returns the derived values of a day. The dead have no age; years of membership end with leaving
 * or death.
 */
export function derivedOn(person: Days, day: string): Record<DerivedField, number | null> {
  const { birthday, joinedOn, leftOn, deceasedOn } = person;
  const lives = deceasedOn === null || deceasedOn > day;
  return {
    age: lives ? yearsBetween(birthday, day) : null,
    birthYear: birthday === null ? null : Number(birthday.slice(0, 4)),
    membershipYears: yearsBetween(joinedOn, earliest(day, leftOn, deceasedOn)),
  };
}

/** Returns whole years as PostgreSQL counts them: 29.02. ends a year on 01.03. of others. */
function yearsBetween(from: string | null, to: string): number | null {
  if (from === null || from > to) return null;
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);
}

function earliest(day: string, ...others: readonly (string | null)[]): string {
  return others.reduce<string>((a, b) => (b !== null && b < a ? b : a), day);
}
