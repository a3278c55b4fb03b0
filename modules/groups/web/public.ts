/** What pages of other modules may use of the groups' pages. */
export { groupTreeQuery } from "./queries.ts";
