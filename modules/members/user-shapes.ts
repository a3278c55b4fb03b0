import { z } from "zod";
import {
  can,
  date,
  dateTime,
  id,
  optional,
  requiredText,
  text,
  version,
} from "#platform/contract/fields.ts";
import { PERMISSIONS } from "#platform/contract/permissions.ts";
import { LOGIN_STATES, MEMBER_STATUSES, STATUSES } from "./choices.ts";
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
import { userFilter } from "./user-filter.ts";

export const permission = z.enum(PERMISSIONS);

/** Body of POST /user. Without a member number the next free one is given. */
export const userCreate = z.strictObject({
  ...shapeOf("input", FIELD_KEYS),
  memberNumber: optional(MEMBER_FIELDS.memberNumber.input),
  customFields: customFieldValues.default({}),
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

const readableFields = {
  id,
  /** `status` is the one on the reference date (`asOf`, default today). */
  ...shapeOf("output", OPEN_USER_FIELDS),
  /** The status as entered, which FORMER hides; forms edit this one. */
  enteredStatus: z.enum(MEMBER_STATUSES),
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

export const trashedUser = z.object({
  id,
  memberNumber: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  birthday: date.nullable(),
  city: z.string().nullable(),
  deletedAt: dateTime,
  deletedBy: z.string().nullable(),
  /** Day on which the personal data goes for good. */
  anonymisedOn: date,
  can: can("EXPORT", "RESTORE", "ANONYMISE"),
});
export type TrashedUser = z.infer<typeof trashedUser>;

/**
 * What becomes of data when a person is deleted: gone, kept without the person, or kept as it is.
 */
export const DELETION_FATES = ["REMOVED", "ANONYMISED", "KEPT"] as const;

/** What deleting a member for good would do, said before it is done. */
export const deletionPreview = z.object({
  user: z.object({
    id,
    memberNumber: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    inTrash: z.boolean(),
  }),
  /**
   * Until then the member can be taken out of the trash again; counted from today when not in it
   * yet.
   */
  anonymisedOn: date,
  lines: z.array(
    z.object({
      key: z.string(),
      /** German. */
      title: z.string(),
      /** How many there are; null where there is nothing to count. */
      count: z.int().nullable(),
      fate: z.enum(DELETION_FATES),
      /** German sentence. */
      reason: z.string(),
    }),
  ),
  /** German sentences about what speaks against it. */
  obstacles: z.array(z.string()),
  can: can("EXPORT", "DELETE", "RESTORE", "ANONYMISE"),
});
export type DeletionPreview = z.infer<typeof deletionPreview>;

/** A member whose time of keeping is over, by the club's setting. */
export const dueDeletion = z.object({
  id,
  memberNumber: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  birthday: date.nullable(),
  city: z.string().nullable(),
  reason: z.enum(["LEFT", "DECEASED"]),
  /** Day of leaving or of death. */
  since: date,
  dueOn: date,
  /** Empty for people with more rights than the reader. */
  can: can("DELETE", "ANONYMISE"),
});
export type DueDeletion = z.infer<typeof dueDeletion>;

/** Fields known so far while a member is being entered. */
export const duplicateProbe = z.strictObject({
  id: optional(id),
  firstname: optional(text(100)),
  lastname: optional(text(100)),
  birthday: optional(date),
  email: optional(text(254)),
  phone: optional(text(60)),
  mobile: optional(text(60)),
  memberNumber: optional(text(30)),
});
export const duplicateCandidate = z.object({
  user: z.object({
    id,
    memberNumber: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    birthday: date.nullable(),
    email: z.string().nullable(),
    city: z.string().nullable(),
    status: z.enum(STATUSES),
    inTrash: z.boolean(),
  }),
  reasons: z.array(
    z.object({
      code: z.enum([
        "NAME_AND_BIRTHDAY",
        "SIMILAR_NAME_AND_BIRTHDAY",
        "SAME_NAME",
        "SIMILAR_NAME",
        "EMAIL",
        "PHONE",
        "MEMBER_NUMBER",
      ]),
      /** German sentence. */
      text: z.string(),
    }),
  ),
});

const BULK_ACTIONS = [
  "ADD_TO_GROUP",
  "REMOVE_FROM_GROUP",
  "DEACTIVATE",
  "TRASH",
  "RESTORE",
  "ANONYMISE",
] as const;
/** Each of them is wiped in several tables, all in one transaction. */
const MOST_ANONYMISED = 200;
const selection = {
  /** Either the ids… */
  ids: z.array(id).min(1).max(20_000).optional(),
  /** …or what the list shows: the parameters of /user/search without paging. */
  filter: userFilter.optional(),
};
function exactlyOne(value: { ids?: unknown; filter?: unknown }): boolean {
  return (value.ids === undefined) !== (value.filter === undefined);
}
export const userBulk = z
  .strictObject({
    ...selection,
    action: z.enum(BULK_ACTIONS),
    /** With ADD_TO_GROUP and REMOVE_FROM_GROUP. */
    groupId: id.optional(),
    function: optional(text(100)),
    from: optional(date),
  })
  .refine(exactlyOne, { error: "Bitte entweder ids oder filter angeben.", path: ["ids"] })
  .refine(
    (value) =>
      value.action !== "ANONYMISE" ||
      (value.ids !== undefined && value.ids.length <= MOST_ANONYMISED),
    {
      error: `Endgültig löschen lassen sich höchstens ${MOST_ANONYMISED} ausgewählte Mitglieder auf einmal.`,
      path: ["ids"],
    },
  )
  .refine((value) => !value.action.endsWith("_GROUP") || value.groupId !== undefined, {
    error: "Bitte eine Gruppe auswählen.",
    path: ["groupId"],
  });

/** The list on screen as a file. */
export const userListExport = z
  .strictObject({
    ...selection,
    format: z.enum(["CSV", "XLSX"]),
    /** Field names of a list row in the order wanted; custom fields as `cf.key`. */
    columns: z.array(z.string().max(80)).min(1).max(100),
    sort: z.string().max(80).default("lastname"),
    dir: z.enum(["ASC", "DESC"]).default("ASC"),
  })
  .refine((value) => value.ids === undefined || value.filter === undefined, {
    error: "Bitte entweder ids oder filter angeben.",
    path: ["ids"],
  });

export const jubilee = z.object({
  kind: z.enum(["BIRTHDAY", "MEMBERSHIP"]),
  date,
  /** Age, or years of membership. */
  years: z.int(),
  /** Birthdays from 50 in tens and fives; memberships in steps of five, and of ten from 10. */
  round: z.boolean(),
  user: z.object({
    id,
    memberNumber: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    hasProfilePicture: z.boolean(),
  }),
});

/** Saved view of the member list. */
export const viewFields = {
  name: requiredText(100),
  shared: z.boolean().default(false),
  /** The list's state as in its address: parameters of /user/search without page. */
  parameters: z.record(text(80), text(500)).default({}),
  /** Columns shown, in order. */
  columns: z.array(text(80)).max(100).default([]),
};
export const userView = z.object({
  id,
  name: z.string(),
  shared: z.boolean(),
  parameters: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  owner: z.object({ id, name: z.string() }),
  version,
  can: can("EDIT", "DELETE"),
});
export type UserView = z.infer<typeof userView>;
