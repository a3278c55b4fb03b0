export { grantsOf, mayRead, mayWrite, type Reach, reachOf, writeGrants } from "./grants.ts";
export {
  deleteGrantsOfMember,
  type Grantee,
  type GrantTable,
  selectAccess,
  selectGrantsOfMember,
} from "./queries.ts";
