import { Textarea, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { formatDate } from "#platform/web/format/format.ts";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import type { Calendar, Event } from "../../../contract.ts";
import { RecurrenceEditor } from "../../recurrence/RecurrenceEditor.tsx";
import { AnswerSettings } from "./AnswerSettings.tsx";
import { CalendarSelect } from "./CalendarSelect.tsx";
import {
  checkEvent,
  EVENT_FIELD_LABELS,
  isMoved,
  valuesOf,
  type EventValues,
  type FormScope,
} from "./event-values.ts";
import { InviteWith } from "./InviteWith.tsx";
import { LeaveOutHolidays } from "./LeaveOutHolidays.tsx";
import { LeftOutDates } from "./LeftOutDates.tsx";
import { ResetAnswers } from "./ResetAnswers.tsx";
import { ScopeChoice } from "./ScopeChoice.tsx";
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
        <ScopeChoice date={formatDate(event.startDateTime)} value={scope} onChange={setScope} />
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
      <RepeatFields scope={scope} values={values} onChange={change} error={error} />
      <AnswerSettings form={form} error={error} />
      {event === undefined && values.calendarId !== null && (
        <InviteWith
          calendarId={values.calendarId}
          values={values.invite}
          onChange={(part) => change({ invite: { ...values.invite, ...part } })}
          errors={form.errors}
        />
      )}
      {hasInvitations && isMoved(values, record.base.values) && (
        <ResetAnswers checked={resetAnswers} onChange={setResetAnswers} />
      )}
    </RecordForm>
  );
}

interface RepeatFieldsProps {
  scope: FormScope;
  values: EventValues;
  onChange: (part: Partial<EventValues>) => void;
  error: (...paths: string[]) => ReactNode;
}

/** How it repeats; days on which it does not are named where the whole series is made. */
function RepeatFields({ scope, values, onChange, error }: RepeatFieldsProps) {
  const { startDate, allDay, recurrence, leftOut, leavesOutHolidays } = values;
  const isWholeSeries = scope === "WHOLE" && recurrence.repeat !== "NONE";
  return (
    <>
      {scope !== "ONE" && startDate !== null && (
        <RecurrenceEditor
          id={fieldId("recurrence")}
          value={recurrence}
          onChange={(next) => onChange({ recurrence: next })}
          start={startDate}
          allDay={allDay}
          error={error("recurrence")?.toString()}
        />
      )}
      {isWholeSeries && startDate !== null && (
        <LeaveOutHolidays
          id={fieldId("leavesOutHolidays")}
          checked={leavesOutHolidays}
          onChange={(next) => onChange({ leavesOutHolidays: next })}
          start={startDate}
          recurrence={recurrence}
        />
      )}
      {isWholeSeries && (
        <LeftOutDates
          id={fieldId("leftOut")}
          value={leftOut}
          onChange={(next) => onChange({ leftOut: next })}
          error={error("leftOut", "exdates")}
        />
      )}
    </>
  );
}
