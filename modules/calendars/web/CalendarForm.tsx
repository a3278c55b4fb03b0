import { Group as Row, Radio, TextInput } from "@mantine/core";
import { GrantsField } from "#modules/grants/web/public.ts";
import { calendarTones } from "#platform/web/ui/theme/calendar-colors.ts";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { CALENDAR_COLOR_LABELS, CALENDAR_COLORS, type Calendar } from "../contract.ts";
import {
  CALENDAR_FIELD_LABELS,
  shownValue,
  valuesOf,
  type CalendarValues,
} from "./calendar-values.ts";

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
export function CalendarForm({
  calendar,
  initialValues,
  saveLabel,
  onSave,
  onCancel,
}: CalendarFormProps) {
  const record = useVersionedForm<CalendarValues, Calendar>({
    stored: calendar,
    valuesOf,
    initialValues,
    validate: (values) =>
      values.name.trim() === "" ? { name: "Bitte geben Sie dem Kalender einen Namen." } : {},
    onSave: (values, base) => onSave(values, base.record?.version),
  });
  const { form, theirs } = record;
  const known = [...(calendar?.grants ?? []), ...(theirs?.grants ?? [])];
  return (
    <RecordForm
      record={record}
      saveLabel={saveLabel}
      onCancel={onCancel}
      fieldLabels={CALENDAR_FIELD_LABELS}
      showValue={(field, value) => shownValue(known, field, value)}
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
      <Radio.Group
        {...form.getInputProps("color")}
        id={fieldId("color")}
        label={CALENDAR_FIELD_LABELS.color}
      >
        <Row gap="lg" mt={6}>
          {CALENDAR_COLORS.map((color) => (
            <Radio
              key={color}
              value={color}
              color={calendarTones(color).strong}
              iconColor="var(--surface-card)"
              label={<ColorWord color={color} />}
            />
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
    <span
      style={{
        padding: "3px 10px",
        borderRadius: 6,
        borderInlineStart: `3px solid ${strong}`,
        background: pastel,
        color: "var(--text-strong)",
      }}
    >
      {CALENDAR_COLOR_LABELS[color]}
    </span>
  );
}
