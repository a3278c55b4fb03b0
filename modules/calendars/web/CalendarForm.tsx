import { Group as Row, Radio, TextInput } from "@mantine/core";
import { useState } from "react";
import { GrantsField } from "#modules/grants/web/public.ts";
import { calendarTones } from "#platform/web/ui/calendar-colors.ts";
import { ConflictChoice } from "#platform/web/ui/ConflictChoice.tsx";
import { useRecordForm } from "#platform/web/ui/record-form.ts";
import { fieldId, RecordForm } from "#platform/web/ui/RecordForm.tsx";
import { CALENDAR_COLOR_LABELS, CALENDAR_COLORS, type Calendar } from "../contract.ts";
import { CALENDAR_FIELD_LABELS, shownValue, valuesOf, type CalendarValues } from "./calendar-values.ts";

interface CalendarFormProps {
  /** Absent while a calendar is being created. */
  calendar?: Calendar;
  initialValues: CalendarValues;
  saveLabel: string;
  /** `version` is the one the values stand on. */
  onSave: (values: CalendarValues, version: number | undefined) => Promise<unknown>;
  onCancel: () => void;
}

/** One form for creating and editing a calendar. */
export function CalendarForm({ calendar, initialValues, saveLabel, onSave, onCancel }: CalendarFormProps) {
  const [base, setBase] = useState({ values: initialValues, version: calendar?.version });
  const record = useRecordForm<CalendarValues>({
    initialValues,
    validate: (values) => (values.name.trim() === "" ? { name: "Bitte geben Sie dem Kalender einen Namen." } : {}),
    onSave: (values) => onSave(values, base.version),
  });
  const { form } = record;
  const theirs = record.conflict as Calendar | undefined | null;
  const known = [...(calendar?.grants ?? []), ...(theirs?.grants ?? [])];
  return (
    <RecordForm
      record={record}
      saveLabel={saveLabel}
      onCancel={onCancel}
      fieldLabels={CALENDAR_FIELD_LABELS}
      conflictView={
        theirs ? (
          <ConflictChoice
            base={base.values}
            mine={form.values}
            theirs={valuesOf(theirs)}
            labels={CALENDAR_FIELD_LABELS}
            show={(field, value) => shownValue(known, field, value)}
            onResolve={(values) => {
              form.setValues(values);
              setBase({ values: valuesOf(theirs), version: theirs.version });
              record.clearConflict();
            }}
          />
        ) : undefined
      }
    >
      <TextInput
        {...form.getInputProps("name")}
        id={fieldId("name")}
        label="Name (Pflichtangabe)"
        description="Zum Beispiel Training, Spiele oder Vorstand"
        aria-required
        maxLength={100}
        autoComplete="off"
        data-autofocus={calendar ? undefined : true}
      />
      <Radio.Group {...form.getInputProps("color")} id={fieldId("color")} label={CALENDAR_FIELD_LABELS.color}>
        <Row gap="lg" mt={6}>
          {CALENDAR_COLORS.map((color) => (
            <Radio key={color} value={color} color={calendarTones(color).strong} iconColor="var(--surface-card)" label={<ColorWord color={color} />} />
          ))}
        </Row>
      </Radio.Group>
      <GrantsField
        id={fieldId("grants")}
        label="Wer darf diesen Kalender nutzen?"
        description="Lesen: Termine sehen. Schreiben: auch Termine anlegen, ändern und dazu einladen. Wer Kalender verwaltet, darf immer alles."
        value={form.values.grants}
        onChange={(grants) => form.setFieldValue("grants", grants)}
        known={known}
        error={form.errors["grants"] === undefined ? undefined : String(form.errors["grants"])}
      />
    </RecordForm>
  );
}

function ColorWord({ color }: { color: (typeof CALENDAR_COLORS)[number] }) {
  const { strong, pastel } = calendarTones(color);
  return (
    <span style={{ padding: "3px 10px", borderRadius: 6, borderInlineStart: `3px solid ${strong}`, background: pastel, color: "var(--text-strong)" }}>
      {CALENDAR_COLOR_LABELS[color]}
    </span>
  );
}
