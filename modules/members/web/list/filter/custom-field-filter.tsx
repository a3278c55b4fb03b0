import { Select, Stack, TextInput } from "@mantine/core";
import { formatDate } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import type { Filter } from "#platform/web/ui/table/FilterBar.tsx";
import type { CustomField } from "#modules/tenants/contract.ts";
import { texts } from "../../texts.ts";
import { TextFilterInput } from "./TextFilterInput.tsx";

/**
 * A filter by one of the club's custom fields: part of a text, a choice, or a range `from..to` of
 * dates and numbers.
 */
export function customFieldFilter(
  field: CustomField,
  value: string,
  onChange: (next: string) => void,
): Filter {
  return {
    key: `cf.${field.key}`,
    label: field.label,
    shown: value === "" ? undefined : shownValue(field, value),
    editor: <Editor field={field} value={value} onChange={onChange} />,
    onRemove: () => onChange(""),
  };
}

function shownValue(field: CustomField, value: string): string {
  if (field.kind === "BOOLEAN") return value === "true" ? texts.filters.yes : texts.filters.no;
  if (!isRange(field)) return value;
  const [from, to] = bounds(value);
  if (from === to) return shownBound(field, from);
  return texts.filters.range(shownBound(field, from), shownBound(field, to));
}

const shownBound = (field: CustomField, bound: string) =>
  field.kind === "DATE" ? formatDate(bound) : bound.replace(".", ",");

const isRange = (field: CustomField) => field.kind === "DATE" || field.kind === "NUMBER";

function bounds(value: string): [string, string] {
  const [from = "", to] = value.split("..");
  return [from, to ?? from];
}

function Editor({
  field,
  value,
  onChange,
}: {
  field: CustomField;
  value: string;
  onChange: (next: string) => void;
}) {
  if (field.kind === "BOOLEAN") {
    return (
      <Select
        label={field.label}
        data={[
          { value: "true", label: texts.filters.yes },
          { value: "false", label: texts.filters.no },
        ]}
        value={value === "" ? null : value}
        onChange={(next) => onChange(next ?? "")}
        clearable
        comboboxProps={{ withinPortal: false }}
      />
    );
  }
  if (field.kind === "CHOICE" || field.kind === "MULTI_CHOICE") {
    return (
      <Select
        label={field.label}
        data={field.options}
        value={value === "" ? null : value}
        onChange={(next) => onChange(next ?? "")}
        clearable
        searchable
        comboboxProps={{ withinPortal: false }}
      />
    );
  }
  if (isRange(field)) return <RangeEditor field={field} value={value} onChange={onChange} />;
  return <TextFilterInput label={field.label} value={value} onChange={onChange} />;
}

function RangeEditor({
  field,
  value,
  onChange,
}: {
  field: CustomField;
  value: string;
  onChange: (next: string) => void;
}) {
  const [from, to] = bounds(value);
  const tell = (nextFrom: string, nextTo: string) =>
    onChange(nextFrom === "" && nextTo === "" ? "" : `${nextFrom}..${nextTo}`);
  if (field.kind === "DATE") {
    return (
      <Stack gap="sm">
        <DateField
          label={texts.filters.from}
          value={from || null}
          onChange={(next) => tell(next ?? "", to)}
          insidePopover
        />
        <DateField
          label={texts.filters.to}
          value={to || null}
          onChange={(next) => tell(from, next ?? "")}
          insidePopover
        />
      </Stack>
    );
  }
  const plain = (text: string) => text.trim().replace(",", ".");
  return (
    <Stack gap="sm">
      <TextInput
        label={texts.filters.from}
        inputMode="decimal"
        defaultValue={from.replace(".", ",")}
        onBlur={(event) => tell(plain(event.currentTarget.value), to)}
      />
      <TextInput
        label={texts.filters.to}
        inputMode="decimal"
        defaultValue={to.replace(".", ",")}
        onBlur={(event) => tell(from, plain(event.currentTarget.value))}
      />
    </Stack>
  );
}
