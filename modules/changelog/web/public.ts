/** What pages of other modules may use of the change history. */
export { MemberHistory } from "./MemberHistory.tsx";
export { shownValue } from "./shown-value.ts";
