/** What pages of other modules may use of the messages' pages. */
export { useMayWrite } from "./possible-recipients.ts";
