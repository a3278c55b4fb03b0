import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { useReturn, usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { groupsContract } from "../../groups-contract.ts";
import { valuesOf, type GroupValues } from "./group-values.ts";
import { GroupForm } from "./GroupForm.tsx";
import { groupQuery, useRefreshGroups } from "./queries.ts";

/** Gruppe bearbeiten. */
export default function GroupEditPage() {
  const { groupId } = usePathParams("groupId");
  const group = useQuery(groupQuery(groupId));
  const returnTo = useReturn();
  const refresh = useRefreshGroups();
  usePageTitle(group.data && `${group.data.name} bearbeiten`);
  const back = () => returnTo(`/groups/${groupId}`);
  const save = async (values: GroupValues, version: number | undefined) => {
    await call(groupsContract.updateGroup, {
      params: { id: groupId },
      body: { ...values, version: version ?? 1 },
      inForm: true,
    });
    await refresh();
    showDone(`Die Gruppe „${values.name}“ ist gespeichert.`);
    back();
  };
  if (group.error && !group.data)
    return <LoadError error={group.error} onRetry={() => void group.refetch()} />;
  if (!group.data) return <RecordSkeleton />;
  return (
    <>
      <PageHeader title={`${group.data.name} bearbeiten`} />
      <GroupForm
        key={groupId}
        group={group.data}
        initialValues={valuesOf(group.data)}
        saveLabel="Gruppe speichern"
        onSave={save}
        onCancel={back}
      />
    </>
  );
}
