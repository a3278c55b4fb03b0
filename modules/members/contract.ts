import { z } from "zod";
import { date, idParams, queryFlag, requiredText, version } from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { PERMISSIONS } from "#platform/contract/permissions.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { userSearchQuery } from "./user-filter.ts";
import { duplicateCandidate, duplicateProbe } from "./duplicate-shapes.ts";
import { jubilee, jubileeExport, jubileeKind, letterOrder } from "./jubilee-shapes.ts";
import { deletionPreview, dueDeletion, trashedUser } from "./erasure-shapes.ts";
import { userBulk, userCounts, userListExport, userView, viewFields } from "./list-shapes.ts";
import {
  loginInvitation,
  loginInvitationPlan,
  loginInvitationProbe,
} from "./login-invitation-shapes.ts";
import {
  listedUser,
  me,
  meUpdate,
  newMemberGroup,
  permission,
  user,
  userCreate,
  userUpdate,
} from "./user-shapes.ts";

export * from "./choices.ts";
export * from "./custom-field-values.ts";
export * from "./derived-fields.ts";
export * from "./duplicate-shapes.ts";
export * from "./erasure-shapes.ts";
export { type Field, type FieldKind, type FieldSection } from "./field-kinds.ts";
export * from "./fields.ts";
export * from "./jubilee-shapes.ts";
export * from "./list-shapes.ts";
export * from "./login-invitation-shapes.ts";
export * from "./user-filter.ts";
export * from "./user-shapes.ts";

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/heic", "image/heif"] as const;
const pictureBody = bytes(PICTURE_TYPES, 10 * 1024 * 1024);
const pictureAnswer = bytes(["image/webp"]);
const pictureQuery = z.strictObject({ size: z.enum(["64", "256", "512"]).default("256") });
const zip = bytes(["application/zip"]);
const table = bytes([
  "text/csv; charset=utf-8",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
]);

export const usersContract = {
  getMe: route({
    method: "GET",
    path: "/me",
    access: "loggedIn",
    summary: "The current user",
    answer: me,
  }),
  updateMe: route({
    method: "PUT",
    path: "/me",
    access: "loggedIn",
    summary: "Change one's own contact data and settings",
    body: meUpdate,
    answer: me,
  }),
  getMyPicture: route({
    method: "GET",
    path: "/me/profile-picture",
    access: "loggedIn",
    summary: "One's own profile picture",
    query: pictureQuery,
    answer: pictureAnswer,
  }),
  putMyPicture: route({
    method: "PUT",
    path: "/me/profile-picture",
    access: "loggedIn",
    summary: "Set one's own profile picture",
    body: pictureBody,
    answer: noContent,
  }),
  deleteMyPicture: route({
    method: "DELETE",
    path: "/me/profile-picture",
    access: "loggedIn",
    summary: "Remove one's own profile picture",
    answer: noContent,
  }),
  exportMe: route({
    method: "GET",
    path: "/me/export",
    access: "loggedIn",
    summary: "Everything held about the current user as a ZIP file",
    answer: zip,
  }),

  searchUsers: route({
    method: "GET",
    path: "/user/search",
    access: "QUERY_USER",
    summary: "Members by filters, paged and sorted",
    query: userSearchQuery,
    answer: pageOf(listedUser),
    preserialized: true,
  }),
  countUsers: route({
    method: "GET",
    path: "/user/counts",
    access: "QUERY_USER",
    summary: "How many members there are, and how many who were",
    query: z.strictObject({ asOf: date.optional() }),
    answer: userCounts,
  }),
  searchTrash: route({
    method: "GET",
    path: "/user/trash",
    access: "MANAGE_USER",
    summary: "Deleted members that can be restored",
    query: z.strictObject({
      q: z.string().max(200).optional(),
      ...pageQuery(["deletedAt", "lastname"], "DESC"),
    }),
    answer: pageOf(trashedUser),
  }),
  searchDueDeletions: route({
    method: "GET",
    path: "/user/due-deletions",
    access: "MANAGE_USER",
    summary: "Members whose data need not be kept any longer",
    query: z.strictObject({ ...pageQuery(["dueOn", "lastname"]) }),
    /** `retentionMonths`: the club's setting; null: no one is ever due. */
    answer: pageOf(dueDeletion).extend({ retentionMonths: z.int().nullable() }),
  }),
  previewDeletion: route({
    method: "GET",
    path: "/user/{id}/deletion-preview",
    access: "MANAGE_USER",
    summary: "What deleting a member would remove, what stays and why",
    params: idParams,
    answer: deletionPreview,
  }),
  searchJubilees: route({
    method: "GET",
    path: "/user/jubilees",
    access: "QUERY_USER",
    summary: "Birthdays and membership anniversaries of a period",
    query: z.strictObject({
      from: date,
      to: date,
      kind: jubileeKind.optional(),
      roundOnly: queryFlag().default(false),
      ...pageQuery(["date", "lastname", "years"]),
    }),
    answer: pageOf(jubilee),
  }),
  getUser: route({
    method: "GET",
    path: "/user/{id}",
    access: "QUERY_USER",
    summary: "One member",
    params: idParams,
    answer: user,
  }),
  createUser: route({
    method: "POST",
    path: "/user",
    access: "MANAGE_USER",
    summary: "Create a member",
    body: userCreate,
    answer: user,
    status: 201,
  }),
  listNewMemberGroups: route({
    method: "GET",
    path: "/user/new-member-groups",
    access: ["MANAGE_USER", "MANAGE_IMPORTS"],
    summary: "The groups that new members join",
    answer: z.array(newMemberGroup),
  }),
  updateUser: route({
    method: "PUT",
    path: "/user/{id}",
    access: "MANAGE_USER",
    summary: "Change a member",
    params: idParams,
    body: userUpdate,
    answer: user,
  }),
  deleteUser: route({
    method: "DELETE",
    path: "/user/{id}",
    access: "MANAGE_USER",
    summary: "Move a member to the trash",
    params: idParams,
    answer: noContent,
  }),
  restoreUser: route({
    method: "POST",
    path: "/user/{id}/restore",
    access: "MANAGE_USER",
    summary: "Take a member out of the trash",
    params: idParams,
    answer: user,
  }),
  anonymiseUser: route({
    method: "POST",
    path: "/user/{id}/anonymise",
    access: "MANAGE_USER",
    summary: "Wipe the personal data of a member in the trash at once",
    params: idParams,
    answer: noContent,
  }),
  getUserPicture: route({
    method: "GET",
    path: "/user/{id}/profile-picture",
    access: "loggedIn",
    summary: "The profile picture of somebody whom the caller sees somewhere",
    params: idParams,
    query: pictureQuery,
    answer: pictureAnswer,
  }),
  putUserPicture: route({
    method: "PUT",
    path: "/user/{id}/profile-picture",
    access: "MANAGE_USER",
    summary: "Set a member's profile picture",
    params: idParams,
    body: pictureBody,
    answer: noContent,
  }),
  deleteUserPicture: route({
    method: "DELETE",
    path: "/user/{id}/profile-picture",
    access: "MANAGE_USER",
    summary: "Remove a member's profile picture",
    params: idParams,
    answer: noContent,
  }),
  findDuplicates: route({
    method: "POST",
    path: "/user/duplicates",
    access: "MANAGE_USER",
    summary: "Members that may be the same person as the one being entered",
    unremembered: "NO_EFFECT",
    body: duplicateProbe,
    answer: z.array(duplicateCandidate),
  }),
  bulkUsers: route({
    method: "POST",
    path: "/user/bulk",
    access: ["MANAGE_USER", "MANAGE_GROUP"],
    summary: "One action for many members, all or nothing",
    body: userBulk,
    /** `changed`: members the action had an effect on; `unchanged`: those it already held for. */
    answer: z.object({ changed: z.int(), unchanged: z.int() }),
  }),
  exportUsers: route({
    method: "POST",
    path: "/user/export",
    access: "MANAGE_EXPORTS",
    summary: "The member list on screen as a file",
    body: userListExport,
    mayLag: true,
    answer: table,
  }),
  printLetters: route({
    method: "POST",
    path: "/user/letters.pdf",
    access: "QUERY_USER",
    summary: "Letters for birthdays and anniversaries, one page of A4 each",
    body: letterOrder,
    mayLag: true,
    answer: bytes(["application/pdf"]),
    unremembered: "NO_EFFECT",
  }),
  exportJubilees: route({
    method: "POST",
    path: "/user/jubilees/export",
    access: "MANAGE_EXPORTS",
    summary: "Birthdays and anniversaries with addresses as a file",
    body: jubileeExport,
    mayLag: true,
    answer: table,
    unremembered: "NO_EFFECT",
  }),
  previewLoginInvitations: route({
    method: "POST",
    path: "/user/invite-logins/preview",
    access: "MANAGE_USER",
    summary: "Who would be invited to log in, and who would be left out and why",
    unremembered: "NO_EFFECT",
    body: loginInvitationProbe,
    answer: loginInvitationPlan,
  }),
  inviteLogins: route({
    method: "POST",
    path: "/user/invite-logins",
    access: "MANAGE_USER",
    summary: "Mail many members the link to set a password; the mails go out one after the other",
    body: loginInvitation,
    answer: z.object({ invited: z.int(), skipped: z.int() }),
    status: 202,
  }),
  inviteLogin: route({
    method: "POST",
    path: "/user/{id}/invite-login",
    access: "MANAGE_USER",
    summary: "Mail a member the link to set a password",
    params: idParams,
    /** Without a username the e-mail address becomes the login name. */
    body: z.strictObject({ username: requiredText(254).optional() }),
    bodyOptional: true,
    answer: user,
  }),
  disableLogin: route({
    method: "POST",
    path: "/user/{id}/disable-login",
    access: "MANAGE_USER",
    summary: "Switch a member's login off",
    params: idParams,
    answer: user,
  }),
  enableLogin: route({
    method: "POST",
    path: "/user/{id}/enable-login",
    access: "MANAGE_USER",
    summary: "Switch a member's login on again",
    params: idParams,
    answer: user,
  }),
  resetUserPassword: route({
    method: "POST",
    path: "/user/{id}/reset-password",
    access: "MANAGE_USER",
    summary: "Mail a member the link to set a new password",
    params: idParams,
    answer: noContent,
  }),
  setUserPermissions: route({
    method: "PUT",
    path: "/user/{id}/permissions",
    access: "MANAGE_USER",
    summary: "Set a member's direct permissions",
    params: idParams,
    body: z.strictObject({
      permissions: z.array(permission).max(PERMISSIONS.length),
      isAdmin: z.boolean(),
      version,
    }),
    answer: user,
  }),
  exportUserData: route({
    method: "GET",
    path: "/user/{id}/export",
    access: "MANAGE_USER",
    summary: "Everything held about a member as a ZIP file",
    params: idParams,
    answer: zip,
  }),

  searchViews: route({
    method: "GET",
    path: "/user-view",
    access: "QUERY_USER",
    summary: "Saved views of the member list: own and shared",
    answer: z.array(userView),
  }),
  createView: route({
    method: "POST",
    path: "/user-view",
    access: "QUERY_USER",
    summary: "Save a view",
    body: z.strictObject(viewFields),
    answer: userView,
    status: 201,
  }),
  updateView: route({
    method: "PUT",
    path: "/user-view/{id}",
    access: "QUERY_USER",
    summary: "Change a saved view",
    params: idParams,
    body: z.strictObject({ ...viewFields, version }),
    answer: userView,
  }),
  deleteView: route({
    method: "DELETE",
    path: "/user-view/{id}",
    access: "QUERY_USER",
    summary: "Delete a saved view",
    params: idParams,
    answer: noContent,
  }),
} as const;
