import { countOf, plural } from "#platform/web/format/format.ts";
import type { UserCounts } from "../../list-shapes.ts";
import { members } from "../texts.ts";

/** Returns who is in the list: `284 Mitglieder, 16 Ausgetretene`. Members are who belongs now. */
export function totalText({ members: current, former, deceased }: UserCounts): string {
  return [
    members(current),
    former > 0 && plural(former, "ausgetretene Person", "Ausgetretene"),
    deceased > 0 && plural(deceased, "verstorbene Person", "Verstorbene"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Returns how many of all were found: `12 von 300 Personen`, where not all of them are members. */
export function foundText(found: number, { members: current, former, deceased }: UserCounts) {
  const total = Math.max(found, current + former + deceased);
  return former + deceased === 0
    ? countOf(found, total, "Mitglied", "Mitgliedern")
    : countOf(found, total, "Person", "Personen");
}
