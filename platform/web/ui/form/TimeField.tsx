import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useState } from "react";
import { parseGermanTime } from "#platform/web/format/club-time.ts";
import { useUnfinished } from "./unfinished.ts";

export interface TimeFieldProps extends Omit<AutocompleteProps, "value" | "onChange" | "data"> {
  /** `HH:mm` or null. */
  value?: string | null;
  onChange?: (value: string | null) => void;
}

const HALF_HOURS = Array.from(
  { length: 48 },
  (_, index) =>
    `${String(Math.floor(index / 2)).padStart(2, "0")}:${index % 2 === 0 ? "00" : "30"}`,
);

const NO_TIME = "Das ist keine Uhrzeit. Bitte schreiben Sie sie wie 18:30.";

/**
 * A time typed as 18:30 (18.30, 1830, 19 Uhr too) or picked in half hours. What is no time stays in
 * the field, is marked, and keeps the form from being saved.
 */
export function TimeField({ value = null, onChange, onFocus, error, ...props }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const isTime = typed === null || typed.trim() === "" || parseGermanTime(typed) !== null;
  const unfinished = useUnfinished(isTime ? null : NO_TIME, left);
  const type = (text: string) => {
    setTyped(text);
    // Half a time is not one yet; what is on screen is tidied when the field is left.
    onChange?.(parseGermanTime(text));
  };
  return (
    <Autocomplete
      {...unfinished.field}
      value={typed ?? value ?? ""}
      onChange={type}
      onFocus={(event) => {
        setLeft(false);
        onFocus?.(event);
      }}
      onBlur={() => {
        setLeft(true);
        if (isTime) setTyped(null);
      }}
      error={error ?? unfinished.error}
      data={HALF_HOURS}
      // While nothing but the field's own value stands in it, all times are offered.
      filter={({ options, search }) =>
        search === (value ?? "")
          ? options
          : options.filter((option) => "value" in option && fits(option.value, search))
      }
      onOptionSubmit={(time) => {
        setTyped(null);
        onChange?.(time);
      }}
      limit={48}
      maxDropdownHeight={220}
      placeholder="HH:MM"
      inputMode="numeric"
      autoComplete="off"
      maw="8rem"
      {...props}
    />
  );
}

function fits(time: string, search: string): boolean {
  const digits = search.replaceAll(/\D/g, "");
  const plain = time.replace(":", "");
  return plain.startsWith(digits) || plain.startsWith(`0${digits}`);
}
