/** What pages of other modules may use of the change history. */
export { shownValue } from "./shown-value.ts";
