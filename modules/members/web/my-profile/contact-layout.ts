import { SELF_SERVICE_FIELDS } from "../../fields.ts";
import type { SelfServiceField } from "./contact-values.ts";

/** What members look for first; the others follow in the order of the table. */
const FIRST: readonly (readonly SelfServiceField[])[] = [
  ["email"],
  ["mobile"],
  ["phone"],
  ["street"],
  ["addressAddition"],
  ["postalCode", "city"],
  ["country"],
];

/** The fields that members change themselves, line by line. */
export const CONTACT_LINES = [
  ...FIRST,
  ...SELF_SERVICE_FIELDS.filter((field) => !FIRST.flat().includes(field)).map((field) => [field]),
];
