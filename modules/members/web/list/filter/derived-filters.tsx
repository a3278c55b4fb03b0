import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Filter } from "#platform/web/ui/table/FilterBar.tsx";
import { DERIVED_FIELDS, DERIVED_LABELS, type DerivedField } from "../../../derived-fields.ts";
import { DERIVED_RANGES } from "../../../user-filter.ts";
import { texts } from "../../texts.ts";
import { type ChangeState, isBound, type MemberListState } from "../list-state.ts";

/** Returns the filters by age, year of birth and years of membership: two whole numbers each. */
export function derivedFilters(state: MemberListState, set: ChangeState): Filter[] {
  return DERIVED_FIELDS.map((field) => {
    const [from, to] = [state[`${field}From`], state[`${field}To`]];
    return {
      key: field,
      label: DERIVED_LABELS[field],
      shown: from === "" && to === "" ? undefined : shownRange(from, to),
      editor: (
        <Stack gap="sm">
          <NumberInput
            label={texts.filters.from}
            field={field}
            value={from}
            onChange={(next) => set({ [`${field}From`]: next })}
          />
          <NumberInput
            label={texts.filters.to}
            field={field}
            value={to}
            onChange={(next) => set({ [`${field}To`]: next })}
          />
        </Stack>
      ),
      onRemove: () => set({ [`${field}From`]: "", [`${field}To`]: "" }),
    };
  });
}

function shownRange(from: string, to: string): string {
  return from === to ? from : texts.filters.range(from, to);
}

interface NumberInputProps {
  label: string;
  field: DerivedField;
  value: string;
  onChange: (next: string) => void;
}

/** Takes a number on leaving the input or with Enter; what is none stays, and says so. */
function NumberInput({ label, field, value, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState(value);
  const [error, setError] = useState<string>();
  const [least, most] = DERIVED_RANGES[field];
  const take = () => {
    const text = typed.trim();
    const fits = text === "" || isBound(field, text);
    setError(fits ? undefined : texts.filters.notBetween(least, most));
    if (fits && text !== value) onChange(text === "" ? "" : String(Number(text)));
  };
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      maxLength={4}
      value={typed}
      error={error}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
      }}
    />
  );
}
