import { useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { useGo, useReturn } from "#platform/web/links.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { exportContract } from "../../export-contract.ts";
import { NEW_TARGET, sentTarget, type TargetValues } from "./form/target-values.ts";
import { TargetForm } from "./form/TargetForm.tsx";

/** Export Ziel anlegen. */
export default function TargetCreatePage() {
  const go = useGo();
  const returnTo = useReturn();
  const client = useQueryClient();
  const save = async (values: TargetValues) => {
    const target = await call(exportContract.createExportTarget, {
      body: sentTarget(values),
      inForm: true,
    });
    await client.invalidateQueries({ queryKey: ["export-target"] });
    showDone(`Das Ziel „${target.name}“ ist angelegt.`);
    go(`/export/${target.id}`, { replace: true });
  };
  return (
    <>
      <PageHeader
        title="Ziel anlegen"
        sentence="Legt fest, welche Mitgliederdaten in welcher Form wohin gehen. Ausgegeben wird dabei noch nichts."
      />
      <TargetForm
        initialValues={NEW_TARGET}
        saveLabel="Ziel anlegen"
        onSave={save}
        onCancel={() => returnTo("/export")}
      />
    </>
  );
}
