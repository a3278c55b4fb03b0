import { ActionIcon, Button } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { MappingEntry } from "../../../mapping-contract.ts";
import { FieldSelect, type Field } from "../../mapping/FieldSelect.tsx";
import { firstFree, withEntry } from "../../mapping/import-entries.ts";
import { TransformSummary } from "../../mapping/transforms/TransformSummary.tsx";
import classes from "./columns.module.css";

interface FixedValuesProps {
  entries: readonly { entry: MappingEntry; index: number }[];
  all: readonly MappingEntry[];
  fields: readonly Field[];
  onChange: (entries: MappingEntry[]) => void;
  onOpen: (index: number) => void;
}

/** Fields that get the same value for everybody, such as a group for all who are in this file. */
export function FixedValues({ entries, all, fields, onChange, onOpen }: FixedValuesProps) {
  const add = () =>
    onChange([
      ...all,
      {
        sourceField: "",
        targetField: firstFree(fields, all),
        transforms: [{ kind: "CONSTANT", value: "", onlyWhenEmpty: false }],
      },
    ]);
  return (
    <div className={classes.fixed}>
      {entries.map(({ entry, index }) => (
        <div key={index} className={classes.fixedRow}>
          <FieldSelect
            size="sm"
            aria-label="Feld mit festem Wert"
            fields={fields}
            value={entry.targetField}
            onChange={(target) =>
              target !== null && onChange(withEntry(all, index, { ...entry, targetField: target }))
            }
            clearable={false}
          />
          <TransformSummary entry={entry} name="Fester Wert" onOpen={() => onOpen(index)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Festen Wert entfernen"
            onClick={() => onChange(all.filter((_, at) => at !== index))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={add}
      >
        Fester Wert für alle Zeilen
      </Button>
    </div>
  );
}
