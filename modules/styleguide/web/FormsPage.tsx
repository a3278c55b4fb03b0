import { Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import { ApiError, ownProblem } from "#platform/web/api/api-error.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { useRecordForm } from "#platform/web/ui/form/record-form.ts";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";

const LABELS = { lastname: "Nachname", email: "E-Mail", birthday: "Geburtstag", status: "Status" };

/** Style guide: a form of every field, with errors at the field and summed up. */
export default function FormsPage() {
  const record = useRecordForm({
    initialValues: {
      lastname: "",
      email: "",
      birthday: null as string | null,
      status: "ACTIVE",
      notes: "",
      consent: false,
    },
    validate: (values): Record<string, string> =>
      values.lastname.trim() === "" ? { lastname: "Bitte geben Sie den Nachnamen an." } : {},
    onSave: async (values) => {
      // Stands for the server's answer, so that its way to the field can be seen.
      if (!values.email.includes("@")) {
        throw new ApiError({
          ...ownProblem(400, "VALIDATION_FAILED", "Einige Angaben fehlen oder sind nicht richtig."),
          errors: [
            {
              path: "email",
              code: "INVALID",
              message: "Das ist keine vollständige E-Mail-Adresse.",
            },
          ],
        });
      }
      showDone("Das Formular wurde angenommen. Gespeichert wird auf dieser Seite nichts.");
    },
  });
  const { form } = record;
  return (
    <>
      <PageHeader
        title="Formulare"
        sentence="Eine Spalte, Beschriftung oben, Hilfe unten. Strg+Eingabe speichert."
      />
      <Card>
        <RecordForm
          record={record}
          saveLabel="Formular prüfen"
          fieldLabels={LABELS}
          onCancel={form.reset}
        >
          <TextInput
            label="Nachname (Pflichtangabe)"
            required
            withAsterisk={false}
            autoComplete="family-name"
            maxLength={120}
            id={fieldId("lastname")}
            {...form.getInputProps("lastname")}
          />
          <TextInput
            label="E-Mail"
            description="An diese Adresse gehen Nachrichten des Vereins."
            type="email"
            autoComplete="email"
            id={fieldId("email")}
            {...form.getInputProps("email")}
          />
          <DateField
            label="Geburtstag"
            id={fieldId("birthday")}
            {...form.getInputProps("birthday")}
          />
          <Select
            label="Status"
            data={[
              { value: "ACTIVE", label: "Aktiv" },
              { value: "PASSIVE", label: "Passiv" },
              { value: "HONORARY", label: "Ehrenmitglied" },
            ]}
            allowDeselect={false}
            id={fieldId("status")}
            {...form.getInputProps("status")}
          />
          <TextInput label="Gesperrtes Feld" value="Wird vom Verein gepflegt" disabled readOnly />
          <Textarea
            label="Notiz"
            autosize
            minRows={3}
            maxLength={2000}
            id={fieldId("notes")}
            {...form.getInputProps("notes")}
          />
          <Checkbox
            label="Fotos dürfen veröffentlicht werden"
            {...form.getInputProps("consent", { type: "checkbox" })}
          />
        </RecordForm>
      </Card>
    </>
  );
}
