import {
  DERIVED_FIELDS,
  FIELD_KEYS,
  isDerivedField,
  type MemberField,
  PROTECTED_USER_FIELDS,
} from "../../contract.ts";
import { type Holder, seesProtectedFields } from "../rights/permissions.ts";

/** What a file needs to know of its members; the less, the faster it is written. */
export interface WantedOfMembers {
  fields: readonly MemberField[];
  ownFields: boolean;
  groups: boolean;
  /** Fields that are worked out from others. */
  derived: boolean;
  login: boolean;
  created: boolean;
  updated: boolean;
}

/** What is made of several fields. */
const MADE_OF: Readonly<Record<string, readonly MemberField[]>> = {
  fullName: ["firstname", "lastname"],
  postalCodeAndCity: ["postalCode", "city"],
  phones: ["phone", "mobile"],
  address: ["addressAddition", "street", "postalCode", "city"],
};
/** A member's name and state are told of in any file. */
const ALWAYS: readonly MemberField[] = ["firstname", "lastname", "status", "leftOn"];
const DERIVED_FROM: readonly MemberField[] = ["birthday", "joinedOn", "leftOn", "deceasedOn"];
const KNOWN = new Set<string>([
  // Of a column that says the same of everybody.
  "",
  ...FIELD_KEYS,
  ...DERIVED_FIELDS,
  ...Object.keys(MADE_OF),
  "id",
  "groups",
  "loginState",
  "createdAt",
  "updatedAt",
]);

/** What the columns of these names need, as far as the reader may see it. */
export function wantedBy(names: readonly string[], reader: Holder): WantedOfMembers {
  const unknown = names.find((name) => !KNOWN.has(name) && !/^(?:cf\.|group:)/.test(name));
  if (unknown !== undefined) throw new Error(`nobody knows what the column ${unknown} needs`);
  const derived = names.some(isDerivedField);
  const fields = new Set<string>([
    ...names,
    ...names.flatMap((name) => MADE_OF[name] ?? []),
    ...ALWAYS,
    ...(derived ? DERIVED_FROM : []),
  ]);
  if (!seesProtectedFields(reader)) for (const field of PROTECTED_USER_FIELDS) fields.delete(field);
  return {
    fields: FIELD_KEYS.filter((key) => fields.has(key)),
    ownFields: names.some((name) => name.startsWith("cf.")),
    groups: names.some((name) => name === "groups" || name.startsWith("group:")),
    derived,
    login: names.includes("loginState"),
    created: names.includes("createdAt"),
    updated: names.includes("updatedAt"),
  };
}
