/** What pages of other modules may use to show and to write who may use a calendar or a share. */
export { grantLinesOf, grantsSentence } from "./grant-words.ts";
export { GrantsField } from "./GrantsField.tsx";
