export { nameSound } from "./people/duplicates/cologne.ts";
export { clubDay } from "./people/club-day.ts";
export { toFilter, toOrder, type MemberFilter, type MemberOrder } from "./list/list-filter.ts";
export { selectedIds } from "./list/bulk-handlers.ts";
export { countMembers, selectMemberIds, selectPackedIds } from "./list/list-queries.ts";
export { listColumns } from "./list/list-export.ts";
export { toFields } from "./people/field-columns.ts";
export type { MemberRecord } from "./people/member-columns-queries.ts";
export {
  type Holder,
  OPERATOR,
  outranks,
  holdsPermission,
  seesProtectedFields,
} from "./rights/permissions.ts";
export { PackedIds } from "./list/packed-ids.ts";
export type { ExportedMember } from "./list/exported-member-queries.ts";
export { memberBatches } from "./list/member-batches.ts";
export { wantedBy, type WantedOfMembers } from "./list/wanted-of-members.ts";
export { selectMember, selectMembers, selectToday, setMessageMail } from "./people/queries.ts";
export { toUserRow } from "./people/presenters.ts";
export { meHandlers } from "./people/me-handlers.ts";
export { memberCreation, updateMember } from "./people/save-member.ts";
export { lockMembers } from "./people/update-queries.ts";
export { type MemberChange, updateMembers } from "./people/update-members.ts";
export { readSavedView } from "./views/saved-view.ts";
export { selectViews } from "./views/view-queries.ts";
export { setMemberPermissions } from "./rights/set-permissions.ts";
export { restoreMembers, trashMembers } from "./erasure/trash.ts";
export { ANONYMISED_NAME } from "./erasure/trash-queries.ts";
export { addressLines } from "./letters/address-lines.ts";
export { postalCodeProblem } from "./people/postal-codes.ts";
export { impossibleDates, memberProblems } from "./people/validation.ts";
export { selectRights } from "./rights/rights-queries.ts";
export { createMember, createMembers } from "./people/create-members.ts";
export { loadPrincipalRights } from "./rights/principal-rights.ts";
export { createGroup, deleteGroup, deleteUnusedGroups, updateGroup } from "./groups/groups.ts";
export {
  addToGroup,
  createMembership,
  putMembership,
  removeMembership,
  removeMemberships,
} from "./groups/memberships.ts";
export { type GroupActor, groupActor, listOfOpened, openedBy } from "./groups/openings.ts";
export { joinForNewMembers } from "./groups/new-members.ts";
export { selectGroups } from "./groups/group-list-queries.ts";
export { lockGroup, lockGroups, selectGroupsBelow } from "./groups/queries.ts";
export { mayChangeMembers } from "./groups/rules.ts";
