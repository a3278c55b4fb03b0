import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { useReturn } from "#platform/web/navigation.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { tenantsContract } from "../contract.ts";
import { keyOf, NEW_FIELD, type CustomFieldValues } from "./custom-field-values.ts";
import { CustomFieldForm } from "./CustomFieldForm.tsx";
import { customFieldsQuery, useRefreshCustomFields } from "./queries.ts";

/** Neues Feld: an custom member field of the club. */
export default function CustomFieldCreatePage() {
  const fields = useQuery(customFieldsQuery).data ?? [];
  const refresh = useRefreshCustomFields();
  const returnTo = useReturn();
  const save = async (values: CustomFieldValues) => {
    const key = keyOf(
      values.label,
      fields.map((field) => field.key),
    );
    const position = Math.max(-1, ...fields.map((field) => field.position)) + 1;
    await call(tenantsContract.createCustomField, {
      body: { ...values, key, position },
      inForm: true,
    });
    await refresh();
    showDone(`Das Feld „${values.label}“ ist angelegt.`);
    returnTo("/settings");
  };
  return (
    <>
      <PageHeader title="Neues Feld" sentence="Wird bei jedem Mitglied zusätzlich festgehalten" />
      <CustomFieldForm
        initialValues={NEW_FIELD}
        saveLabel="Feld anlegen"
        onSave={save}
        onCancel={() => returnTo("/settings")}
      />
    </>
  );
}
