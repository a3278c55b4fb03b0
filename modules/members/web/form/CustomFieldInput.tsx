import { MultiSelect, NumberInput, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import type { CustomField } from "#modules/tenants/contract.ts";
import type { CustomFieldValue } from "../../custom-field-values.ts";
import { texts } from "../texts.ts";

export interface CustomFieldInputProps {
  field: CustomField;
  id: string;
  value?: CustomFieldValue;
  onChange?: (value: CustomFieldValue) => void;
  error?: ReactNode;
}

/** The input that fits an custom field's kind. */
export function CustomFieldInput({
  field,
  id,
  value = null,
  onChange,
  error,
}: CustomFieldInputProps) {
  const label = field.required ? `${field.label} (${texts.form.required})` : field.label;
  const common = { label, id, error, "aria-required": field.required };
  const tell = (next: CustomFieldValue) => onChange?.(next);
  switch (field.kind) {
    case "NUMBER":
      return (
        <NumberInput
          {...common}
          value={typeof value === "number" ? value : ""}
          onChange={(next) => tell(typeof next === "number" ? next : null)}
          decimalSeparator=","
          thousandSeparator="."
        />
      );
    case "DATE":
      return (
        <DateField
          {...common}
          value={typeof value === "string" && value !== "" ? value : null}
          onChange={tell}
        />
      );
    case "BOOLEAN":
      return (
        <Select
          {...common}
          data={[
            { value: "true", label: texts.filters.yes },
            { value: "false", label: texts.filters.no },
          ]}
          value={typeof value === "boolean" ? String(value) : null}
          onChange={(next) => tell(next === null ? null : next === "true")}
          placeholder={texts.form.nothingChosen}
          clearable
        />
      );
    case "CHOICE":
      return (
        <Select
          {...common}
          data={field.options}
          value={typeof value === "string" && value !== "" ? value : null}
          onChange={tell}
          placeholder={texts.form.nothingChosen}
          searchable
          clearable
        />
      );
    case "MULTI_CHOICE":
      return (
        <MultiSelect
          {...common}
          data={field.options}
          value={Array.isArray(value) ? value : []}
          onChange={tell}
          searchable
          clearable
        />
      );
    default:
      return (
        <TextInput
          {...common}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => tell(event.currentTarget.value)}
          maxLength={5000}
        />
      );
  }
}
