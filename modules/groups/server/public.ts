export { createGroup, deleteGroup, updateGroup } from "./groups.ts";
export { addToGroup, createMembership, type GroupActor, putMembership, removeFromGroup, removeMembership } from "./memberships.ts";
export { selectGroups as allGroups, type GroupRecord, lockGroup } from "./queries.ts";
