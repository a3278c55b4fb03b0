import { call } from "#platform/web/api/api.ts";
import { displayName } from "#platform/web/format/format.ts";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { groupsContract, type Group, type Membership } from "../../../groups-contract.ts";
import { useRefreshGroups } from "../queries.ts";

/** Returns a function that ends a membership today and offers to go on with it. */
export function useEndMembership(group: Group) {
  const refresh = useRefreshGroups();
  return async (membership: Membership) => {
    const params = { id: group.id, userId: membership.user.id };
    await call(groupsContract.deleteGroupMember, { params });
    await refresh();
    showUndo(
      `${displayName(membership.user)} gehört ab heute nicht mehr zu „${group.name}“.`,
      async () => {
        const { function: role, from, to, leader } = membership;
        // Without an id: a period that began today is gone, and one is begun again.
        await call(groupsContract.putGroupMember, {
          params,
          body: { function: role, from, to, leader },
        });
        await refresh();
      },
    );
  };
}
