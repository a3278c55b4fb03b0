export { grantsOf, mayRead, mayWrite, type Reach, reachOf, writeGrants } from "./grants.ts";
export { deleteGrantsOfMember, type GrantTable, selectGrantsOfMember } from "./queries.ts";
