import {
  Alert,
  Checkbox,
  Group as Row,
  NumberInput,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MemberFilterField, savedViewsQuery } from "#modules/members/web/public.ts";
import { USER_FIELD_LABELS, USER_SORT_FIELDS } from "#modules/members/contract.ts";
import { plural } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { AppLink, pageAddress } from "#platform/web/links.tsx";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import type { ExportTarget } from "../../export-contract.ts";
import { mappingConfigsQuery } from "../queries.ts";
import { ScheduleField } from "../schedule/ScheduleField.tsx";
import { SampleTable } from "../sync/columns/SampleTable.tsx";
import { DestinationFields } from "./DestinationFields.tsx";
import { FormatFields } from "./FormatFields.tsx";
import { exportPreviewQuery, type TargetInput } from "./target-queries.ts";
import {
  sentTarget,
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
  const mappings = useQuery(mappingConfigsQuery(true)).data?.content ?? [];
  const seesProtected = useCan("MANAGE_USER");
  const error = (field: string) =>
    form.errors[field] === undefined ? undefined : String(form.errors[field]);
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
      <Who form={form} />
      <FormatFields
        format={values.format}
        options={values.options}
        onFormat={(format) => form.setFieldValue("format", format)}
        onOptions={(options) => form.setFieldValue("options", options)}
      />
      <Select
        id={fieldId("mappingConfigId")}
        label={LABELS["mappingConfigId"]}
        description={
          <>
            Eigene Spalten mit eigenen Namen, Reihenfolge und Werten legen Sie unter{" "}
            <AppLink td="underline" to={pageAddress("/mapping-config/create", { isExport: true })}>
              Spalten zusammenstellen
            </AppLink>{" "}
            an.
          </>
        }
        data={[
          { value: "", label: "alle Felder unter ihrem eigenen Namen" },
          ...mappings.map((config) => ({ value: String(config.id), label: config.name })),
        ]}
        value={values.mappingConfigId}
        onChange={(id) => form.setFieldValue("mappingConfigId", id ?? "")}
        allowDeselect={false}
        error={error("mappingConfigId")}
      />
      {values.mappingConfigId === "" && seesProtected && (
        <Checkbox
          label="Auch Bankverbindung und Notizen"
          checked={values.options.protectedFields}
          onChange={(event) =>
            form.setFieldValue("options", {
              ...values.options,
              protectedFields: event.currentTarget.checked,
            })
          }
        />
      )}
      <Row gap="sm" align="flex-end">
        <Select
          label={LABELS["sort"]}
          data={USER_SORT_FIELDS.map((field) => ({
            value: field as string,
            label: USER_FIELD_LABELS[field],
          }))}
          value={values.sort}
          onChange={(sort) => form.setFieldValue("sort", sort ?? "lastname")}
          allowDeselect={false}
          searchable
        />
        <Select
          aria-label={LABELS["dir"]}
          data={[
            { value: "ASC", label: "aufsteigend" },
            { value: "DESC", label: "absteigend" },
          ]}
          value={values.dir}
          onChange={(dir) => form.setFieldValue("dir", dir === "DESC" ? "DESC" : "ASC")}
          allowDeselect={false}
        />
      </Row>
      <DateField
        id={fieldId("asOf")}
        label={LABELS["asOf"]}
        description="Status, Alter und Gruppen wie an diesem Tag. Leer: am Tag des Laufs."
        value={values.asOf}
        onChange={(asOf) => form.setFieldValue("asOf", asOf)}
        maw="16rem"
      />
      <Preview values={values} />
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
        error={error("schedule")}
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

type Form = ReturnType<typeof useVersionedForm<TargetValues, ExportTarget>>["form"];

/** Members by a filter of its own, or by a saved view that may change later. */
function Who({ form }: { form: Form }) {
  const { values } = form;
  const views = useQuery({ ...savedViewsQuery, enabled: useCan("QUERY_USER") }).data ?? [];
  const [byView, setByView] = useState(values.viewId !== "");
  return (
    <Stack gap="sm" id={fieldId("filter")}>
      {views.length > 0 && (
        <Radio.Group
          label={LABELS["filter"]}
          value={byView ? "view" : "filter"}
          onChange={(next) => {
            setByView(next === "view");
            form.setFieldValue("viewId", "");
          }}
        >
          <Row gap="lg" mt={6}>
            <Radio value="filter" label="Nach Filtern" />
            <Radio value="view" label="Wie eine gespeicherte Ansicht" />
          </Row>
        </Radio.Group>
      )}
      {byView ? (
        <Select
          id={fieldId("viewId")}
          label={LABELS["viewId"]}
          description="Es gilt immer, was die Ansicht am Tag des Laufs zeigt."
          data={views.map((view) => ({ value: view.id, label: view.name }))}
          value={values.viewId || null}
          onChange={(id) => form.setFieldValue("viewId", id ?? "")}
          error={form.errors["viewId"]}
        />
      ) : (
        <MemberFilterField
          label={views.length > 0 ? "Filter" : (LABELS["filter"] ?? "")}
          value={values.filter}
          onChange={(filter) => form.setFieldValue("filter", filter)}
        />
      )}
    </Stack>
  );
}

/** The first rows of the file as it would be written now. */
function Preview({ values }: { values: TargetValues }) {
  // Where it goes and when does not change what stands in it; unfinished addresses must not spoil
  // the sample.
  const body: TargetInput = {
    ...sentTarget(values),
    name: values.name.trim() || "Vorschau",
    fileName: "Vorschau",
    destination: { kind: "DOWNLOAD" },
    schedule: null,
  };
  const [settled] = useDebouncedValue(JSON.stringify(body), 400);
  const preview = useQuery(exportPreviewQuery(JSON.parse(settled) as TargetInput));
  if (preview.error) {
    return (
      <Alert variant="light" color="gray" title="Vorschau">
        {preview.error.message}
      </Alert>
    );
  }
  if (!preview.data) return null;
  const { count, headings, rows } = preview.data;
  return (
    <section aria-label="Vorschau">
      <Text size="sm" fw={500}>
        Vorschau: {plural(count, "Mitglied", "Mitglieder")} in der Datei
      </Text>
      <SampleTable label="Erste Zeilen" heads={headings} rows={rows.map((cells) => ({ cells }))} />
    </section>
  );
}
