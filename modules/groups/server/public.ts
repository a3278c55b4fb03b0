export { createGroup, deleteGroup, updateGroup } from "./groups.ts";
export { createMembership, putMembership, removeMembership } from "./memberships.ts";
export { lockGroup, selectGroups } from "./queries.ts";
