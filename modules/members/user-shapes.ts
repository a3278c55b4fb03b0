import { z } from "zod";
import { can, date, dateTime, id, optional, version } from "#platform/contract/fields.ts";
import { PERMISSIONS } from "#platform/contract/permissions.ts";
import { LOGIN_STATES, MEMBER_STATUSES } from "./choices.ts";
import { customFieldValues } from "./custom-field-values.ts";
import {
  FIELD_KEYS,
  MEMBER_FIELDS,
  OPEN_USER_FIELDS,
  OWN_PROFILE_FIELDS,
  PROTECTED_USER_FIELDS,
  SELF_SERVICE_FIELDS,
  shapeOf,
} from "./fields.ts";

export const permission = z.enum(PERMISSIONS);

/** Body of POST /user. Without a member number the next free one is given. */
export const userCreate = z.strictObject({
  ...shapeOf("input", FIELD_KEYS),
  memberNumber: optional(MEMBER_FIELDS.memberNumber.input),
  customFields: customFieldValues.default({}),
  /** The groups to join, and no others; absent: those that are for new members. */
  groupIds: z.array(id).max(50).optional(),
});
/** Body of PUT /user/{id}. */
export const userUpdate = z.strictObject({
  ...shapeOf("input", FIELD_KEYS),
  customFields: customFieldValues.default({}),
  version,
});

/** A group as members carry it; labelled `groupName->name`. */
export const groupOfUser = z.object({
  id,
  name: z.string(),
  groupName: z.string().nullable(),
  function: z.string().nullable(),
  from: date.nullable(),
  to: date.nullable(),
  leader: z.boolean(),
});

/** A group that new members join, for who makes them; labelled `groupName->name`. */
export const newMemberGroup = z.object({ id, name: z.string(), groupName: z.string().nullable() });

const readableFields = {
  id,
  /** `status` is the one on the reference date (`asOf`, default today). */
  ...shapeOf("output", OPEN_USER_FIELDS),
  /** The status as entered, which FORMER hides; forms edit this one. */
  enteredStatus: z.enum(MEMBER_STATUSES),
  /** On the reference date, as are the years of membership; null of the dead and the unborn. */
  age: z.int().nullable(),
  birthYear: z.int().nullable(),
  /** Whole ones, until leaving or death. */
  membershipYears: z.int().nullable(),
  /** Null for readers without MANAGE_USER. */
  ...shapeOf("output", PROTECTED_USER_FIELDS),
  customFields: customFieldValues,
  loginState: z.enum(LOGIN_STATES),
  hasProfilePicture: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
  /** Name of who saved last. */
  updatedBy: z.string().nullable(),
  version,
};

const MEMBER_RIGHTS = [
  "EDIT",
  "EDIT_PICTURE",
  "EDIT_LOGIN_DATA",
  "EDIT_PERMISSIONS",
  "EXPORT",
  "DELETE",
  "INVITE",
  "RESET_PASSWORD",
  "ENABLE_LOGIN",
  "DISABLE_LOGIN",
  // In the trash.
  "RESTORE",
  "ANONYMISE",
] as const;

export const userRow = z.object({
  ...readableFields,
  groups: z.array(groupOfUser),
  can: can(...MEMBER_RIGHTS),
});
/** What a row of a list holds whichever fields are asked for: who it is. */
const ALWAYS_LISTED = {
  id: true,
  memberNumber: true,
  firstname: true,
  lastname: true,
  hasProfilePicture: true,
  updatedAt: true,
  can: true,
} as const;
/** A row of a list: whole, or with the fields that were asked for. */
export const listedUser = userRow.partial().required(ALWAYS_LISTED);
/** What a row of a list holds where it is asked for, or nothing was asked for. */
export const listableUser = userRow.omit(ALWAYS_LISTED);
export const user = z.object({
  ...readableFields,
  username: z.string().nullable(),
  isAdmin: z.boolean(),
  /** Held directly. */
  permissions: z.array(permission),
  /** Held directly, through groups or as administrator. */
  effectivePermissions: z.array(permission),
  groups: z.array(groupOfUser),
  /**
   * WRITE_MESSAGE: begin one; who has written may be answered in any case. SEE_PROTECTED: bank data
   * and notes. EDIT_ADMIN: make or unmake an administrator.
   */
  can: can(
    ...MEMBER_RIGHTS,
    "EDIT_ADMIN",
    "ADD_TO_GROUP",
    "SEE_HISTORY",
    "SEE_PROTECTED",
    "WRITE_MESSAGE",
  ),
});
export type User = z.infer<typeof user>;
export type UserRow = z.infer<typeof userRow>;
export type ListedUser = z.infer<typeof listedUser>;
export type UserCreate = z.output<typeof userCreate>;
export type UserUpdate = z.output<typeof userUpdate>;

const settings = z.strictObject({ messageMail: z.enum(["IMMEDIATE", "DAILY", "NONE"]) });

/** The current user. */
export const me = z.object({
  id,
  username: z.string().nullable(),
  ...shapeOf("output", OWN_PROFILE_FIELDS),
  customFields: customFieldValues,
  /** Effective permissions. */
  permissions: z.array(permission),
  /** What one may give and take where one may change the rights of a member or a group. */
  grantablePermissions: z.array(permission),
  isAdmin: z.boolean(),
  /** SEE: open the group. */
  groups: z.array(groupOfUser.extend({ can: can("SEE") })),
  settings,
  hasProfilePicture: z.boolean(),
  version,
});
export type Me = z.infer<typeof me>;

/**
 * Body of PUT /me. `customFields` holds the fields the club marks as self-service; absent ones keep
 * their value.
 */
export const meUpdate = z.strictObject({
  ...shapeOf("input", SELF_SERVICE_FIELDS),
  settings: settings.optional(),
  customFields: customFieldValues.optional(),
  version,
});
export type MeUpdate = z.output<typeof meUpdate>;
