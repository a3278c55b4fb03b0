export { createGroup, deleteGroup, updateGroup } from "./groups.ts";
export { addToGroup, createMembership, putMembership, removeMembership } from "./memberships.ts";
export { lockGroup, selectGroups } from "./queries.ts";
export { mayChangeMembers } from "./rules.ts";
