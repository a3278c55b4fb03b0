import { texts } from "../texts.ts";
import type { MembershipOfUser } from "./MembershipsTab.tsx";

/** Returns what somebody is in a group: "Trainerin, Leitung". */
export function functionWords({ function: position, leader }: MembershipOfUser): string {
  return [position, leader ? texts.groups.leader : null].filter(Boolean).join(", ");
}
