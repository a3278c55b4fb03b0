import { Select, type SelectProps } from "@mantine/core";
import type { z } from "zod";
import { groupPrefixed } from "#platform/web/format/format.ts";
import type { transferField } from "../../mapping-contract.ts";

export type Field = z.infer<typeof transferField>;

interface FieldSelectProps extends Omit<SelectProps, "data" | "onChange"> {
  fields: readonly Field[];
  onChange: (key: string | null) => void;
}

/**
 * Picks a member field; fields are group-prefixed items. A key that is no longer there stays
 * visible.
 */
export function FieldSelect({ fields, value, ...props }: FieldSelectProps) {
  const data = fields.map((field) => ({ value: field.key, label: groupPrefixed(field) }));
  if (value && !fields.some((field) => field.key === value))
    data.push({ value, label: `${value} (gibt es nicht mehr)` });
  return (
    <Select
      data={data}
      value={value ?? null}
      searchable
      clearable
      limit={300}
      maxDropdownHeight={320}
      {...props}
    />
  );
}
