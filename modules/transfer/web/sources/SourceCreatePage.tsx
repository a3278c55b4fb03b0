import { useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { useGo, useReturn } from "#platform/web/links.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { importContract } from "../../import-contract.ts";
import { NEW_SOURCE, sentSource, type SourceValues } from "./form/source-values.ts";
import { SourceForm } from "./form/SourceForm.tsx";

/** Import Quelle anlegen. */
export default function SourceCreatePage() {
  const go = useGo();
  const returnTo = useReturn();
  const client = useQueryClient();
  const save = async (values: SourceValues) => {
    const source = await call(importContract.createImportSource, {
      body: sentSource(values),
      inForm: true,
    });
    await client.invalidateQueries({ queryKey: ["import-source"] });
    showDone(`Die Quelle „${source.name}“ ist angelegt.`);
    go(`/import/${source.id}`, { replace: true });
  };
  return (
    <>
      <PageHeader
        title="Quelle anlegen"
        sentence="Legt fest, woher Mitgliederdaten kommen und was mit ihnen geschieht. Eingelesen wird dabei noch nichts."
      />
      <SourceForm
        initialValues={NEW_SOURCE}
        saveLabel="Quelle anlegen"
        onSave={save}
        onCancel={() => returnTo("/import")}
      />
    </>
  );
}
