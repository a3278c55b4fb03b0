import { Checkbox, Fieldset, NumberInput, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { RecordForm } from "#platform/web/ui/form/record-form.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { TimeField } from "#platform/web/ui/form/TimeField.tsx";
import classes from "../event.module.css";
import type { EventValues } from "./event-values.ts";

interface AnswerSettingsProps {
  form: RecordForm<EventValues>["form"];
  error: (...paths: string[]) => ReactNode;
}

/** How invited people may answer. */
export function AnswerSettings({ form, error }: AnswerSettingsProps) {
  const { values } = form;
  return (
    <Fieldset legend="Zu- und Absagen" className={classes.settings ?? ""}>
      <Stack gap="md">
        <div className={classes.times}>
          <DateField
            id={fieldId("deadlineDate")}
            label="Antwort bis"
            description="Leer lassen, wenn bis zum Beginn geantwortet werden kann"
            value={values.deadlineDate}
            onChange={(deadlineDate) =>
              form.setValues({
                ...values,
                deadlineDate,
                ...(deadlineDate === null ? { deadlineTime: null } : {}),
              })
            }
            error={error("deadlineDate", "invitationSettings.deadline")}
          />
          {values.deadlineDate !== null && (
            <TimeField
              id={fieldId("deadlineTime")}
              label="Uhrzeit"
              aria-label="Antwort bis (Uhrzeit)"
              value={values.deadlineTime}
              placeholder="23:59"
              onChange={(deadlineTime) => form.setValues({ ...values, deadlineTime })}
            />
          )}
        </div>
        <NumberInput
          id={fieldId("maximum")}
          label="Höchstzahl"
          description="So viele Personen können höchstens kommen, Begleitpersonen mitgezählt"
          value={values.maximum}
          onChange={(maximum) =>
            form.setFieldValue("maximum", typeof maximum === "number" ? maximum : "")
          }
          error={error("maximum", "invitationSettings.maximum")}
          min={1}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          classNames={{ wrapper: classes.short ?? "" }}
        />
        {values.maximum !== "" && (
          <Checkbox
            {...form.getInputProps("waitingList", { type: "checkbox" })}
            id={fieldId("waitingList")}
            label="Warteliste führen, wenn alle Plätze vergeben sind"
          />
        )}
        <Checkbox
          {...form.getInputProps("allowComment", { type: "checkbox" })}
          id={fieldId("allowComment")}
          label="Eingeladene können einen Kommentar dazuschreiben"
        />
        <Checkbox
          {...form.getInputProps("allowCompanions", { type: "checkbox" })}
          id={fieldId("allowCompanions")}
          label="Eingeladene können Begleitpersonen anmelden"
        />
      </Stack>
    </Fieldset>
  );
}
