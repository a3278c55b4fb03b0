import { today } from "#platform/web/format/format.ts";
import type { Membership } from "../../../groups-contract.ts";

/** Whether the period holds today: only such a one can be ended. */
export function isCurrent({ from, to }: Pick<Membership, "from" | "to">, day = today()): boolean {
  return (from === null || from <= day) && (to === null || to >= day);
}
