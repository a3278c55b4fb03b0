import { Checkbox, Stack } from "@mantine/core";
import { formatDate } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import type { Filter } from "#platform/web/ui/table/FilterBar.tsx";
import { fieldOf, MEMBER_FIELDS, type MemberField } from "../../../fields.ts";
import { CHOICE_FILTERS, RANGE_FILTERS, TEXT_FILTERS } from "../../../user-filter.ts";
import { texts } from "../../texts.ts";
import { chosen, type ChangeState, type MemberListState } from "../list-state.ts";
import { TextFilterInput } from "./TextFilterInput.tsx";

/** Returns the filters that fields have by their rows. */
export function fieldFilters(state: MemberListState, set: ChangeState): Filter[] {
  return [
    ...CHOICE_FILTERS.map((field) =>
      choiceFilter({ key: field, ...MEMBER_FIELDS[field] }, state[field], (next) =>
        set({ [field]: next }),
      ),
    ),
    ...RANGE_FILTERS.map((range) => rangeFilter(range, state, set)),
    ...TEXT_FILTERS.map((field) =>
      textFilter(field, String(state[field]), (next) => set({ [field]: next })),
    ),
  ];
}

function textFilter(field: MemberField, value: string, onChange: (next: string) => void): Filter {
  const { label } = fieldOf(field);
  return {
    key: field,
    label,
    shown: value === "" ? undefined : value,
    editor: <TextFilterInput label={label} value={value} onChange={onChange} />,
    onRemove: () => onChange(""),
  };
}

interface Choice {
  key: string;
  label: string;
  /** Of the values, in their order. */
  labels: Readonly<Record<string, string>>;
}

/** A filter by one or several of some values. */
export function choiceFilter(
  { key, label, labels }: Choice,
  current: string,
  onChange: (next: string) => void,
): Filter {
  const values = Object.keys(labels);
  const active = chosen(current, values);
  return {
    key,
    label,
    shown: active.length > 0 ? active.map((value) => labels[value]).join(", ") : undefined,
    editor: (
      <Checkbox.Group
        value={active}
        onChange={(next) => onChange(values.filter((value) => next.includes(value)).join(","))}
        label={label}
      >
        <Stack gap="xs" mt="xs">
          {values.map((value) => (
            <Checkbox key={value} value={value} label={labels[value]} size="sm" />
          ))}
        </Stack>
      </Checkbox.Group>
    ),
    onRemove: () => onChange(""),
  };
}

function rangeFilter(
  { field, name }: (typeof RANGE_FILTERS)[number],
  state: MemberListState,
  set: ChangeState,
): Filter {
  const [from, to] = [state[`${name}From`], state[`${name}To`]];
  return {
    key: field,
    label: fieldOf(field).label,
    shown: from || to ? texts.filters.range(formatDate(from), formatDate(to)) : undefined,
    editor: (
      <Stack gap="sm">
        <DateField
          label={texts.filters.from}
          value={from || null}
          onChange={(next) => set({ [`${name}From`]: next ?? "" })}
          insidePopover
        />
        <DateField
          label={texts.filters.to}
          value={to || null}
          onChange={(next) => set({ [`${name}To`]: next ?? "" })}
          insidePopover
        />
      </Stack>
    ),
    onRemove: () => set({ [`${name}From`]: "", [`${name}To`]: "" }),
  };
}
