import { useState } from "react";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { moved, SortableList } from "#platform/web/ui/table/SortableList.tsx";
import type { MappingEntry, SampleRow } from "../../mapping-contract.ts";
import { AddEntry } from "./AddEntry.tsx";
import { EntryRow } from "./EntryRow.tsx";
import type { Field } from "./FieldSelect.tsx";
import { withKey, type KeyedEntry } from "./mapping-values.ts";
import { TransformsPanel } from "./transforms/TransformsPanel.tsx";

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
        {({ key, entry }, index) => (
          <EntryRow
            isExport={isExport}
            entry={entry}
            index={index}
            name={nameOf(entry)}
            fields={fields}
            columns={columns}
            error={errorOf(index)}
            onChange={(change) => set(key, change)}
            onRemove={() => onChange(entries.filter((one) => one.key !== key))}
            onOpen={() => setOpened(key)}
          />
        )}
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
