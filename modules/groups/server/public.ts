export { createGroup, deleteGroup, deleteUnusedGroups, updateGroup } from "./groups.ts";
export {
  addToGroup,
  createMembership,
  putMembership,
  removeMembership,
  removeMemberships,
} from "./memberships.ts";
export { lockGroup, lockGroups, selectGroups } from "./queries.ts";
export { mayChangeMembers } from "./rules.ts";
