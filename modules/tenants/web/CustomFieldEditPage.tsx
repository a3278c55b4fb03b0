import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { useReturn, useLeave, usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { tenantsContract, type CustomField } from "../contract.ts";
import { KIND_LABELS, valuesOf, type CustomFieldValues } from "./custom-field-values.ts";
import { CustomFieldForm } from "./CustomFieldForm.tsx";
import { customFieldsQuery, useRefreshCustomFields } from "./queries.ts";

/** Feld bearbeiten, or delete it with all its values. */
export default function CustomFieldEditPage() {
  const { fieldId } = usePathParams("fieldId");
  const fields = useQuery(customFieldsQuery);
  const field = fields.data?.find((one) => one.id === fieldId);
  usePageTitle(field?.label);
  if (fields.error && !fields.data)
    return <LoadError error={fields.error} onRetry={() => void fields.refetch()} />;
  if (!fields.data) return <RecordSkeleton />;
  if (!field) return <EmptyState>Dieses Feld gibt es nicht oder nicht mehr.</EmptyState>;
  return <FieldEditor key={field.id} field={field} />;
}

function FieldEditor({ field }: { field: CustomField }) {
  const refresh = useRefreshCustomFields();
  const returnTo = useReturn();
  const leave = useLeave();
  const back = () => returnTo("/settings");
  const params = { id: field.id };

  const save = async (
    { label, options, required, selfService }: CustomFieldValues,
    version: number,
  ) => {
    const body = { label, options, required, selfService, position: field.position, version };
    await call(tenantsContract.updateCustomField, { params, body, inForm: true });
    await refresh();
    showDone(`Das Feld „${label}“ ist gespeichert.`);
    back();
  };

  const remove = async () => {
    const confirmed = await askToConfirm({
      title: `Feld „${field.label}“ löschen?`,
      text: `Das Feld verschwindet aus Formularen und Listen. Was bei den Mitgliedern unter „${field.label}“ eingetragen ist, geht dabei verloren. Das lässt sich nicht rückgängig machen.`,
      confirmLabel: "Feld und Werte löschen",
      destructive: true,
    });
    if (!confirmed) return;
    await leave("/settings", () => call(tenantsContract.deleteCustomField, { params }));
    await refresh();
    showDone(`Das Feld „${field.label}“ ist gelöscht.`);
  };

  return (
    <>
      <PageHeader
        title={field.label}
        sentence={`Eigenes Feld der Mitglieder, ${KIND_LABELS[field.kind]}`}
        actions={
          <Button variant="light" color="red" onClick={() => void remove()}>
            Feld löschen
          </Button>
        }
      />
      <CustomFieldForm
        field={field}
        initialValues={valuesOf(field)}
        saveLabel="Feld speichern"
        onSave={save}
        onCancel={back}
      />
    </>
  );
}
