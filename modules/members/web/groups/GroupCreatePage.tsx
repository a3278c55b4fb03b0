import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { inAddress, useGo, useReturn, useSearchState } from "#platform/web/navigation.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { groupsContract } from "../../groups-contract.ts";
import { NEW_GROUP, type GroupValues } from "./group-values.ts";
import { GroupForm } from "./GroupForm.tsx";
import { groupTreeQuery, useRefreshGroups } from "./queries.ts";

const state = z.object({ parent: inAddress.text() });

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/groups/create": z.output<typeof state>;
  }
}

/** Neue Gruppe anlegen; `?parent=` starts a sub-group. */
export default function GroupCreatePage() {
  const [{ parent: parentId }] = useSearchState(state);
  const parent = useQuery(groupTreeQuery).data?.find((group) => group.id === parentId);
  const go = useGo();
  const returnTo = useReturn();
  const refresh = useRefreshGroups();
  const save = async (values: GroupValues) => {
    const group = await call(groupsContract.createGroup, { body: values, inForm: true });
    await refresh();
    showDone(`Die Gruppe „${group.name}“ ist angelegt.`);
    go(`/groups/${group.id}`, { replace: true });
  };
  return (
    <>
      <PageHeader
        title="Neue Gruppe anlegen"
        sentence={parent && `Untergruppe von ${parent.name}`}
      />
      <GroupForm
        initialValues={{ ...NEW_GROUP, parentId: parentId === "" ? null : parentId }}
        saveLabel="Gruppe anlegen"
        onSave={save}
        onCancel={() => returnTo(parentId === "" ? "/groups" : `/groups/${parentId}`)}
      />
    </>
  );
}
