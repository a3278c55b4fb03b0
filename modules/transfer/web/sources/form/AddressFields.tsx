import { Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { ScheduleField } from "../../schedule/ScheduleField.tsx";
import { HeaderFields } from "./HeaderFields.tsx";
import type { SourceFields } from "./source-fields.ts";

/** Where a file is fetched from, how and when. */
export function AddressFields({ form, kept }: SourceFields & { kept: readonly string[] }) {
  const { values } = form;
  return (
    <>
      <TextInput
        {...form.getInputProps("url")}
        id={fieldId("url")}
        label="Adresse (Pflichtangabe)"
        description="Beginnt mit https://. Adressen im eigenen Netz des Servers sind nicht erreichbar."
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
      />
      <Checkbox
        {...form.getInputProps("allowHttp", { type: "checkbox" })}
        id={fieldId("allowHttp")}
        label="Auch Adressen mit http:// zulassen"
        description="Nur wenn es nicht anders geht: Zugangsdaten und Mitgliederdaten sind dann unterwegs für andere lesbar."
      />
      <HeaderFields
        value={values.headers}
        kept={kept}
        onChange={(headers) => form.setFieldValue("headers", headers)}
        error={form.errors["headers"]}
      />
      <ScheduleField
        id={fieldId("schedule")}
        label="Wann abgeholt wird"
        noneLabel="Nur auf Knopfdruck"
        value={values.schedule}
        onChange={(schedule) => form.setFieldValue("schedule", schedule)}
        error={form.errors["schedule"] === undefined ? undefined : String(form.errors["schedule"])}
      />
      {values.schedule.kind !== "NONE" && <AfterFetching form={form} />}
    </>
  );
}

function AfterFetching({ form }: SourceFields) {
  return (
    <Radio.Group
      id={fieldId("applyAutomatically")}
      label="Nach dem Abholen"
      value={form.values.applyAutomatically ? "apply" : "wait"}
      onChange={(next) => form.setFieldValue("applyAutomatically", next === "apply")}
    >
      <Stack gap="xs" mt={8}>
        <Radio
          value="wait"
          label="Auf mich warten"
          description="Der Lauf steht als Vorschau bereit, bis jemand ihn übernimmt."
        />
        <Radio
          value="apply"
          label="Von selbst übernehmen"
          description="Mehrdeutige und fehlerhafte Zeilen bleiben draußen. Jeder Lauf lässt sich im Ganzen rückgängig machen."
        />
      </Stack>
    </Radio.Group>
  );
}
