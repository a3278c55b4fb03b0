import { Group as Row, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { clubTimeZone } from "#platform/web/format/format.ts";
import { TimeField } from "#platform/web/ui/form/TimeField.tsx";
import { dayHint, WEEKDAYS, type Schedule, type ScheduleKind } from "./schedule-words.ts";

interface ScheduleFieldProps {
  id: string;
  label: string;
  /** Where there is no schedule: "Nur von Hand". */
  noneLabel: string;
  description?: string;
  value: Schedule;
  onChange: (value: Schedule) => void;
  error: string | undefined;
}

const EARLY = "06:00";

/** When something runs by itself, in words; a cron expression only for those who want one. */
export function ScheduleField({
  id,
  label,
  noneLabel,
  description,
  value,
  onChange,
  error,
}: ScheduleFieldProps) {
  const kinds: { value: ScheduleKind; label: string }[] = [
    { value: "NONE", label: noneLabel },
    { value: "DAILY", label: "Täglich" },
    { value: "WEEKLY", label: "Wöchentlich" },
    { value: "MONTHLY", label: "Monatlich" },
    { value: "CUSTOM", label: "Eigener Plan (Cron)" },
  ];
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Select
        id={id}
        label={label}
        description={description}
        data={kinds}
        value={value.kind}
        onChange={(kind) =>
          onChange(changedTo(kinds.find((one) => one.value === kind)?.value ?? "NONE", value))
        }
        allowDeselect={false}
        error={error}
        maw="20rem"
      />
      {value.kind !== "NONE" && (
        <Row gap="sm" align="flex-start">
          {value.kind === "WEEKLY" && (
            <Select
              label="Wochentag"
              data={[1, 2, 3, 4, 5, 6, 0].map((day) => ({
                value: String(day),
                label: WEEKDAYS[day] ?? "",
              }))}
              value={String(value.weekday)}
              onChange={(day) => onChange({ ...value, weekday: Number(day) })}
              allowDeselect={false}
              w="11rem"
            />
          )}
          {value.kind === "MONTHLY" && (
            <NumberInput
              label="Tag des Monats"
              value={value.day}
              onChange={(day) =>
                onChange({ ...value, day: Math.min(31, Math.max(1, Number(day) || 1)) })
              }
              min={1}
              max={31}
              allowDecimal={false}
              w="9rem"
            />
          )}
          {value.kind === "CUSTOM" ? (
            <TextInput
              label="Cron-Ausdruck"
              description="Minute, Stunde, Tag, Monat, Wochentag: „0 6 * * 1-5“ ist werktags um 6 Uhr."
              value={value.cron}
              onChange={(event) => onChange({ kind: "CUSTOM", cron: event.currentTarget.value })}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              w="20rem"
              maw="100%"
            />
          ) : (
            <TimeField
              label="Uhrzeit"
              value={value.time === "" ? null : value.time}
              onChange={(time) => onChange({ ...value, time: time ?? "" })}
            />
          )}
        </Row>
      )}
      {value.kind !== "NONE" && (
        <Text size="sm" c="dimmed">
          {value.kind === "MONTHLY" && dayHint(value.day)} Gilt in der Zeitzone des Vereins (
          {clubTimeZone()}).
        </Text>
      )}
    </Stack>
  );
}

/** The time stays when only the rhythm changes. */
function changedTo(kind: ScheduleKind, before: Schedule): Schedule {
  const time = "time" in before ? before.time : EARLY;
  if (kind === "NONE") return { kind };
  if (kind === "DAILY") return { kind, time };
  if (kind === "WEEKLY") return { kind, time, weekday: 1 };
  if (kind === "MONTHLY") return { kind, time, day: 1 };
  return { kind, cron: before.kind === "CUSTOM" ? before.cron : "" };
}
