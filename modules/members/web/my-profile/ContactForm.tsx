import { Radio, Select, Stack, TextInput } from "@mantine/core";
import type { CustomField } from "#modules/tenants/contract.ts";
import { call } from "#platform/web/api/api.ts";
import { useStaticData } from "#platform/web/api/static-data.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type Me } from "../../contract.ts";
import {
  bodyOf,
  labelsOf,
  MAIL_LABELS,
  shownContactValue,
  validateContact,
  valuesOf,
  type ContactValues,
} from "./contact-values.ts";
import { CustomFieldInput } from "../form/CustomFieldInput.tsx";
import classes from "./my-profile.module.css";
import { useRefreshMe } from "./queries.ts";

/** Contact data, the club's self-service fields and the mail setting: one record, one button. */
export function ContactForm({ me, fields }: { me: Me; fields: readonly CustomField[] }) {
  const refresh = useRefreshMe();
  const countries = useStaticData("countries");
  const labels = labelsOf(fields);
  const own = fields.filter((field) => field.selfService);
  const record = useVersionedForm<ContactValues, Me>({
    stored: me,
    valuesOf: (stored) => valuesOf(stored, fields),
    initialValues: valuesOf(me, fields),
    validate: (values) => validateContact(values, fields),
    onSave: async (values, base, standOn) => {
      const saved = await call(usersContract.updateMe, {
        body: bodyOf(values, base.record?.version ?? me.version),
        inForm: true,
      });
      standOn(saved);
      await refresh();
      showDone("Ihre Angaben sind gespeichert.");
    },
  });
  const { form } = record;
  const text = (
    name: "email" | "phone" | "mobile" | "street" | "addressAddition" | "postalCode" | "city",
  ) => ({
    ...form.getInputProps(name),
    id: fieldId(name),
    label: labels[name],
  });

  return (
    <RecordForm
      record={record}
      saveLabel="Angaben speichern"
      fieldLabels={labels}
      showValue={(field, value) => shownContactValue(fields, field, value)}
    >
      <Card title="Kontaktdaten">
        <Stack gap="md">
          <TextInput
            {...text("email")}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
          />
          <TextInput
            {...text("mobile")}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={60}
          />
          <TextInput
            {...text("phone")}
            type="tel"
            inputMode="tel"
            autoComplete="home tel"
            maxLength={60}
          />
          <TextInput {...text("street")} autoComplete="address-line1" maxLength={200} />
          <TextInput {...text("addressAddition")} autoComplete="address-line2" maxLength={200} />
          <div className={classes.pair}>
            <TextInput
              {...text("postalCode")}
              inputMode="numeric"
              autoComplete="postal-code"
              maxLength={20}
            />
            <TextInput {...text("city")} autoComplete="address-level2" maxLength={100} />
          </div>
          <Select
            {...form.getInputProps("country")}
            id={fieldId("country")}
            label={labels["country"]}
            searchable
            clearable
            clearButtonProps={{ "aria-label": "Land leeren" }}
            data={countries.map(({ value, label }) => ({ value, label }))}
            autoComplete="off"
          />
        </Stack>
      </Card>
      {own.length > 0 && (
        <Card title="Weitere Angaben">
          <Stack gap="md">
            {own.map((field) => (
              <CustomFieldInput
                key={field.key}
                id={fieldId(`customFields.${field.key}`)}
                field={field}
                value={form.values.customFields[field.key] ?? null}
                error={form.errors[`customFields.${field.key}`]}
                onChange={(value) =>
                  form.setFieldValue("customFields", {
                    ...form.values.customFields,
                    [field.key]: value,
                  })
                }
              />
            ))}
          </Stack>
        </Card>
      )}
      <Card title="E-Mail bei Nachrichten">
        <Radio.Group
          {...form.getInputProps("messageMail")}
          id={fieldId("messageMail")}
          label="Wann sollen wir Ihnen zu neuen Nachrichten eine E-Mail schicken?"
        >
          <Stack gap="xs" mt="xs">
            {Object.entries(MAIL_LABELS).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
      </Card>
    </RecordForm>
  );
}
