import { ActionIcon, Autocomplete, Text, TextInput } from "@mantine/core";
import { ArrowRight, X } from "lucide-react";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import type { MappingEntry } from "../../mapping-contract.ts";
import classes from "./editor.module.css";
import { FieldSelect, type Field } from "./FieldSelect.tsx";
import { isConstant } from "./mapping-values.ts";
import { TransformSummary } from "./transforms/TransformSummary.tsx";

interface EntryRowProps {
  isExport: boolean;
  entry: MappingEntry;
  index: number;
  name: string;
  fields: readonly Field[];
  /** Columns of the sample file, for imports. */
  columns: readonly string[];
  error: string | undefined;
  onChange: (change: Partial<MappingEntry>) => void;
  onRemove: () => void;
  onOpen: () => void;
}

/** One entry of a mapping, from where its value comes to where it goes. */
export function EntryRow(props: EntryRowProps) {
  const { isExport, entry, name, onRemove, onOpen } = props;
  const field = <EntryField {...props} />;
  const column = isExport ? <ExportColumn {...props} /> : <ImportColumn {...props} />;
  const isFixed = isConstant(entry) && entry.transforms.length > 0;
  return (
    <div className={classes.entry}>
      {isFixed ? <FixedValue /> : isExport ? field : column}
      <ArrowRight size={16} aria-hidden className={classes.arrow} />
      {isExport ? column : field}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`„${name}“ entfernen`}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
      <div className={classes.transforms}>
        <TransformSummary entry={entry} name={name} onOpen={onOpen} />
      </div>
    </div>
  );
}

function EntryField({ isExport, entry, name, fields, onChange }: EntryRowProps) {
  return (
    <FieldSelect
      size="sm"
      aria-label={isExport ? `Feld für „${name}“` : `„${name}“ wird zu`}
      placeholder="Feld wählen"
      fields={fields}
      value={(isExport ? entry.sourceField : entry.targetField) || null}
      onChange={(chosen) =>
        chosen !== null &&
        onChange(isExport ? changedSource(entry, fields, chosen) : { targetField: chosen })
      }
      clearable={false}
    />
  );
}

function ExportColumn({ entry, index, error, onChange }: EntryRowProps) {
  return (
    <TextInput
      id={fieldId(`entries.${index}`)}
      size="sm"
      aria-label={`Name der Spalte ${index + 1}`}
      placeholder="Name der Spalte"
      value={entry.targetField}
      onChange={(event) => onChange({ targetField: event.currentTarget.value })}
      maxLength={200}
      autoComplete="off"
      error={error}
    />
  );
}

function ImportColumn({ entry, index, columns, error, onChange }: EntryRowProps) {
  return (
    <Autocomplete
      id={fieldId(`entries.${index}`)}
      size="sm"
      aria-label={`Spalte ${index + 1} der Datei`}
      placeholder="Name der Spalte"
      data={[...new Set(columns)]}
      value={entry.sourceField}
      onChange={(sourceField) => onChange({ sourceField })}
      maxLength={200}
      error={error}
    />
  );
}

function FixedValue() {
  return (
    <Text size="sm" py={6}>
      Fester Wert
    </Text>
  );
}

/** A column that still has its field's own name takes over the new field's. */
function changedSource(
  entry: MappingEntry,
  fields: readonly Field[],
  key: string,
): Partial<MappingEntry> {
  const before = fields.find((field) => field.key === entry.sourceField);
  const after = fields.find((field) => field.key === key);
  const keepsName = entry.targetField !== "" && entry.targetField !== before?.name;
  return { sourceField: key, ...(keepsName || !after ? {} : { targetField: after.name }) };
}
