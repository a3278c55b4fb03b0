export { createGroup, deleteGroup, updateGroup } from "./groups.ts";
export { addToGroup, type GroupActor, putMembership, removeFromGroup, removeMembership } from "./memberships.ts";
export { selectGroups as allGroups, type GroupRecord } from "./queries.ts";
