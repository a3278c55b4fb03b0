import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useReturn, usePathParams } from "#platform/web/links.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { exportContract, type ExportTarget } from "../../export-contract.ts";
import { targetQuery } from "./target-queries.ts";
import { sentTarget, valuesOf, type TargetValues } from "./form/target-values.ts";
import { TargetForm } from "./form/TargetForm.tsx";

/** Export Ziel bearbeiten. */
export default function TargetEditPage() {
  const { targetId } = usePathParams("targetId");
  const target = useQuery({ ...targetQuery(targetId), staleTime: 0 });
  // The form starts from the state of now and keeps it while others save.
  const [opened, setOpened] = useState<ExportTarget>();
  if (target.data && !target.isFetching && opened?.id !== targetId) setOpened(target.data);
  const returnTo = useReturn();
  const client = useQueryClient();
  usePageTitle(opened && `${opened.name} bearbeiten`);
  const save = async (values: TargetValues, version: number) => {
    await call(exportContract.updateExportTarget, {
      params: { id: targetId },
      body: { ...sentTarget(values), version },
      inForm: true,
    });
    await client.invalidateQueries({ queryKey: ["export-target"] });
    showDone(`Das Ziel „${values.name}“ ist gespeichert.`);
    returnTo(`/export/${targetId}`);
  };
  if (target.error && !opened)
    return <LoadError error={target.error} onRetry={() => void target.refetch()} />;
  if (!opened || opened.id !== targetId) return <RecordSkeleton />;
  return (
    <>
      <PageHeader title={`${opened.name} bearbeiten`} />
      <TargetForm
        key={targetId}
        target={opened}
        initialValues={valuesOf(opened)}
        saveLabel="Ziel speichern"
        onSave={save}
        onCancel={() => returnTo(`/export/${targetId}`)}
      />
    </>
  );
}
