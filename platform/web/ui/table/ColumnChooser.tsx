import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import { Columns3 } from "lucide-react";
import { useState } from "react";
import type { Column, ColumnChoice, DataTableProps } from "./table-types.ts";

/** The choice given by the page, or the one this browser remembers under `columnsKey`. */
export function useColumnChoice<T>({
  columns,
  columnChoice,
  columnsKey,
}: DataTableProps<T>): ColumnChoice {
  const [own, setOwn] = useState<readonly string[] | undefined>(() => remembered(columnsKey));
  if (columnChoice) return columnChoice;
  return {
    // Until somebody chooses, columns that come with the rows are shown as well.
    visible: own ?? shownAtFirst(columns),
    onChange: (visible) => {
      setOwn(visible);
      if (columnsKey) window.localStorage.setItem(`columns:${columnsKey}`, JSON.stringify(visible));
    },
  };
}

/** Keys of the columns that are shown before anyone has chosen. */
export function shownAtFirst<T>(columns: readonly Column<T>[]): string[] {
  return columns.filter((column) => !column.hiddenAtFirst).map((column) => column.key);
}

function remembered(columnsKey: string | undefined): string[] | undefined {
  const text = columnsKey ? window.localStorage.getItem(`columns:${columnsKey}`) : null;
  if (text === null) return undefined;
  try {
    const keys: unknown = JSON.parse(text);
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : undefined;
  } catch {
    return undefined;
  }
}

/** The button "Spalten" of a list. The first column leads to the record and can't be taken away. */
export function ColumnChooser<T>({
  columns,
  choice,
}: {
  columns: readonly Column<T>[];
  choice: ColumnChoice;
}) {
  const optional = columns.slice(1);
  if (optional.length < 2) return null;
  const toggle = (key: string) => {
    const wanted = choice.visible.includes(key)
      ? choice.visible.filter((other) => other !== key)
      : [...choice.visible, key];
    choice.onChange(columns.map((column) => column.key).filter((other) => wanted.includes(other)));
  };
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<Columns3 size={15} aria-hidden />}>
          Spalten
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Spalten wählen">
        <Stack gap="xs" mah="60vh" style={{ overflowY: "auto" }}>
          {optional.map((column) => (
            <Checkbox
              key={column.key}
              size="xs"
              label={column.title}
              checked={choice.visible.includes(column.key)}
              onChange={() => toggle(column.key)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
