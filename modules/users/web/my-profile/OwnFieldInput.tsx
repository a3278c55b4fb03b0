import { MultiSelect, NumberInput, Select, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import type { CustomField } from "#modules/tenants/contract.ts";
import { DateField } from "#platform/web/ui/DateField.tsx";
import { fieldId } from "#platform/web/ui/RecordForm.tsx";
import type { CustomFieldValue } from "../../contract.ts";

export interface OwnFieldInputProps {
  field: CustomField;
  value: CustomFieldValue;
  onChange: (value: CustomFieldValue) => void;
  error?: ReactNode;
}

/** The input of one of the club's own fields, by its kind. */
export function OwnFieldInput({ field, value, onChange, error }: OwnFieldInputProps) {
  const shared = { id: fieldId(`customFields.${field.key}`), label: field.label, required: field.required, error };
  switch (field.kind) {
    case "NUMBER":
      return (
        <NumberInput
          {...shared}
          value={typeof value === "number" ? value : ""}
          onChange={(next) => onChange(typeof next === "number" ? next : null)}
          decimalSeparator=","
          thousandSeparator="."
          maw="16rem"
        />
      );
    case "DATE":
      return <DateField {...shared} value={typeof value === "string" ? value : null} onChange={onChange} maw="16rem" />;
    case "BOOLEAN":
      return (
        <Select
          {...shared}
          value={typeof value === "boolean" ? String(value) : null}
          onChange={(next) => onChange(next === null ? null : next === "true")}
          data={[
            { value: "true", label: "ja" },
            { value: "false", label: "nein" },
          ]}
          placeholder="keine Angabe"
          clearable={!field.required}
          maw="16rem"
        />
      );
    case "CHOICE":
      return (
        <Select
          {...shared}
          value={typeof value === "string" ? value : null}
          onChange={onChange}
          data={field.options}
          placeholder="keine Angabe"
          clearable={!field.required}
          maw="24rem"
        />
      );
    case "MULTI_CHOICE":
      return <MultiSelect {...shared} value={Array.isArray(value) ? value : []} onChange={(next) => onChange(next.length === 0 ? null : next)} data={field.options} />;
    case "TEXT":
      return (
        <Textarea
          {...shared}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => onChange(event.currentTarget.value === "" ? null : event.currentTarget.value)}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={5000}
        />
      );
  }
}
