export {
  grantsOf,
  mayRead,
  mayWrite,
  namesByGroup,
  openedBeyond,
  type Reach,
  reachOf,
  writeGrants,
} from "./grants.ts";
export { deleteGrantsOfMember, type GrantTable, selectGrantsOfMember } from "./queries.ts";
