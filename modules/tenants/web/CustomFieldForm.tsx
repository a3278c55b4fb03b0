import { Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { CUSTOM_FIELD_KINDS, type CustomField } from "../contract.ts";
import {
  CUSTOM_FIELD_LABELS,
  hasOptions,
  KIND_LABELS,
  shownFieldValue,
  validateField,
  valuesOf,
  type CustomFieldValues,
} from "./custom-field-values.ts";

interface CustomFieldFormProps {
  /** Absent while a field is being created. */
  field?: CustomField;
  initialValues: CustomFieldValues;
  saveLabel: string;
  onSave: (values: CustomFieldValues, version: number) => Promise<unknown>;
  onCancel: () => void;
}

/** One custom member field. Its kind is chosen once: values already entered depend on it. */
export function CustomFieldForm({
  field,
  initialValues,
  saveLabel,
  onSave,
  onCancel,
}: CustomFieldFormProps) {
  const record = useVersionedForm<CustomFieldValues, CustomField>({
    stored: field,
    valuesOf,
    initialValues,
    validate: validateField,
    onSave: (values, base) =>
      onSave(
        { ...values, options: hasOptions(values.kind) ? values.options : [] },
        base.record?.version ?? 0,
      ),
  });
  const { form } = record;
  return (
    <RecordForm
      record={record}
      saveLabel={saveLabel}
      onCancel={onCancel}
      fieldLabels={CUSTOM_FIELD_LABELS}
      showValue={shownFieldValue}
    >
      <TextInput
        {...form.getInputProps("label")}
        id={fieldId("label")}
        label={`${CUSTOM_FIELD_LABELS.label} (Pflichtangabe)`}
        aria-required
        maxLength={80}
        data-autofocus={field ? undefined : true}
      />
      <Select
        {...form.getInputProps("kind")}
        id={fieldId("kind")}
        label={CUSTOM_FIELD_LABELS.kind}
        description={
          field
            ? "Die Art steht fest, weil vielleicht schon Werte eingetragen sind."
            : "Lässt sich später nicht mehr ändern"
        }
        data={CUSTOM_FIELD_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
        allowDeselect={false}
        disabled={field !== undefined}
        maw="20rem"
      />
      {hasOptions(form.values.kind) && (
        <TagsInput
          {...form.getInputProps("options")}
          id={fieldId("options")}
          label={`${CUSTOM_FIELD_LABELS.options} (Pflichtangabe)`}
          description="Jeden Eintrag mit der Eingabetaste abschließen"
          aria-required
          maxTags={100}
          acceptValueOnBlur
        />
      )}
      <Switch
        {...form.getInputProps("required", { type: "checkbox" })}
        id={fieldId("required")}
        label={CUSTOM_FIELD_LABELS.required}
        description="Muss ausgefüllt sein, wenn ein Mitglied gespeichert wird"
      />
      <Switch
        {...form.getInputProps("selfService", { type: "checkbox" })}
        id={fieldId("selfService")}
        label={CUSTOM_FIELD_LABELS.selfService}
        description="Erscheint auf Mein Profil und lässt sich dort ändern"
      />
    </RecordForm>
  );
}
