import { ActionIcon, Button, Select, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { Transform } from "../../../mapping-contract.ts";
import classes from "./transforms.module.css";

type ValueTransform = Extract<Transform, { kind: "VALUES" }>;
type Choice = { value: string; label: string };

interface ValueTableProps {
  transform: ValueTransform;
  onChange: (transform: ValueTransform) => void;
  /** What a value may become, where only some are possible; empty: any text. */
  results: readonly Choice[];
  /** What may stand in the source, where it is known. */
  sources: readonly Choice[];
  /** Values of the sample that are not in the table yet. */
  unlisted: readonly string[];
}

const OTHERWISE: { value: ValueTransform["otherwise"]; label: string }[] = [
  { value: "KEEP", label: "bleiben, wie sie sind" },
  { value: "EMPTY", label: "werden leer" },
  { value: "PROBLEM", label: "machen die Zeile fehlerhaft" },
];

/** Which value becomes which: "m" becomes "männlich". */
export function ValueTable({ transform, onChange, results, sources, unlisted }: ValueTableProps) {
  const rows = transform.values;
  const set = (index: number, change: Partial<Row>) =>
    onChange({
      ...transform,
      values: rows.map((row, at) => (at === index ? { ...row, ...change } : row)),
    });
  const add = (values: readonly string[]) =>
    onChange({
      ...transform,
      values: [
        ...rows.filter((row) => row.from !== "" || row.to !== ""),
        ...values.map((from) => ({ from, to: "" })),
      ],
    });
  return (
    <div>
      <table className={classes.values}>
        <thead>
          <tr>
            <th scope="col">Wert</th>
            <th scope="col">wird zu</th>
            <th scope="col">
              <VisuallyHidden>Entfernen</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <ValueRow
              // Rows have no name of their own; they are only added at the end and taken away.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              row={row}
              number={index + 1}
              sources={sources}
              results={results}
              onChange={(change) => set(index, change)}
              onRemove={() =>
                onChange({ ...transform, values: rows.filter((_, at) => at !== index) })
              }
            />
          ))}
        </tbody>
      </table>
      <div className={classes.valueActions}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => add([""])}
        >
          Wert
        </Button>
        {unlisted.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => add(unlisted)}>
            Werte der ersten Zeilen eintragen
          </Button>
        )}
      </div>
      <Select
        mt="sm"
        size="sm"
        label="Alle anderen Werte"
        data={OTHERWISE}
        value={transform.otherwise}
        onChange={(otherwise) =>
          onChange({
            ...transform,
            otherwise: OTHERWISE.find((one) => one.value === otherwise)?.value ?? "KEEP",
          })
        }
        allowDeselect={false}
      />
      <Text size="sm" c="dimmed" mt={4}>
        Groß- und Kleinschreibung und Leerzeichen am Rand spielen keine Rolle.
      </Text>
    </div>
  );
}

type Row = ValueTransform["values"][number];

interface ValueRowProps {
  row: Row;
  number: number;
  sources: readonly Choice[];
  results: readonly Choice[];
  onChange: (change: Partial<Row>) => void;
  onRemove: () => void;
}

function ValueRow({ row, number, sources, results, onChange, onRemove }: ValueRowProps) {
  return (
    <tr>
      <td>
        <ValueInput
          label={`Wert ${number}`}
          choices={sources}
          value={row.from}
          onChange={(from) => onChange({ from })}
        />
      </td>
      <td>
        <ValueInput
          label={`Wert ${number} wird zu`}
          choices={results}
          value={row.to}
          onChange={(to) => onChange({ to })}
        />
      </td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Wert ${number} entfernen`}
          onClick={onRemove}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}

interface ValueInputProps {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

function ValueInput({ label, choices, value, onChange }: ValueInputProps) {
  if (choices.length === 0) {
    return (
      <TextInput
        size="sm"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
      />
    );
  }
  return (
    <Select
      size="sm"
      aria-label={label}
      data={[...choices]}
      value={value === "" ? null : value}
      onChange={(next) => onChange(next ?? "")}
      searchable
      clearable
      placeholder="leer"
    />
  );
}
