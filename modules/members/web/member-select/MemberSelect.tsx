import { MultiSelect, Select, Text, type MultiSelectProps, type SelectProps } from "@mantine/core";
import { useState } from "react";
import { useMemberName, useMemberOptions, type MemberOption } from "./member-options.ts";

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
export function MemberSelect({ value, onChange, ...props }: MemberSelectProps) {
  const [text, setText] = useState("");
  const name = useMemberName(value);
  // Mantine writes the chosen label into the search field; searching for that finds no one else.
  const found = useMemberOptions(text === name ? "" : text, true);
  const data =
    value === null || found.some((one) => one.value === value)
      ? found
      : [...found, plainOption(value, name ?? "…")];
  return (
    <Select
      placeholder={HELP}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Auswahl leeren" }}
      {...props}
      data={data}
      value={value}
      onChange={onChange}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      renderOption={({ option }) => <OptionWords option={option as MemberOption} />}
    />
  );
}

export interface MemberMultiSelectProps extends Omit<
  MultiSelectProps,
  "data" | "value" | "onChange" | "searchValue" | "onSearchChange"
> {
  value: readonly string[];
  onChange: (userIds: string[]) => void;
}

/** Picks several members, one search after the other. */
export function MemberMultiSelect({ value, onChange, ...props }: MemberMultiSelectProps) {
  const [text, setText] = useState("");
  const found = useMemberOptions(text, true);
  // Chosen ones stay known when the next search no longer finds them.
  const [chosen, setChosen] = useState<readonly MemberOption[]>([]);
  const known = [
    ...chosen,
    ...found.filter((one) => !chosen.some((other) => other.value === one.value)),
  ];
  const change = (ids: string[]) => {
    setChosen(known.filter((one) => ids.includes(one.value)));
    onChange(ids);
    setText("");
  };
  return (
    <MultiSelect
      placeholder={value.length === 0 ? HELP : ""}
      searchable
      hidePickedOptions
      {...props}
      data={known}
      value={[...value]}
      onChange={change}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) =>
        options.filter(
          (option) => "value" in option && found.some((one) => one.value === option.value),
        )
      }
      renderOption={({ option }) => <OptionWords option={option as MemberOption} />}
    />
  );
}

function OptionWords({ option }: { option: MemberOption }) {
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
