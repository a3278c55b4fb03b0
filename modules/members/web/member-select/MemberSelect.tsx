import { MultiSelect, Select, Text, type MultiSelectProps, type SelectProps } from "@mantine/core";
import { useState } from "react";
import { useSuggestions } from "#platform/web/ui/form/suggestions.ts";
import {
  useMemberName,
  useMemberOptions,
  type MemberOption,
  type SearchedOption,
  type Suggestions,
} from "./member-options.ts";

const HELP = "Name, Mitgliedsnummer oder Ort";

export interface MemberSelectProps extends Omit<
  SelectProps,
  "data" | "value" | "onChange" | "searchValue" | "onSearchChange"
> {
  /** Id of the member. */
  value: string | null;
  onChange: (userId: string | null) => void;
}

/** Picks one member; the server searches, so it works for any number of them. */
export function MemberSelect({ value, onChange, error, ...props }: MemberSelectProps) {
  const [text, setText] = useState("");
  const name = useMemberName(value);
  // Mantine writes the chosen label into the search field; searching for that finds no one else.
  const { options, fresh } = useMemberOptions(text === name ? "" : text);
  const isChosen = value !== null;
  const typed = useSuggestions({ text, onText: setText, fresh, isChosen });
  const data =
    value === null || options.some((one) => one.value === value)
      ? options
      : [...options, plainOption(value, name ?? "…")];
  return (
    <Select
      placeholder={HELP}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Auswahl leeren" }}
      {...props}
      {...typed.field}
      selectFirstOptionOnChange={false}
      data={data}
      value={value}
      onChange={onChange}
      error={error ?? typed.error}
      filter={(found) => found.options}
      renderOption={({ option }) => <OptionWords option={option} />}
    />
  );
}

export interface MemberMultiSelectProps extends Omit<
  MultiSelectProps,
  "data" | "value" | "onChange" | "searchValue" | "onSearchChange"
> {
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Picks several members, one search after the other. */
export function MemberMultiSelect(props: MemberMultiSelectProps) {
  const [text, setText] = useState("");
  return (
    <SearchedMultiSelect
      placeholder={props.value.length === 0 ? HELP : ""}
      {...props}
      text={text}
      onText={setText}
      found={useMemberOptions(text)}
    />
  );
}

export interface SearchedMultiSelectProps extends MemberMultiSelectProps {
  /** What is searched for. */
  text: string;
  onText: (text: string) => void;
  found: Suggestions<SearchedOption>;
}

/** Picks several of what a search on the server finds, one search after the other. */
export function SearchedMultiSelect({
  value,
  onChange,
  text,
  onText,
  found: { options: found, fresh },
  error,
  ...props
}: SearchedMultiSelectProps) {
  const typed = useSuggestions({ text, onText, fresh });
  // Chosen ones stay known when the next search no longer finds them.
  const [chosen, setChosen] = useState<readonly SearchedOption[]>([]);
  const known = [
    ...chosen,
    ...found.filter((one) => !chosen.some((other) => other.value === one.value)),
  ];
  const change = (ids: string[]) => {
    setChosen(known.filter((one) => ids.includes(one.value)));
    onChange(ids);
    onText("");
  };
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      {...props}
      {...typed.field}
      data={known}
      value={[...value]}
      onChange={change}
      error={error ?? typed.error}
      filter={({ options }) =>
        options.filter(
          (option) => "value" in option && found.some((one) => one.value === option.value),
        )
      }
      renderOption={({ option }) => <OptionWords option={option} />}
    />
  );
}

function OptionWords({ option }: { option: SearchedOption }) {
  return (
    <div>
      <Text size="sm">{option.label}</Text>
      <Text size="xs" c="dimmed">
        {[
          option.memberNumber && `Nr. ${option.memberNumber}`,
          option.birthday && `geb. ${option.birthday}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </div>
  );
}

function plainOption(value: string, label: string): MemberOption {
  return { value, label, memberNumber: "", birthday: "" };
}
