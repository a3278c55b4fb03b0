import { Radio, Stack } from "@mantine/core";
import type { CustomField } from "#modules/tenants/contract.ts";
import { call } from "#platform/web/api/api.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type Me } from "../../contract.ts";
import { CONTACT_LINES } from "./contact-layout.ts";
import {
  bodyOf,
  labelsOf,
  MAIL_LABELS,
  type SelfServiceField,
  shownContactValue,
  validateContact,
  valuesOf,
  type ContactValues,
} from "./contact-values.ts";
import { CustomFieldInput } from "../form/CustomFieldInput.tsx";
import { FieldInput } from "../form/FieldInput.tsx";
import classes from "./my-profile.module.css";
import { useRefreshMe } from "./queries.ts";

/** What a browser knows about its user. */
const FILLED_IN: Partial<Record<SelfServiceField, string>> = {
  email: "email",
  mobile: "tel",
  phone: "home tel",
  street: "address-line1",
  addressAddition: "address-line2",
  postalCode: "postal-code",
  city: "address-level2",
};

/** Contact data, the club's self-service fields and the mail setting: one record, one button. */
export function ContactForm({ me, fields }: { me: Me; fields: readonly CustomField[] }) {
  const refresh = useRefreshMe();
  const labels = labelsOf(fields);
  const own = fields.filter((field) => field.selfService);
  const record = useVersionedForm<ContactValues, Me>({
    stored: me,
    valuesOf: (stored) => valuesOf(stored, fields),
    initialValues: valuesOf(me, fields),
    validate: (values) => validateContact(values, fields, me),
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
  const contactInput = (field: SelfServiceField) => (
    <FieldInput
      key={field}
      field={field}
      input={form.getInputProps(field)}
      autoComplete={FILLED_IN[field]}
    />
  );

  return (
    <RecordForm
      record={record}
      saveLabel="Angaben speichern"
      fieldLabels={labels}
      showValue={(field, value) => shownContactValue(fields, field, value)}
    >
      <Card title="Kontaktdaten">
        <Stack gap="md">
          {CONTACT_LINES.map((line) =>
            line.length === 1 ? (
              line.map(contactInput)
            ) : (
              <div key={line[0]} className={classes.pair}>
                {line.map(contactInput)}
              </div>
            ),
          )}
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
