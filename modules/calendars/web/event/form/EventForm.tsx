import { Checkbox, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatDate } from "#platform/web/format/format.ts";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import type { Calendar, Event } from "../../../contract.ts";
import { RecurrenceEditor } from "../../recurrence/RecurrenceEditor.tsx";
import { AnswerSettings } from "./AnswerSettings.tsx";
import { CalendarSelect } from "./CalendarSelect.tsx";
import classes from "../event.module.css";
import {
  checkEvent,
  EVENT_FIELD_LABELS,
  isMoved,
  valuesOf,
  type EventValues,
  type FormScope,
} from "./event-values.ts";
import { LeftOutDates } from "./LeftOutDates.tsx";
import { shownValue } from "../shown-value.ts";
import { TimeSpan } from "./TimeSpan.tsx";

/** What goes to the server beside the values. */
export interface SaveChoice {
  scope: FormScope;
  resetAnswers: boolean;
  /** The record the values stand on; absent while an event is being created. */
  base: Event | undefined;
}

export interface EventFormProps {
  /** Absent while an event is being created. */
  event?: Event;
  initialValues: EventValues;
  calendars: readonly Calendar[];
  /** Whether anybody was invited, who would learn of a new time or place. */
  hasInvitations?: boolean;
  saveLabel: string;
  onSave: (values: EventValues, choice: SaveChoice) => Promise<unknown>;
  onCancel: () => void;
}

/** One form for creating and changing an event, a series or a part of one. */
export function EventForm({
  event,
  initialValues,
  calendars,
  hasInvitations = false,
  saveLabel,
  onSave,
  onCancel,
}: EventFormProps) {
  const isOccurrence = event !== undefined && event.occurrenceOf !== null;
  const [scope, setScope] = useState<FormScope>(isOccurrence ? "ONE" : "WHOLE");
  const [resetAnswers, setResetAnswers] = useState(false);
  const record = useVersionedForm<EventValues, Event>({
    stored: event,
    valuesOf,
    initialValues,
    validate: checkEvent,
    onSave: (values, base) =>
      onSave(values, {
        scope,
        resetAnswers: resetAnswers && hasInvitations && isMoved(values, base.values),
        base: base.record,
      }),
  });
  const { form } = record;
  const { values } = form;
  const error = (...paths: string[]) =>
    paths.map((path) => form.errors[path]).find((one) => one !== undefined);
  const change = (part: Partial<EventValues>) => form.setValues({ ...values, ...part });

  return (
    <RecordForm
      record={record}
      saveLabel={saveLabel}
      onCancel={onCancel}
      fieldLabels={EVENT_FIELD_LABELS}
      showValue={(field, value) =>
        shownValue(field, value, calendars, values.startDate ?? undefined)
      }
    >
      {isOccurrence && (
        <Radio.Group
          label="Was möchten Sie ändern?"
          description="Der Termin gehört zu einer Serie."
          value={scope}
          onChange={(next) => setScope(next as FormScope)}
          className={classes.scope ?? ""}
        >
          <Stack gap={8} mt={8}>
            <Radio value="ONE" label={`Nur diesen Termin am ${formatDate(event.startDateTime)}`} />
            <Radio value="FOLLOWING" label="Diesen und alle folgenden Termine" />
            <Radio value="ALL" label="Alle Termine der Serie" />
          </Stack>
        </Radio.Group>
      )}
      <TextInput
        {...form.getInputProps("title")}
        id={fieldId("title")}
        label="Titel (Pflichtangabe)"
        aria-required
        maxLength={200}
        autoComplete="off"
        data-autofocus={event ? undefined : true}
      />
      <CalendarSelect
        id={fieldId("calendarId")}
        label="Kalender (Pflichtangabe)"
        calendars={calendars}
        value={values.calendarId}
        onChange={(calendarId) => change({ calendarId })}
        error={error("calendarId")}
        // One occurrence stays where its series is.
        disabled={scope === "ONE" || scope === "FOLLOWING"}
      />
      <TimeSpan values={values} onChange={(next) => form.setValues(next)} error={error} />
      <TextInput
        {...form.getInputProps("location")}
        id={fieldId("location")}
        label="Ort"
        maxLength={300}
        autoComplete="off"
      />
      <Textarea
        {...form.getInputProps("description")}
        id={fieldId("description")}
        label="Beschreibung"
        autosize
        minRows={3}
        maxLength={10_000}
      />
      {scope !== "ONE" && values.startDate !== null && (
        <RecurrenceEditor
          id={fieldId("recurrence")}
          value={values.recurrence}
          onChange={(recurrence) => change({ recurrence })}
          start={values.startDate}
          allDay={values.allDay}
          error={error("recurrence")?.toString()}
        />
      )}
      {scope === "WHOLE" && values.recurrence.repeat !== "NONE" && (
        <LeftOutDates
          id={fieldId("leftOut")}
          value={values.leftOut}
          onChange={(leftOut) => change({ leftOut })}
          error={error("leftOut", "exdates")}
        />
      )}
      <AnswerSettings form={form} error={error} />
      {hasInvitations && isMoved(values, record.base.values) && (
        <Stack gap={8} className={classes.scope ?? ""}>
          <Text size="sm">
            Die Eingeladenen erfahren per E-Mail, was sich an Zeit oder Ort geändert hat.
          </Text>
          <Checkbox
            label="Antworten zurücksetzen: Alle werden neu gefragt"
            checked={resetAnswers}
            onChange={(changed) => setResetAnswers(changed.currentTarget.checked)}
          />
        </Stack>
      )}
    </RecordForm>
  );
}
