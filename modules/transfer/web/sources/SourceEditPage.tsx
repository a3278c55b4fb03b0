import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useReturn, usePathParams } from "#platform/web/links.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { importContract, type ImportSource } from "../../import-contract.ts";
import { sourceQuery } from "../sync/run-queries.ts";
import { sentSource, valuesOf, type SourceValues } from "./form/source-values.ts";
import { SourceForm } from "./form/SourceForm.tsx";

/** Import Quelle bearbeiten. */
export default function SourceEditPage() {
  const { sourceId } = usePathParams("sourceId");
  const source = useQuery({ ...sourceQuery(sourceId), staleTime: 0 });
  // The form starts from the state of now and keeps it while others save.
  const [opened, setOpened] = useState<ImportSource>();
  if (source.data && !source.isFetching && opened?.id !== sourceId) setOpened(source.data);
  const returnTo = useReturn();
  const client = useQueryClient();
  usePageTitle(opened && `${opened.name} bearbeiten`);
  const save = async (values: SourceValues, version: number) => {
    const body = { ...sentSource(values), version };
    await call(importContract.updateImportSource, { params: { id: sourceId }, body, inForm: true });
    await client.invalidateQueries({ queryKey: ["import-source"] });
    showDone(`Die Quelle „${values.name}“ ist gespeichert.`);
    returnTo(`/import/${sourceId}`);
  };
  if (source.error && !opened)
    return <LoadError error={source.error} onRetry={() => void source.refetch()} />;
  if (!opened || opened.id !== sourceId) return <RecordSkeleton />;
  return (
    <>
      <PageHeader title={`${opened.name} bearbeiten`} />
      <SourceForm
        key={sourceId}
        source={opened}
        initialValues={valuesOf(opened)}
        saveLabel="Quelle speichern"
        onSave={save}
        onCancel={() => returnTo(`/import/${sourceId}`)}
      />
    </>
  );
}
