import type { z } from "zod";
import {
  FIELD_KEYS,
  type FieldValues,
  fieldOf,
  isMemberField,
  type Me,
  me,
  type User,
  type UserRow,
  type UserUpdate,
  user,
  userRow,
  userUpdate,
} from "./contract.ts";

/**
 * Members as tests need them, made from the table of fields: a field that is new has no value in
 * them, and no test has to name it.
 */

/** Nothing in any field, but a value where there has to be one. */
const EMPTY = Object.fromEntries(
  FIELD_KEYS.map((key) => {
    const { nullable, kind, input } = fieldOf(key);
    return [key, nullable ? null : kind === "CHOICE" ? input.parse(undefined) : "-"];
  }),
) as FieldValues;

const COMMON = {
  id: "0193b8e0-0000-7000-8000-000000000001",
  memberNumber: "1",
  firstname: "Erika",
  lastname: "Mustermann",
  country: "DE",
  customFields: {},
  groups: [],
  hasProfilePicture: false,
  version: 1,
};
const RECORD = {
  ...EMPTY,
  ...COMMON,
  enteredStatus: EMPTY.status,
  age: null,
  birthYear: null,
  membershipYears: null,
  loginState: "NONE",
  createdAt: "2026-01-01T10:00:00Z",
  updatedAt: "2026-01-01T10:00:00Z",
  updatedBy: null,
  username: null,
  isAdmin: false,
  permissions: [],
  effectivePermissions: [],
  grantablePermissions: [],
  can: [],
};

/** Returns only what a shape knows, and refuses what does not fit it. */
function made<Shape extends z.ZodType>(shape: Shape, values: object): z.output<Shape> {
  return shape.parse(values);
}

/** Returns a member as the interface answers one, with these values. */
export function aUser(values: Partial<User> = {}): User {
  return made(user, { ...RECORD, ...values });
}

/** Returns a row of the member list, with these values. */
export function aUserRow(values: Partial<UserRow> = {}): UserRow {
  return made(userRow, { ...RECORD, ...values });
}

/** Returns a reader's own profile, with these values. */
export function aMe(values: Partial<Me> = {}): Me {
  return made(me, { ...RECORD, settings: { messageMail: "IMMEDIATE" }, ...values });
}

/** Returns what the form of a member sends that nobody has changed. */
export function formOf(stored: User): UserUpdate {
  const { enteredStatus: status, customFields, version } = stored;
  const fields = Object.entries(stored).filter(([name]) => isMemberField(name));
  return userUpdate.parse({ ...Object.fromEntries(fields), status, customFields, version });
}
