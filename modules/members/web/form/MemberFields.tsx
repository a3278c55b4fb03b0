import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import type { FieldSection } from "../../field-kinds.ts";
import { fieldOf, type MemberField } from "../../fields.ts";
import classes from "../members.module.css";
import { texts } from "../texts.ts";
import { CustomFieldInput } from "./CustomFieldInput.tsx";
import { FieldInput } from "./FieldInput.tsx";
import { linesOf } from "./field-layout.ts";
import type { MemberValues } from "./member-values.ts";

export interface MemberFieldsProps {
  form: UseFormReturnType<MemberValues>;
  customFields: readonly CustomField[];
  /** A new member: the number may stay empty. */
  creating: boolean;
  /** Shown beneath the fields that identify a person. */
  duplicates: ReactNode;
  /** Of a new member: which groups they join. */
  groups?: ReactNode;
}

/** All inputs of a member in one column, by section. */
export function MemberFields({
  form,
  customFields,
  creating,
  duplicates,
  groups,
}: MemberFieldsProps) {
  const lines = (section: FieldSection) =>
    linesOf(section).map((fields) => {
      const inputs = fields.map((field) => (
        <FieldInput
          key={field}
          field={field}
          input={form.getInputProps(field)}
          {...wordsOf(field, creating)}
          startsHere={creating && field === "salutation"}
        />
      ));
      return fields.length === 1 ? (
        inputs
      ) : (
        <div key={fields[0]} className={lineClass(fields)}>
          {inputs}
        </div>
      );
    });
  return (
    <>
      <Section title={texts.profile.person}>
        {lines("person")}
        {duplicates}
      </Section>
      <Section title={texts.profile.contact}>
        {lines("contact")}
        {lines("address")}
      </Section>
      <Section title={texts.profile.membership}>
        {lines("membership")}
        {groups}
      </Section>
      {customFields.length > 0 && (
        <Section title={texts.profile.own}>
          {customFields.map((field) => (
            <CustomFieldInput
              key={field.key}
              field={field}
              {...form.getInputProps(`customFields.${field.key}`)}
              id={fieldId(`customFields.${field.key}`)}
            />
          ))}
        </Section>
      )}
      <Section title={texts.profile.bank}>{lines("bank")}</Section>
      <Section title={texts.profile.notes}>{lines("notes")}</Section>
    </>
  );
}

function lineClass(fields: readonly MemberField[]): string {
  return fields.includes("postalCode") ? `${classes.pair} ${classes.postal}` : (classes.pair ?? "");
}

/** What a form says of a field besides its name. */
function wordsOf(field: MemberField, creating: boolean) {
  const required = { label: `${fieldOf(field).label} (${texts.form.required})` };
  switch (field) {
    case "firstname":
    case "lastname":
      return { ...required, required: true };
    case "memberNumber":
      return creating ? { description: texts.form.memberNumberHelp } : required;
    case "leftOn":
      return { description: texts.form.leftHelp };
    case "iban":
      return { description: texts.form.bankHelp };
    default:
      return {};
  }
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
