import { Button } from "@mantine/core";
import { Plus } from "lucide-react";
import type { MappingEntry } from "../../mapping-contract.ts";
import classes from "./editor.module.css";
import { FieldSelect, type Field } from "./FieldSelect.tsx";
import { exportEntry, FIXED_COLUMN, type KeyedEntry } from "./mapping-values.ts";

interface AddEntryProps {
  isExport: boolean;
  fields: readonly Field[];
  entries: readonly KeyedEntry[];
  onAdd: (entry: MappingEntry) => void;
}

/** One entry more: of a field that has none yet, or with the same value for everybody. */
export function AddEntry({ isExport, fields, entries, onAdd }: AddEntryProps) {
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
