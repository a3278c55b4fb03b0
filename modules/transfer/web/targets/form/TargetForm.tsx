import { Checkbox, NumberInput, TextInput } from "@mantine/core";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import type { ExportTarget } from "../../../export-contract.ts";
import { ScheduleField } from "../../schedule/ScheduleField.tsx";
import { DestinationFields } from "./DestinationFields.tsx";
import { FormatFields } from "./FormatFields.tsx";
import { TargetColumns } from "./TargetColumns.tsx";
import { TargetPreview } from "./TargetPreview.tsx";
import { TargetWho } from "./TargetWho.tsx";
import {
  shownTargetValue,
  TARGET_FIELD_LABELS as LABELS,
  validateTarget,
  valuesOf,
  type TargetValues,
} from "./target-values.ts";

interface TargetFormProps {
  /** Absent while a target is being created. */
  target?: ExportTarget;
  initialValues: TargetValues;
  saveLabel: string;
  onSave: (values: TargetValues, version: number) => Promise<unknown>;
  onCancel: () => void;
}

/** One form for creating and editing an export target, with its first rows. */
export function TargetForm({
  target,
  initialValues,
  saveLabel,
  onSave,
  onCancel,
}: TargetFormProps) {
  const record = useVersionedForm<TargetValues, ExportTarget>({
    stored: target,
    valuesOf,
    initialValues,
    validate: validateTarget,
    onSave: (values, base) => onSave(values, base.record?.version ?? 1),
  });
  const { form } = record;
  const { values } = form;
  return (
    <RecordForm
      record={record}
      saveLabel={saveLabel}
      onCancel={onCancel}
      fieldLabels={LABELS}
      showValue={shownTargetValue}
    >
      <TextInput
        {...form.getInputProps("name")}
        id={fieldId("name")}
        label="Name (Pflichtangabe)"
        description="Zum Beispiel: Bestandsmeldung Verband, Telefonliste Vorstand"
        aria-required
        maxLength={100}
        autoComplete="off"
        data-autofocus={target ? undefined : true}
      />
      <TargetWho form={form} />
      <FormatFields
        format={values.format}
        options={values.options}
        onFormat={(format) => form.setFieldValue("format", format)}
        onOptions={(options) => form.setFieldValue("options", options)}
      />
      <TargetColumns form={form} />
      <DateField
        id={fieldId("asOf")}
        label={LABELS["asOf"]}
        description="Status, Alter und Gruppen wie an diesem Tag. Leer: am Tag des Laufs."
        value={values.asOf}
        onChange={(asOf) => form.setFieldValue("asOf", asOf)}
        maw="16rem"
      />
      <TargetPreview values={values} />
      <DestinationFields
        value={values.destination}
        onChange={(destination) => form.setFieldValue("destination", destination)}
        errors={form.errors}
      />
      <TextInput
        {...form.getInputProps("fileName")}
        id={fieldId("fileName")}
        label="Dateiname (Pflichtangabe)"
        description="Ohne Endung. {name}, {datum}, {jahr}, {monat}, {zeit} und {verein} werden ersetzt."
        maxLength={120}
        autoComplete="off"
      />
      <ScheduleField
        id={fieldId("schedule")}
        label="Wann ausgegeben wird"
        noneLabel="Nur auf Knopfdruck"
        value={values.schedule}
        onChange={(schedule) => form.setFieldValue("schedule", schedule)}
        error={form.errors["schedule"] === undefined ? undefined : String(form.errors["schedule"])}
      />
      <Checkbox
        label="Nur Änderungen seit dem letzten Lauf"
        description="Eine eigene Spalte sagt, wer neu, geändert oder nicht mehr dabei ist."
        checked={values.onlyChanges}
        onChange={(event) => form.setFieldValue("onlyChanges", event.currentTarget.checked)}
      />
      <NumberInput
        id={fieldId("keepDays")}
        label="Dateien aufbewahren (Tage)"
        description="Danach bleibt nur, was wann von wem ausgegeben wurde."
        value={values.keepDays}
        onChange={(days) => form.setFieldValue("keepDays", Math.max(1, Number(days) || 1))}
        min={1}
        max={3650}
        allowDecimal={false}
        maw="16rem"
      />
    </RecordForm>
  );
}
