import { TextInput } from "@mantine/core";

interface TextFilterInputProps {
  label: string;
  value: string;
  onChange: (next: string) => void;
}

/** Looks for a part of a text, once it is typed: on leaving the input, or with Enter. */
export function TextFilterInput({ label, value, onChange }: TextFilterInputProps) {
  return (
    <TextInput
      label={label}
      defaultValue={value}
      onBlur={(event) => onChange(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChange(event.currentTarget.value.trim());
      }}
      maxLength={200}
    />
  );
}
