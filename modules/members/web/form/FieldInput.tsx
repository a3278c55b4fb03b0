import { Autocomplete, Select, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { useStaticData } from "#platform/web/api/static-data.ts";
import { today } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import type { FieldKind } from "../../field-kinds.ts";
import { fieldOf, type MemberField } from "../../fields.ts";
import { usePhoneText } from "../phones/use-phone-text.ts";
import { formatIban } from "./iban.ts";

export interface FieldInputProps {
  field: MemberField;
  /** Value, handlers and error, as the form gives them. */
  input: GetInputPropsReturnType;
  /** Where it is not the field's own. */
  label?: string | undefined;
  description?: ReactNode;
  required?: boolean;
  /** What browsers may fill in; nothing where the form is about another person. */
  autoComplete?: string | undefined;
  /** Whether the form begins here. */
  startsHere?: boolean;
}

/** How texts of these kinds are typed. */
const TYPED_AS: Partial<Record<FieldKind, TextInputProps>> = {
  EMAIL: { type: "email", inputMode: "email" },
  PHONE: { type: "tel", inputMode: "tel" },
  POSTAL_CODE: { inputMode: "numeric" },
  IBAN: { autoCapitalize: "characters", spellCheck: false },
  BIC: { autoCapitalize: "characters" },
};

/** Days that mostly are to come: "31.12." means the next one. All others are past. */
const LIES_AHEAD: ReadonlySet<MemberField> = new Set<MemberField>(["leftOn"]);

/** The input that fits a field's kind. */
export function FieldInput({
  field,
  input,
  label = fieldOf(field).label,
  description,
  required = false,
  autoComplete = "off",
  startsHere = false,
}: FieldInputProps) {
  const { kind, maxLength, choices = [] } = fieldOf(field);
  const common = {
    ...input,
    id: fieldId(field),
    label,
    description,
    ...(required ? { "aria-required": true } : {}),
    ...(startsHere ? { "data-autofocus": true } : {}),
  };
  if (field === "salutation") return <SalutationInput {...common} maxLength={maxLength} />;
  switch (kind) {
    case "DATE":
      return (
        <DateField
          {...common}
          assume={LIES_AHEAD.has(field) ? "next" : "last"}
          {...(field === "birthday" ? { maxDate: today() } : {})}
        />
      );
    case "CHOICE":
      return <Select {...common} data={[...choices]} allowDeselect={false} />;
    case "COUNTRY":
      return <CountrySelect {...common} />;
    case "MULTILINE":
      return <Textarea {...common} autosize minRows={3} maxRows={14} maxLength={maxLength} />;
    case "PHONE":
      return (
        <PhoneInput
          {...common}
          {...TYPED_AS[kind]}
          autoComplete={autoComplete}
          maxLength={maxLength}
        />
      );
    case "IBAN":
      return (
        <TextInput
          {...common}
          {...TYPED_AS[kind]}
          autoComplete={autoComplete}
          maxLength={maxLength}
          onBlur={(event) => input.onChange(formatIban(event.currentTarget.value.toUpperCase()))}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          {...TYPED_AS[kind]}
          autoComplete={autoComplete}
          maxLength={maxLength}
        />
      );
  }
}

/**
 * What is stored for programs is read as people write it and stays stored; typed over, it is what
 * was typed.
 */
function PhoneInput(props: TextInputProps) {
  const value = String(props.value ?? "");
  const [stored] = useState(value);
  const text = usePhoneText(stored);
  return <TextInput {...props} value={value === stored ? text : value} />;
}

interface CommonProps extends GetInputPropsReturnType {
  id: string;
  label: string;
  description: ReactNode;
}

function SalutationInput(props: CommonProps & { maxLength: number | undefined }) {
  const salutations = useStaticData("salutations");
  return (
    // A form that begins here opens with a calm page.
    <Autocomplete
      {...props}
      data={salutations.map((one) => one.label)}
      openOnFocus={false}
      autoComplete="off"
    />
  );
}

function CountrySelect(props: CommonProps) {
  const countries = useStaticData("countries");
  return (
    <Select
      {...props}
      data={countries.map(({ value, label }) => ({ value, label }))}
      searchable
      clearable
      clearButtonProps={{ "aria-label": `${props.label} leeren` }}
      autoComplete="off"
    />
  );
}
