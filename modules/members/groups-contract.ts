import { z } from "zod";
import {
  can,
  date,
  id,
  idParams,
  optional,
  queryFlag,
  requiredText,
  text,
  version,
} from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { PERMISSIONS } from "#platform/contract/permissions.ts";
import { noContent, route } from "#platform/contract/route.ts";

export const GROUP_COLORS = [
  "GREEN",
  "BLUE",
  "YELLOW",
  "RED",
  "ORANGE",
  "VIOLET",
  "TEAL",
  "GRAY",
] as const;
export const GROUP_COLOR_LABELS: Record<(typeof GROUP_COLORS)[number], string> = {
  GREEN: "Grün",
  BLUE: "Blau",
  YELLOW: "Gelb",
  RED: "Rot",
  ORANGE: "Orange",
  VIOLET: "Violett",
  TEAL: "Türkis",
  GRAY: "Grau",
};

/** German names of a group's and a membership's fields, also for the history. */
export const GROUP_FIELD_LABELS = {
  name: "Name",
  parentId: "Übergeordnete Gruppe",
  description: "Beschreibung",
  color: "Farbe",
  permissions: "Rechte der Gruppe",
  forNewMembers: "Für neue Mitglieder",
} as const;
export const MEMBERSHIP_FIELD_LABELS = {
  group: "Gruppe",
  function: "Funktion",
  from: "Von",
  to: "Bis",
  leader: "Leitung",
} as const;

const permission = z.enum(PERMISSIONS);

const writableGroup = {
  name: requiredText(100),
  parentId: optional(id),
  description: optional(text(2_000, { multiline: true })),
  color: optional(z.enum(GROUP_COLORS)),
  /** Held by everyone who is a member of the group today. */
  permissions: z.array(permission).max(PERMISSIONS.length).default([]),
  /** Whether members that are created or imported join it. */
  forNewMembers: z.boolean().default(false),
};
export const groupCreate = z.strictObject(writableGroup);
export const groupUpdate = z.strictObject({ ...writableGroup, version });
export type GroupCreate = z.output<typeof groupCreate>;
export type GroupUpdate = z.output<typeof groupUpdate>;

export const group = z.object({
  id,
  name: z.string(),
  parent: z.object({ id, name: z.string() }).nullable(),
  /** The parent's name: sub-groups are labelled `groupName->name`. */
  groupName: z.string().nullable(),
  description: z.string().nullable(),
  color: z.enum(GROUP_COLORS).nullable(),
  permissions: z.array(permission),
  /** Whether members that are created or imported join it. */
  forNewMembers: z.boolean(),
  /** Members today, without sub-groups. */
  memberCount: z.int(),
  leaders: z.array(z.object({ id, firstname: z.string(), lastname: z.string() })),
  version,
  can: can(
    "EDIT",
    "DELETE",
    "EDIT_MEMBERS",
    "SEE_MEMBERS",
    "ADD_SUBGROUP",
    "SEE_SUBGROUPS",
    "WRITE_MESSAGE",
  ),
});
export type Group = z.infer<typeof group>;

export const membership = z.object({
  id,
  user: z.object({
    id,
    memberNumber: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    mobile: z.string().nullable(),
    hasProfilePicture: z.boolean(),
  }),
  function: z.string().nullable(),
  from: date.nullable(),
  to: date.nullable(),
  leader: z.boolean(),
  can: can("EDIT", "DELETE"),
});
export type Membership = z.infer<typeof membership>;

/** A period of one member in one group, as the member's profile shows it. */
export const membershipOfUser = z.object({
  id,
  group: z.object({ id, name: z.string(), groupName: z.string().nullable() }),
  function: z.string().nullable(),
  from: date.nullable(),
  to: date.nullable(),
  leader: z.boolean(),
  /** Whether it holds today. */
  current: z.boolean(),
  can: can("EDIT", "DELETE"),
});

/** Body of PUT /group/{id}/members/{userId}. */
export const membershipPut = z.strictObject({
  /** The period to change; without it the one that overlaps from–to, else a new period begins. */
  membershipId: optional(id),
  function: optional(text(100)),
  from: optional(date),
  to: optional(date),
  leader: z.boolean().default(false),
});
export type MembershipPut = z.output<typeof membershipPut>;

const memberParams = z.strictObject({ id, userId: id });

export const groupsContract = {
  searchGroups: route({
    method: "GET",
    path: "/group/search",
    access: "QUERY_GROUP",
    summary: "Groups by name, paged and sorted",
    query: z.strictObject({
      q: z.string().max(200).optional(),
      parent: id.optional(),
      ...pageQuery(["name", "groupName", "memberCount"]),
    }),
    answer: pageOf(group),
  }),
  listGroupTree: route({
    method: "GET",
    path: "/group/tree",
    access: "QUERY_GROUP",
    summary: "All groups; each parent before its children, German order among siblings",
    answer: z.array(group),
  }),
  createGroup: route({
    method: "POST",
    path: "/group",
    access: "MANAGE_GROUP",
    summary: "Create a group",
    body: groupCreate,
    answer: group,
    status: 201,
  }),
  // Leaders see their own group without QUERY_GROUP; the handlers refuse everybody else.
  getGroup: route({
    method: "GET",
    path: "/group/{id}",
    access: "loggedIn",
    summary: "One group",
    params: idParams,
    answer: group,
  }),
  updateGroup: route({
    method: "PUT",
    path: "/group/{id}",
    access: "MANAGE_GROUP",
    summary: "Change a group",
    params: idParams,
    body: groupUpdate,
    answer: group,
  }),
  deleteGroup: route({
    method: "DELETE",
    path: "/group/{id}",
    access: "MANAGE_GROUP",
    summary: "Delete a group; its people stay, its sub-groups move up",
    params: idParams,
    answer: noContent,
  }),
  searchGroupMembers: route({
    method: "GET",
    path: "/group/{id}/members",
    access: "loggedIn",
    summary: "Memberships of a group on a day",
    params: idParams,
    query: z.strictObject({
      /** Default today. */
      asOf: date.optional(),
      /** Also periods that are over or have not begun. */
      includePast: queryFlag().default(false),
      q: z.string().max(200).optional(),
      ...pageQuery(["lastname", "firstname", "function", "from", "to"]),
    }),
    answer: pageOf(membership),
  }),
  putGroupMember: route({
    method: "PUT",
    path: "/group/{id}/members/{userId}",
    access: "MANAGE_GROUP",
    summary: "Add a member to a group or change the membership",
    params: memberParams,
    body: membershipPut,
    answer: membership,
  }),
  deleteGroupMember: route({
    method: "DELETE",
    path: "/group/{id}/members/{userId}",
    access: "MANAGE_GROUP",
    summary: "End the membership of today; with membershipId remove that period altogether",
    params: memberParams,
    query: z.strictObject({ membershipId: id.optional() }),
    answer: noContent,
  }),
  listUserMemberships: route({
    method: "GET",
    path: "/user/{id}/memberships",
    access: "QUERY_USER",
    summary: "All groups of a member, past and present",
    params: idParams,
    answer: z.array(membershipOfUser),
  }),
} as const;
