import { provideGroupActions } from "#modules/users/server/public.ts";
import { serverModule } from "#platform/server/services.ts";
import { groupsContract } from "../contract.ts";
import { groupHandlers } from "./group-handlers.ts";
import { membershipHandlers } from "./membership-handlers.ts";
import { addToGroup, removeFromGroup } from "./memberships.ts";
import { registerMembershipsOfPersons } from "./personal-data.ts";
import { groupSearch } from "./search-provider.ts";

// The member list's bulk actions: members come before groups, so groups bring their part along.
provideGroupActions({ add: addToGroup, remove: removeFromGroup });
registerMembershipsOfPersons();

export const groupsModule = serverModule({
  name: "groups",
  contract: groupsContract,
  search: [groupSearch],
  liveKinds: { group: { hear: "QUERY_GROUP", ids: "QUERY_GROUP" }, membership: "QUERY_GROUP" },
  handlers: (services) => ({ ...groupHandlers(services), ...membershipHandlers(services) }),
});
