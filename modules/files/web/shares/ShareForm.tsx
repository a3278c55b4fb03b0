import { MultiSelect, NumberInput, TextInput } from "@mantine/core";
import { GrantsField } from "#modules/grants/web/public.ts";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import type { FileShare, ShareKind } from "../../contract.ts";
import { typeChoices } from "./allowed-types.ts";
import { SHARE_FIELD_LABELS, shownValue, valuesOf, type ShareValues } from "./share-values.ts";
import { SHARE_WORDS } from "./words.ts";

export interface ShareFormProps {
  kind: ShareKind;
  /** Missing for a new one. */
  share?: FileShare;
  initialValues: ShareValues;
  saveLabel: string;
  /** The version is that of the state the form started from. */
  onSave: (values: ShareValues, version: number | undefined) => Promise<unknown>;
  onCancel: () => void;
}

/** Name, access and limits of a share. */
export function ShareForm({
  kind,
  share,
  initialValues,
  saveLabel,
  onSave,
  onCancel,
}: ShareFormProps) {
  const words = SHARE_WORDS[kind];
  const record = useVersionedForm<ShareValues, FileShare>({
    stored: share,
    valuesOf,
    initialValues,
    validate: (values) =>
      values.name.trim() === "" ? { name: `Bitte geben Sie der ${words.one} einen Namen.` } : {},
    onSave: (values, base) => onSave(values, base.record?.version),
  });
  const { form, theirs } = record;
  return (
    <RecordForm
      record={record}
      saveLabel={saveLabel}
      onCancel={onCancel}
      fieldLabels={SHARE_FIELD_LABELS}
      showValue={theirs && ((field, value) => shownValue(theirs, field, value))}
    >
      <TextInput
        {...form.getInputProps("name")}
        id={fieldId("name")}
        label="Name (Pflichtangabe)"
        description={words.examples}
        aria-required
        maxLength={100}
        autoComplete="off"
        data-autofocus={share ? undefined : true}
      />
      <GrantsField
        id={fieldId("grants")}
        label={`Wer darf die ${words.one} nutzen?`}
        description={words.access}
        value={form.values.grants}
        onChange={(grants) => form.setFieldValue("grants", grants)}
        known={share?.grants ?? []}
        error={form.errors["grants"] === undefined ? undefined : String(form.errors["grants"])}
      />
      {kind === "DOCUMENTS" && (
        <MultiSelect
          {...form.getInputProps("types")}
          id={fieldId("types")}
          label="Erlaubte Dateien"
          description="Leer lassen, wenn alle Dateien erlaubt sind. Entscheidend ist der Inhalt einer Datei, nicht ihr Name."
          placeholder={form.values.types.length === 0 ? "Alle Dateien" : ""}
          clearable
          clearButtonProps={{ "aria-label": "Erlaubte Dateien leeren" }}
          data={typeChoices(form.values.types)}
        />
      )}
      <NumberInput
        {...form.getInputProps("quota")}
        id={fieldId("quota")}
        label="Speicherplatz in GB"
        description="Leer lassen für unbegrenzt. Ältere Fassungen und der Papierkorb zählen mit."
        placeholder="Unbegrenzt"
        min={0}
        decimalScale={3}
        decimalSeparator=","
        thousandSeparator="."
        styles={{ wrapper: { maxWidth: "14rem" } }}
        inputMode="decimal"
      />
    </RecordForm>
  );
}
