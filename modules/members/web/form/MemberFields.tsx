import { Autocomplete, Select, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { today } from "#platform/web/format/format.ts";
import { useStaticData } from "#platform/web/api/static-data.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { GENDER_LABELS, GENDERS, MEMBER_STATUSES, STATUS_LABELS } from "../../choices.ts";
import { USER_FIELD_LABELS as LABELS } from "../../fields.ts";
import { formatIban } from "./iban.ts";
import classes from "../members.module.css";
import { texts } from "../texts.ts";
import { CustomFieldInput } from "./CustomFieldInput.tsx";
import type { MemberValues } from "./member-values.ts";

export interface MemberFieldsProps {
  form: UseFormReturnType<MemberValues>;
  customFields: readonly CustomField[];
  /** A new member: the number may stay empty. */
  creating: boolean;
  /** Shown beneath the fields that identify a person. */
  duplicates: ReactNode;
}

/** All inputs of a member in one column, by section. */
export function MemberFields({ form, customFields, creating, duplicates }: MemberFieldsProps) {
  const countries = useStaticData("countries");
  const salutations = useStaticData("salutations");
  const input = (path: string) => ({ ...form.getInputProps(path), id: fieldId(path) });
  const required = (label: string) => `${label} (${texts.form.required})`;
  return (
    <>
      <Section title={texts.profile.person}>
        <div className={classes.pair}>
          <Autocomplete
            label={LABELS.salutation}
            data={salutations.map((one) => one.label)}
            maxLength={50}
            {...input("salutation")}
          />
          <TextInput label={LABELS.title} maxLength={100} {...input("title")} />
        </div>
        <div className={classes.pair}>
          <TextInput
            label={required(LABELS.firstname)}
            aria-required
            maxLength={100}
            autoComplete="off"
            {...input("firstname")}
          />
          <TextInput
            label={required(LABELS.lastname)}
            aria-required
            maxLength={100}
            autoComplete="off"
            {...input("lastname")}
          />
        </div>
        <div className={classes.pair}>
          <DateField label={LABELS.birthday} maxDate={today()} {...input("birthday")} />
          <Select
            label={LABELS.gender}
            data={GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] }))}
            allowDeselect={false}
            {...input("gender")}
          />
        </div>
        {duplicates}
      </Section>
      <Section title={texts.profile.contact}>
        <TextInput
          label={LABELS.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          {...input("email")}
        />
        <div className={classes.pair}>
          <TextInput
            label={LABELS.phone}
            type="tel"
            autoComplete="off"
            maxLength={60}
            {...input("phone")}
          />
          <TextInput
            label={LABELS.mobile}
            type="tel"
            autoComplete="off"
            maxLength={60}
            {...input("mobile")}
          />
        </div>
        <TextInput label={LABELS.street} autoComplete="off" maxLength={200} {...input("street")} />
        <TextInput
          label={LABELS.addressAddition}
          autoComplete="off"
          maxLength={200}
          {...input("addressAddition")}
        />
        <div className={`${classes.pair} ${classes.postal}`}>
          <TextInput
            label={LABELS.postalCode}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            {...input("postalCode")}
          />
          <TextInput label={LABELS.city} autoComplete="off" maxLength={100} {...input("city")} />
        </div>
        <Select
          label={LABELS.country}
          data={[...countries]}
          searchable
          clearable
          {...input("country")}
        />
      </Section>
      <Section title={texts.profile.membership}>
        <div className={classes.pair}>
          <TextInput
            label={creating ? LABELS.memberNumber : required(LABELS.memberNumber)}
            description={creating ? texts.form.memberNumberHelp : undefined}
            maxLength={30}
            {...input("memberNumber")}
          />
          <Select
            label={LABELS.status}
            data={MEMBER_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
            allowDeselect={false}
            {...input("status")}
          />
        </div>
        <div className={classes.pair}>
          <DateField label={LABELS.joinedOn} {...input("joinedOn")} />
          <DateField label={LABELS.terminatedOn} {...input("terminatedOn")} />
        </div>
        <div className={classes.pair}>
          <DateField label={LABELS.leftOn} description={texts.form.leftHelp} {...input("leftOn")} />
          <DateField label={LABELS.deceasedOn} {...input("deceasedOn")} />
        </div>
      </Section>
      {customFields.length > 0 && (
        <Section title={texts.profile.own}>
          {customFields.map((field) => (
            <CustomFieldInput
              key={field.key}
              field={field}
              {...input(`customFields.${field.key}`)}
            />
          ))}
        </Section>
      )}
      <Section title={texts.profile.bank}>
        <TextInput
          label={LABELS.accountHolder}
          autoComplete="off"
          maxLength={200}
          {...input("accountHolder")}
        />
        <TextInput
          label={LABELS.iban}
          description={texts.form.bankHelp}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          {...input("iban")}
          onBlur={(event) =>
            form.setFieldValue("iban", formatIban(event.currentTarget.value.toUpperCase()))
          }
        />
        <div className={classes.pair}>
          <TextInput
            label={LABELS.bic}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            {...input("bic")}
          />
          <TextInput
            label={LABELS.mandateReference}
            autoComplete="off"
            maxLength={60}
            {...input("mandateReference")}
          />
        </div>
      </Section>
      <Section title={texts.profile.notes}>
        <Textarea
          label={LABELS.notes}
          autosize
          minRows={3}
          maxRows={14}
          maxLength={10_000}
          {...input("notes")}
        />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
