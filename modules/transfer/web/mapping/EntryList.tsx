import { ActionIcon, Autocomplete, Button, Text, TextInput } from "@mantine/core";
import { ArrowRight, Plus, X } from "lucide-react";
import { useState } from "react";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { moved, SortableList } from "#platform/web/ui/table/SortableList.tsx";
import type { MappingEntry, SampleRow } from "../../mapping-contract.ts";
import classes from "./editor.module.css";
import { FieldSelect, type Field } from "./FieldSelect.tsx";
import {
  exportEntry,
  FIXED_COLUMN,
  isConstant,
  withKey,
  type KeyedEntry,
} from "./mapping-values.ts";
import { TransformsPanel } from "./TransformsPanel.tsx";
import { TransformSummary } from "./TransformSummary.tsx";

interface EntryListProps {
  isExport: boolean;
  entries: KeyedEntry[];
  onChange: (entries: KeyedEntry[]) => void;
  fields: readonly Field[];
  /** Columns of the sample file, for imports. */
  columns: readonly string[];
  sample: readonly SampleRow[] | undefined;
  errorOf: (index: number) => string | undefined;
}

/** The entries of a mapping in their order; on an export it is the order of the columns. */
export function EntryList({
  isExport,
  entries,
  onChange,
  fields,
  columns,
  sample,
  errorOf,
}: EntryListProps) {
  const [opened, setOpened] = useState<string>();
  const set = (key: string, change: Partial<MappingEntry>) =>
    onChange(
      entries.map((one) => (one.key === key ? { key, entry: { ...one.entry, ...change } } : one)),
    );
  const at = entries.findIndex((one) => one.key === opened);
  const panel = entries[at]?.entry;
  const fieldOf = (entry: MappingEntry) =>
    fields.find((field) => field.key === (isExport ? entry.sourceField : entry.targetField));
  const nameOf = (entry: MappingEntry) =>
    (isExport ? entry.targetField : entry.sourceField) || "Neuer Eintrag";

  return (
    <div id={fieldId("entries")}>
      <SortableList
        label={isExport ? "Spalten der Datei" : "Zugeordnete Spalten"}
        items={entries}
        itemKey={(one) => one.key}
        nameOf={(one) => nameOf(one.entry)}
        onMove={(from, to) => onChange(moved(entries, from, to))}
      >
        {({ key, entry }, index) => {
          const error = errorOf(index);
          const name = nameOf(entry);
          const field = (
            <FieldSelect
              size="sm"
              aria-label={isExport ? `Feld für „${name}“` : `„${name}“ wird zu`}
              placeholder="Feld wählen"
              fields={fields}
              value={(isExport ? entry.sourceField : entry.targetField) || null}
              onChange={(chosen) =>
                chosen !== null &&
                set(key, isExport ? changedSource(entry, fields, chosen) : { targetField: chosen })
              }
              clearable={false}
            />
          );
          const column = isExport ? (
            <TextInput
              id={fieldId(`entries.${index}`)}
              size="sm"
              aria-label={`Name der Spalte ${index + 1}`}
              placeholder="Name der Spalte"
              value={entry.targetField}
              onChange={(event) => set(key, { targetField: event.currentTarget.value })}
              maxLength={200}
              autoComplete="off"
              error={error}
            />
          ) : (
            <Autocomplete
              id={fieldId(`entries.${index}`)}
              size="sm"
              aria-label={`Spalte ${index + 1} der Datei`}
              placeholder="Name der Spalte"
              data={[...new Set(columns)]}
              value={entry.sourceField}
              onChange={(sourceField) => set(key, { sourceField })}
              maxLength={200}
              error={error}
            />
          );
          const fixed = (
            <Text size="sm" py={6}>
              Fester Wert
            </Text>
          );
          return (
            <div className={classes.entry}>
              {isConstant(entry) && entry.transforms.length > 0 ? fixed : isExport ? field : column}
              <ArrowRight size={16} aria-hidden className={classes.arrow} />
              {isExport ? column : field}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`„${name}“ entfernen`}
                onClick={() => onChange(entries.filter((one) => one.key !== key))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
              <div className={classes.transforms}>
                <TransformSummary entry={entry} name={name} onOpen={() => setOpened(key)} />
              </div>
            </div>
          );
        }}
      </SortableList>
      <AddEntry
        isExport={isExport}
        fields={fields}
        entries={entries}
        onAdd={(entry) => onChange([...entries, withKey(entry)])}
      />
      <SidePanel
        title={panel ? `Umwandlung für „${nameOf(panel)}“` : "Umwandlung"}
        opened={panel !== undefined}
        onClose={() => setOpened(undefined)}
      >
        {panel && opened !== undefined && (
          <TransformsPanel
            key={opened}
            entry={panel}
            onChange={(entry) => set(opened, entry)}
            context={{
              isExport,
              field: fieldOf(panel),
              sources: isExport
                ? fields.map((field) => ({ value: field.key, label: groupPrefixed(field) }))
                : columns.map((column) => ({ value: column, label: column })),
              values: sample?.map((row) => row.values[at]?.before ?? "") ?? [],
            }}
            sample={sample?.flatMap((row) => row.values[at] ?? []) ?? []}
            onDone={() => setOpened(undefined)}
          />
        )}
      </SidePanel>
    </div>
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

interface AddEntryProps {
  isExport: boolean;
  fields: readonly Field[];
  entries: readonly KeyedEntry[];
  onAdd: (entry: MappingEntry) => void;
}

function AddEntry({ isExport, fields, entries, onAdd }: AddEntryProps) {
  const used = new Set(
    entries.map(({ entry }) => (isExport ? entry.sourceField : entry.targetField)),
  );
  return (
    <div className={classes.add}>
      <FieldSelect
        size="sm"
        aria-label={isExport ? "Feld als Spalte hinzufügen" : "Feld hinzufügen"}
        placeholder={isExport ? "Feld als Spalte hinzufügen" : "Feld hinzufügen"}
        leftSection={<Plus size={15} aria-hidden />}
        fields={fields.filter((field) => !used.has(field.key))}
        value={null}
        onChange={(key) => {
          const field = fields.find((one) => one.key === key);
          if (field)
            onAdd(
              isExport
                ? exportEntry(field)
                : { sourceField: "", targetField: field.key, transforms: [] },
            );
        }}
      />
      <Button
        size="sm"
        variant="default"
        onClick={() =>
          onAdd(
            isExport
              ? FIXED_COLUMN
              : {
                  ...FIXED_COLUMN,
                  targetField: fields.find((field) => !used.has(field.key))?.key ?? "notes",
                },
          )
        }
      >
        Fester Wert
      </Button>
    </div>
  );
}
