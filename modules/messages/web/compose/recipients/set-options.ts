import { plural } from "#platform/web/format/format.ts";
import type { Audience, OfferedSet, RecipientSet } from "../../../contract.ts";

/** A choice in the field for recipients. */
export interface Option {
  value: string;
  label: string;
  detail: string;
}

const PREFIX = "s:";

/** The same set has the same value, in whichever order its fields arrived. */
export function setValue(set: RecipientSet): string {
  return PREFIX + JSON.stringify(ordered(set));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => a.localeCompare(b)).map(([key, part]) => [key, ordered(part)]),
  );
}

/** Returns the sets among the values of the field. */
export function setsIn(values: readonly string[]): RecipientSet[] {
  return values
    .filter((value) => value.startsWith(PREFIX))
    .map((value) => JSON.parse(value.slice(PREFIX.length)) as RecipientSet);
}

export function offeredOption({ set, label, count }: OfferedSet): Option {
  const detail = count === null ? "" : plural(count, "Person", "Personen");
  return { value: setValue(set), label, detail };
}

/** What the head count calls the sets of a form; it names them in the form's order. */
export function countedOptions(
  sets: readonly RecipientSet[],
  audience: Audience | undefined,
): Option[] {
  return sets.flatMap((set, place) => {
    const counted = audience?.sets[place];
    if (counted === undefined) return [];
    return [
      {
        value: setValue(set),
        label: counted.label,
        detail: plural(counted.count, "Person", "Personen"),
      },
    ];
  });
}

/** The sections in which sets are offered. */
const SECTIONS: Readonly<Record<RecipientSet["kind"], string>> = {
  EVERYBODY: "Funktionen und Leitung",
  LEADERS: "Funktionen und Leitung",
  FUNCTION: "Funktionen und Leitung",
  VIEW: "Gespeicherte Ansichten",
  FILTER: "Gespeicherte Ansichten",
  EVENT: "Termine",
};

/** Returns what is offered in sections, in the order in which the server has them. */
export function setSections(offered: readonly OfferedSet[]): { group: string; items: Option[] }[] {
  const sections = new Map<string, Option[]>();
  for (const one of offered) {
    const name = SECTIONS[one.set.kind];
    sections.set(name, [...(sections.get(name) ?? []), offeredOption(one)]);
  }
  return [...sections].map(([group, items]) => ({ group, items }));
}
