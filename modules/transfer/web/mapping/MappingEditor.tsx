import { Alert, Text, TextInput } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { FileDrop } from "#platform/web/ui/form/FileDrop.tsx";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { mappingContract, type MappingConfig, type TableSample } from "../../mapping-contract.ts";
import { SampleTable } from "../sync/columns/SampleTable.tsx";
import { ACCEPTED, fileProblem } from "../sync/file/upload-file.ts";
import classes from "./editor.module.css";
import { EntryList } from "./EntryList.tsx";
import type { Field } from "./FieldSelect.tsx";
import { suggestedEntries } from "./import-entries.ts";
import {
  withKey,
  mappingLabels,
  shownMappingValue,
  validateMapping,
  valuesOf,
  type MappingValues,
} from "./mapping-values.ts";
import { arrivingRows, sampleTableOf, useSample } from "./sample-rows.ts";

interface MappingEditorProps {
  isExport: boolean;
  /** Absent while one is being created. */
  config?: MappingConfig;
  fields: readonly Field[];
  onSave: (values: MappingValues, version: number) => Promise<unknown>;
  onCancel: () => void;
}

/** Name and entries of a mapping beside ten rows through it. */
export function MappingEditor({ isExport, config, fields, onSave, onCancel }: MappingEditorProps) {
  const initialValues = valuesOf(config ?? { name: "", entries: [] });
  const record = useVersionedForm<MappingValues, MappingConfig>({
    stored: config,
    valuesOf,
    initialValues,
    validate: (values) => validateMapping(values, isExport),
    onSave: (values, base) => onSave(values, base.record?.version ?? 1),
  });
  const { form } = record;
  const { values } = form;
  const [file, setFile] = useState<TableSample>();
  const entries = values.entries.map((one) => one.entry);
  const sample = useSample(
    { isExport, ...(file ? { table: sampleTableOf(file) } : {}) },
    entries,
    isExport || file !== undefined,
  );
  const nameOf = (key: string) =>
    groupPrefixed(fields.find((field) => field.key === key) ?? { name: key });
  const heads = entries.map((entry) => (isExport ? entry.targetField : nameOf(entry.targetField)));
  const rows = entries.length === 0 ? [] : sample.data;

  return (
    <div className={classes.editor}>
      <RecordForm
        record={record}
        saveLabel={config ? "Zuordnung speichern" : "Zuordnung anlegen"}
        onCancel={onCancel}
        fieldLabels={mappingLabels(values)}
        showValue={shownMappingValue}
      >
        <TextInput
          {...form.getInputProps("name")}
          id={fieldId("name")}
          label="Name (Pflichtangabe)"
          aria-required
          maxLength={100}
          autoComplete="off"
          data-autofocus={config ? undefined : true}
        />
        <div>
          <Text size="sm" fw={500}>
            {isExport
              ? "Spalten der Datei, in dieser Reihenfolge"
              : "Welche Spalte welches Feld füllt"}
          </Text>
          {form.errors["entries"] !== undefined && (
            <Text size="sm" c="var(--danger-text)">
              {String(form.errors["entries"])}
            </Text>
          )}
          <EntryList
            isExport={isExport}
            entries={values.entries}
            onChange={(next) => form.setFieldValue("entries", next)}
            fields={fields}
            columns={file?.columns ?? []}
            sample={rows}
            errorOf={(index) => errorOfEntry(form.errors, index)}
          />
        </div>
      </RecordForm>
      <section className={classes.sample} aria-label="Beispiel">
        <h2 className={classes.heading}>Die ersten Zeilen, wie sie ankommen</h2>
        {!isExport && (
          <SampleFile
            file={file}
            onFile={(read) => {
              setFile(read);
              if (entries.length === 0)
                form.setFieldValue("entries", suggestedEntries(read.suggestions).map(withKey));
            }}
          />
        )}
        {entries.length === 0 ? (
          <Text c="dimmed">Sobald etwas zugeordnet ist, steht hier ein Beispiel.</Text>
        ) : (
          (isExport || file) &&
          (sample.error ? (
            <Alert color="gray">{sample.error.message}</Alert>
          ) : (
            <SampleTable label="Beispielzeilen" heads={heads} rows={arrivingRows(rows)} />
          ))
        )}
      </section>
    </div>
  );
}

/** The server names the part of an entry that is wrong, the page the whole. */
function errorOfEntry(errors: FormErrors, index: number): string | undefined {
  const error =
    errors[`entries.${index}`] ??
    errors[`entries.${index}.sourceField`] ??
    errors[`entries.${index}.targetField`];
  return error === undefined ? undefined : String(error);
}

/** A file to try the mapping on. It is only read, nothing of it is kept. */
function SampleFile({
  file,
  onFile,
}: {
  file: TableSample | undefined;
  onFile: (file: TableSample) => void;
}) {
  const [problem, setProblem] = useState<string>();
  const read = async (chosen: File) => {
    setProblem(fileProblem(chosen));
    if (fileProblem(chosen) !== undefined) return;
    const headers = {
      "content-type": "application/octet-stream",
      "x-file-name": encodeURIComponent(chosen.name),
    };
    try {
      onFile(await call(mappingContract.readTableSample, { body: chosen, headers, inForm: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <>
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {problem}
        </Alert>
      )}
      <FileDrop label="Beispieldatei" accept={ACCEPTED} onFile={(chosen) => void read(chosen)}>
        <p>
          {file
            ? `${file.columns.length} Spalten gelesen. Eine andere Datei ersetzt sie.`
            : "Eine Beispieldatei zeigt, was ankommt. Von ihr wird nichts gespeichert."}
        </p>
      </FileDrop>
    </>
  );
}
