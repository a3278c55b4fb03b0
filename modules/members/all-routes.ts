import { usersContract } from "./contract.ts";
import { groupsContract } from "./groups-contract.ts";

/** All routes of the module: of members and of their groups. */
export const allMembersRoutes = { ...usersContract, ...groupsContract } as const;
