import { call } from "#platform/web/api/api.ts";
import { displayName } from "#platform/web/format/format.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { groupsContract, type Group, type Membership } from "../../../groups-contract.ts";
import { useRefreshGroups } from "../queries.ts";

/**
 * Returns a function that ends a membership today and offers to go on with it; it asks before where
 * the reader may add nobody to the group.
 */
export function useEndMembership(group: Group) {
  const refresh = useRefreshGroups();
  const mayAdd = group.can.includes("EDIT_MEMBERS");
  return async (membership: Membership) => {
    const name = displayName(membership.user);
    if (!mayAdd && !(await askToConfirm(questionAbout(name, group.name)))) return;
    const params = { id: group.id, userId: membership.user.id };
    await call(groupsContract.deleteGroupMember, { params });
    await refresh();
    const done = `${name} gehört ab heute nicht mehr zu „${group.name}“.`;
    if (!mayAdd) {
      showDone(done);
      return;
    }
    showUndo(done, async () => {
      const { function: role, from, to, leader } = membership;
      // Without an id: a period that began today is gone, and one is begun again.
      await call(groupsContract.putGroupMember, {
        params,
        body: { function: role, from, to, leader },
      });
      await refresh();
    });
  };
}

function questionAbout(name: string, group: string) {
  return {
    title: "Zugehörigkeit beenden?",
    text: `${name} gehört dann ab heute nicht mehr zu „${group}“. Wieder hinzufügen können Sie niemanden: Die Gruppe öffnet mehr, als Sie selbst dürfen.`,
    confirmLabel: "Zugehörigkeit beenden",
    destructive: true,
  };
}
