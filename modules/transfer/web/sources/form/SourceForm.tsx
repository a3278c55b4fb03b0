import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AppLink } from "#platform/web/links.tsx";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import type { ImportSource } from "../../../import-contract.ts";
import { mappingConfigsQuery } from "../../queries.ts";
import { AddressFields } from "./AddressFields.tsx";
import { labelsOfLines } from "./decision-lines.ts";
import { SourceSettings } from "./SourceSettings.tsx";
import {
  shownSourceValue,
  SOURCE_FIELD_LABELS as LABELS,
  validateSource,
  valuesOf,
  type SourceValues,
} from "./source-values.ts";
import type { SourceFields } from "./source-fields.ts";

interface SourceFormProps {
  /** Absent while a source is being created. */
  source?: ImportSource;
  initialValues: SourceValues;
  saveLabel: string;
  onSave: (values: SourceValues, version: number) => Promise<unknown>;
  onCancel: () => void;
}

/** One form for creating and editing an import source. */
export function SourceForm({
  source,
  initialValues,
  saveLabel,
  onSave,
  onCancel,
}: SourceFormProps) {
  const record = useVersionedForm<SourceValues, ImportSource>({
    stored: source,
    valuesOf,
    initialValues,
    validate: validateSource,
    onSave: (values, base) => onSave(values, base.record?.version ?? 1),
  });
  const { form } = record;
  const { values } = form;
  return (
    <RecordForm
      record={record}
      saveLabel={saveLabel}
      onCancel={onCancel}
      fieldLabels={{ ...LABELS, ...labelsOfLines(values.groupDecisions) }}
      showValue={shownSourceValue}
    >
      <TextInput
        {...form.getInputProps("name")}
        id={fieldId("name")}
        label="Name (Pflichtangabe)"
        description="Zum Beispiel: Mitgliederliste aus Excel, Meldung des Verbands"
        aria-required
        maxLength={100}
        autoComplete="off"
        data-autofocus={source ? undefined : true}
      />
      <KindField form={form} />
      {values.kind === "URL" && <AddressFields form={form} kept={source?.headerNames ?? []} />}
      <MappingField form={form} />
      <SourceSettings form={form} />
    </RecordForm>
  );
}

function KindField({ form }: SourceFields) {
  return (
    <Radio.Group {...form.getInputProps("kind")} id={fieldId("kind")} label={LABELS["kind"]}>
      <Stack gap="xs" mt={8}>
        <Radio
          value="FILE"
          label="Aus einer Datei"
          description="Sie ziehen die Datei auf die Seite „Nutzer Import“."
        />
        <Radio
          value="URL"
          label="Von einer Adresse im Netz"
          description="Der Server holt die Datei ab, auf Knopfdruck oder nach Zeitplan."
        />
      </Stack>
    </Radio.Group>
  );
}

function MappingField({ form }: SourceFields) {
  const mappings = useQuery(mappingConfigsQuery(false)).data?.content ?? [];
  return (
    <Select
      id={fieldId("mappingConfigId")}
      label={LABELS["mappingConfigId"]}
      description={
        <>
          Welche Spalte welches Feld wird. Zuordnungen entstehen beim Einlesen oder{" "}
          <AppLink td="underline" to="/mapping-config/create">
            hier
          </AppLink>
          .
        </>
      }
      data={[
        { value: "", label: "wird beim Einlesen vorgeschlagen" },
        ...mappings.map((config) => ({ value: String(config.id), label: config.name })),
      ]}
      value={form.values.mappingConfigId}
      onChange={(id) => form.setFieldValue("mappingConfigId", id ?? "")}
      allowDeselect={false}
      error={form.errors["mappingConfigId"]}
    />
  );
}
